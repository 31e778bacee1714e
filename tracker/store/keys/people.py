"""A person and their channels."""

from enum import StrEnum

from tracker.store.index_keys import (
    DueListKey,
    EmailKey,
    NicknameKey,
    PendingAddressKey,
    SmsSidKey,
    TimelineKey,
)
from tracker.store.key import KeyOf
from tracker.store.ownership import LOCK, PERSON, under


class IdentityKind(StrEnum):
    """What a person can be known by, as it stands in the key of its lock."""

    LOCAL = "LOCAL"
    DISCORD = "DISCORD"
    PHONE = "PHONE"
    EMAIL = "EMAIL"
    NICK = "NICK"
    GUILD = "GUILD"
    GITHUB = "GITHUB"


class UserKey(
    KeyOf,
    type="user",
    pk="USER#{user}",
    sk="METADATA",
    held=PERSON,
    indexes=(TimelineKey, NicknameKey, EmailKey),
):
    """A person: identities and settings."""

    user: str


class LockKey(KeyOf, type="lock", pk="{kind}#{value}", sk="UNIQUE#USER", held=LOCK):
    """Makes an identity unique, and leads from it to the person."""

    kind: IdentityKind
    value: str


class TokenKey(KeyOf, type="token", pk="USER#{user}", sk="TOKEN#{hash}", held=PERSON):
    """That programs can act for the person by a token, of which only the hash is kept."""

    user: str
    hash: str


class TokenHolderKey(KeyOf, type="tokenHolder", pk="TOKEN#{hash}", sk="UNIQUE#USER", held=under(TokenKey)):
    """Leads from a token to the person for whom it acts."""

    hash: str


class LoginLinkKey(KeyOf, type="loginLink", pk="USER#{user}", sk="LOGIN#{hash}", held=PERSON):
    """That the person can sign in by a link, once, of which only the hash is kept; expires."""

    user: str
    hash: str


class LoginLinkHolderKey(
    KeyOf, type="loginLinkHolder", pk="LOGIN#{hash}", sk="UNIQUE#USER", held=under(LoginLinkKey)
):
    """Leads from a link to the person whom it signs in; expires with it."""

    hash: str


class SessionKey(KeyOf, type="session", pk="USER#{user}", sk="SESSION#{hash}", held=PERSON):
    """That a browser is signed in for the person by a cookie, of which only the hash is kept; expires."""

    user: str
    hash: str


class SessionHolderKey(
    KeyOf, type="sessionHolder", pk="SESSION#{hash}", sk="UNIQUE#USER", held=under(SessionKey)
):
    """Leads from a cookie to the person who is signed in by it; expires with the session."""

    hash: str


class ShareLinkKey(KeyOf, type="shareLink", pk="USER#{user}", sk="SHARE#{kind}#{thing}#{hash}", held=PERSON):
    """That strangers can see one thing of the person by a link, of which only the hash is kept."""

    user: str
    kind: str
    thing: str
    hash: str


class ShareLinkHolderKey(
    KeyOf, type="shareLinkHolder", pk="SHARE#{hash}", sk="UNIQUE#USER", held=under(ShareLinkKey)
):
    """Leads from such a link to whose thing it shows, and to which."""

    hash: str


class ChannelKey(KeyOf, type="channel", pk="USER#{user}", sk="NOTIFICATION#{channel}", held=PERSON):
    """Where a person is told things: one item per type of channel, and per name of a webhook or a browser."""

    user: str
    channel: str


class AddressKey(
    KeyOf,
    type="pendingAddress",
    pk="USER#{user}",
    sk="ADDRESS#{channel}",
    held=PERSON,
    indexes=(PendingAddressKey,),
):
    """An address at which a person wants to be told things, not proven yet; or an invitation. It expires."""

    user: str
    channel: str


class SentSmsKey(
    KeyOf, type="sentSms", pk="USER#{user}", sk="SMS#{message}", held=PERSON, indexes=(SmsSidKey,)
):
    """A message as it went by SMS: noted before it goes, and what became of it; expires."""

    user: str
    message: str


class ConversationKey(KeyOf, type="conversation", pk="USER#{user}", sk="CONVERSATION#{channel}", held=PERSON):
    """What was shown last on a channel that is answered by numbers; expires."""

    user: str
    channel: str


class IdempotencyKey(KeyOf, type="keyedRequest", pk="USER#{user}", sk="IDEMPOTENCY#{hash}", held=PERSON):
    """A request with an Idempotency-Key, or a tick by the number of its form, and its answer; expires."""

    user: str
    hash: str


class HappeningKey(KeyOf, type="happening", pk="USER#{user}", sk="EVENT#{id}", held=PERSON):
    """Something that happened while somebody watched; expires. The id has the order."""

    user: str
    id: str


class NewestHappeningKey(KeyOf, type="newestHappening", pk="USER#{user}", sk="EVENTS", held=PERSON):
    """Which of them came last; expires."""

    user: str


class OutboxKey(KeyOf, type="outbox", pk="USER#{user}", sk="OUTBOX#{id}", held=PERSON, indexes=(DueListKey,)):
    """A message to a person. The id is the dedup key; once delivered, a ttl makes it history."""

    user: str
    id: str


class DueKey(KeyOf, type="due", pk="USER#{user}", sk="DUE#{kind}#{id}", held=PERSON, indexes=(DueListKey,)):
    """The next time of a digest or a reminder."""

    user: str
    kind: str
    id: str
