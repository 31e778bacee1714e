"""What can go wrong in the store, as types. Every engine raises these and nothing else."""

from collections.abc import Sequence

from tracker.frozen import frozen
from tracker.store.values import Item, Key


class StoreError(Exception):
    """The root of all the store's failures."""


class InvalidItem(StoreError, ValueError):
    """A value, key or operation that no engine accepts: a bug of the caller. Nothing was written."""


class InvalidCursor(StoreError, ValueError):
    """A page token that was not made by this query."""


class TooLarge(InvalidItem):
    """An item or a transaction beyond the limits that hold on every engine."""


@frozen
class FailedCondition:
    """One operation of a write that did not meet its condition, and the item that stood in its way."""

    position: int
    key: Key
    current: Item | None


class ConditionFailed(StoreError):
    """A condition did not hold; nothing was written."""

    def __init__(self, failures: Sequence[FailedCondition]) -> None:
        self.failures = tuple(failures)
        super().__init__("condition not met on " + ", ".join(str(f.key) for f in self.failures))

    @property
    def current(self) -> Item | None:
        """The item as it is, for a write of one operation."""
        return self.failures[0].current

    def at(self, position: int) -> FailedCondition | None:
        """The failure of the operation at `position` of the transaction, if that is one that failed."""
        return next((f for f in self.failures if f.position == position), None)


class Throttled(StoreError):
    """The store is too busy, or others keep writing the same items; retries inside were used up."""


class StoreUnavailable(StoreError):
    """The store cannot be used now. The message says why, and what to do."""


class TableMissing(StoreUnavailable):
    """DynamoDB answers, but the table is not there."""
