"""What Questlog signs links with, that people open without a login, and hashes of what keys must not hold.

The key is made once, and kept in the table. It is nobody's belonging, and so in no export.
"""

import base64
import hashlib
import hmac
import secrets
from typing import Literal
from weakref import WeakKeyDictionary

from tracker.store.entity import Entity, from_item, to_item
from tracker.store.keys import KeptKey
from tracker.store.table import Table

_KEY = KeptKey("signing-key")


def hashed(*parts: str) -> str:
    """The same for the same names or addresses; it does not lead back to them by itself."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


class _SigningKey(Entity, frozen=True):
    type: Literal["kept"] = "kept"
    secret: str

    def __repr__(self) -> str:
        return "_SigningKey(***)"


class Signer:
    """Signs what a link says, for one purpose: a link for one thing is none for another."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    async def of(cls, table: Table) -> "Signer":
        """Read once for each table: the key never changes."""
        if (known := _KNOWN.get(table)) is None:
            known = _KNOWN[table] = cls(bytes.fromhex((await _key_of(table)).secret))
        return known

    def token(self, purpose: str, *said: str) -> str:
        """Letters that can stand in an address."""
        told = "\n".join(said).encode()
        return f"{_letters(told)}.{_letters(self._mac(purpose, told))}"

    def said(self, purpose: str, token: str) -> tuple[str, ...] | None:
        """What the token says; None where it is not ours, or for something else."""
        told, _, mac = token.partition(".")
        try:
            words = _bytes(told)
            genuine = hmac.compare_digest(_bytes(mac), self._mac(purpose, words))
            return tuple(words.decode().split("\n")) if genuine else None
        except ValueError:
            return None

    def mark(self, purpose: str, *said: str) -> str:
        """What proves that somebody knows all of it, without saying any of it."""
        return _letters(self._mac(purpose, "\n".join(said).encode()))

    def _mac(self, purpose: str, told: bytes) -> bytes:
        return hmac.new(self._key, purpose.encode() + b"\0" + told, hashlib.sha256).digest()[:18]


_KNOWN: WeakKeyDictionary[Table, Signer] = WeakKeyDictionary()


async def _key_of(table: Table) -> _SigningKey:
    """The one that is there, or a new one: of two who make one at the same time, the first."""
    while (item := await table.get(_KEY.key)) is None:
        await table.put_if_absent(to_item(_SigningKey(secret=secrets.token_hex(32)), _KEY))
    return from_item(_SigningKey, item)


def _letters(text: bytes) -> str:
    return base64.urlsafe_b64encode(text).decode().rstrip("=")


def _bytes(letters: str) -> bytes:
    return base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
