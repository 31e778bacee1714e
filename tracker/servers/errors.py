"""What servers say no to. Each message is for the person who asked; `code` is for programs."""

from tracker.refusals import Reason, Refused


class NotOnServer(Refused):
    """It is about the server where it is asked, and it is asked elsewhere."""

    code = "not_on_server"

    def __init__(self) -> None:
        super().__init__("That is about a server: use it there, not in direct messages.")


class NotManager(Refused):
    """Only those who manage the server may do it."""

    code = "not_manager"
    reason = Reason.FORBIDDEN


class ServerNotSetUp(Refused):
    """Nobody has chosen a channel for announcements there."""

    code = "server_not_set_up"


class TooManyServers(Refused):
    """The person is announced on as many servers as there may be."""

    code = "too_many_servers"


class NotAnnounced(Refused):
    """The person is not announced there."""

    code = "not_announced"
    reason = Reason.UNKNOWN


class NotAnnouncedHere(NotAnnounced):
    """Nor did they say which other server they mean."""
