"""Tokens: made where the answer is for nobody else, seen and revoked everywhere."""

from tests.conversations.script import Http, Missing, Script, Slash, Step
from tests.fakes.clock import HandClock
from tracker.accounts.model import User
from tracker.accounts.tokens import Tokens, TokenScope
from tracker.store.table import Table

BY_SMS = Missing("text messages are read on the way")
OVER_HTTP = Missing("a token makes no other: whoever finds one would never lose it again")


async def has_a_button(table: Table, clock: HandClock, user: User) -> None:
    await Tokens(table, clock).make(user.id, "alarm button", TokenScope.TELL)


def revoke(name: str, token: str, *words: str, refused: str | None = None, **fields: object) -> Step:
    return Step(
        name,
        Slash("token revoke", {"token": token}),
        f"token revoke {token}",
        ("token", "revoke", token),
        Http("DELETE", f"/account/tokens/{token}"),
        words=words,
        fields=fields,
        refused=refused,
    )


TOKENS = Script(
    feature="tokens",
    prepare=has_a_button,
    steps=(
        Step(
            "one that may only read",
            Slash("token new", {"name": "Wall", "scope": "read"}),
            BY_SMS,
            ("token", "new", "--name", "Wall", "--scope", "read"),
            OVER_HTTP,
            words=("shown once",),
            fields={"name": "Wall", "scope": "read", "replaced": False},
        ),
        Step(
            "no such name",
            Slash("token new", {"name": "\u200b"}),
            BY_SMS,
            ("token", "new", "--name", "\u200b"),
            OVER_HTTP,
            refused="bad_token_name",
        ),
        Step(
            "who acts for me",
            Slash("token list"),
            "tokens",
            ("token", "list"),
            Http("GET", "/account/tokens"),
            words=("alarm button", "tell", "never used"),
            fields={"tokens.0.name": "alarm button", "tokens.0.scope": "tell", "tokens.0.usedAt": None},
        ),
        revoke("none of that name", "doorbell", "no token", refused="no_such_token"),
        revoke("a part of a name is not enough", "alarm", "alarm button", refused="no_such_token"),
        revoke("not that one any more", "alarm button", "works no longer", revoked=True),
        revoke("nor twice", "alarm button", refused="no_such_token"),
    ),
)
