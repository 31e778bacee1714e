"""A person at a glance as programs read it: for a widget, or a display on the wall."""

from tracker.dashboard import Dashboard, GoalGlance
from tracker.goals.games.game import game_of
from tracker.goals.pace.progress import percent
from tracker.goals.plans import Plan
from tracker.goals.words.wording import goal_title
from tracker.habits.model import UnlockedAchievement
from tracker.store.segments import timestamp
from tracker.store.values import Value

MOST_ACHIEVEMENTS = 10


def dashboard_document(found: Dashboard, habits: list[Value]) -> dict[str, Value]:
    level = found.level
    return {
        "timezone": found.user.timezone,
        "points": level.points,
        "coins": found.wallet.coins,
        "level": level.number,
        "pointsToNextLevel": level.to_next,
        "habits": habits,
        "goals": [_goal(one) for one in found.goals],
        "achievements": [_achievement(one) for one in found.achievements[:MOST_ACHIEVEMENTS]],
    }


def _goal(one: GoalGlance) -> dict[str, Value]:
    goal, game = one.goal, game_of(one.goal.subject.source)
    return {
        "id": goal.id,
        "title": goal_title(goal, game),
        "value": one.latest.value if one.latest else None,
        "percent": _percent(goal.plan(game), one),
        "seenAt": timestamp(one.latest.at) if one.latest else None,
    }


def _percent(plan: Plan, one: GoalGlance) -> str | None:
    """From its own start, as text: whole numbers are the only ones that the table and JSON agree on."""
    if one.latest is None or one.goal.start_value is None:
        return None
    share = percent(plan.start, one.latest.value, plan.aim.target, falling=plan.falling)
    return f"{share:g}"


def _achievement(one: UnlockedAchievement) -> dict[str, Value]:
    return {"id": one.id, "title": one.title, "unlockedAt": timestamp(one.unlocked_at)}
