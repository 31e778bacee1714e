"""What Discord says when it refuses: a status, a code and a sentence, in the form of its error bodies."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Refusal:
    status: int
    code: int
    message: str
    errors: dict[str, Any] = field(default_factory=dict, hash=False)
    """Only for an invalid form: what is wrong, at the place where it is wrong."""

    @property
    def body(self) -> dict[str, Any]:
        errors = {"errors": self.errors} if self.errors else {}
        return {"message": self.message, "code": self.code, **errors}


class Refused(Exception):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(
            f"{refusal.status} {refusal.code}: {refusal.message} {refusal.errors or ''}".rstrip()
        )
        self.refusal = refusal


UNAUTHORIZED = Refusal(401, 0, "401: Unauthorized")
NOT_FOUND = Refusal(404, 0, "404: Not Found")
BAD_JSON = Refusal(400, 50109, "The request body contains invalid JSON.")
UNKNOWN_APPLICATION = Refusal(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = Refusal(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Refusal(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Refusal(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Refusal(404, 10008, "Unknown Message")
UNKNOWN_USER = Refusal(404, 10013, "Unknown User")
UNKNOWN_WEBHOOK = Refusal(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Refusal(404, 10062, "Unknown interaction")
SLOWMODE = Refusal(429, 20016, "This action cannot be performed due to slowmode rate limit.")
QUARANTINED = Refusal(403, 20026, "Your bot has been flagged by our anti-spam system for abusive behavior.")
CHANNEL_WRITE_LIMIT = Refusal(429, 20028, "The write action you are performing has hit the write rate limit.")
TOO_MANY_COMMANDS = Refusal(400, 30032, "Maximum number of application commands reached (100).")
UNVERIFIED = Refusal(401, 40001, "Unauthorized")
TOO_MANY_DMS = Refusal(429, 40003, "You are opening direct messages too fast.")
TOO_LARGE = Refusal(413, 40005, "Request entity too large")
ALREADY_ACKNOWLEDGED = Refusal(400, 40060, "Interaction has already been acknowledged.")
TOO_MANY_FOLLOWUPS = Refusal(400, 40094, "This interaction has hit the maximum number of follow up messages.")
CLOUDFLARE_BLOCK = Refusal(403, 40333, "internal network error")
MISSING_ACCESS = Refusal(403, 50001, "Missing Access")
NOT_THE_AUTHOR = Refusal(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = Refusal(400, 50006, "Cannot send an empty message")
THREAD_ARCHIVED = Refusal(400, 50083, "Thread is archived")
THREAD_LOCKED = Refusal(403, 160005, "Thread is locked")
DM_CLOSED = Refusal(403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = Refusal(403, 50013, "Missing Permissions")
INVALID_TOKEN = Refusal(401, 50014, "Invalid authentication token provided")
INVALID_WEBHOOK_TOKEN = Refusal(401, 50027, "Invalid Webhook Token")
INVALID_RECIPIENT = Refusal(400, 50033, "Invalid Recipient(s)")
NO_MUTUAL_GUILDS = Refusal(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
OVERLOADED = Refusal(503, 130000, "API resource is currently overloaded. Try again a little later")


def invalid_form(errors: dict[str, Any]) -> Refusal:
    return Refusal(400, 50035, "Invalid Form Body", errors)
