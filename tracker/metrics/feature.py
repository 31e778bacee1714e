"""What metrics bring to what runs on the clock."""

from tracker.feature import DueWork, Hold, Rules, Tools
from tracker.metrics.messages import ALERT, FLAPPING, MILESTONE, checks
from tracker.metrics.subject import KIND, UnrecordedMetric, record_number


def _recorder(tools: Tools) -> Hold[UnrecordedMetric]:
    async def hold(due: UnrecordedMetric) -> None:
        await record_number(tools.table, tools.clock, tools.record, due.user, due.id)

    return hold


METRIC_READINGS = DueWork("metric-readings", KIND, UnrecordedMetric, seconds=20, holder=_recorder)
METRICS = Rules("metrics", kinds=(ALERT, FLAPPING, MILESTONE), checks=checks, due=(METRIC_READINGS,))
