"""The habits that are kept for a goal. It knows habits, which a list of goals does not need."""

from bot.goals.documents import ServingHabit
from bot.visit import Visit
from tracker.habits.watched import Watched, serving
from tracker.habits.words.wording import streak_text, today_text


async def serving_habits(visit: Visit, goal_id: str) -> tuple[ServingHabit, ...]:
    """In the order in which they were made."""
    found = await serving(visit.services.table, visit.person, goal_id, visit.now)
    return tuple(map(_habit, found))


def _habit(watched: Watched) -> ServingHabit:
    habit, current = watched.habit, watched.standing().current
    streak = [streak_text(current, habit.schedule)] if current else []
    return ServingHabit(
        id=habit.id,
        name=habit.name,
        streak=current,
        unit=habit.schedule.unit,
        text=", ".join([*streak, f"today: {today_text(watched)}"]),
    )
