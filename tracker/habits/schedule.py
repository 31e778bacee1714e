"""How often a habit is due, and the periods in which that is reckoned. All days are local days."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Annotated, Literal, NamedTuple, Self, TypeAlias

from pydantic import Field, field_validator, model_validator

from tracker.days import first_of_week, last_of_week
from tracker.store.entity import StoredValue

ONE_DAY = timedelta(days=1)
_WEEK = 7


class DuePeriod(NamedTuple):
    """Days within which a habit is to be done so many times, both ends included."""

    first: date
    last: date
    needed: int

    def __contains__(self, day: object) -> bool:
        return isinstance(day, date) and self.first <= day <= self.last

    def days(self) -> Iterator[date]:
        for offset in range((self.last - self.first).days + 1):
            yield self.first + timedelta(days=offset)


class Daily(StoredValue, frozen=True):
    kind: Literal["daily"] = "daily"

    @property
    def unit(self) -> str:
        return "day"

    @property
    def frequency(self) -> float:
        return 1.0

    def period_of(self, day: date) -> DuePeriod | None:
        return DuePeriod(day, day, 1)


class OnWeekdays(StoredValue, frozen=True):
    """Monday is 0. On other days there is nothing to do."""

    kind: Literal["weekdays"] = "weekdays"
    days: tuple[int, ...]

    @field_validator("days")
    @classmethod
    def _are_weekdays(cls, days: tuple[int, ...]) -> tuple[int, ...]:
        chosen = tuple(sorted(set(days)))
        if not chosen or not all(0 <= day < _WEEK for day in chosen):
            raise ValueError("at least one of the seven days of a week")
        return chosen

    @property
    def unit(self) -> str:
        return "day"

    @property
    def frequency(self) -> float:
        return len(self.days) / _WEEK

    def period_of(self, day: date) -> DuePeriod | None:
        return DuePeriod(day, day, 1) if day.weekday() in self.days else None


class PerWeek(StoredValue, frozen=True):
    """So many days of each calendar week, Monday to Sunday."""

    kind: Literal["perWeek"] = "perWeek"
    times: int = Field(ge=1, le=_WEEK)

    @property
    def unit(self) -> str:
        return "week"

    @property
    def frequency(self) -> float:
        return self.times / _WEEK

    def period_of(self, day: date) -> DuePeriod | None:
        return DuePeriod(first_of_week(day), last_of_week(day), self.times)


class PerMonth(StoredValue, frozen=True):
    """So many days of each calendar month."""

    kind: Literal["perMonth"] = "perMonth"
    times: int = Field(ge=1, le=28)

    @property
    def unit(self) -> str:
        return "month"

    @property
    def frequency(self) -> float:
        return self.times / 30

    def period_of(self, day: date) -> DuePeriod | None:
        return DuePeriod(day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1]), self.times)


class EveryDays(StoredValue, frozen=True):
    """Once in each so many days, counted from a first one."""

    kind: Literal["every"] = "every"
    days: int = Field(ge=2, le=365)
    since: date

    @property
    def unit(self) -> str:
        return "time"

    @property
    def frequency(self) -> float:
        return 1 / self.days

    def period_of(self, day: date) -> DuePeriod | None:
        first = day - timedelta(days=(day - self.since).days % self.days)
        return DuePeriod(first, first + timedelta(days=self.days - 1), 1)


class WithinDays(StoredValue, frozen=True):
    """So many of any so many days in a row, whichever they are."""

    kind: Literal["within"] = "within"
    times: int = Field(ge=1, le=89)
    days: int = Field(ge=2, le=90)

    @model_validator(mode="after")
    def _can_be_done(self) -> Self:
        if self.times >= self.days:
            raise ValueError("fewer times than days")
        return self

    @property
    def unit(self) -> str:
        return "day"

    @property
    def frequency(self) -> float:
        return self.times / self.days

    def period_of(self, day: date) -> DuePeriod | None:
        """Each day is judged by itself, with those before it."""
        return DuePeriod(day, day, 1)


Schedule: TypeAlias = Annotated[
    Daily | OnWeekdays | PerWeek | PerMonth | EveryDays | WithinDays, Field(discriminator="kind")
]


def periods(schedule: Schedule, first: date, last: date) -> Iterator[DuePeriod]:
    """Those that hold any of these days, in the order of time."""
    day = first
    while day <= last:
        period = schedule.period_of(day)
        if period is not None:
            yield period
        day = (period.last if period else day) + ONE_DAY
