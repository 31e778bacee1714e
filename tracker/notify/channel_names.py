"""What a channel is called: its type; and of those that a person can have several of, a name behind it.

`webhook.home` is sent by the channel `webhook`. All else (order, off and on, history) goes by the whole name.
"""

import re
from collections.abc import Iterable

from tracker.accounts.errors import AccountError
from tracker.notify.model import PersonChannel
from tracker.notify.titles import described, kind_of
from tracker.refusals import Reason

SEVERAL = frozenset({"webhook", "webpush"})
"""Of all others a person has one: a new address takes the place of the old one."""
MOST = 5

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,19}")


class BadChannelName(AccountError):
    code = "bad_channel_name"
    reason = Reason.UNREADABLE


class ChannelExists(AccountError):
    """Another address has this name, or this address another name."""

    code = "channel_exists"


class TooManyChannels(AccountError):
    code = "too_many_channels"


def named(channel_type: str, name: str | None = None) -> str:
    """`webhook`, or `webhook.home` where a name is said. Raises BadChannelName."""
    kind, _, behind = channel_type.partition(".")
    wanted = (name or behind).strip().casefold()
    if not wanted:
        return kind
    if kind not in SEVERAL:
        raise BadChannelName(
            "Only webhooks and browsers have names; you can have one of each other type.", field="name"
        )
    if not _NAME.fullmatch(wanted):
        raise BadChannelName(
            "A name has 1 to 20 letters (a to z), digits, - or _, and begins with a letter or digit: home.",
            field="name",
        )
    return f"{kind}.{wanted}"


def free_name(known: Iterable[PersonChannel], kind: str) -> str:
    """The first that no channel has: `webpush`, `webpush.2`; where there are too many, the one after them."""
    taken = {one.channel_type for one in known}
    names = (kind, *(f"{kind}.{number}" for number in range(2, MOST + 2)))
    return next(name for name in names if name not in taken)


def place_among(known: Iterable[PersonChannel], channel_type: str, address: str) -> str:
    """Under which name the address is kept. Without a name, one that is there keeps the one it has.

    Raises ChannelExists, TooManyChannels.
    """
    kind = kind_of(channel_type)
    if kind not in SEVERAL:
        return channel_type
    mine = {one.channel_type: one for one in known if kind_of(one.channel_type) == kind}
    for name, one in mine.items():
        if one.identifier == address:
            if channel_type in {kind, name}:
                return name
            raise ChannelExists(f"You have this one already: it is called {name}.", field="address")
    if (other := mine.get(channel_type)) is not None:
        raise ChannelExists(_taken(other), field="name")
    if len(mine) >= MOST:
        raise TooManyChannels(f"You have {len(mine)} of them, and that is the most. Remove one first.")
    return channel_type


def _taken(other: PersonChannel) -> str:
    title, kind = described(other.channel_type, other.identifier), kind_of(other.channel_type)
    free = "work" if other.channel_type == f"{kind}.home" else "home"
    return (
        f"You have {title} already. To have both, add this one with a name that is free, such as {free}: it "
        f"is called {kind}.{free} then. To replace the other, remove {other.channel_type} first."
    )
