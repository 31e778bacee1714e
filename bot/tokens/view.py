"""Tokens as people read them, on any front end."""

from datetime import datetime

from bot.names import shown_name
from bot.tokens.documents import TokenList, TokenMade, TokenRevoked
from bot.view import At, Column, Row, Text, Usage, View
from bot.visit import Visit
from tracker.accounts.tokens import TokenScope
from tracker.front_ends import FrontEnd
from tracker.tones import Tone
from tracker.words import listed

NEW = Usage("/token new", None, "questlog token new")
REVOKE = Usage("/token revoke token:{}", "token revoke {}", "questlog token revoke {}")

ABOUT = {
    TokenScope.READ: "reads, and changes nothing",
    TokenScope.TELL: "completes and logs, and reads nothing",
    TokenScope.WRITE: "does all that you can",
}
KEEP = "This is shown once: whoever has it can act for you. Keep it like a password."


def notes(made: TokenMade) -> list[str]:
    replaced = f"The token that was called {shown_name(made.name)} works no longer."
    return [KEEP, *([replaced] if made.replaced else [])]


def made(here: Visit, done: TokenMade) -> View:
    """At the terminal the token alone, so that it can go into a file; the notes go beside it."""
    if here.front_end is FrontEnd.TERMINAL:
        return View(lead=done.token)
    return View(
        title=f"A token called {shown_name(done.name)}",
        lead=done.token,
        hints=[f"It {ABOUT[done.scope]}.", *notes(done)],
    )


def tokens(here: Visit, found: TokenList) -> View:
    if not found.tokens:
        return View(
            lead="No program acts for you: there are no tokens.",
            hints=[(NEW(), " makes one.")],
            empty=True,
        )
    return View(
        title="Programs that act for you",
        noun="token",
        signs=False,
        columns=(Column("scope"), Column("last used"), Column("made", brief=False)),
        rows=[
            Row(
                one.name,
                shown_name(one.name),
                (one.scope.value, _used(one.used_at), (At(one.created_at, "day"),)),
                symbol="\N{KEY}",
            )
            for one in found.tokens
        ],
        footer=(REVOKE(shown_name(found.tokens[0].name)), " ends one."),
    )


def _used(at: datetime | None) -> Text:
    return "never used" if at is None else (At(at, "ago"),)


def revoked(here: Visit, done: TokenRevoked) -> View:
    if not done.revoked:
        return View(lead="There was no token.", tone=Tone.QUIET)
    names = listed([shown_name(name) for name in done.names])
    verb = "works" if len(done.names) == 1 else "work"
    return View(lead=f"{names} {verb} no longer: what uses it is refused from now on.")
