"""The metrics of a day: those that ask something, and whether it was answered."""

from functools import partial

from bot.metrics import view
from bot.metrics.documents import MetricDocument, metric_document
from bot.metrics.sms_phrases import METRIC
from bot.names import plain_line
from bot.sections import Section, TodayPart, ToDo
from bot.view import Column, Row, Usage
from bot.visit import Visit
from tracker.metrics.model import MetricStatus
from tracker.tones import Tone

LIST = Usage("/metric list", "metrics", "questlog metric list")
LONGEST_LABEL = 60


async def section(visit: Visit) -> Section:
    """What was logged today is there as well: it was asked for."""
    every = await visit.services.metrics.list(visit.person.id)
    asking = [one for one in every if one.question is not None and one.status is MetricStatus.ACTIVE]
    found = sorted((metric_document(one, visit.today) for one in asking), key=partial(is_answered, visit))
    return Section(items=tuple(found), owned=bool(every))


def is_answered(here: Visit, one: MetricDocument) -> bool:
    return one.latest_day == here.today


def to_do(here: Visit, one: MetricDocument) -> ToDo:
    done = is_answered(here, one)
    asked = one.question.text if one.question else ""
    said = view.value_text(one, one.latest) if done and one.latest is not None else None
    cells = (said or asked, None if done or not one.question else f"asked at {one.question.at:%H:%M}")
    named = view.row(here, one)
    return ToDo(
        row=Row(one.id, named.title, cells, symbol=named.symbol, tone=Tone.GOOD if done else Tone.PLAIN),
        done=done,
        line=f"{METRIC.name} {one.id}",
        about=asked,
        form="" if done else plain_line(asked, LONGEST_LABEL),
        usage=None if done else view.how_to_log(one),
    )


TODAY = TodayPart(
    name="metrics",
    noun="metric",
    columns=(Column("today"), Column("when")),
    section=section,
    to_do=to_do,
    begin=("Keep a number: ", view.ADD("weight")),
    every=LIST(),
)
