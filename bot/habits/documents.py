"""What is answered about habits: one shape for `--json` and `/api`, described in docs/schema/."""

from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from pydantic import Field

from bot.documents import Document, copied
from tracker.habits.model import Habit, HabitLog, HabitStatus, HabitType
from tracker.habits.schedule import Schedule
from tracker.habits.states import DayState, Logged
from tracker.habits.streaks import WHOLE, Mark
from tracker.habits.watched import Watched
from tracker.habits.words.wording import period_text, schedule_words, streak_text, today_text, wanted_text
from tracker.readings import Number

if TYPE_CHECKING:
    from tracker.habits.events import DayChanged

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class HabitRef(Document, frozen=True):
    id: str
    name: str
    type: HabitType
    target: Number | None
    """How much a day is wanted, or at most wanted; null where it is done or not."""
    unit: str | None

    @classmethod
    def of(cls, habit: Habit) -> "HabitRef":
        return cls.made(_ref(habit))

    @property
    def at_most(self) -> bool:
        """Whether it is to be done less, or not at all."""
        return self.type.at_most


class DayDocument(Document, frozen=True):
    """What today is so far."""

    day: date
    state: DayState
    amount: Number | None
    due: bool
    """Whether there is still something to do."""
    logged: bool
    text: str


class FromTo(Document, frozen=True):
    """Both days included."""

    first: date = Field(validation_alias="from", serialization_alias="from")
    last: date | None = Field(validation_alias="to", serialization_alias="to")
    """Null where nobody knows yet."""


class HabitPeriod(FromTo, frozen=True):
    """The week, month or days in which it is due so often."""

    done: int
    needed: int
    text: str | None
    """`1 of 3 this week`; null where each day stands for itself."""


class HabitStreak(Document, frozen=True):
    current: int
    longest: int
    unit: str
    text: str | None
    """`12 days in a row`; null where there is none now."""


class HabitDocument(HabitRef, frozen=True):
    """A habit, and where it stands."""

    wanted: str
    """What it asks for, in words: `20 pages, every day`."""
    often: str
    schedule: Schedule
    status: HabitStatus
    today: DayDocument
    amount: Number | None
    """As in `today`, like the next two."""
    due: bool
    state: DayState
    at_risk: bool
    """Whether its streak ends unless it is done today."""
    period: HabitPeriod | None
    streak: HabitStreak
    strength: float
    """In percent, as are all shares."""
    rate: float | None
    """How many periods were kept."""
    kept: int
    missed: int
    days_done: int
    best_weekday: str | None
    freezes: int
    uses_freezes: bool
    skips_per_month: int
    reminders: tuple[time, ...]
    area: str | None
    category: str | None
    tags: tuple[str, ...]
    trigger: str | None
    action: str | None
    reward: str | None
    friction_up: str | None
    friction_down: str | None
    description: str | None
    fed_by: str | None
    goals: tuple[str, ...]
    away: tuple[FromTo, ...]
    """Times off; `to` is null while it is paused."""
    began: date
    created_at: datetime
    message: str
    """`Read: 5 of 20 pages`."""


class HabitList(Document, frozen=True):
    day: date
    archived: bool
    """Whether it has those that were archived, and no others."""
    habits: tuple[HabitDocument, ...]
    total: int
    """How many there are on all pages."""
    page: int
    pages: int


class HabitDetails(Document, frozen=True):
    habit: HabitDocument
    skips_left: int
    """This month."""
    goal_titles: tuple[str, ...]
    """Of the goals that it serves."""


class LoggedDay(Document, frozen=True):
    day: date
    state: Logged
    amount: Number | None
    note: str | None
    at: datetime
    via: str
    backfilled: bool
    points: int

    @classmethod
    def of(cls, log: HabitLog) -> "LoggedDay":
        same = copied(log, "day", "state", "amount", "note", "at", "via", "backfilled")
        return cls(**same, points=log.award.points if log.award else 0)


class PastDayDocument(Document, frozen=True):
    day: date
    state: DayState | None
    """Null where nothing was wanted of it."""


class HabitWeek(HabitList, frozen=True):
    """A page of the list, with what the last days of each were."""

    days: tuple[tuple[PastDayDocument, ...], ...]
    """For each habit, up to today: those that can still be logged."""


class HabitHistory(HabitDetails, frozen=True):
    weeks: tuple[PastDayDocument, ...]
    """The last four weeks, this one included, from a Monday on."""
    log: tuple[LoggedDay, ...]
    """All that was logged, the oldest first."""


class HabitChanged(HabitDetails, frozen=True):
    """A habit after it was begun, changed, paused, resumed, archived or removed."""

    message: str
    """What happened to it, in a sentence."""
    understood: str
    """All that it is now: `Gym, 3 times a week, a reminder at 07:30`."""


class DayLogged(Document, frozen=True):
    """A day of a habit after something was said of it."""

    habit: HabitRef
    day: date
    is_today: bool
    state: DayState
    amount: Number | None
    streak: int
    points: int = 0
    """That this gave; below 0 where it took some back."""
    unlocked: tuple[str, ...] = ()
    """Achievements."""
    changed: bool = False
    """False where it was so already."""
    undone: bool = False
    note: str | None = None
    message: str

    @classmethod
    def of(cls, change: "DayChanged") -> "DayLogged":
        from tracker.habits.words.answers import told_text  # noqa: PLC0415 - days are looked at more often

        return cls(
            habit=HabitRef.of(change.habit),
            day=change.day,
            is_today=change.day == change.scene.today,
            state=change.state,
            amount=change.after.amount if change.after else None,
            streak=change.standing.current,
            points=change.points,
            unlocked=tuple(one.id for one in change.unlocked),
            changed=True,
            undone=change.takes_back,
            note=change.after.note if change.after else None,
            message=told_text(change),
        )


class DaysLogged(Document, frozen=True):
    """Several at once: those that changed, and what was said of the others."""

    changed: tuple[HabitRef, ...]
    message: str


class TimeOff(FromTo, frozen=True):
    back: bool
    """Whether these days are no time off after all."""
    habits: tuple[HabitDocument, ...]


class HabitSnoozed(Document, frozen=True):
    habit: HabitRef
    day: date
    until: datetime


def habit_document(watched: Watched) -> HabitDocument:
    habit, mark, today = watched.habit, watched.standing(), _today(watched)
    return HabitDocument.made(
        {
            **_ref(habit),
            **copied(
                habit,
                "schedule",
                "status",
                "reminders",
                "area",
                "category",
                "tags",
                "description",
                "began",
                "created_at",
                "skips_per_month",
            ),
            **copied(habit.plan, "trigger", "action", "reward", "friction_up", "friction_down"),
            **copied(mark, "kept", "missed", "freezes"),
            **copied(today, "amount", "due", "state"),
            "wanted": wanted_text(habit),
            "often": schedule_words(habit.schedule),
            "today": today,
            "at_risk": watched.is_due and bool(watched.days_needed_from(watched.today)),
            "period": _period(watched),
            "streak": _streak(mark, habit.schedule),
            "strength": round(100 * mark.strength / WHOLE, 2),
            "rate": None if mark.rate is None else round(100 * mark.rate, 2),
            "days_done": mark.done,
            "best_weekday": None if mark.best_weekday is None else WEEKDAYS[mark.best_weekday],
            "uses_freezes": habit.freezes,
            "fed_by": habit.fed_by and habit.fed_by.title,
            "goals": habit.goal_ids,
            "away": tuple(FromTo.made(copied(one, "first", "last")) for one in habit.away),
            "message": f"{habit.name}: {today.text}",
        }
    )


def _ref(habit: Habit) -> dict[str, Any]:
    return {**copied(habit, "id", "name", "unit"), "type": habit.habit_type, "target": habit.amount}


def _today(watched: Watched) -> DayDocument:
    entry = watched.entries.get(watched.today)
    return DayDocument.made(
        {
            "day": watched.today,
            "state": watched.state,
            "amount": entry.amount if entry else None,
            "due": watched.is_due,
            "logged": entry is not None,
            "text": today_text(watched),
        }
    )


def _streak(mark: Mark, schedule: Schedule) -> HabitStreak:
    text = streak_text(mark.current, schedule) if mark.current else None
    return HabitStreak.made({**copied(mark, "current", "longest"), "unit": schedule.unit, "text": text})


def _period(watched: Watched) -> HabitPeriod | None:
    period, done = watched.period, watched.done_in_period
    if period is None:
        return None
    return HabitPeriod.made(
        {**copied(period, "first", "last", "needed"), "done": done, "text": period_text(watched)}
    )
