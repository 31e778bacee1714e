"""Lists that are longer than one answer: a page of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Thing = TypeVar("Thing")
Other = TypeVar("Other")


@dataclass(frozen=True, slots=True)
class Page(Generic[Thing]):
    """Some of many."""

    items: Sequence[Thing]
    number: int
    """From 0."""
    count: int
    """How many pages there are, at least 1."""
    total: int
    """How many things there are on all of them."""

    def showing(self, items: Sequence[Other]) -> "Page[Other]":
        """The same page, with what its things look like."""
        return Page(items, self.number, self.count, self.total)

    def __str__(self) -> str:
        return f"page {self.number + 1:,} of {self.count:,}" if self.count > 1 else ""


def page_of(things: Sequence[Thing], number: int, size: int) -> Page[Thing]:
    """The page of that number, or the last one: things may have gone since the button was made."""
    count = max(1, -(-len(things) // size))
    number = min(max(number, 0), count - 1)
    return Page(things[number * size : (number + 1) * size], number, count, len(things))
