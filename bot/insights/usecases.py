"""What a person can do with what their numbers say: words in, documents out."""

from bot.documents import Nothing, reading
from bot.insights.documents import (
    InsightHidden,
    InsightList,
    InsightsChosen,
    WaitingDocument,
    insight_document,
)
from bot.insights.requests import HideInsight, ShowInsights, TellInsights
from bot.visit import Visit


async def show(visit: Visit, ask: ShowInsights) -> InsightList:
    """As the last look found them. Who was never looked at is looked at now."""
    insights, me = visit.services.insights, visit.person
    shown = await insights.look_now(me) if ask.now else await insights.shown(me.id)
    waiting = await insights.waiting(me)
    if shown.book.looked_at is None and waiting.metrics:
        shown = await insights.look_now(me)
    return InsightList(
        insights=tuple(map(insight_document, shown.insights)),
        waiting=tuple(
            WaitingDocument(metric=one.metric, name=one.name, more_days=one.more_days, until=one.until)
            for one in waiting.numbers
        ),
        looked_at=shown.book.looked_at,
        metrics=waiting.metrics,
        hidden=len(shown.book.hidden),
        tells=shown.book.tells,
    )


async def hide(visit: Visit, ask: HideInsight) -> InsightHidden:
    with reading("insight"):
        hidden = await visit.services.insights.hide(visit.person.id, ask.insight)
    shown = await visit.services.insights.shown(visit.person.id)
    return InsightHidden(insight=insight_document(hidden), hidden=len(shown.book.hidden))


async def show_hidden(visit: Visit, _: Nothing) -> InsightList:
    """What was hidden is shown again, as far as it still holds."""
    await visit.services.insights.show_hidden(visit.person.id)
    return await show(visit, ShowInsights(now=True))


async def choose(visit: Visit, ask: TellInsights) -> InsightsChosen:
    await visit.services.insights.choose(visit.person.id, tells=ask.tell)
    return InsightsChosen(tells=ask.tell)
