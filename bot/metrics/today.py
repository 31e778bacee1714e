"""The metrics of a day: those that ask something, and have no answer yet."""

from bot.metrics import view
from bot.metrics.documents import MetricDocument, metric_document
from bot.metrics.sms_phrases import METRIC
from bot.names import plain_line
from bot.sections import Section, TodayPart, ToDo
from bot.view import Column, Row
from bot.visit import Visit
from tracker.metrics.lookup import metrics_of
from tracker.metrics.model import MetricStatus
from tracker.words import clock_text

LONGEST_LABEL = 60


async def section(visit: Visit) -> Section:
    """What is asked, and has no answer yet."""
    every = await metrics_of(visit.services.table, visit.person.id)
    asking = [one for one in every if one.question is not None and one.status is MetricStatus.ACTIVE]
    found = (metric_document(one, visit.today) for one in asking)
    return Section(items=tuple(one for one in found if one.latest_day != visit.today), owned=bool(every))


def to_do(here: Visit, one: MetricDocument) -> ToDo:
    asked, at = (one.question.text, one.question.at) if one.question else ("", None)
    named = view.row(here, one)
    return ToDo(
        row=Row(one.id, named.title, (asked, at and f"asked at {clock_text(at)}"), symbol=named.symbol),
        done=False,
        line=f"{METRIC.name} {one.id}",
        about=asked,
        form=plain_line(asked, LONGEST_LABEL),
        usage=view.how_to_log(one),
    )


TODAY = TodayPart(
    name="metrics",
    noun="metric",
    columns=(Column("today"), Column("when")),
    section=section,
    to_do=to_do,
    begin=("Keep a number: ", view.ADD("weight")),
    every=view.EVERY(),
)
