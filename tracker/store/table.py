"""The whole database as the rest of Questlog sees it: one table, a dozen methods, two engines.

What may be stored is decided here, before an engine is asked, so that every engine gives the same
answer. An engine implements the abstract methods and nothing more.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import TypeAlias, TypeVar

from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.store.checking import check_item, check_key
from tracker.store.conditions import ABSENT, EXISTS, Condition, check_condition
from tracker.store.errors import ConditionFailed, InvalidItem, TooLarge
from tracker.store.query import Query, QueryPage
from tracker.store.schema import INDEX_KEYS
from tracker.store.segments import timestamp
from tracker.store.steps import Lookup, ReadSteps, StepResult, all_pages, can_find, checked_lookup
from tracker.store.values import (
    CREATED,
    MAX_ITEM_BYTES,
    PK,
    SK,
    TTL,
    UPDATED,
    Item,
    Key,
    Made,
    Value,
    ValueProblem,
    canonical,
    canonical_map,
    check_name,
    key_of,
)

MAX_OPERATIONS = 100
MAX_TRANSACTION_BYTES = 4 * 1024 * 1024
_NOT_COUNTERS = INDEX_KEYS | {TTL}


@frozen
class Put:
    """Write the whole item, replacing what was there."""

    item: Item
    when: Condition | None = None

    @property
    def key(self) -> Key:
        return key_of(self.item)


@frozen
class Update:
    """Change some attributes of an item that exists; with `when=None`, make the item where there is none."""

    key: Key
    set: Mapping[str, Value] = field(default_factory=dict[str, Value])
    default: Mapping[str, Value] = field(default_factory=dict[str, Value])
    """Set where the attribute is absent."""
    add: Mapping[str, int] = field(default_factory=dict[str, int])
    """Added to the number there; absent counts as 0."""
    remove: Collection[str] = ()
    when: Condition | None = EXISTS
    stamped: bool = False
    """Whether the item says when it was changed, as those do that are made of a model."""


@frozen
class Delete:
    """Remove the item; removing what is not there is no error."""

    key: Key
    when: Condition | None = None


@frozen
class Check:
    """Write nothing, but let the transaction fail unless the condition holds."""

    key: Key
    when: Condition


Operation: TypeAlias = Put | Update | Delete | Check
Written: TypeAlias = Callable[[Sequence[Operation]], None]
T = TypeVar("T")


class Table(ABC):
    """One table. All reads but those of an index see every write that was answered before.

    Each write of an item that is made of a model says when: `updatedAt`, and of a new one `createdAt`.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._listeners: list[Written] = []

    def now(self) -> int:
        """The second at which items count as expired."""
        return int(self._clock().timestamp())

    def instant(self) -> datetime:
        """By the clock that says when items expire, with all its digits."""
        return self._clock()

    def when_written(self, hear: "Written") -> None:
        """It is told every transaction of this process, once it is done. It must be quick."""
        self._listeners.append(hear)

    async def version(self) -> int | None:
        """A number that is another one after every write of anybody; None where the engine has none."""
        return None

    async def get(self, key: Key) -> Item | None:
        check_key(key)
        return (await self._get_many((key,))).get(key)

    async def get_many(self, keys: Iterable[Key]) -> dict[Key, Item]:
        """The items that exist, by key."""
        wanted = list(dict.fromkeys(keys))
        for key in wanted:
            check_key(key)
        return await self._get_many(wanted) if wanted else {}

    async def read(
        self, keys: Iterable[Key], queries: Sequence[Query]
    ) -> tuple[dict[Key, Item], list[QueryPage]]:
        """The items that exist, by key, and a page for each query: all of it in one round trip.

        It is not one moment, and in no order: a page whose changes move the revision of an item is read after
        that, in a step of its own."""
        lookup, askable = checked_lookup(Lookup([*keys], queries))
        found, pages = await self._read(lookup.keys, lookup.queries)
        return found, all_pages(pages, askable)

    async def read_in_steps(self, steps: ReadSteps[T]) -> T:
        """What several reads lead to, of which each depends on the one before."""
        try:
            lookup = next(steps)
            while True:
                lookup = steps.send(StepResult(*await self.read(lookup.keys, lookup.queries)))
        except StopIteration as done:
            return done.value

    async def query(
        self,
        pk: str,
        *,
        prefix: str | None = None,
        lo: str | None = None,
        hi: str | None = None,
        index: str | None = None,
        reverse: bool = False,
        limit: int = 100,
        cursor: str | None = None,
    ) -> QueryPage:
        """Items of one partition in the order of their sort keys (by UTF-8 bytes)."""
        question = Query(pk, prefix, lo, hi, index, reverse, limit, cursor)
        return await self._query(question) if can_find(question) else QueryPage([], None)

    async def count(
        self,
        pk: str,
        *,
        prefix: str | None = None,
        lo: str | None = None,
        hi: str | None = None,
        index: str | None = None,
    ) -> int:
        """How many items a query would find, without reading them. Many still take longer than few."""
        question = Query(pk, prefix, lo, hi, index)
        return await self._tally(question) if can_find(question) else 0

    async def query_all(
        self, pk: str, *, prefix: str | None = None, index: str | None = None
    ) -> AsyncIterator[Item]:
        """Every item of a partition, page after page."""
        cursor: str | None = None
        while True:
            page = await self.query(pk, prefix=prefix, index=index, cursor=cursor)
            for item in page.items:
                yield item
            if (cursor := page.cursor) is None:
                return

    async def put(self, item: Item, *, when: Condition | None = None) -> None:
        await self.transact([Put(item, when)])

    async def put_if_absent(self, item: Item) -> bool:
        """Whether this call is the one that wrote the item."""
        try:
            await self.put(item, when=ABSENT)
        except ConditionFailed:
            return False
        return True

    async def update(self, change: Update) -> None:
        await self.transact([change])

    async def delete(self, key: Key, *, when: Condition | None = None) -> None:
        await self.transact([Delete(key, when)])

    async def transact(self, operations: Sequence[Operation]) -> None:
        """All of the operations or none. ConditionFailed names every operation whose condition failed."""
        if not operations:
            return
        if len(operations) > MAX_OPERATIONS:
            raise TooLarge(f"a transaction has at most {MAX_OPERATIONS} operations, not {len(operations)}")
        at = self._stamp()
        checked = [_checked(operation, at) for operation in operations]
        if len({operation.key for operation, _ in checked}) < len(checked):
            raise InvalidItem("a transaction touches an item once")
        if len(checked) * MAX_ITEM_BYTES > MAX_TRANSACTION_BYTES:
            _check_together(checked)
        await self._transact([operation for operation, _ in checked])
        for hear in self._listeners:
            hear(operations)

    async def write_many(self, *, puts: Iterable[Item] = (), deletes: Iterable[Key] = ()) -> None:
        """Many unconditional writes, fast and not atomic: for import and for deletion."""
        at = self._stamp()
        operations = [_checked(operation, at)[0] for operation in (*map(Put, puts), *map(Delete, deletes))]
        if len({operation.key for operation in operations}) < len(operations):
            raise InvalidItem("a batch touches an item once")
        await self._write_many(operations)

    def _stamp(self) -> str:
        return timestamp(self._clock())

    async def _read(
        self, keys: Sequence[Key], queries: Sequence[Query]
    ) -> tuple[dict[Key, Item], list[QueryPage]]:
        """For an engine to override that can do so in one go."""
        found = self._get_many(keys) if keys else _nothing()
        items, pages = await asyncio.gather(found, asyncio.gather(*map(self._query, queries)))
        return items, pages

    @abstractmethod
    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]: ...

    @abstractmethod
    async def _query(self, query: Query) -> QueryPage: ...

    @abstractmethod
    async def _tally(self, query: Query) -> int: ...

    @abstractmethod
    async def _transact(self, operations: Sequence[Operation]) -> None: ...

    @abstractmethod
    async def _write_many(self, operations: Sequence[Operation]) -> None: ...

    @abstractmethod
    def scan(self) -> AsyncIterator[Item]:
        """Every item of the table, in no order: for migration and tests, on no path that a user takes."""

    async def size(self) -> int | None:
        """How many bytes are stored, as the engine says at little cost; None where it does not."""
        return None

    @abstractmethod
    async def sweep(self, limit: int = 1000) -> int:
        """Remove up to `limit` expired items where the engine does not do so itself; how many went."""

    @abstractmethod
    async def purge(self) -> None:
        """Leave nothing on the disk of what was deleted, where the engine would keep it for a while."""

    @abstractmethod
    async def check_place(self) -> None:
        """Raise Unavailable where what is open is not what the settings name any more. Cheap."""

    @abstractmethod
    async def check(self) -> None:
        """Raise Unavailable, with what to do, unless the table answers and has the right schema."""

    @abstractmethod
    async def close(self) -> None: ...


async def _nothing() -> dict[Key, Item]:
    return {}


def _check_together(checked: Sequence[tuple[Operation, int]]) -> None:
    """Refuse what is too much for one transaction, though no item is too large."""
    sizes = (size or _measured(one) for one, size in checked)
    if sum(sizes) > MAX_TRANSACTION_BYTES:
        raise TooLarge(f"a transaction holds at most {MAX_TRANSACTION_BYTES:,} bytes")


def _measured(operation: Operation) -> int:
    """Of what is made of a model, and was not measured before."""
    match operation:
        case Put(item):
            return canonical_map(item)[1]
        case Update(_, new):
            return canonical_map(new)[1]
        case Delete() | Check():
            return 0


def _checked(operation: Operation, at: str) -> tuple[Operation, int]:
    """The operation in the form that engines store, and the size of what it carries; `at` is now."""
    try:
        check_key(operation.key)
        check_condition(operation.when)
        match operation:
            case Put(Made() as item, when):
                check_item(item, 0)
                return Put(_dated(item, at), when), 0
            case Put(item, when):
                clean, size = canonical_map(item)
                check_item(clean, size)
                return Put(clean, when), size
            case Update():
                return _checked_update(operation, at)
            case Delete() | Check():
                return operation, 0
    except KeyError as error:
        raise InvalidItem(f"an item needs {error.args[0]}") from error
    except ValueProblem as error:
        raise InvalidItem(f"{operation.key}: {error}") from error


def _checked_update(update: Update, at: str) -> tuple[Update, int]:
    changed = [*update.set, *update.default, *update.add, *update.remove]
    for name in changed[len(update.set) if isinstance(update.set, Made) else 0 :]:
        check_name(name)
    if len(set(changed)) < len(changed):
        raise ValueProblem("an update changes an attribute once")
    if PK in changed or SK in changed:
        raise ValueProblem("an update cannot change the key")
    if not changed:
        raise ValueProblem("an update changes something")
    if not _NOT_COUNTERS.isdisjoint(update.add):
        raise ValueProblem("an index key or ttl cannot be added to")
    new, set_size = (update.set, 0) if isinstance(update.set, Made) else canonical_map(update.set)
    check_item(new, set_size)
    default, default_size = canonical_map(update.default) if update.default else ({}, 0)
    check_item(default, default_size)
    for amount in update.add.values():
        if isinstance(amount, bool) or not isinstance(amount, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueProblem("only whole numbers are added")
        canonical(amount)
    if update.stamped:
        new, default = _stamped(update, new, default, at)
    clean = Update(update.key, new, default, dict(update.add), tuple(update.remove), update.when)
    return clean, set_size + default_size


def _dated(item: Made, at: str) -> Made:
    dated = Made(item)
    dated.setdefault(CREATED, at)
    dated[UPDATED] = at
    return dated


def _stamped(
    update: Update, new: Mapping[str, Value], default: Mapping[str, Value], at: str
) -> tuple[dict[str, Value], dict[str, Value]]:
    """What is set, and set by default, with when. Defaults alone change nothing of an item that has them."""
    made = {} if CREATED in new else {CREATED: at}
    if update.set or update.add or update.remove:
        return {**new, UPDATED: at}, {**made, **default}
    return dict(new), {**made, UPDATED: at, **default}
