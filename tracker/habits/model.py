"""A habit, its log, and what is kept of its streak, as the table has them."""

from collections.abc import Iterator, Mapping
from datetime import date, time
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tracker.days import Days
from tracker.goals.feeds import Feed
from tracker.habits.schedule import Daily, Schedule
from tracker.habits.states import DayEntry, DayTarget, Logged
from tracker.habits.streaks import Mark, Streak
from tracker.readings import Number
from tracker.rewards.model import Award
from tracker.store.entity import Entity, Instant, StoredValue, stored_as
from tracker.store.index_keys import AreaKey, StatusKey, SubjectWatcherKey, TimelineKey
from tracker.store.key import IndexKeyOf
from tracker.store.keys import HabitKey, HabitLogKey, StreakKey

MOST_HABITS = 100

IndexKeyType: TypeAlias = type[IndexKeyOf]


class HabitType(StrEnum):
    BUILD = "build"
    MAINTAIN = "maintain"
    REDUCE = "reduce"
    QUIT = "quit"

    @property
    def at_most(self) -> bool:
        return self in (HabitType.REDUCE, HabitType.QUIT)


class HabitStatus(StrEnum):
    ACTIVE = "active"
    PAUSED = "paused"
    ARCHIVED = "archived"


class Away(StoredValue, frozen=True):
    """Days on which nothing is expected, both included."""

    first: date
    last: date | None = None
    """None while the habit is paused."""

    @property
    def days(self) -> Days:
        return Days(self.first, self.last or date.max)


class FormerTarget(StoredValue, frozen=True):
    """What made a day a good one up to some day: a new target does not judge the past."""

    through: date
    amount: Number | None = None
    at_most: bool = False


class HabitPlan(StoredValue, frozen=True):
    """When and why it is done, in the person's own words."""

    trigger: str | None = None
    action: str | None = None
    reward: str | None = None
    friction_up: str | None = None
    """What makes it harder."""
    friction_down: str | None = None
    """What makes it easier."""


class Habit(Entity, frozen=True):
    type: Literal["habit"] = "habit"
    id: str
    user: str
    name: str
    description: str | None = None
    habit_type: HabitType = HabitType.BUILD
    schedule: Schedule = Daily()
    amount: Number | None = None
    """How much makes a day a good one; None where doing it at all does."""
    former_targets: tuple[FormerTarget, ...] = ()
    """In the order of time."""
    unit: str | None = None
    area: str | None = None
    category: str | None = None
    tags: tuple[str, ...] = ()
    plan: HabitPlan = HabitPlan()
    goal_ids: tuple[str, ...] = ()
    shared_in: tuple[str, ...] = ()
    """The group goals in which its days count."""
    fed_by: Feed | None = None
    reminders: tuple[time, ...] = ()
    away: tuple[Away, ...] = ()
    freezes: bool = True
    """Whether they are used by themselves."""
    skips_per_month: int = Field(default=4, ge=0, le=31)
    status: HabitStatus = HabitStatus.ACTIVE
    began: date
    created_at: Instant

    @property
    def key(self) -> HabitKey:
        return HabitKey(self.user, self.id)

    @property
    def streak_key(self) -> StreakKey:
        return StreakKey(self.user, self.id)

    @property
    def target(self) -> DayTarget:
        return DayTarget(self.amount, self.habit_type.at_most)

    @property
    def targets_until(self) -> tuple[tuple[date, DayTarget], ...]:
        """Those of days that are over, each with its last day."""
        return tuple((one.through, DayTarget(one.amount, one.at_most)) for one in self.former_targets)

    @property
    def days_away(self) -> tuple[Days, ...]:
        return tuple(one.days for one in self.away)

    def log_key(self, day: date) -> HabitLogKey:
        return HabitLogKey(self.id, day)

    def places(self) -> Iterator[IndexKeyOf]:
        yield TimelineKey(self.user, self.type, self.created_at, self.id)
        yield StatusKey(self.user, self.type, self.status.value, self.id)
        if self.area is not None:
            yield AreaKey(self.user, self.area.casefold(), self.type, self.id)
        if self.fed_by is not None:
            yield SubjectWatcherKey(self.fed_by.subject, self.user, self.id)

    def places_left(self) -> Iterator[IndexKeyType]:
        """Indexes in which it stands no longer, if it ever did."""
        if self.area is None:
            yield AreaKey
        if self.fed_by is None:
            yield SubjectWatcherKey


class Earlier(StoredValue, frozen=True):
    """What was told of a day before it was told again."""

    model_config = stored_as(amount="value", at="timestamp")

    state: Logged
    amount: Number | None = None
    note: str | None = None
    at: Instant
    via: str
    backfilled: bool = False
    fed_from: Number | None = None
    occasion: str | None = None


MOST_EARLIER = 10
"""So many steps of a day can be undone one by one."""


class HabitLog(Entity, frozen=True):
    """One day of a habit."""

    model_config = stored_as(amount="value", at="timestamp")

    type: Literal["habitLog"] = "habitLog"
    habit: str
    user: str
    day: date
    state: Logged
    amount: Number | None = None
    note: str | None = None
    at: Instant
    via: str
    """Where it was said: discord, sms, terminal, api, or the name of a source."""
    backfilled: bool = False
    """Whether it was said on a later day."""
    fed_from: Number | None = None
    """Of a habit that a number feeds: where that number stood when the day's first gain was seen."""
    occasion: str | None = None
    """What it was said by, as the front end numbers it: what is delivered twice counts once."""
    award: Award | None = None
    earlier: tuple[Earlier, ...] = ()
    """Oldest first: undoing goes back one step."""
    revision: int = 1
    """Every change names the one that it saw."""

    @property
    def entry(self) -> DayEntry:
        return DayEntry(self.state, self.amount)

    @property
    def steps(self) -> tuple[Earlier, ...]:
        """With this one: what is earlier once the day is told again."""
        this = Earlier.model_validate(self.model_dump(include=set(Earlier.model_fields)))
        return (*self.earlier, this)[-MOST_EARLIER:]

    def was_told_by(self, occasion: str | None) -> bool:
        return occasion is not None and occasion in (self.occasion, *(one.occasion for one in self.earlier))

    def back(self) -> "HabitLog | None":
        """As it was before it was last told; None where nothing had been told."""
        if not self.earlier:
            return None
        *others, last = self.earlier
        step = {name: getattr(last, name) for name in Earlier.model_fields}
        return self.model_copy(update={**step, "earlier": tuple(others), "revision": self.revision + 1})


class AmountOfDay(StoredValue, frozen=True):
    """A day in short, where it has an amount."""

    model_config = stored_as(amount="value")

    state: Logged
    amount: Number | None = None


DayInShort: TypeAlias = Annotated[Logged | AmountOfDay, Field(union_mode="left_to_right")]
"""Most days are a word, which is no amount: nobody need try both."""


class StreakItem(Entity, Streak, frozen=True):
    """What a habit's streak was when it was last reckoned; always derivable from the log.

    What it is now depends on the day, and is reckoned.
    """

    model_config = stored_as(last_done="lastCompleted")

    type: Literal["streak"] = "streak"
    habit: str
    mark: Mark | None = None
    """Up to where nothing changes in the usual course of things: the next reckoning starts there."""
    days: Mapping[date, DayInShort] = Field(default_factory=dict[date, DayInShort])
    """What was told of the days since the mark: so nobody has to read the log to see where a habit stands."""
    changes: int = 0

    @property
    def entries(self) -> dict[date, DayEntry]:
        return {day: _entry(one) for day, one in self.days.items()}


_WITHOUT_AMOUNT = {state: DayEntry(state) for state in Logged}


def _entry(one: Logged | AmountOfDay) -> DayEntry:
    return _WITHOUT_AMOUNT[one] if isinstance(one, Logged) else DayEntry(one.state, one.amount)


def in_short(entry: DayEntry) -> Logged | AmountOfDay:
    return entry.state if entry.amount is None else AmountOfDay(state=entry.state, amount=entry.amount)
