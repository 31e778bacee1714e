"""Everything about a person as one JSON document."""

import json
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import cast

from tracker.accounts.belongings import Holder, belongings
from tracker.store.schema import INDEX_KEYS
from tracker.store.segments import timestamp
from tracker.store.table import Table
from tracker.store.values import PK, SK, Item, Value, key_of

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


def _portrait(user: Item) -> dict[str, Value]:
    """The person's attributes as they are: an export does not depend on whether a model can read them."""
    return {name: value for name, value in user.items() if name not in {PK, SK, *INDEX_KEYS}}


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
