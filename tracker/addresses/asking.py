"""How often codes are asked for: by one person, for one address, from one place, and by everybody.

A code goes to whomever somebody names, and may cost money. So what one person can use up leaves room for all
others, and for the owner of an address whom somebody else keeps naming.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import TypeAlias

from tracker.limits import Limit
from tracker.notify.titles import kind_of

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)

BY_PERSON = Limit("code-person", 5, _HOUR)
BY_PERSON_DAILY = Limit("code-person-day", 10, _DAY)
TRIES = Limit("code-tries", 20, _DAY)
"""Of one person, also those that could not be sent: each of them was work for somebody."""
FROM_SOURCE = Limit("code-source", 20, _HOUR)
"""A source is where somebody asks from: a server on Discord, a terminal."""
TO_ADDRESS_BY_PERSON = Limit("code-address-person", 4, _DAY)
TO_ADDRESS = Limit("code-address-day", 12, _DAY)
"""Whoever asks: one person leaves two thirds of it to its owner."""
OF_ALL = Limit("code-all", 200, _DAY)
"""On one type of channel, by everybody together."""
NOTICES = Limit("code-notice", 1, _DAY)
"""How often the owner of an address hears that others ask for it."""
WRONG = Limit("code-wrong", 5, _HOUR, since_last=True)
"""Of one person. Each try is counted before it is looked at, so that many at once are no more than five."""
WRONG_FROM = Limit("code-wrong-from", 5, _HOUR, since_last=True)
"""The same for those who answer from the address itself."""

_DOTLESS = frozenset({"gmail.com", "googlemail.com"})

Taken: TypeAlias = Sequence[tuple[Limit, str]]


def unsent(person: str, channel: str, address: str, source: str) -> Taken:
    """What is given back where nothing could be sent."""
    kind = kind_of(channel)
    mailbox = f"{kind}:{folded(address)}"
    return (
        (BY_PERSON, person),
        (BY_PERSON_DAILY, person),
        (FROM_SOURCE, source),
        (TO_ADDRESS_BY_PERSON, f"{person}:{mailbox}"),
        (TO_ADDRESS, mailbox),
        (OF_ALL, kind),
    )


def folded(address: str) -> str:
    """One for all spellings that end in the same mailbox: `ada+tag@`, and with dots where they mean nothing.

    A number is what it is; of an address on the web nobody knows.
    """
    if "://" in address:
        return address
    name, at, domain = address.casefold().rpartition("@")
    if not at:
        return address
    name = name.partition("+")[0] or name
    if domain in _DOTLESS:
        return f"{name.replace('.', '')}@gmail.com"
    return f"{name}@{domain}"
