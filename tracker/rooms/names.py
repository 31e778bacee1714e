"""What a person is called in a room: nobody else there is called so, or nearly so.

On Discord it is their name there. Elsewhere it is the first of these that there is: what they say when they
come, the name that they have on leaderboards, their nickname. Whoever has none is Somebody until they say
one. An address is never anybody's name.
"""

from collections.abc import Iterable, Iterator

from tracker.accounts.model import User
from tracker.rewards.board_names import (
    SOMEBODY,
    DiscordName,
    checked_name,
    name_for_others,
    name_taken,
    no_address,
    numbered,
)
from tracker.rewards.model import Wallet
from tracker.rewards.taken import alike


def name_among(
    taken: Iterable[str],
    user: User,
    wallet: Wallet,
    *,
    said: str | None = None,
    discord: DiscordName | None = None,
) -> str:
    """A name that is free. Raises BadName, NameTaken."""
    others = {alike(one) for one in taken}
    if said is not None:
        name = no_address(checked_name(said))
        if alike(name) in others:
            raise name_taken(name)
        return name
    known = [*_known(user, wallet, discord)]
    free = (name for name in known if alike(name) not in others)
    return next(free, None) or next(name for name in numbered(known[0]) if alike(name) not in others)


def _known(user: User, wallet: Wallet, discord: DiscordName | None) -> Iterator[str]:
    names = (wallet.shown_as, user.nickname) if discord is None else discord.choices
    yield from filter(None, map(name_for_others, filter(None, names)))
    yield SOMEBODY
