"""What rooms say no to. Each message is for the person who asked; `code` is for programs."""

from typing import ClassVar

from tracker.refusals import Reason, Refused


class RoomRefused(Refused):
    """The root of what rooms refuse."""

    code: ClassVar[str] = "room"


class NoSuchRoom(RoomRefused):
    """There is none, or not for this person: both are answered alike."""

    code = "no_such_room"
    reason = Reason.UNKNOWN


class AmbiguousRoom(RoomRefused):
    code = "ambiguous_room"


class BadRoom(RoomRefused):
    """Nothing can be called or described so."""

    code = "bad_room"
    reason = Reason.UNREADABLE


class BadText(RoomRefused):
    """Nothing that could be said."""

    code = "bad_text"
    reason = Reason.UNREADABLE


class BadCode(RoomRefused):
    """An invitation that leads nowhere, or not any more."""

    code = "bad_code"
    reason = Reason.UNKNOWN


class RoomFull(RoomRefused):
    code = "room_full"


class TooManyRooms(RoomRefused):
    code = "too_many_rooms"


class InRoomAlready(RoomRefused):
    code = "in_room_already"


class SaidTooOften(RoomRefused):
    code = "said_too_often"
    reason = Reason.TOO_OFTEN


class NotTheOwner(RoomRefused):
    code = "not_the_owner"
    reason = Reason.FORBIDDEN


class NoSuchMember(RoomRefused):
    code = "no_such_member"
    reason = Reason.UNKNOWN


class NoSuchRoomMessage(RoomRefused):
    code = "no_such_message"
    reason = Reason.UNKNOWN


class NotBlocked(RoomRefused):
    code = "not_blocked"
    reason = Reason.UNKNOWN


class ReportedAlready(RoomRefused):
    code = "reported_already"


class BadReport(RoomRefused):
    """Nothing that could be reported so."""

    code = "bad_report"
    reason = Reason.UNREADABLE


class NothingAsked(RoomRefused):
    code = "nothing_asked"


class BadPlace(RoomRefused):
    """A page of the history that is none."""

    code = "bad_cursor"
    reason = Reason.UNREADABLE


class RoomUnchanged(RoomRefused):
    code = "room_unchanged"


class NothingToShare(RoomRefused):
    """Nothing of theirs that can be shared is called so."""

    code = "nothing_to_share"
    reason = Reason.UNKNOWN


class TooManyShared(RoomRefused):
    code = "too_many_shared"


class CheeredAlready(RoomRefused):
    code = "cheered_already"


class BadCheer(RoomRefused):
    """Nobody cheers what they said themselves."""

    code = "bad_cheer"
    reason = Reason.UNREADABLE


class NotBridged(RoomRefused):
    """The room is shown in no channel."""

    code = "not_bridged"


class ChannelTaken(RoomRefused):
    """Another room is shown in that channel."""

    code = "channel_taken"
