"""The whole database as the rest of Questlog sees it: one table, a dozen methods, two engines.

What may be stored is decided here, before an engine is asked, so that every engine gives the same
answer. An engine implements the abstract methods and nothing more.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Context, Decimal, Inexact
from typing import TypeAlias

from tracker.clock import Clock
from tracker.store.conditions import ABSENT, EXISTS, Condition, check_condition, is_number
from tracker.store.errors import ConditionFailed, InvalidItem, TooLarge
from tracker.store.query import Page, Query
from tracker.store.schema import INDEX_KEYS, INDEXES
from tracker.store.values import (
    MAX_DIGITS,
    MAX_ITEM_BYTES,
    MAX_PK_BYTES,
    MAX_SK_BYTES,
    PK,
    SK,
    TTL,
    Item,
    Key,
    Made,
    Problem,
    Value,
    canonical,
    canonical_map,
    check_name,
    key_of,
    utf8_length,
)

MAX_OPERATIONS = 100
MAX_TTL = 10**11
MAX_TRANSACTION_BYTES = 4 * 1024 * 1024
_EXACT = Context(prec=MAX_DIGITS, traps=[Inexact])
_NOT_COUNTERS = INDEX_KEYS | {TTL}
_PARTITION_KEYS = frozenset({PK, *(index.pk for index in INDEXES.values())})


@dataclass(frozen=True, slots=True)
class Put:
    """Write the whole item, replacing what was there."""

    item: Item
    when: Condition | None = None

    @property
    def key(self) -> Key:
        return key_of(self.item)


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove the item; removing what is not there is no error."""

    key: Key
    when: Condition | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """Write nothing, but let the transaction fail unless the condition holds."""

    key: Key
    when: Condition


Operation: TypeAlias = Put | Update | Delete | Check


class Table(ABC):
    """One table. All reads but those of an index see every write that was answered before."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def now(self) -> int:
        """The second at which items count as expired."""
        return int(self._clock().timestamp())

    async def get(self, key: Key) -> Item | None:
        _check_key(key)
        return (await self._get_many((key,))).get(key)

    async def get_many(self, keys: Iterable[Key]) -> dict[Key, Item]:
        """The items that exist, by key."""
        wanted = list(dict.fromkeys(keys))
        for key in wanted:
            _check_key(key)
        return await self._get_many(wanted) if wanted else {}

    async def read(self, keys: Iterable[Key], queries: Sequence[Query]) -> tuple[dict[Key, Item], list[Page]]:
        """The items that exist, by key, and a page for each query: all of it in one round trip."""
        wanted = list(dict.fromkeys(keys))
        for key in wanted:
            _check_key(key)
        meant = [question for question in queries if _can_find(question)]
        found, pages = await self._read(wanted, meant)
        answers = iter(pages)
        return found, [next(answers) if question in meant else Page([], None) for question in queries]

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
    ) -> Page:
        """Items of one partition in the order of their sort keys (by UTF-8 bytes)."""
        question = Query(pk, prefix, lo, hi, index, reverse, limit, cursor)
        return await self._query(question) if _can_find(question) else Page([], None)

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
        return await self._tally(question) if _can_find(question) else 0

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
        checked = [_checked(operation) for operation in operations]
        if len({operation.key for operation, _ in checked}) < len(checked):
            raise InvalidItem("a transaction touches an item once")
        if len(checked) * MAX_ITEM_BYTES > MAX_TRANSACTION_BYTES:
            _check_together(checked)
        await self._transact([operation for operation, _ in checked])

    async def write_many(self, *, puts: Iterable[Item] = (), deletes: Iterable[Key] = ()) -> None:
        """Many unconditional writes, fast and not atomic: for import and for deletion."""
        operations = [_checked(operation)[0] for operation in (*map(Put, puts), *map(Delete, deletes))]
        if len({operation.key for operation in operations}) < len(operations):
            raise InvalidItem("a batch touches an item once")
        await self._write_many(operations)

    async def _read(
        self, keys: Sequence[Key], queries: Sequence[Query]
    ) -> tuple[dict[Key, Item], list[Page]]:
        """For an engine to override that can do so in one go."""
        found = self._get_many(keys) if keys else _nothing()
        items, pages = await asyncio.gather(found, asyncio.gather(*map(self._query, queries)))
        return items, pages

    @abstractmethod
    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]: ...

    @abstractmethod
    async def _query(self, query: Query) -> Page: ...

    @abstractmethod
    async def _tally(self, query: Query) -> int: ...

    @abstractmethod
    async def _transact(self, operations: Sequence[Operation]) -> None: ...

    @abstractmethod
    async def _write_many(self, operations: Sequence[Operation]) -> None: ...

    @abstractmethod
    def scan(self) -> AsyncIterator[Item]:
        """Every item of the table, in no order: for migration and tests, on no path that a user takes."""

    @abstractmethod
    async def sweep(self, limit: int = 1000) -> int:
        """Remove up to `limit` expired items where the engine does not do so itself; how many went."""

    @abstractmethod
    async def check(self) -> None:
        """Raise Unavailable, with what to do, unless the table answers and has the right schema."""

    @abstractmethod
    async def close(self) -> None: ...


async def _nothing() -> dict[Key, Item]:
    return {}


def _can_find(query: Query) -> bool:
    """Whether there can be anything between the ends of what is asked for; refuses what no key can be."""
    for text, most in (
        (query.pk, MAX_PK_BYTES),
        (query.prefix, MAX_SK_BYTES),
        (query.lo, MAX_SK_BYTES),
        (query.hi, MAX_SK_BYTES),
    ):
        if text:
            _check_text(text, most)
    crossed = query.lo is not None and query.hi is not None and query.lo > query.hi
    return bool(query.pk) and query.hi != "" and not crossed


def _check_together(checked: Sequence[tuple[Operation, int]]) -> None:
    """Refuse what is too much for one transaction, though no item is too large."""
    sizes = (canonical_map(one.item)[1] if isinstance(one, Put) else size for one, size in checked)
    if sum(sizes) > MAX_TRANSACTION_BYTES:
        raise TooLarge(f"a transaction holds at most {MAX_TRANSACTION_BYTES:,} bytes")


def _checked(operation: Operation) -> tuple[Operation, int]:
    """The operation in the form that engines store, and the size of what it carries."""
    try:
        _check_key(operation.key)
        check_condition(operation.when)
        match operation:
            case Put(Made() as item):
                _check_item(item, 0)
                return operation, 0
            case Put(item, when):
                clean, size = canonical_map(item)
                _check_item(clean, size)
                return Put(clean, when), size
            case Update():
                return _checked_update(operation)
            case Delete() | Check():
                return operation, 0
    except KeyError as error:
        raise InvalidItem(f"an item needs {error.args[0]}") from error
    except Problem as error:
        raise InvalidItem(f"{operation.key}: {error}") from error


def _checked_update(update: Update) -> tuple[Update, int]:
    changed = [*update.set, *update.default, *update.add, *update.remove]
    for name in changed:
        check_name(name)
    if len(set(changed)) < len(changed):
        raise Problem("an update changes an attribute once")
    if PK in changed or SK in changed:
        raise Problem("an update cannot change the key")
    if not changed:
        raise Problem("an update changes something")
    if not _NOT_COUNTERS.isdisjoint(update.add):
        raise Problem("an index key or ttl cannot be added to")
    new, set_size = canonical_map(update.set)
    _check_item(new, set_size)
    default, default_size = canonical_map(update.default) if update.default else ({}, 0)
    _check_item(default, default_size)
    for amount in update.add.values():
        if isinstance(amount, bool) or not isinstance(amount, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise Problem("only whole numbers are added")
        canonical(amount)
    clean = Update(update.key, new, default, dict(update.add), tuple(update.remove), update.when)
    return clean, set_size + default_size


def _check_item(item: Mapping[str, Value], size: int) -> None:
    if size > MAX_ITEM_BYTES:
        raise TooLarge(f"{size:,} bytes in one item; the most is {MAX_ITEM_BYTES:,}")
    for name in INDEX_KEYS & item.keys():
        value = item[name]
        if not isinstance(value, str):
            raise Problem(f"the index key {name} is {type(value).__name__}, not text")
        _check_text(value, MAX_PK_BYTES if name in _PARTITION_KEYS else MAX_SK_BYTES)
    ttl = item.get(TTL, 0)
    if isinstance(ttl, bool) or not isinstance(ttl, int) or not 0 <= ttl < MAX_TTL:
        raise Problem("ttl is a whole number of seconds since 1970")


def _check_key(key: Key) -> None:
    _check_text(key.pk, MAX_PK_BYTES)
    _check_text(key.sk, MAX_SK_BYTES)


def _check_text(text: object, most: int) -> None:
    if not isinstance(text, str) or not text:
        raise InvalidItem(f"a key is text of 1 to {most} bytes, not {text!r}")
    try:
        size = utf8_length(text)
    except Problem as error:
        raise InvalidItem(str(error)) from error
    if size > most:
        raise TooLarge(f"a key of {size:,} bytes; the most is {most:,}")


def apply(update: Update, item: Item | None) -> dict[str, Value]:
    """The item after the update. SQLite writes this; DynamoDB does the same by itself."""
    result: dict[str, Value] = dict(item) if item is not None else {PK: update.key.pk, SK: update.key.sk}
    for name, value in update.default.items():
        result.setdefault(name, value)
    result.update(update.set)
    for name, amount in update.add.items():
        result[name] = _sum(update.key, name, result.get(name, 0), amount)
    for name in update.remove:
        result.pop(name, None)
    return result


def _sum(key: Key, name: str, found: Value, amount: int) -> Value:
    if not is_number(found):
        raise InvalidItem(f"{key}: {name} is not a number, and cannot be added to")
    try:
        total, _ = canonical(_EXACT.add(Decimal(found), Decimal(amount)))
    except (Inexact, Problem) as error:
        raise InvalidItem(f"{key}: {name} would have more than {MAX_DIGITS} digits") from error
    return total


def check_size(key: Key, item: Mapping[str, Value], at_most: int | None = None) -> None:
    """Refuse an item that is too large, of a model or made so by an update.

    Who knows a size that it cannot be above says so: most items are small, and need not be measured.
    """
    if at_most is not None and at_most <= MAX_ITEM_BYTES:
        return
    _, size = canonical_map(item)
    if size > MAX_ITEM_BYTES:
        raise TooLarge(f"{key}: {size:,} bytes in one item; the most is {MAX_ITEM_BYTES:,}")
