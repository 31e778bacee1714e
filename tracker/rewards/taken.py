"""What only one person can have in one place: a name on a board, a name or a character in a challenge.

Each is an item that names who has it, written and deleted with what it is for. So of two who want the same at
once, one gets it; and it goes with whoever has it.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from tracker.signing import hashed
from tracker.store.conditions import eq
from tracker.store.entity import Entity, authored, from_items
from tracker.store.keys import AuthorshipKey, TakenKey
from tracker.store.table import Delete, Operation, Table

_LOOK_LIKE = str.maketrans(
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0423"  # Cyrillic
    "\u0430\u0435\u04bb\u0456\u0458\u043e\u0440\u0455\u0445\u0443\u0441"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"  # Greek
    "\u03b1\u03bd\u03bf\u03c1\u03b9",
    "ABESIJKMHOPCTXYaehijopsxycABEZHIKMNOPTYXavopi",
)
"""Letters that people take for those of Latin."""


class Taken(Entity, frozen=True):
    type: Literal["taken"] = "taken"
    user: str


class TakenThing(NamedTuple):
    """`place` is a board or a challenge; `value` is the same for all that would be taken for each other."""

    place: str
    what: Literal["name", "character"]
    value: str

    @property
    def key(self) -> TakenKey:
        return TakenKey(self.place, hashed(f"{self.what} {self.value}"))


def name_in(place: str, name: str) -> TakenThing:
    return TakenThing(place, "name", alike(name))


def alike(name: str) -> str:
    """Letters and digits alone, without marks and capitals: `Álice.` may not stand beside `alice`. What looks
    as if it were Latin is: an `Alice` whose A is Cyrillic may not, either."""
    plain = unicodedata.normalize("NFKD", name)
    latin = plain.translate(_LOOK_LIKE)
    plain = (latin if all(map(str.isascii, filter(str.isalpha, latin))) else plain).casefold()
    return "".join(re.findall(r"[^\W_]+", re.sub(r"[\u0300-\u036f]", "", plain))) or plain


async def holders(table: Table, things: Iterable[TakenThing]) -> dict[TakenThing, str]:
    """Who has them; without those that are free."""
    keys = {one: one.key.key for one in things}
    found = await table.get_many(keys.values())
    read = {key: next(from_items(Taken, [item]), None) for key, item in found.items()}
    return {one: taken.user for one, key in keys.items() if (taken := read.get(key)) is not None}


def taking(user_id: str, things: Sequence[TakenThing], known: dict[TakenThing, str]) -> list[Operation]:
    """What makes those theirs that nobody has, in a transaction that makes sure that the person is there."""
    free = [one for one in things if one not in known]
    return [operation for one in free for operation in authored(user_id, Taken(user=user_id), one.key)[1:]]


def giving_up(user_id: str, things: Sequence[TakenThing], known: dict[TakenThing, str]) -> list[Operation]:
    """Of those that are theirs."""
    mine = [one.key.key for one in things if known.get(one) == user_id]
    authorships = [Delete(AuthorshipKey(user_id, *key).key) for key in mine]
    return [*(Delete(key, eq("user", user_id)) for key in mine), *authorships]
