"""What asking for help says no to. What may be said at all is decided where rooms decide it."""

from tracker.refusals import Reason
from tracker.rooms.errors import RoomRefused


class NoSuchThread(RoomRefused):
    """There is none, or not for this person: both are answered alike."""

    code = "no_such_thread"
    reason = Reason.UNKNOWN


class AmbiguousThread(RoomRefused):
    code = "ambiguous_thread"


class NoSuchCircle(RoomRefused):
    """Neither a room of theirs is called so, nor a server."""

    code = "no_such_circle"
    reason = Reason.UNKNOWN


class TooManyThreads(RoomRefused):
    code = "too_many_threads"


class ThreadClosed(RoomRefused):
    code = "thread_closed"


class NotTheAsker(RoomRefused):
    code = "not_the_asker"
    reason = Reason.FORBIDDEN


class NoSuchHelper(RoomRefused):
    code = "no_such_helper"
    reason = Reason.UNKNOWN
