"""What insights say no to. Each message is for the person who asked; `code` is for programs."""

from tracker.refusals import Reason, Refused


class NoSuchInsight(Refused):
    code = "no_such_insight"
    reason = Reason.UNKNOWN


class InsightsTooOften(Refused):
    code = "too_often"
