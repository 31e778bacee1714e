"""What insights bring to what runs on the clock."""

from collections.abc import Mapping
from functools import partial

from tracker.clock import Clock
from tracker.feature import DueWork, Hold, Rules, Tools
from tracker.insights.messages import INSIGHT, SHOWN_CHECK
from tracker.insights.rounds import KIND, InsightRound, daily, hold
from tracker.insights.service import Insights
from tracker.notify.model import StillTrue
from tracker.store.table import Table


def _holder(tools: Tools) -> Hold[InsightRound]:
    return partial(hold, tools.table, tools.clock)


def _checks(table: Table, clock: Clock) -> Mapping[str, StillTrue]:
    async def is_shown(person: str, handle: str) -> bool:
        """It still holds, is not hidden, and the person wants to hear of it."""
        shown = await Insights(table, clock).shown(person)
        return shown.book.tells and any(one.handle == handle for one in shown.insights)

    return {SHOWN_CHECK: is_shown}


INSIGHT_ROUNDS = DueWork("insights", KIND, InsightRound, seconds=60, holder=_holder)
INSIGHTS = Rules("insights", kinds=(INSIGHT,), checks=_checks, due=(INSIGHT_ROUNDS,), daily=daily)
