"""What a person is called where others see them: on leaderboards, in challenges, and when they get ahead.

On Discord it is the name that they have there: nobody can choose to be called as somebody else. Elsewhere
there is one order, from what was chosen for others to see down to what is only known:

1. the name that they say when they join,
2. the name under which they stand on boards already,
3. their nickname on Questlog,
4. in a challenge of commits, the name of their account on GitHub, which is proven to be theirs.

In one place everybody has a name of their own. On Discord, whoever comes second has the name of their account
behind it. No phone number and no e-mail address is ever anybody's name.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from typing import NamedTuple

from tracker.accounts.identity import is_address
from tracker.accounts.model import User
from tracker.rewards.errors import BadName, BoardNameMissing, NameTaken
from tracker.rewards.model import Wallet
from tracker.rewards.taken import holders, name_in
from tracker.store.table import Table

LONGEST_NAME = 32
SOMEBODY = "Somebody"
_MOST_ALIKE = 20
"""So many of one name are numbered, where there is no account to tell them apart by."""


class DiscordName(NamedTuple):
    """What somebody is called on Discord, which knows who they are."""

    shown: str
    """On that server, or everywhere. Others may be called the same."""
    account: str
    """Nobody else has it."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The first one that is free is theirs. Addresses are shown to nobody."""
        account = name_for_others(self.account)
        shown = name_for_others(self.shown) or account or SOMEBODY
        if account is None:
            return tuple(islice(numbered(shown), _MOST_ALIKE))
        behind = f" ({account})"
        room = LONGEST_NAME - len(behind)
        return shown, f"{shown[:room].rstrip()}{behind}" if room > 0 else account


def names_of(
    user: User,
    wallet: Wallet | None,
    *,
    said: str | None = None,
    discord: DiscordName | None = None,
    github: str | None = None,
) -> tuple[str, ...]:
    """What somebody may be called, the best one first. Raises BadName, BoardNameMissing."""
    if discord is not None:
        return discord.choices
    return (board_name(user, wallet, said=said, known_as=[github]),)


async def free_name(table: Table, places: Sequence[str], user_id: str, names: Sequence[str]) -> str:
    """The first of these that nobody else has in any of these places. Raises NameTaken."""
    for name in names:
        held = await holders(table, [name_in(place, name) for place in places])
        if all(holder == user_id for holder in held.values()):
            return name
    raise name_taken(names[0])


def numbered(name: str) -> Iterator[str]:
    """The name, and what to call further people of that name who cannot be asked: `Carol`, `Carol 2`, …"""
    yield name
    for number in count(2):
        behind = f" {number}"
        yield f"{name[: LONGEST_NAME - len(behind)].rstrip()}{behind}"


def name_taken(name: str) -> NameTaken:
    return NameTaken(
        f"Somebody else is called {name} there, or nearly so. Say another name that others will see.",
        field="name",
    )


def board_name(
    user: User, wallet: Wallet | None, *, said: str | None = None, known_as: Iterable[str | None] = ()
) -> str:
    """`said` is what they say now, if anything; `known_as` are names from elsewhere, the best one first: as
    much of them is shown as there is room for and can be seen.

    Raises BadName, BoardNameMissing.
    """
    if said is not None:
        return no_address(checked_name(said))
    elsewhere = (visible_name(one or "") for one in known_as)
    names = (wallet.shown_as if wallet else None, user.nickname, *elsewhere)
    if found := next((one for one in names if one and one.strip()), None):
        return no_address(checked_name(found))
    raise BoardNameMissing("What should others call you? Say a name that they will see.", field="name")


def name_or_somebody(user: User, wallet: Wallet | None) -> str:
    """For a message to others about somebody who need not have a name."""
    try:
        return board_name(user, wallet)
    except (BadName, BoardNameMissing):
        return SOMEBODY


def no_address(name: str) -> str:
    """Addresses are never shown to others, also not as what somebody wants to be called. Raises BadName."""
    if is_address(name):
        raise BadName("Choose a name that is neither a phone number nor an e-mail address.", field="name")
    return name


def name_for_others(name: str) -> str | None:
    """What others may see of a name from elsewhere; None where nothing can be seen, or it is an address."""
    shown = visible_name(name)
    return shown if shown and not is_address(shown) else None


def visible_name(text: str) -> str:
    """As much of a name from elsewhere as can be seen and has room."""
    return " ".join("".join(filter(str.isprintable, text)).split())[:LONGEST_NAME].strip()


def checked_name(text: str) -> str:
    """What a person may be called where others see them. Raises BadName."""
    name = " ".join(text.split())
    if not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
        raise BadName(
            f"A name on a leaderboard has 1 to {LONGEST_NAME} visible letters, digits and signs.",
            field="name",
        )
    return name
