"""What sharing by link says no to."""

from tracker.refusals import Reason, Refused


class ShareError(Refused):
    """The root of what is refused about links."""

    code = "share"


class NoSuchShareLink(ShareError):
    code = "no_such_share_link"
    reason = Reason.UNKNOWN


class AmbiguousShareLink(ShareError):
    code = "ambiguous_share_link"
    reason = Reason.UNREADABLE


class TooManyShareLinks(ShareError):
    code = "too_many_share_links"


class SharedTooOften(ShareError):
    code = "too_often"
    reason = Reason.TOO_OFTEN


class SharedThingGone(ShareError):
    """What is to be shared was removed meanwhile."""

    code = "thing_gone"
    reason = Reason.UNKNOWN


class NoNameToShow(ShareError):
    """The person wants to be named, and has no name here."""

    code = "no_name_to_show"
