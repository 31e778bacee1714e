"""Metrics as people read them, on any front end."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from bot.metrics import documents
from bot.metrics.picture import draw_metric
from bot.names import NAME, TITLE, UNIT, cut_short, shown_name, tags_text
from bot.view import (
    Action,
    At,
    Chart,
    Column,
    Fact,
    Paging,
    Passage,
    Row,
    Text,
    Typed,
    Usage,
    View,
    Weight,
    joined,
    list_view,
    question,
)
from bot.visit import Visit
from tracker.analysis.thresholds import Side
from tracker.metrics.milestones import BY_TITLE, furthest
from tracker.metrics.model import Aggregation, MetricStatus, Trend
from tracker.metrics.units import measured
from tracker.readings import Number
from tracker.tones import Tone
from tracker.words import capital, clock_text, count_of, near_day, on_day

EVERY = Usage("/metric list", "metrics", "questlog metric list")
ADD = Usage("/metric add name:{}", "metric add {}", "questlog metric add {}")
SHOW = Usage("/metric show metric:{}", "metric {}", "questlog metric show {}")
EDIT = Usage("/metric edit metric:{}", "metric edit {}", "questlog metric edit {}")
LIST, REMOVE, CARD, ALL = "metrics", "metric-remove", "metric", "all"
SYMBOL = "\N{CHART WITH UPWARDS TREND}"
MOST_NOTES = 5
COLUMNS = (Column("latest"), Column("when"), Column("trend"), Column("streak"))
TONES = {Trend.IMPROVING: Tone.GOOD, Trend.DECLINING: Tone.WARNING, Trend.STABLE: Tone.PLAIN}
_SYMBOLS = {
    Trend.IMPROVING: "\N{LARGE GREEN CIRCLE}",
    Trend.DECLINING: "\N{LARGE ORANGE CIRCLE}",
    Trend.STABLE: "\N{LARGE BLUE CIRCLE}",
}
_NO_TREND = "\N{MEDIUM WHITE CIRCLE}"
_ARCHIVED = "\N{FILE CABINET}\N{VARIATION SELECTOR-16}"


def value_text(one: documents.MetricDocument, value: Number) -> str:
    """Of a day; how often it was logged is only a number."""
    counts = one.unit is None or one.per_day is Aggregation.COUNT
    return measured(value, None if counts else cut_short(one.unit or "", UNIT))


def metrics(here: Visit, found: documents.MetricList) -> View:
    if not found.metrics:
        return no_metrics()
    return list_view(
        "Your metrics",
        "metric",
        total=found.total,
        columns=COLUMNS,
        rows=[row(here, one) for one in found.metrics],
        paging=Paging(LIST, found.page, found.pages, ALL if found.everything else ""),
    )


def no_metrics() -> View:
    return View(
        title="No metrics yet",
        empty=True,
        lead=("You keep no metrics yet. Begin with a name: ", ADD("weight")),
        hints=["A metric is any number of yours: weight, hours slept, steps, dollars saved."],
    )


def row(here: Visit, one: documents.MetricDocument) -> Row:
    latest = None if one.latest is None else value_text(one, one.latest)
    cells: tuple[Text | None, ...] = (
        latest or "no log yet",
        one.latest_day and near_day(one.latest_day, here.today),
        trend_word(one),
        count_of(one.streak, "good day") if one.streak and one.target is not None else None,
    )
    return Row(one.id, shown_name(one.name, TITLE), cells, symbol=symbol(one), tone=tone(one))


def trend_word(one: documents.MetricDocument) -> str | None:
    if one.status is not MetricStatus.ACTIVE:
        return one.status.value.casefold()
    return None if one.trend is None else one.trend.value.casefold()


def symbol(one: documents.MetricDocument) -> str:
    if one.status is MetricStatus.ARCHIVED:
        return _ARCHIVED
    return _NO_TREND if one.trend is None else _SYMBOLS[one.trend]


def tone(one: documents.MetricDocument) -> Tone:
    if one.status is not MetricStatus.ACTIVE:
        return Tone.QUIET
    return Tone.PLAIN if one.trend is None else TONES[one.trend]


def added(here: Visit, done: documents.MetricChanged) -> View:
    """What was understood, and how to log."""
    one = done.metric
    name = shown_name(one.name, TITLE)
    return View(
        title=name,
        id=one.id,
        symbol=SYMBOL,
        tone=Tone.GOOD,
        lead=f"New metric: {name}. {capital(one.understood)}.",
        hints=[("Log it: ", how_to_log(one)), *_unit_hint(one)],
        actions=[_log_button(one)],
    )


def how_to_log(one: documents.MetricDocument) -> Typed:
    example = one.example
    usage = Usage(
        f"/metric log metric:{{}} value:{example}", f"{{}} {example}", f"questlog metric log {{}} {example}"
    )
    return usage(cut_short(one.name, NAME).lower())


def _unit_hint(one: documents.MetricDocument) -> Iterator[Text]:
    has_none = one.per_day in (
        Aggregation.MEAN,
        Aggregation.COUNT,
    )  # what is rated, and how often it is logged
    if one.unit is None and not has_none:
        example = one.example if " " in one.example else "5 km"
        yield f"If it has a unit, say it with the first number: {example}."


def changed(here: Visit, done: documents.MetricChanged) -> View:
    one = done.metric
    name = shown_name(one.name, TITLE)
    return View(
        title=name,
        id=one.id,
        symbol=symbol(one),
        tone=tone(one),
        lead=f"{done.message} {capital(name)}: {one.understood}.",
        actions=[_log_button(one)] if one.status is not MetricStatus.ARCHIVED else [],
    )


def removed(here: Visit, done: documents.MetricChanged) -> View:
    name = capital(shown_name(done.metric.name, TITLE))
    return View(lead=f"{name}: {_small(done.message)}", tone=Tone.QUIET)


def logged(here: Visit, done: documents.MetricLogged, *, noted: bool = True) -> View:
    """`Weight: 82.4 kg. 0.6 kg less than on Sunday.` Others do not see the note."""
    del here
    one = done.metric
    note = f' "{done.log.note}"' if noted and done.log.note and not done.undone else ""
    return View(
        id=one.id,
        symbol=SYMBOL,
        tone=Tone.QUIET if done.undone else _log_tone(done),
        lead=f"{capital(shown_name(one.name, TITLE))}: {_small(done.message)}{note}",
        hints=[*_reached(done), *([] if done.undone else _streak_hint(one))],
        actions=_logged_actions(done),
    )


def _log_tone(done: documents.MetricLogged) -> Tone:
    return Tone.GOOD if done.metric.streak or done.metric.target is None else Tone.PLAIN


def _reached(done: documents.MetricLogged) -> Iterator[Text]:
    """What the log has reached and given, or what goes with it; and the limit that it has left."""
    one = done.metric
    if done.milestones:
        given = f" {count_of(done.points, 'point')}." if done.points else ""
        yield f"{capital(_furthest(done.milestones))}!{given}"
    elif done.points:
        yield f"{count_of(abs(done.points), 'point')} {'taken back' if done.points < 0 else 'given'}."
    if done.alerts and one.beyond is not None:
        limit, where = (one.high, "above") if one.beyond is Side.HIGH else (one.low, "below")
        yield f"That is {where} your limit of {value_text(one, limit or 0)}."


def _furthest(titles: Iterable[str]) -> str:
    return ", ".join(one.title for one in furthest(BY_TITLE[title] for title in titles))


def _streak_hint(one: documents.MetricDocument) -> Iterator[Text]:
    if one.streak > 1 and one.target is not None:
        yield f"{count_of(one.streak, 'good day')} in a row."


def _logged_actions(done: documents.MetricLogged) -> list[Action]:
    if done.undone:
        return [_log_button(done.metric)]
    return [_action("undo", done.metric, "Undo"), _action("correct", done.metric, "Correct")]


def _log_button(one: documents.MetricDocument) -> Action:
    return _action("log", one, "Log a number", Weight.MAIN)


def _action(act: str, one: documents.MetricDocument, label: str, weight: Weight = Weight.PLAIN) -> Action:
    return Action(f"{CARD}:{act}", (one.id,), label, weight)


def details(
    here: Visit, found: documents.MetricDetails, notice: Text | None = None, *, drawn: bool = True
) -> View:
    """With the notes, which others do not see."""
    shown = summary(here, found, notice, drawn=drawn)
    noted = [one for one in found.log if one.note][:MOST_NOTES]
    lines = [f"{near_day(one.day, here.today).capitalize()}: {one.note}" for one in noted]
    return replace(shown, passages=[Passage("\n".join(lines), "Notes")]) if lines else shown


def summary(
    here: Visit, found: documents.MetricDetails, notice: Text | None = None, *, drawn: bool = True
) -> View:
    one = found.metric
    return View(
        title=shown_name(one.name, TITLE),
        symbol=symbol(one),
        tone=tone(one),
        notice=notice,
        lead=_lead(here, one),
        facts=[[*_facts(here, found)]],
        hints=[one.description] if one.description else [],
        footer=f"{capital(one.understood)}.",
        actions=_card_actions(one),
        chart=_chart(here, found) if drawn else None,
    )


def _chart(here: Visit, found: documents.MetricDetails) -> Chart:
    return Chart("metric", partial(draw_metric, person=here.person, metric_id=found.metric.id, shown=found))


def _card_actions(one: documents.MetricDocument) -> list[Action]:
    if one.status is MetricStatus.ARCHIVED:
        return []
    last = [("correct", "Correct the last log"), ("undo", "Undo the last log")] if one.logs else []
    return [_log_button(one), *(_action(act, one, label) for act, label in last)]


def _lead(here: Visit, one: documents.MetricDocument) -> Text:
    if one.latest is None or one.latest_day is None:
        return "Nothing is logged yet."
    said = f"{value_text(one, one.latest)} {on_day(one.latest_day, here.today)}"
    return joined(said, trend_word(one))


def _facts(here: Visit, found: documents.MetricDetails) -> Iterator[Fact]:
    one, days = found.metric, found.days
    if one.per_day in (Aggregation.SUM, Aggregation.COUNT) and one.logs:
        whole = value_text(one, one.total if one.per_day is Aggregation.SUM else one.logs)
        yield Fact("In all", whole, f"{whole} in all")
    if one.target is not None:
        yield Fact("Target", value_text(one, one.target), f"target {value_text(one, one.target)}")
        yield Fact("Streak", count_of(one.streak, "good day"), count_of(one.streak, "good day"))
    if one.trend is not None:
        word = one.trend.value.casefold()
        yield Fact("Trend", word)
    if one.reached:
        yield Fact("Reached", _furthest(one.reached))
    if len(days) > 1:
        low, high = (edge(days, key=lambda day: day.value) for edge in (min, max))
        among = "" if len(days) == one.logged_days else f" of {count_of(len(days), 'day')}"
        for label, day in (("Lowest", low), ("Highest", high)):
            yield Fact(f"{label}{among}", f"{value_text(one, day.value)} {on_day(day.day, here.today)}")
        yield Fact("Logged", f"{count_of(one.logs, 'log')} on {count_of(one.logged_days, 'day')}")
    yield from _wishes(one)
    yield Fact("Since", (At(one.created_at, "day"),))


def _wishes(one: documents.MetricDocument) -> Iterator[Fact]:
    """What is asked of it."""
    bounds = [
        *([f"below {value_text(one, one.low)}"] if one.low is not None else []),
        *([f"above {value_text(one, one.high)}"] if one.high is not None else []),
    ]
    if bounds:
        now = "" if one.beyond is None else "; beyond it now"
        yield Fact("Alert", f"{' or '.join(bounds)}{now}")
    if one.fed_by:
        yield Fact("Logged from", cut_short(one.fed_by, TITLE))
    if one.question is not None:
        yield Fact("Question", f"{one.question.text} at {clock_text(one.question.at)}")
    if one.area:
        yield Fact("Area", " / ".join(filter(None, (one.area, one.sub_category))))
    if one.tags:
        yield Fact("Tags", tags_text(one.tags))


def removal(here: Visit, one: documents.MetricDocument) -> View:
    name = shown_name(one.name, TITLE)
    logs = f"with {count_of(one.logs, 'log')}" if one.logs else "which has no logs"
    return question(
        REMOVE, one.id, f"Remove {name}, {logs}?", "It goes for good. The points it gave stay yours."
    )


def _small(words: str) -> str:
    return f"{words[:1].lower()}{words[1:]}"
