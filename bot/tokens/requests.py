"""What can be asked of tokens."""

from pydantic import Field

from bot.documents import Ask
from tracker.accounts.tokens import TokenScope


class MakeToken(Ask, frozen=True):
    scope: TokenScope = Field(
        default=TokenScope.WRITE,
        description="What it may do: read, tell (complete and log, nothing else), or write, which is all",
    )
    name: str | None = Field(
        default=None, description="What you call it: phone. It replaces one of the same name"
    )


class RevokeToken(Ask, frozen=True):
    token: str | None = Field(
        default=None, description="Which one, by its name; not needed where you have one"
    )
    all: bool = Field(default=False, description="Revoke all that you have")


class NameToken(Ask, frozen=True):
    token: str = Field(description="Which one, by its name")
