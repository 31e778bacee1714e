"""Whom an item belongs to. Export and deletion of a person follow these declarations and nothing else."""

from typing import TYPE_CHECKING, TypeAlias

from tracker.frozen import frozen

if TYPE_CHECKING:
    from tracker.store.key import KeyOf


@frozen
class HeldByPerson:
    """To the person in whose partition it lies."""


@frozen
class Under:
    """To the person who holds the item that names its partition: the log of a habit goes with the habit."""

    owners: tuple["type[KeyOf]", ...]


@frozen
class HeldByLock:
    """To the person whose identity it locks; the user item lists these."""


@frozen
class Authored:
    """To the person who wrote it into a shared place; an authorship in their partition names it."""


@frozen
class Nobody:
    """To no person, and why not."""

    reason: str


Held: TypeAlias = HeldByPerson | Under | HeldByLock | Authored | Nobody

PERSON, LOCK, AUTHORED = HeldByPerson(), HeldByLock(), Authored()


def under(*owners: "type[KeyOf]") -> Under:
    return Under(owners)


def nobody(reason: str) -> Nobody:
    return Nobody(reason)
