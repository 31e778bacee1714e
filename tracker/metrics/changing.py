"""What becomes of a metric when one of its logs comes, changes or goes: rules on plain values."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from tracker.frozen import frozen
from tracker.metrics.aggregation import day_of, total_of, value_of
from tracker.metrics.errors import BadLog, NoSuchLog, NothingLogged, TooManyLogs
from tracker.metrics.judging import is_good
from tracker.metrics.log_words import LogWords
from tracker.metrics.model import (
    MOST_LOGS_A_DAY,
    MOST_UNDOABLE,
    LogStep,
    Metric,
    MetricBook,
    MetricDay,
    MetricLog,
    MetricSource,
)
from tracker.metrics.past import MetricPast, OtherDay, first_day, latest_day, reckoned
from tracker.metrics.scene import MetricScene, instants_around
from tracker.metrics.streaks import GoodDay, LogStreak
from tracker.words import count_of

_SECOND = timedelta(seconds=1)


class LogChange(NamedTuple):
    """A log as it was and as it is now; None where there was none, or is none any more."""

    before: MetricLog | None
    after: MetricLog | None

    @property
    def log(self) -> MetricLog:
        if (one := self.after or self.before) is None:
            raise ValueError("a change has a log before it or after it")
        return one


@frozen
class DayChange:
    """What a change of a log makes of its day."""

    log: LogChange
    before: MetricDay | None
    after: MetricDay | None

    @property
    def day(self) -> date:
        return self.log.log.day

    @property
    def other_day(self) -> OtherDay:
        return OtherDay(self.day, self.after)

    def is_newest(self, metric: Metric) -> bool:
        """Whether no day after it has a log, and it has one: then what is remembered says all of the past."""
        latest = metric.cached_latest
        return self.after is not None and (latest is None or self.day >= latest.day)


def logged(scene: MetricScene, said: LogWords, source: MetricSource) -> LogChange:
    """One log more, at the first free second. Raises BadLog, TooManyLogs."""
    if said.day > scene.today:
        raise BadLog("That day has not come yet.", field="at")
    at = said.at.replace(microsecond=0)
    if at not in instants_around(said.day):
        raise ValueError(f"{at} cannot belong to {said.day}")
    if len(scene.logs_on(said.day)) >= MOST_LOGS_A_DAY:
        most = count_of(MOST_LOGS_A_DAY, "log")
        raise TooManyLogs(f"{scene.metric.name} has {most} on that day, which is as many as there can be.")
    while at in scene.near:
        at += _SECOND
    return LogChange(None, log_of(scene.metric, replace(said, at=at), source))


def corrected(scene: MetricScene, log: MetricLog, said: LogWords) -> LogChange:
    """Another value, another note; it stays where it is. Raises NoSuchLog where it is gone."""
    before = scene.near.get(log.logged_at)
    if before is None:
        raise NoSuchLog("That log is gone.")
    moved = replace(said, at=before.logged_at, day=before.day)
    return LogChange(before, log_of(scene.metric, moved, before.source))


def undone(scene: MetricScene, step: LogStep) -> LogChange:
    """As it was before. Raises NothingLogged where it has changed since."""
    log, book = scene.near.get(step.at), scene.book
    if log is None or log.value != step.value or book is None or step not in book.undoable:
        raise NothingLogged("That log has changed since then, so it can no longer be undone.")
    return LogChange(log, step.before)


def log_of(metric: Metric, said: LogWords, source: MetricSource) -> MetricLog:
    unit = metric.unit_name
    return MetricLog(
        metric=metric.id,
        value=said.value,
        unit=unit,
        said_in=said.unit if said.unit != unit else None,
        notes=said.note,
        logged_at=said.at,
        day=said.day,
        source=source,
    )


def day_change(scene: MetricScene, change: LogChange) -> DayChange:
    there = scene.logs_on(change.log.day)
    others = [one for one in there if one.logged_at != change.log.logged_at]
    after = [*others, change.after] if change.after is not None else others
    return DayChange(change, day_of(there), day_of(after))


def changed_metric(metric: Metric, change: DayChange, past: MetricPast | None) -> Metric:
    """With the counters moved by what changed. `past` is wanted where the day is not the newest one."""
    before, after = change.log
    values = [*([after.value] if after else []), *([-before.value] if before else [])]
    counted = metric.model_copy(
        update={
            "total": total_of([metric.total, *values]),
            "logs": metric.logs + (after is not None) - (before is not None),
            "logged_days": metric.logged_days + (change.after is not None) - (change.before is not None),
            "revision": metric.revision + 1,
        }
    )
    return reckoned(counted, past) if past is not None else _extended(counted, change.after)


def _extended(metric: Metric, day: MetricDay | None) -> Metric:
    """With a newest day."""
    if day is None:
        raise ValueError("without its newest day a metric has to look at its past")
    first = metric.cached_first
    if first is None or first.day == day.day:
        first = first_day(metric, day)
    streak, good = metric.cached_streak, GoodDay(day.day, is_good(metric, value_of(metric, day)))
    return metric.model_copy(
        update={
            "cached_first": first,
            "cached_latest": latest_day(metric, day),
            "cached_streak": LogStreak.begun(good) if streak is None else streak.with_day(good),
        }
    )


def remembered(book: MetricBook | None, change: LogChange, now: datetime, *, undoes: bool) -> MetricBook:
    """What can be undone after a change: a correction first, then the log itself."""
    known = book or MetricBook()
    log, steps = change.log, [*known.undoable]
    if undoes:
        steps.remove(last_step([one for one in steps if one.at == log.logged_at], log.metric))
    else:
        before, place = change.before, log.logged_at
        steps.append(LogStep(metric=log.metric, at=place, said_at=now, value=log.value, before=before))
    return known.model_copy(update={"undoable": tuple(steps[-MOST_UNDOABLE:]), "changes": known.changes + 1})


def last_step(steps: Sequence[LogStep], metric_id: str | None) -> LogStep:
    """The last log, of a metric or of any. Raises NothingLogged."""
    found = [one for one in steps if metric_id in (None, one.metric)]
    if not found:
        raise NothingLogged("There is nothing that you logged which can be undone.")
    return found[-1]
