"""Lists that are longer than one answer: a page of them."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from tracker.frozen import frozen
from tracker.words import people

Thing = TypeVar("Thing")
Other = TypeVar("Other")


@frozen
class ListPage(Generic[Thing]):
    """Some of many."""

    items: Sequence[Thing]
    number: int
    """From 0."""
    count: int
    """How many pages there are, at least 1."""
    total: int
    """How many things there are on all of them."""

    def __str__(self) -> str:
        return f"page {people(self.number + 1)} of {people(self.count)}" if self.count > 1 else ""


def page_of(things: Sequence[Thing], number: int | None, size: int) -> ListPage[Thing]:
    """The page of that number, or the last one: things may have gone since the button was made.

    Without a number, all of them on one page.
    """
    if number is None:
        return ListPage(things, 0, 1, len(things))
    count = max(1, -(-len(things) // size))
    number = min(max(number, 0), count - 1)
    return ListPage(things[number * size : (number + 1) * size], number, count, len(things))
