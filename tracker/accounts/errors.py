"""What an account says no to. Each message is for the person who asked; `code` is for programs."""

from collections.abc import Mapping
from typing import ClassVar

from tracker.refusals import Reason, Refused


class AccountError(Refused):
    """The root of what accounts refuse."""

    code: ClassVar[str] = "account"


class InvalidIdentity(AccountError, ValueError):
    """Text that cannot be an identity of its kind."""

    code = "invalid_identity"
    reason = Reason.UNREADABLE


class InvalidSetting(AccountError, ValueError):
    """Settings that make no sense, each with what to write instead."""

    code = "invalid_setting"
    reason = Reason.UNREADABLE

    def __init__(self, problems: Mapping[str, str]) -> None:
        self.problems = dict(problems)
        super().__init__("\n".join(self.problems.values()))


class NothingToSet(AccountError):
    """Somebody wants to change their settings, and names none."""

    code = "nothing_to_set"
    reason = Reason.MALFORMED


class TooMuchToExport(AccountError):
    """There is more about the person than one answer can hold."""

    code = "too_large"


class IdentityTaken(AccountError):
    """Somebody else has it. Who, is not said."""

    code = "identity_taken"


class HasAnother(AccountError):
    """The person has one of this kind, and did not ask to replace it."""

    code = "has_another"


class NotHeld(AccountError):
    """The person does not have this identity."""

    code = "not_held"


class LastIdentity(AccountError):
    """Without it nobody could reach the account again."""

    code = "last_identity"


class NoSuchUser(AccountError):
    """There is no such person, or not any more."""

    code = "no_such_user"
    reason = Reason.UNKNOWN


class BeingDeleted(AccountError):
    """The deletion of everything about the person has begun, and can only be finished."""

    code = "being_deleted"


class LinkSpent(AccountError):
    """A link to sign in by that is none, was used, or is too old. Which, is not said."""

    code = "link_spent"

    def __init__(self) -> None:
        super().__init__("This link was used already, or is older than 10 minutes. Ask for a new one.")


class NoSuchSession(AccountError):
    code = "no_such_session"
    reason = Reason.UNKNOWN


class AmbiguousSession(AccountError):
    code = "ambiguous_session"
    reason = Reason.UNREADABLE


class TokenRefused(AccountError):
    """The root of what is refused about tokens."""


class NoSuchToken(TokenRefused):
    """The person has none of that name."""

    code = "no_such_token"
    reason = Reason.UNKNOWN


class AmbiguousToken(TokenRefused):
    """Several may be meant."""

    code = "ambiguous_token"


class WhichToken(TokenRefused):
    """There are several, and none was named."""

    code = "which_token"


class TooManyTokens(TokenRefused):
    """The person has as many as there can be."""

    code = "too_many_tokens"


class BadTokenName(TokenRefused):
    """No token can be called so."""

    code = "bad_token_name"
    reason = Reason.UNREADABLE


class ExportedTooOften(AccountError):
    """Each export reads all that somebody has."""

    code = "exported_too_often"
    reason = Reason.TOO_OFTEN
