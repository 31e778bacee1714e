"""A metric, its logs and days, and what is kept of all metrics of a person, as the table has them."""

from collections.abc import Iterator
from datetime import date, time
from enum import StrEnum
from typing import Literal

from tracker.analysis.thresholds import Bounds
from tracker.analysis.way import Way
from tracker.goals.feeds import Feed
from tracker.metrics.alerts import MetricAlert
from tracker.metrics.streaks import LogStreak
from tracker.readings import Number
from tracker.rewards.model import Award
from tracker.store.entity import Entity, Instant, StoredValue
from tracker.store.index_keys import AreaKey, StatusKey, SubjectWatcherKey, TimelineKey
from tracker.store.key import IndexKeyOf
from tracker.store.keys import MetricBookKey, MetricDayKey, MetricKey, MetricLogKey
from tracker.store.segments import Subject
from tracker.subjects import ADDS_UP, METRIC

MOST_METRICS = 100
MOST_LOGS_A_DAY = 200
MOST_UNDOABLE = 5

KIND = "metric"
"""What metrics are called in indexes."""


class Direction(StrEnum):
    """Which way is good."""

    HIGHER = "Higher"
    LOWER = "Lower"
    TARGET = "Target"
    """Near the target."""


class Aggregation(StrEnum):
    """What several logs of a day come to."""

    LAST = "last"
    SUM = "sum"
    MEAN = "mean"
    MEDIAN = "median"
    MIN = "min"
    MAX = "max"
    COUNT = "count"

    @property
    def adds_up(self) -> bool:
        """Whether days add up to a total, and a day is not known before it is over."""
        return self in ADDS_UP


class MetricSource(StrEnum):
    """Who says the number."""

    MANUAL = "Manual"
    APP = "App"
    DEVICE = "Device"


class MetricStatus(StrEnum):
    ACTIVE = "Active"
    PAUSED = "Paused"
    ARCHIVED = "Archived"


class Trend(StrEnum):
    """Where it goes, seen from what is wanted."""

    IMPROVING = "Improving"
    DECLINING = "Declining"
    STABLE = "Stable"


class FirstDay(StoredValue, frozen=True):
    """The oldest day that has a log."""

    value: Number
    day: date


class LatestDay(StoredValue, frozen=True):
    """The newest day that has a log."""

    value: Number
    """What the day comes to."""
    at: Instant
    """When its last log was."""
    day: date


class Question(StoredValue, frozen=True):
    """What the person wants to be asked, every day at this time of theirs."""

    text: str
    at: time


class Metric(Entity, frozen=True):
    type: Literal["metric"] = "metric"
    id: str
    user: str
    name: str
    description: str | None = None
    area: str | None = None
    sub_category: str | None = None
    tags: tuple[str, ...] = ()
    unit: str | None = None
    """One that Questlog knows: kg, hours, count."""
    custom_unit: str | None = None
    """One of the person's own, in its place."""
    direction: Direction = Direction.HIGHER
    tolerance: Number | None = None
    """How far from the target is still good, with the direction Target."""
    target_value: Number | None = None
    threshold_low: Number | None = None
    threshold_high: Number | None = None
    aggregation: Aggregation = Aggregation.LAST
    source: MetricSource = MetricSource.MANUAL
    status: MetricStatus = MetricStatus.ACTIVE
    is_hidden: bool = False
    """Kept by another feature, which shows it itself: mood and energy of the logbook."""
    is_outcome: bool = False
    """Whether the person wants to understand what moves it."""
    question: Question | None = None
    fed_by: Feed | None = None
    goal_ids: tuple[str, ...] = ()
    """The goals of parts that it counts towards."""
    character: str | None = None
    """The id of the character through which goals and habits stand on it; None of one that is hidden."""
    cached_first: FirstDay | None = None
    cached_latest: LatestDay | None = None
    total: Number = 0
    """Of all logs, added up."""
    logs: int = 0
    logged_days: int = 0
    cached_streak: LogStreak | None = None
    cached_trend: Trend | None = None
    cached_way: Way | None = None
    """Where it goes, whether that is wanted or not."""
    alert: MetricAlert | None = None
    """Where it is between its thresholds."""
    milestones: tuple[str, ...] = ()
    """The names of those that it has reached."""
    revision: int = 1
    created_at: Instant

    @property
    def key(self) -> MetricKey:
        return MetricKey(self.user, self.id)

    @property
    def subject(self) -> Subject:
        return Subject(METRIC, self.id)

    @property
    def unit_name(self) -> str | None:
        """What it counts, as the person says it."""
        return self.custom_unit or self.unit

    @property
    def day_unit(self) -> str | None:
        """What its days are in: how often it was logged is only a number, whatever was logged."""
        return None if self.aggregation is Aggregation.COUNT else self.unit_name

    @property
    def number(self) -> Number | None:
        """What goals and habits stand on: the total of what adds up, else the newest day."""
        if self.aggregation.adds_up:
            return self.logs if self.aggregation is Aggregation.COUNT else self.total
        return None if self.cached_latest is None else self.cached_latest.value

    @property
    def bounds(self) -> Bounds | None:
        """None where there are none."""
        low, high = self.threshold_low, self.threshold_high
        return None if low is None and high is None else Bounds(low, high)

    def streak_on(self, today: date) -> int:
        return 0 if self.cached_streak is None else self.cached_streak.on(today)

    def places(self) -> Iterator[IndexKeyOf]:
        yield TimelineKey(self.user, KIND, self.created_at, self.id)
        yield StatusKey(self.user, KIND, self.status.value, self.id)
        if self.area is not None:
            yield AreaKey(self.user, self.area.casefold(), KIND, self.id)
        if self.fed_by is not None:
            yield SubjectWatcherKey(self.fed_by.subject, self.user, self.id)


class MetricLog(Entity, frozen=True):
    type: Literal["metricLog"] = "metricLog"
    metric: str
    value: Number
    unit: str | None = None
    """What the value is in: the metric's unit when it was logged."""
    said_in: str | None = None
    """The unit that the person said, where it is another one."""
    notes: str | None = None
    logged_at: Instant
    """When it was so, as the person says; its place in the key."""
    day: date
    """Of the person, as it was decided when it was logged; a later change of zone does not move it."""
    source: MetricSource = MetricSource.MANUAL
    fed_from: Number | None = None
    """Of a log that follows a number: where that stood when the day's first change came."""
    award: Award | None = None
    """What it gave, so that exactly that can be taken back."""
    milestones: tuple[str, ...] = ()
    """Those that came with it."""

    @property
    def key(self) -> MetricLogKey:
        return MetricLogKey(self.metric, self.logged_at)


class MetricDay(Entity, frozen=True):
    """All that the logs of a day can come to: so another aggregation changes no day."""

    type: Literal["metricDay"] = "metricDay"
    metric: str
    day: date
    unit: str | None = None
    """What its numbers are in."""
    count: int
    sum: Number
    median: Number
    min: Number
    max: Number
    last: Number
    last_at: Instant

    @property
    def key(self) -> MetricDayKey:
        return MetricDayKey(self.metric, self.day)


class LogStep(StoredValue, frozen=True):
    """A log or a correction that can be taken back."""

    metric: str
    at: Instant
    """Of the log: its place in the key."""
    said_at: Instant | None = None
    """When it was said, which may be long after; None in what was kept before this was."""
    value: Number
    """What was said: if it is another now, something has changed it since."""
    before: MetricLog | None = None
    """What a correction has replaced."""


class MetricBook(Entity, frozen=True):
    """What is kept of all metrics of a person."""

    type: Literal["metricBook"] = "metricBook"
    undoable: tuple[LogStep, ...] = ()
    """What `undo` means, the newest last."""
    changes: int = 0

    @staticmethod
    def key_of(user_id: str) -> MetricBookKey:
        return MetricBookKey(user_id)
