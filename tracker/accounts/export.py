"""Everything about a person as one JSON document."""

import json
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import cast

from tracker.accounts.belongings import belongings
from tracker.accounts.model import User
from tracker.store.entity import stored
from tracker.store.segments import timestamp
from tracker.store.table import Table
from tracker.store.values import Item, Value, key_of

VERSION = 1
"""The format of the document; a reader of another one asks for a newer Questlog."""


async def export_person(table: Table, user: User, now: datetime) -> dict[str, Value]:
    """The document. Items stand in it as the table holds them, keys and all, so that nothing is lost."""
    items: dict[str, list[Item]] = {}
    async for item in belongings(table, user):
        items.setdefault(str(item.get("type", "unknown")), []).append(item)
    return {
        "questlog": VERSION,
        "exportedAt": timestamp(now),
        "user": stored(user),
        "items": {name: sorted(items[name], key=key_of) for name in sorted(items)},
    }


def exact_json(value: Value, indent: str = "") -> str:
    """JSON with every digit: numbers are written as they are, never by way of a float."""
    deeper = indent + "  "
    match value:
        case Decimal():
            return str(value)
        case Mapping() if value:
            members = cast("Mapping[str, Value]", value).items()
            lines = [f"{json.dumps(name)}: {exact_json(one, deeper)}" for name, one in members]
            return f"{{\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}}}"
        case list() | tuple() if value:
            lines = [exact_json(one, deeper) for one in cast("list[Value]", value)]
            return f"[\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}]"
        case _:
            return json.dumps(value, ensure_ascii=False)
