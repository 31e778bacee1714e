"""What is answered about tokens: one shape for `--json` and `/api`."""

from datetime import datetime

from pydantic import Field

from bot.documents import Document
from tracker.accounts.tokens import HeldToken, TokenScope


class TokenMade(Document, frozen=True):
    token: str = Field(repr=False)
    """It is never shown again."""
    name: str
    scope: TokenScope
    replaced: bool
    """Whether there was one of that name, which works no longer."""


class TokenDocument(Document, frozen=True):
    name: str
    scope: TokenScope
    created_at: datetime
    used_at: datetime | None
    """To the hour; null where it was never used."""


class TokenList(Document, frozen=True):
    tokens: tuple[TokenDocument, ...]
    """By name."""


class TokenRevoked(Document, frozen=True):
    revoked: bool
    """Whether there was one."""
    names: tuple[str, ...]
    """Of those that work no longer."""


def token_document(one: HeldToken) -> TokenDocument:
    return TokenDocument(name=one.name, scope=one.scope, created_at=one.created_at, used_at=one.used_at)
