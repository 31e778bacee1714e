"""The key by which push services know this Questlog (VAPID, RFC 8292): made once, and kept in the table.

Browsers subscribe to it, so another would end all subscriptions. It is nobody's belonging, and in no export.
"""

import base64
import secrets
from typing import Literal

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tracker.store.entity import Entity, from_item, to_item
from tracker.store.keys import KeptKey
from tracker.store.table import Table

_KEY = KeptKey("push-key")
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many private keys P-256 has, and one."""


class _PushKey(Entity, frozen=True):
    type: Literal["kept"] = "kept"
    secret: str

    def __repr__(self) -> str:
        return "_PushKey(***)"


async def push_key(table: Table) -> ec.EllipticCurvePrivateKey:
    """The one that is there, or a new one: of two who make one at the same time, the first."""
    while (item := await table.get(_KEY.key)) is None:
        made = f"{1 + secrets.randbelow(_ORDER - 1):064x}"
        await table.put_if_absent(to_item(_PushKey(secret=made), _KEY))
    return ec.derive_private_key(int(from_item(_PushKey, item).secret, 16), ec.SECP256R1())


def public_letters(key: ec.EllipticCurvePrivateKey) -> str:
    """As browsers and push services are told it."""
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return letters(point)


def letters(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def read_letters(text: str) -> bytes:
    """Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
