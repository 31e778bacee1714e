"""What the logbook says no to. Each message is for the person who asked; `code` is for programs.

None of them quotes a page.
"""

from typing import ClassVar

from tracker.refusals import Reason, Refused


class LogbookRefused(Refused):
    """The root of what the logbook refuses."""

    code: ClassVar[str] = "logbook"


class BadEntry(LogbookRefused, ValueError):
    """What was said of a mood, an energy, a title or a time makes no sense, or nothing was said."""

    code = "bad_entry"
    reason = Reason.UNREADABLE


class EntryTooLong(LogbookRefused):
    code = "entry_too_long"
    reason = Reason.UNREADABLE


class PageFull(LogbookRefused):
    code = "page_full"


class NoSuchPage(LogbookRefused):
    code = "no_such_page"
    reason = Reason.UNKNOWN


class NoSuchEntry(LogbookRefused):
    code = "no_such_entry"
    reason = Reason.UNKNOWN


class PageUnchanged(LogbookRefused):
    code = "nothing_to_change"


class NothingWritten(LogbookRefused):
    """There is nothing that `undo` could mean."""

    code = "nothing_to_undo"


class TooManyLinks(LogbookRefused):
    code = "too_many_links"
