"""What was read of the table at one moment: whether it is still so is asked by reading the same again."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tracker.store.table import Table
from tracker.store.values import Item, Key


class Glance(NamedTuple):
    wanted: frozenset[Key] = frozenset()
    """What was looked for."""
    items: Mapping[Key, Item] = MappingProxyType({})
    """What of it was there."""

    async def or_read(self, table: Table, keys: Sequence[Key]) -> Mapping[Key, Item]:
        """These items, which have been read here or are read now."""
        return self.items if self.wanted.issuperset(keys) else await table.get_many(keys)

    def agrees_with(self, later: "Glance") -> bool:
        """Whether all that was there, and all that was not, is so in a later one."""
        return self.wanted <= later.wanted and all(
            later.items.get(key) == self.items.get(key) for key in self.wanted
        )


UNSEEN = Glance()
