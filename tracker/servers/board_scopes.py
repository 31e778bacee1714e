"""Whose leaderboards there are: everybody's, and one for each server. Which one somebody means."""

from collections.abc import Sequence
from typing import NamedTuple

from tracker.refusals import Suggestion
from tracker.rewards.boards import GLOBAL
from tracker.rewards.errors import NoSuchBoard
from tracker.servers.errors import NotOnServer
from tracker.servers.model import Server
from tracker.store.entity import from_items
from tracker.store.keys import ServerKey
from tracker.store.table import Table

HERE = "here"


class Scope(NamedTuple):
    key: str
    """`global`, or the id of a server's account; nothing for a server where nobody has joined yet."""
    name: str


EVERYBODY = Scope(GLOBAL, "everybody")
UNKNOWN_HERE = Scope("", "this server")


async def scopes_of(table: Table, keys: Sequence[str]) -> list[Scope]:
    """With the names that servers have, as far as they are known."""
    found = await table.get_many([ServerKey(key).key for key in keys if key != GLOBAL])
    names = {one.account: one.name for one in from_items(Server, found.values())}
    return [EVERYBODY if key == GLOBAL else Scope(key, names.get(key, "a server")) for key in keys]


async def find_scope(table: Table, said: str | None, joined: Sequence[str], here: Scope | None) -> Scope:
    """`joined` are those of the person; `here` is that of the server where they ask.

    Where nothing is said, it is the one here, or everybody's. Elsewhere, those that they joined are found by
    their names or ids: the id of another server opens nothing. Raises NoSuchBoard, NotOnServer.
    """
    wanted = (said or "").strip().casefold()
    if wanted in (GLOBAL, EVERYBODY.name) or (not wanted and here is None):
        return EVERYBODY
    if wanted in ("", HERE):
        if here is None:
            raise NotOnServer
        return here
    mine = await scopes_of(table, joined)
    known = (*mine, *([here] if here else []))
    meant = {one for one in known if wanted in (one.name.casefold(), one.key.casefold())}
    if len(meant) != 1:
        raise _which_board(mine)
    return meant.pop()


def not_on_text(scope: Scope, mine: Sequence[Scope]) -> str:
    """Of somebody who is on others, or on none."""
    return f"You are not on the leaderboard of {scope.name}. {_text(mine)}" if mine else _text(mine)


def _which_board(mine: Sequence[Scope]) -> NoSuchBoard:
    which = "Which leaderboard? " if mine else ""
    return NoSuchBoard(f"{which}{_text(mine)}", [Suggestion(one.name, one.key) for one in mine])


def _text(mine: Sequence[Scope]) -> str:
    names = " and ".join(one.name for one in mine)
    return f"You are on that of {names}." if mine else "You are on no leaderboard."
