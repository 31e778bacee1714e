"""Reads of which each depends on the one before, as one piece of work: a generator says what to read next.

    def goals_called(name: str) -> ReadSteps[list[Item]]:
        found = yield Lookup(keys=[lock])
        return (yield from every_item(Query(str(found.items[lock]["userId"]))))

`Table.read_in_steps` runs it. SQLite does all of it in one visit to its thread, DynamoDB step by step.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import NamedTuple, TypeAlias, TypeVar

from tracker.store.checking import check_key, check_text
from tracker.store.query import Query, QueryPage
from tracker.store.values import MAX_PK_BYTES, MAX_SK_BYTES, Item, Key

T = TypeVar("T")


class Lookup(NamedTuple):
    """What to read next, all of it in one round trip."""

    keys: Sequence[Key] = ()
    queries: Sequence[Query] = ()


class StepResult(NamedTuple):
    items: Mapping[Key, Item]
    """Those that exist, by key."""
    pages: Sequence[QueryPage]
    """One for each query."""


ReadSteps: TypeAlias = Generator[Lookup, StepResult, T]


def walked(steps: ReadSteps[T], read: Callable[[Lookup], StepResult]) -> T:
    """For an engine that can read without waiting."""
    try:
        lookup = next(steps)
        while True:
            lookup = steps.send(read(lookup))
    except StopIteration as done:
        return done.value


def every_item(*queries: Query) -> ReadSteps[list[Item]]:
    """All that queries find, page after page, in the order of the queries."""
    found: list[list[Item]] = [[] for _ in queries]
    left = list(enumerate(queries))
    while left:
        pages = (yield Lookup(queries=[query for _, query in left])).pages
        further: list[tuple[int, Query]] = []
        for (place, query), page in zip(left, pages, strict=True):
            found[place] += page.items
            if page.cursor is not None:
                further.append((place, replace(query, cursor=page.cursor)))
        left = further
    return [item for items in found for item in items]


def checked_lookup(lookup: Lookup) -> tuple[Lookup, list[bool]]:
    """What an engine is asked, and for each query whether it is: some can find nothing."""
    keys = list(dict.fromkeys(lookup.keys))
    for key in keys:
        check_key(key)
    askable = [*map(can_find, lookup.queries)]
    return Lookup(keys, [*compress(lookup.queries, askable)]), askable


def all_pages(pages: Iterable[QueryPage], askable: Iterable[bool]) -> list[QueryPage]:
    answers = iter(pages)
    return [next(answers) if asked else QueryPage([], None) for asked in askable]


def can_find(query: Query) -> bool:
    """Whether there can be anything between the ends of what is asked for; refuses what no key can be."""
    for text, most in (
        (query.pk, MAX_PK_BYTES),
        (query.prefix, MAX_SK_BYTES),
        (query.lo, MAX_SK_BYTES),
        (query.hi, MAX_SK_BYTES),
    ):
        if text:
            check_text(text, most)
    crossed = query.lo is not None and query.hi is not None and query.lo > query.hi
    return bool(query.pk) and query.hi != "" and not crossed
