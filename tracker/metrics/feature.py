"""What metrics bring to what runs on the clock."""

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import partial

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.feature import DueWork, Hold, Rules, Tools
from tracker.metrics import messages
from tracker.metrics.messages import ALERT, FLAPPING, MILESTONE, QUESTION
from tracker.metrics.rounds import planning, question
from tracker.metrics.rounds.planning import Asking, replan_all
from tracker.metrics.subject import KIND, UnrecordedMetric, record_number
from tracker.notify.model import StillTrue
from tracker.store.table import Table


def _recorder(tools: Tools) -> Hold[UnrecordedMetric]:
    async def hold(due: UnrecordedMetric) -> None:
        await record_number(tools.table, tools.clock, tools.record, due.user, due.id)

    return hold


def _asker(tools: Tools) -> Hold[Asking]:
    return partial(question.hold, tools.table, tools.clock)


def _checks(table: Table, clock: Clock) -> Mapping[str, StillTrue]:
    return {**messages.checks(table, clock), **question.checks(table)}


async def _settings_changed(table: Table, user: User, _: Collection[str], now: datetime) -> None:
    await replan_all(table, user, now)


METRIC_READINGS = DueWork("metric-readings", KIND, UnrecordedMetric, seconds=20, holder=_recorder)
METRIC_QUESTIONS = DueWork("metric-questions", planning.KIND, Asking, seconds=10, holder=_asker)
METRICS = Rules(
    "metrics",
    kinds=(ALERT, FLAPPING, MILESTONE, QUESTION),
    checks=_checks,
    due=(METRIC_READINGS, METRIC_QUESTIONS),
    settings_changed=_settings_changed,
)
