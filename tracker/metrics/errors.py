"""What a metric says no to. Each message is for the person who asked; `code` is for programs."""

from typing import ClassVar

from tracker.refusals import Reason, Refused


class MetricRefused(Refused):
    """The root of what metrics refuse."""

    code: ClassVar[str] = "metric"


class NoSuchMetric(MetricRefused):
    code = "no_such_metric"
    reason = Reason.UNKNOWN


class AmbiguousMetric(MetricRefused):
    code = "ambiguous_metric"


class BadMetric(MetricRefused, ValueError):
    code = "bad_metric"
    reason = Reason.UNREADABLE


class BadLog(MetricRefused, ValueError):
    """A value, a unit, a day or a note that cannot be logged."""

    code = "bad_log"
    reason = Reason.UNREADABLE


class TooManyMetrics(MetricRefused):
    code = "too_many_metrics"


class TooManyLogs(MetricRefused):
    code = "too_many_logs"


class MetricUnchanged(MetricRefused):
    code = "nothing_to_change"


class NoSuchLog(MetricRefused):
    code = "no_such_log"
    reason = Reason.UNKNOWN


class NothingLogged(MetricRefused):
    """There is no log to take back."""

    code = "nothing_to_undo"
