"""A table as a version left it that kept no name and no character for one person."""

from tracker.store.table import Table, Update
from tracker.store.values import Item, key_of


async def without_claims(table: Table) -> None:
    for item in [one async for one in table.scan()]:
        if _is_claim(item):
            await table.delete(key_of(item))
        elif item["type"] == "due" and item["kind"] == "challenge":
            await table.update(Update(key_of(item), remove=["isClaimed"]))


def _is_claim(item: Item) -> bool:
    key = key_of(item)
    is_authorship = item["type"] == "authorship" and "TAKEN" in key.sk
    return is_authorship or item["type"] == "taken" or "board-names" in key.sk
