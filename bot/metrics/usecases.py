"""What a person can do with metrics: words in, documents out."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot.documents import reading
from bot.metrics import requests
from bot.metrics.documents import (
    MetricChanged,
    MetricDayDocument,
    MetricDetails,
    MetricDocument,
    MetricList,
    MetricLogged,
    day_documents,
    log_document,
    metric_document,
)
from bot.page import page_of
from bot.visit import Visit
from tracker.goals.feeds import Feed
from tracker.metrics.errors import MetricUnchanged, NoSuchLog
from tracker.metrics.lifecycle import FINDER, MetricChanges, made
from tracker.metrics.model import Metric, MetricLog, MetricSource, MetricStatus
from tracker.metrics.units import in_unit, measured
from tracker.metrics.words.mention import mentioned
from tracker.metrics.words.moments import Clock, day_alone, read_moment
from tracker.metrics.words.options import is_nothing, kept_unit, read_edit, read_new, unit_of
from tracker.metrics.words.telling import MeantMetric, Told, read_log
from tracker.metrics.words.wording import (
    change_text,
    logged_text,
    metric_text,
    undone_text,
)
from tracker.metrics.writing import LogOutcome
from tracker.numbers import as_typed
from tracker.readings import Number
from tracker.words import capital, near_day, on_day

FED = "fed"
PER_PAGE = 10
NEWEST = 20
"""So many logs are shown of a metric."""


async def add(visit: Visit, ask: requests.AddMetric) -> MetricChanged:
    options, feed = await _fed(visit, ask)
    new = replace(read_new(ask.name, options), fed_by=feed)
    return _changed(visit, await visit.services.metrics.add(visit.person, new), "A new metric.")


def preview(visit: Visit, ask: requests.AddMetric) -> str:
    """What would be added, in words. Raises Refused."""
    options = {key: value for key, value in ask.options().items() if key != FED}
    metric = made("", visit.person.id, read_new(ask.name, options), visit.now)
    return f"{metric.name}: {metric_text(metric)}"


async def previewed_log(visit: Visit, named: str) -> Callable[[str], str]:
    """What would be logged of a metric, in words. The answer raises Refused."""
    metric = await _found(visit, named)

    def shown(text: str) -> str:
        told = _told(visit, metric, text, None, None)
        unit = told.keeps.name if told.keeps else metric.unit_name
        day = on_day(told.words.day, visit.today)
        note = f', "{told.words.note}"' if told.words.note else ""
        return f"{metric.name}: {measured(told.words.value, unit)} {day}{note}"

    return shown


async def edit(visit: Visit, ask: requests.EditMetric) -> MetricChanged:
    metric = await _found(visit, ask.metric)
    options, feed = await _fed(visit, ask)
    changes = MetricChanges() if ask.fed and not options else read_edit(metric, options)
    if ask.fed:
        changes["fed_by"] = feed
    after = await visit.services.metrics.edit(visit.person, metric, changes)
    return _changed(visit, after, "Changed.")


async def list_metrics(visit: Visit, ask: requests.ListMetrics) -> MetricList:
    """For programs all of them, unless they ask for a page."""
    every = await visit.services.metrics.list(visit.person.id, archived=ask.everything)
    every.sort(key=lambda one: one.status is MetricStatus.ARCHIVED)
    page = page_of(every, ask.page or 0, len(every) or 1 if ask.page is None else PER_PAGE)
    metrics = visit.services.metrics
    shown = await asyncio.gather(*(metrics.with_first_trend(one, visit.today) for one in page.items))
    return MetricList(
        everything=ask.everything,
        metrics=tuple(metric_document(one, visit.today) for one in shown),
        total=page.total,
        page=page.number,
        pages=page.count,
    )


async def show(visit: Visit, ask: requests.ShowMetric) -> MetricDetails:
    """However long it is kept, it costs what its newest days cost; a picture reads its year by itself."""
    metric, metrics = await _found(visit, ask.metric), visit.services.metrics
    days, logs = await asyncio.gather(
        metrics.newest(metric, limit=ask.days), metrics.logs(metric, limit=NEWEST)
    )
    metric = await metrics.with_trend(metric, days, visit.today)
    return MetricDetails(
        metric=metric_document(metric, visit.today),
        days=tuple(day_documents(days)),
        log=tuple(map(log_document, logs)),
    )


async def log(visit: Visit, ask: requests.LogMetric) -> MetricLogged:
    metric, value = await _named(visit, ask)
    _refuse_archived(metric)
    told = _told(visit, metric, value, ask.at, ask.note)
    taken = ""
    if told.keeps is not None:
        metric = await visit.services.metrics.edit(visit.person, metric, kept_unit(metric, told.keeps))
        taken = f" From now on it is {in_unit(told.keeps.name)}."
    source = MetricSource.DEVICE if visit.by_device else MetricSource.MANUAL
    done = await visit.services.metrics.log(visit.person, metric, told.words, source=source)
    said = logged_text(done, visit.today, told.said_as)
    compared = change_text(metric, done.metric, visit.today)
    return _logged(visit, done, f"{said}{taken} {compared}".strip())


async def correct(visit: Visit, ask: requests.CorrectMetric) -> MetricLogged:
    metric = await _found(visit, ask.metric)
    _refuse_archived(metric)
    told = _told(visit, metric, ask.value, None, ask.note)
    before = await _log(visit, metric, ask.log or told.when)
    words = replace(told.words, note=told.words.note or before.notes)
    done = await visit.services.metrics.correct(visit.person, metric, before.logged_at, words)
    return _logged(visit, done, f"Corrected to {logged_text(done, visit.today, told.said_as)}")


async def undo(visit: Visit, ask: requests.UndoMetric) -> MetricLogged:
    metric = None if ask.metric is None else await _found(visit, ask.metric)
    done = await visit.services.metrics.undo(visit.person, metric)
    return _logged(visit, done, undone_text(done, visit.today))


async def to_remove(visit: Visit, ask: requests.NameMetric) -> MetricDocument:
    """What is asked about before it is removed: for good, so that a part of its name is not enough."""
    return metric_document(await _found(visit, ask.metric, whole_name=True), visit.today)


async def remove(visit: Visit, ask: requests.NameMetric) -> MetricChanged:
    metric = await _found(visit, ask.metric, whole_name=True)
    await visit.services.metrics.remove(visit.person, metric)
    return _changed(visit, metric, "Removed with all its logs. The points it gave stay yours.")


async def suggest(visit: Visit, typed: str, *, archived: bool = False) -> list[Metric]:
    """Those that may be meant while somebody types."""
    every = await visit.services.metrics.list(visit.person.id, archived=archived)
    return FINDER.meant(every, typed) if typed.strip() else every


async def _fed(visit: Visit, ask: requests.MetricOptions) -> tuple[dict[str, str], Feed | None]:
    """What is said besides, and the number that feeds it: one of the person's own."""
    options = ask.options()
    text = options.pop(FED, None)
    if text is None or is_nothing(text):
        return options, None
    with reading(FED):
        return options, await visit.services.metrics.feed_called(visit.person.id, text)


def clock_of(visit: Visit) -> Clock:
    return Clock(visit.now, visit.person.zone, visit.person.day_start)


async def _found(visit: Visit, text: str, *, whole_name: bool = False) -> Metric:
    with reading("metric"):
        return await visit.services.metrics.find(visit.person.id, text, whole_name=whole_name)


async def _named(visit: Visit, ask: requests.LogMetric) -> tuple[Metric, str | Number]:
    """A name of several words needs no quotes: `metric log body fat 18.5`."""
    every = await visit.services.metrics.list(visit.person.id)
    found = mentioned(f"{ask.metric} {as_typed(ask.value)}", every)
    if found is not None and found.rest and len(found.metrics) == 1:
        return found.metrics[0], found.rest
    return await _found(visit, ask.metric), ask.value


def _refuse_archived(metric: Metric) -> None:
    if metric.status is MetricStatus.ARCHIVED:
        raise MetricUnchanged(
            f"{capital(metric.name)} is archived. Set its status to active first.", field="metric"
        )


def _told(visit: Visit, metric: Metric, value: str | Number, at: str | None, note: str | None) -> Told:
    about = MeantMetric(metric.name, unit_of(metric))
    with reading("value"):
        return read_log(as_typed(value), about, clock_of(visit), when=at, note=note)


async def _log(visit: Visit, metric: Metric, said: str | None) -> MetricLog:
    """The one at that time, the newest of that day, or the newest of all."""
    newest = await visit.services.metrics.logs(metric, limit=NEWEST if said else 1)
    if said is None and newest:
        return newest[0]
    if said is not None:
        clock = clock_of(visit)
        with reading("log"):
            at, day = read_moment(said, clock), day_alone(said, clock)
        found = [one for one in newest if one.logged_at == at]
        minute = [one for one in newest if one.logged_at.replace(second=0) == at.replace(second=0)]
        of_day = [one for one in newest if one.day == day]
        if one := next(iter([*found, *minute, *of_day]), None):
            return one
    found = f" Its newest is of {near_day(newest[0].day, visit.today)}." if newest else ""
    raise NoSuchLog(f"{capital(metric.name)} has no such log.{found}", field="log")


def _changed(visit: Visit, metric: Metric, message: str) -> MetricChanged:
    return MetricChanged(metric=metric_document(metric, visit.today), message=message)


def _logged(visit: Visit, done: LogOutcome, message: str) -> MetricLogged:
    value = done.value
    return MetricLogged(
        metric=metric_document(done.metric, visit.today),
        log=log_document(done.log),
        day=None if value is None else MetricDayDocument(day=done.log.day, value=value),
        undone=done.undone,
        milestones=tuple(one.title for one in done.milestones),
        points=done.points,
        alerts=done.alert is not None,
        message=message,
    )
