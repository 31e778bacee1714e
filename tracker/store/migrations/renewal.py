"""From the schema of an item to the present one, step by step.

A landed step is never edited: it knows the old names by heart, and no model. SQLite runs them over the whole
file when that is opened (`tracker.store.sqlite_schema`), DynamoDB item by item (`dynamo`).
"""

from tracker.store.conditions import EXISTS, AllOf, eq, lacks
from tracker.store.migrations import to_2, to_3
from tracker.store.migrations.to_2 import UNDATED
from tracker.store.table import Operation, Put, Update
from tracker.store.values import UPDATED, Item, key_of

__all__ = ["SCHEMA", "UNDATED", "is_old", "renewal", "renewed"]

SCHEMA = 3
"""What this version writes."""

_OF_SCHEMA_1 = EXISTS & lacks(UPDATED)


def is_old(item: Item) -> bool:
    return to_2.is_old(item) or bool(to_3.changes(item))


def renewed(item: Item, now: str) -> Item:
    """As the present schema has it; `now` is for what nobody noted the time of."""
    if to_2.is_old(item):
        item = to_2.renewed(item, now)
    return {**item, **to_3.changes(item)}


def renewal(item: Item, now: str) -> Operation:
    """Writes an old item as it should be, as long as nobody else has changed what is changed."""
    if to_2.is_old(item):
        return Put(renewed(item, now), _OF_SCHEMA_1)
    changed = to_3.changes(item)
    return Update(key_of(item), changed, when=AllOf(tuple(eq(name, item[name]) for name in changed)))
