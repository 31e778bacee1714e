"""A habit as programs see it: the one JSON shape, and the shape of a day that was told."""

from collections.abc import Mapping, Sequence
from datetime import date
from shlex import quote

from bot.cli.person import Desk
from bot.cli.screen import plain
from tracker.accounts.model import User
from tracker.habits.errors import NoSuchHabit
from tracker.habits.finding import is_called
from tracker.habits.model import Habit, HabitLog, HabitStatus
from tracker.habits.streaks import WHOLE
from tracker.habits.watched import Watched, watch, watch_one
from tracker.habits.words.wording import schedule_words
from tracker.store.segments import timestamp
from tracker.words import quoted

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


async def view(desk: Desk, user: User, habit: Habit) -> Watched:
    return await watch_one(desk.table, user, habit, desk.now)


async def views(desk: Desk, user: User, *, archived: bool = False) -> list[Watched]:
    """In the order in which they were made, archived ones at the end."""
    found = await watch(desk.table, user, desk.now)
    if not archived:
        return found
    every = await desk.habits.list(user.id, archived=True)
    put_away = [one for one in every if one.status is HabitStatus.ARCHIVED]
    return [*found, *[await view(desk, user, one) for one in put_away]]


async def find_any(desk: Desk, user: User, name: str) -> Habit:
    """Archived ones are meant only where no other habit is, or by all of their name."""
    try:
        return await desk.habits.find(user.id, name)
    except NoSuchHabit:
        return await desk.habits.find(user.id, name, archived=True)


async def find_by_name(desk: Desk, user: User, name: str) -> Habit:
    """For what cannot be undone: a part of a name is not enough."""
    found = await find_any(desk, user, name)
    if not is_called(found, name):
        raise NoSuchHabit(f"You have no habit that is called {quoted(name)}. Did you mean {found.name}?")
    return found


def typed(habit: Habit) -> str:
    """Its name as a command takes it, quoted where a shell wants that."""
    return quote(plain(habit.name).lower())


def as_data(watched: Watched) -> dict[str, object]:
    """The answer of `--json`, described in docs/cli.md."""
    habit, mark = watched.habit, watched.standing()
    return {
        "id": habit.id,
        "name": habit.name,
        "type": habit.habit_type.value,
        "often": schedule_words(habit.schedule),
        "schedule": habit.schedule.model_dump(mode="json", by_alias=True),
        "amount": habit.amount,
        "unit": habit.unit,
        "status": habit.status.value,
        "today": _today(watched),
        "period": _period(watched),
        "streak": {"current": mark.current, "longest": mark.longest, "unit": habit.schedule.unit},
        "strength": _percent(mark.strength / WHOLE),
        "rate": _percent(mark.rate),
        "kept": mark.kept,
        "missed": mark.missed,
        "daysDone": mark.done,
        "bestWeekday": None if mark.best_weekday is None else WEEKDAYS[mark.best_weekday],
        "freezes": mark.freezes,
        "usesFreezes": habit.freezes,
        "skipsPerMonth": habit.skips_per_month,
        "reminders": [f"{one:%H:%M}" for one in habit.reminders],
        "area": habit.area,
        "category": habit.category,
        "trigger": habit.plan.trigger,
        "action": habit.plan.action,
        "reward": habit.plan.reward,
        "friction": habit.plan.friction,
        "fedBy": habit.fed_by and habit.fed_by.title,
        "goals": list(habit.goal_ids),
        "away": [{"from": f"{one.first}", "to": one.last and f"{one.last}"} for one in habit.away],
        "began": f"{habit.began}",
        "createdAt": timestamp(habit.created_at),
    }


def day_data(log: HabitLog) -> dict[str, object]:
    """A day of the log, described in docs/cli.md."""
    return {
        "day": f"{log.day}",
        "state": log.state.value,
        "amount": log.amount,
        "note": log.note,
        "at": timestamp(log.at),
        "via": log.via,
        "backfilled": log.backfilled,
        "points": log.award.points if log.award else 0,
    }


def log_data(logs: Mapping[date, HabitLog]) -> Sequence[dict[str, object]]:
    """The oldest first."""
    return [day_data(logs[day]) for day in sorted(logs)]


def _today(watched: Watched) -> dict[str, object]:
    entry = watched.entries.get(watched.today)
    return {
        "day": f"{watched.today}",
        "state": watched.state_of(watched.today).value,
        "amount": entry.amount if entry else None,
        "due": watched.is_due,
    }


def _period(watched: Watched) -> dict[str, object] | None:
    period = watched.habit.schedule.period_of(watched.today)
    if period is None:
        return None
    return {
        "from": f"{period.first}",
        "to": f"{period.last}",
        "done": watched.done_in(period),
        "needed": period.needed,
    }


def _percent(share: float | None) -> float | None:
    return None if share is None else round(100 * share, 1)
