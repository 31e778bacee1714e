"""Metrics by SMS: `weight 82.4`, `w 82.4 "after run"`, `metrics`, `metric weight`."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.metrics import requests, usecases, view
from bot.metrics import sms_phrases as phrases
from bot.metrics.requests import NameMetric, ShowMetric
from bot.names import NAME, cut_short
from bot.sms.conversation import KEPT, Listed
from bot.sms.part import (
    ALONE,
    Answer,
    Command,
    LastSaid,
    Meaning,
    Reply,
    SmsPart,
    choice,
    nothing_said,
    split_tags,
)
from bot.sms.render import answer, answer_list
from bot.view import joined
from bot.visit import Visit
from tracker.metrics.model import Metric, MetricBook
from tracker.metrics.waiting import waiting_for
from tracker.metrics.words.mention import MetricMention, mentioned
from tracker.metrics.words.options import unit_of
from tracker.metrics.words.telling import MeantMetric, read_log
from tracker.metrics.words.values import AmbiguousValue, BadValue
from tracker.refusals import Refused
from tracker.store.entity import from_item

_BEGINS_AS_NUMBER = re.compile(r"[-+$\N{EURO SIGN}\N{POUND SIGN}]?\.?[0-9]")
_WORDS = "unit|direction|target|tolerance|low|high|per day|ask|fed"
_OPTION = re.compile(rf"\s+({_WORDS})\s+", re.IGNORECASE)
"""What can be said of a new one: `metric add weight unit kg target 75`."""
_CHANGE = re.compile(rf"\s+({_WORDS}|question|area|outcome|status|name)\s+", re.IGNORECASE)
"""And of one that is there: `metric edit weight high 90 name Mass`."""


async def list_metrics(here: Visit, rest: str) -> Answer:
    """`metrics weight` is a slip for `metric weight`."""
    return await show(here, rest) if rest else await _list(here)


async def more_metrics(here: Visit, before: Listed) -> Answer:
    return await _list(here, before)


async def _list(here: Visit, before: Listed | None = None) -> Answer:
    found = view.metrics(here, await usecases.list_metrics(here, requests.ListMetrics()))
    return answer_list(here, found, phrases.METRIC.name, phrases.METRICS.name, before)


async def show(here: Visit, rest: str) -> Answer:
    """`metric weight 82.4` logs it."""
    if not rest:
        return await _list(here)
    named = await _named(here, rest)
    if named is not None and named.rest:
        return await log(here, rest)
    found = named.metrics if named else ()
    if len(found) > 1:
        return _which(found, phrases.METRIC)
    shown = await usecases.show(here, ShowMetric(metric=found[0].id if found else rest))
    found_view = view.summary(here, shown, drawn=False)
    said = found_view.lead or ""
    said = f"{said[:1].lower()}{said[1:]}" if isinstance(said, str) else said
    named_lead = joined(found_view.title, said, by=": ")
    return answer(here, replace(found_view, title="", lead=named_lead))


async def add(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(phrases.ADD)
    name, options = _options(_OPTION, rest)
    done = await usecases.add(here, requests.AddMetric.of({"name": name, **options}))
    return answer(
        here, view.added(here, done), undo=f"{phrases.REMOVE.name} {done.metric.id} {phrases.SURELY}"
    )


async def edit(here: Visit, rest: str) -> Answer:
    metric, options = _options(_CHANGE, rest)
    if not metric or not options:
        raise nothing_said(phrases.EDIT)
    done = await usecases.edit(here, requests.EditMetric.of({"metric": metric, **options}))
    return answer(here, view.changed(here, done), undo="")


def _options(words: re.Pattern[str], text: str) -> tuple[str, dict[str, str]]:
    """The name, and what is said of it."""
    name, *said = words.split(text)
    names = (one.casefold().replace(" ", "_") for one in said[::2])
    return name, dict(zip(names, said[1::2], strict=True))


async def log(here: Visit, rest: str) -> Answer:
    named = await _named(here, rest)
    if not rest or (named is not None and not named.rest):
        raise nothing_said(phrases.LOG)
    if named is not None and len(named.metrics) > 1:
        return _which(named.metrics, phrases.LOG, named.rest)
    name, _, value = rest.partition(" ")
    metric, value = (named.metrics[0].id, named.rest) if named else (name, value)
    done = await usecases.log(here, requests.LogMetric(metric=metric, value=value))
    return answer(here, view.logged(here, done), undo=f"{phrases.UNDO.name} {done.metric.id}")


async def correct(here: Visit, rest: str) -> Answer:
    """Of the newest log; its note stays."""
    named = await _named(here, rest)
    if named is None or not named.rest:
        raise nothing_said(phrases.CORRECT)
    if len(named.metrics) > 1:
        return _which(named.metrics, phrases.CORRECT, named.rest)
    ask = requests.CorrectMetric(metric=named.metrics[0].id, value=named.rest)
    done = await usecases.correct(here, ask)
    return answer(here, view.logged(here, done), undo=f"{phrases.UNDO.name} {done.metric.id}")


async def tag(here: Visit, rest: str) -> Answer:
    metric, tags = split_tags(phrases.TAGS, rest)
    done = await usecases.edit(here, requests.EditMetric(metric=metric, tags=tags))
    return answer(here, view.changed(here, done), undo="")


async def undo(here: Visit, rest: str) -> Answer:
    done = await usecases.undo(here, requests.UndoMetric(metric=rest or None))
    return answer(here, view.logged(here, done), undo="")


async def remove(here: Visit, rest: str) -> Answer:
    """Asked about before: it cannot be undone."""
    if not rest:
        raise nothing_said(phrases.REMOVE)
    if rest.endswith(f" {phrases.SURELY}"):
        named = NameMetric(metric=rest.removesuffix(phrases.SURELY).strip())
        return answer(here, view.removed(here, await usecases.remove(here, named)), undo="")
    found = await usecases.to_remove(here, NameMetric(metric=rest))
    line = f"{phrases.REMOVE.name} {found.id} {phrases.SURELY}"
    return Answer(f"{view.removal(here, found).title} Reply Y", question=line)


# What features share


async def _named(here: Visit, text: str) -> MetricMention | None:
    return mentioned(text, await here.services.metrics.list(here.person.id))


def _which(found: Sequence[Metric], phrase: phrases.Phrase, rest: str = "") -> Answer:
    lines = [f"{phrase.name} {one.id} {rest}".rstrip() for one in found]
    return choice([cut_short(one.name, NAME) for one in found], lines)


async def meanings(here: Visit, text: str) -> list[Meaning]:
    """With a number after it, the beginning of a name is enough: `w 82.4`. Other things come first."""
    named = await _named(here, text)
    if named is None:
        return []
    return [_meaning(one, named) for one in named.metrics]


def _meaning(metric: Metric, named: MetricMention) -> Meaning:
    name = cut_short(metric.name, NAME)
    if named.rest:
        lines = {ALONE: f"{phrases.LOG.name} {metric.id} {named.rest}"}
    else:
        shown = f"{phrases.METRIC.name} {metric.id}"
        lines = {ALONE: shown, "show": shown, "undo": f"{phrases.UNDO.name} {metric.id}"}
    sure = named.sure or bool(named.rest)
    return Meaning(f"Metric {name}", lines, sure=sure, weak=not named.sure, id=metric.id, name=name)


async def replies(here: Visit, text: str) -> Reply | None:
    """`82.4` answers the last question, for the day for which it was asked."""
    if not _BEGINS_AS_NUMBER.match(text):
        return None
    clock = usecases.clock_of(here)
    waiting = next(iter(waiting_for(await here.services.metrics.list(here.person.id), clock)), None)
    if waiting is None:
        return None
    metric = waiting.metric
    try:
        read_log(text, MeantMetric(metric.name, unit_of(metric)), clock)
    except BadValue as refused:
        if not isinstance(refused, AmbiguousValue):
            return None  # it is something else
    except Refused:
        pass  # which the answer says
    day = "" if waiting.day == here.today else f" {waiting.day}"
    return Reply(f"{cut_short(metric.name, NAME)} {text}", f"{phrases.LOG.name} {metric.id} {text}{day}")


async def last_said(here: Visit) -> LastSaid | None:
    """What is older than a conversation is not what somebody means."""
    item = await here.services.table.get(MetricBook.key_of(here.person.id).key)
    steps = from_item(MetricBook, item).undoable if item else ()
    if not steps or (said_at := steps[-1].said_at or steps[-1].at) <= here.now - KEPT:
        return None
    return LastSaid(said_at, f"{phrases.UNDO.name} {steps[-1].metric}")


SMS = SmsPart(
    commands=(
        Command(phrases.METRICS, list_metrics, more=more_metrics),
        Command(phrases.METRIC, show, takes_numbers=True),
        Command(phrases.ADD, add),
        Command(phrases.EDIT, edit),
        Command(phrases.LOG, log),
        Command(phrases.CORRECT, correct),
        Command(phrases.TAGS, tag),
        Command(phrases.UNDO, undo),
        Command(phrases.REMOVE, remove),
    ),
    meanings=meanings,
    replies=replies,
    last_said=last_said,
)
