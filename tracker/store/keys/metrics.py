"""Numbers that people enter, and what is found in them."""

from datetime import date, datetime

from tracker.store.index_keys import LISTED, SubjectWatcherKey
from tracker.store.key import KeyOf
from tracker.store.ownership import PERSON, under


class MetricKey(
    KeyOf,
    type="metric",
    pk="USER#{user}",
    sk="METRIC#{metric}",
    held=PERSON,
    indexes=(*LISTED, SubjectWatcherKey),
):
    """A number that a person logs."""

    user: str
    metric: str


class MetricBookKey(KeyOf, type="metricBook", pk="USER#{user}", sk="METRICS", held=PERSON):
    """What a person logged last, and which question waits for an answer."""

    user: str


class MetricLogKey(KeyOf, type="metricLog", pk="METRIC#{metric}", sk="LOG#{at}", held=under(MetricKey)):
    """A value of a metric; there is one a second at most."""

    metric: str
    at: datetime


class MetricDayKey(KeyOf, type="metricDay", pk="METRIC#{metric}", sk="DAY#{day}", held=under(MetricKey)):
    """What the logs of a day come to; always derivable from them."""

    metric: str
    day: date


class MetricMilestoneKey(
    KeyOf, type="metricMilestone", pk="METRIC#{metric}", sk="MILESTONE#{id}", held=under(MetricKey)
):
    """Something that a metric has reached."""

    metric: str
    id: str


class InsightKey(
    KeyOf, type="insight", pk="METRIC#{metric}", sk="INSIGHT#{insight}#{at}", held=under(MetricKey)
):
    """Something found in a metric's values; expires."""

    metric: str
    insight: str
    at: datetime


class InsightBookKey(KeyOf, type="insightBook", pk="USER#{user}", sk="INSIGHTS", held=PERSON):
    """What a person chose to hear of their numbers, and what those said last."""

    user: str
