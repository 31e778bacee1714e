"""May A see X of B in room R? The one rule, which history, messages, digests and shares all ask.

Whoever is in a room sees what was said there, also before they came, but nothing of somebody from whom they
are kept apart: a block holds both ways, in every room. What two people have reported is seen only by whoever
said it and by the owner, who decides about it.
"""

from typing import Protocol

from tracker.frozen import frozen

HIDE_FROM = 2
"""So many reports hide a message."""


class Contribution(Protocol):
    """Something in a room."""

    @property
    def user(self) -> str | None:
        """Whose it is; None where it is nobody's any more."""
        ...

    @property
    def reports(self) -> int: ...


@frozen
class Standing:
    """How people in a room stand to each other, at one moment."""

    owner: str
    members: frozenset[str]
    blocks: frozenset[tuple[str, str]] = frozenset()
    """Who wants nothing to do with whom."""

    def are_apart(self, one: str, other: str) -> bool:
        return (one, other) in self.blocks or (other, one) in self.blocks

    def may_see(self, viewer: str, said: Contribution) -> bool:
        if viewer not in self.members:
            return False
        if said.user is None or said.user == viewer:
            return True
        if self.are_apart(viewer, said.user):
            return False
        return said.reports < HIDE_FROM or viewer == self.owner

    def may_know(self, viewer: str, other: str) -> bool:
        """Whether one hears of the other: what they show of themselves in their rooms, and "well done"."""
        return {viewer, other} <= self.members and not self.are_apart(viewer, other)

    def may_hear(self, listener: str, speaker: str) -> bool:
        """Whether what one says just now is told to the other."""
        return listener != speaker and listener in self.members and not self.are_apart(listener, speaker)
