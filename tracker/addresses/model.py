"""An address that somebody wants to be told at, and what is to be sent there to find out whose it is."""

import secrets
from collections.abc import Callable
from dataclasses import field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal, TypeAlias

from pydantic import Field

from tracker.frozen import frozen
from tracker.signing import Signer, hashed
from tracker.store.entity import Entity, Instant
from tracker.store.index_keys import PendingAddressKey
from tracker.store.keys import AddressKey

DIGITS = 6
INVITATION = "invitation"
"""In the place of a channel: what waits is whoever types the code."""
CODE_LIFE = timedelta(minutes=15)
_HOUR = timedelta(hours=1)

NewCode: TypeAlias = Callable[[], str]


def six_digits() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


class Letter(StrEnum):
    """What goes to the address. Whoever asked is told the same in each case."""

    CODE = "code"
    NOTICE = "notice"
    """It belongs to somebody else, who learns that it was asked for."""
    NOTHING = "nothing"
    """It said stop, or its owner had a notice today."""


@frozen
class CodeRequest:
    channel: str
    letter: Letter
    expires_at: datetime
    address: str = field(repr=False)
    code: str = field(repr=False)
    is_certain: bool = True
    """Whether the other side said that it has the letter."""


class PendingAddress(Entity, frozen=True):
    """One of each type of channel. Of the code a mark is kept, which only Questlog can make.

    A hash would not do: the person reads it in their export, knows the rest, and tries all codes.
    """

    type: Literal["pendingAddress"] = "pendingAddress"
    person: str
    channel_type: str
    identifier: str = Field(repr=False)
    code_mark: str = Field(repr=False)
    expires_at: Instant
    ttl: int

    @property
    def key(self) -> AddressKey:
        return AddressKey(self.person, self.channel_type)

    @property
    def place(self) -> PendingAddressKey:
        return PendingAddressKey(self.channel_type, address_hash(self.identifier), self.person)

    def is_answered_by(self, code: str, signer: Signer, now: datetime) -> bool:
        told = _mark(signer, self.person, self.channel_type, self.identifier, code)
        return now < self.expires_at and secrets.compare_digest(told, self.code_mark)


def pending_address(person: str, asked: CodeRequest, signer: Signer) -> PendingAddress:
    return PendingAddress(
        person=person,
        channel_type=asked.channel,
        identifier=asked.address,
        code_mark=_mark(signer, person, asked.channel, asked.address, asked.code),
        expires_at=asked.expires_at,
        ttl=int((asked.expires_at + _HOUR).timestamp()),
    )


def address_hash(address: str) -> str:
    return hashed(address)


def _mark(signer: Signer, *known: str) -> str:
    return signer.mark("code", *known)


def code_in(text: str) -> str:
    """The digits of what somebody typed: `123 456` is a code, too."""
    return "".join(letter for letter in text if letter.isascii() and letter.isdigit())
