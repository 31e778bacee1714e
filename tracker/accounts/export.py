"""Everything about a person as one JSON document."""

import gzip
import json
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, cast

from tracker.accounts.belongings import Holder, belongings
from tracker.accounts.errors import TooMuchToExport
from tracker.store.schema import INDEX_KEYS
from tracker.store.segments import timestamp
from tracker.store.table import Table
from tracker.store.values import PK, SK, Item, Value, key_of

PACKED = b"\x1f\x8b"
"""How a packed file begins."""
VERSION = 1
"""The format of the document; a reader of another one asks for a newer Questlog."""


async def export_person(table: Table, holder: Holder, now: datetime) -> dict[str, Value]:
    """The document. Items stand in it as the table holds them, keys and all, so that nothing is lost."""
    items: dict[str, list[Item]] = {}
    async for item in belongings(table, holder):
        items.setdefault(str(item.get("type", "unknown")), []).append(item)
    return {
        "questlog": VERSION,
        "exportedAt": timestamp(now),
        "user": _portrait(await table.get(holder.user) or {"id": holder.user_id}),
        "items": {name: sorted(items[name], key=key_of) for name in sorted(items)},
    }


def count_items(document: Mapping[str, Any]) -> int:
    """How many things there are in an export."""
    return sum(map(len, document["items"].values()))


def export_file(document: Mapping[str, Any], most: int) -> bytes:
    """In so many bytes: packed, where it is larger as it stands. Raises TooMuchToExport."""
    plain = (exact_json(document) + "\n").encode()
    if len(plain) <= most:
        return plain
    packed = gzip.compress(plain, mtime=0)
    if len(packed) > most:
        raise TooMuchToExport(
            "There is more about you than goes into one file here. Whoever runs this Questlog can give it to "
            "you: questlog account export."
        )
    return packed


def _portrait(user: Item) -> dict[str, Value]:
    """The person's attributes as they are: an export does not depend on whether a model can read them."""
    return {name: value for name, value in user.items() if name not in {PK, SK, *INDEX_KEYS}}


def exact_json(value: object, indent: str = "") -> str:
    """JSON with every digit: numbers are written as they are, never by way of a float."""
    deeper = indent + "  "
    match value:
        case Decimal():
            return str(value)
        case Mapping() if value:
            members = cast("Mapping[str, object]", value).items()
            lines = [f"{json.dumps(name)}: {exact_json(one, deeper)}" for name, one in members]
            return f"{{\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}}}"
        case list() | tuple() if value:
            lines = [exact_json(one, deeper) for one in cast("list[object]", value)]
            return f"[\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}]"
        case _:
            return json.dumps(value, ensure_ascii=False)
