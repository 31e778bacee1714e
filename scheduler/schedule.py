"""The schedule in memory: when each subject of our shards is due next.

A heap holds the seconds at which something is due, and each second has a list of its subjects. So what a tick
costs follows what is due, not how many subjects there are.
"""

import heapq
import math
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, TypeVar

from scheduler.leases import Held
from tracker.shards import shard_of
from tracker.store.segments import Subject

State = TypeVar("State")

HAND_BACK_SECONDS = 300
"""A subject that was handed out and not rescheduled (its work was cancelled) is due again after this."""
SETTLE_SECONDS = 10
"""From the word that a shard's subjects changed to the list of them: the index may lag behind the word."""
LIST_AGAIN_SECONDS = 60
"""The first list of a shard is checked once: a subject may just have been on its way into the index."""
RELIST_SECONDS = 6 * 3600
"""A list is never trusted for longer."""

_GONE = -1


@dataclass(slots=True, eq=False)
class Planned(Generic[State]):
    """A subject, what its poller remembers of it, and when it is due."""

    subject: Subject
    state: State
    second: int = _GONE
    """In whole seconds, rounded up: nothing is early. `_GONE` once it has left the schedule."""
    listing: int = 0
    """The latest listing of the shard that it is known to belong in."""


@dataclass(slots=True)
class _Shard(Generic[State]):
    fencing: int
    changes: int
    list_at: float
    listing: int = 0
    listed: bool = False
    """Whether a list has come to its end."""
    subjects: dict[Subject, Planned[State]] = field(default_factory=dict[Subject, Planned[State]])


class Schedule(Generic[State]):
    """All times are seconds of one clock, the caller's."""

    def __init__(self) -> None:
        self._shards: dict[int, _Shard[State]] = {}
        self._seconds: list[int] = []
        self._due: dict[int, list[Planned[State]]] = {}

    def __len__(self) -> int:
        return sum(len(shard.subjects) for shard in self._shards.values())

    def __iter__(self) -> Iterator[Planned[State]]:
        for shard in self._shards.values():
            yield from shard.subjects.values()

    def get(self, subject: Subject) -> Planned[State] | None:
        shard = self._shards.get(shard_of(subject))
        return None if shard is None else shard.subjects.get(subject)

    def turns(self, number: int, now: float, most: int) -> Iterator[tuple[Planned[State], float]]:
        """In how many seconds subjects of a shard are due, of at most so many of them."""
        shard = self._shards.get(number)
        if shard is not None:
            for planned in islice(shard.subjects.values(), most):
                yield planned, planned.second - now

    def is_listed(self, number: int) -> bool:
        """Whether the subjects of the shard have been listed since we took it."""
        shard = self._shards.get(number)
        return shard is not None and shard.listed

    def follow(self, held: Mapping[int, Held], now: float) -> list[int]:
        """Forget at once the shards that are no longer held; answers those to be listed now."""
        for number in [n for n, shard in self._shards.items() if not _same_lease(shard, held.get(n))]:
            self._forget(number)
        for number, lease in held.items():
            shard = self._shards.setdefault(number, _Shard(lease.fencing, lease.changes, now))
            if shard.changes != lease.changes:
                shard.changes = lease.changes
                shard.list_at = min(shard.list_at, now + SETTLE_SECONDS)
        return [number for number, shard in self._shards.items() if shard.list_at <= now]

    async def load(
        self,
        number: int,
        listing: AsyncIterator[tuple[Subject, State]],
        first: Callable[[Subject, State], float],
        now: float,
    ) -> None:
        """Take up the subjects listed, new ones due at `first`; what is not listed any more leaves.

        Subjects that are known keep their state and their turn. When the lease is lost on the way, nothing is
        left of the list; when the list breaks off, it is due again at once.
        """
        shard = self._shards.get(number)
        if shard is None:
            return
        shard.list_at, shard.listing = math.inf, shard.listing + 1
        complete = False
        try:
            async for subject, state in listing:
                if self._shards.get(number) is not shard:
                    return
                self._meet(shard, subject, state, first)
            complete = shard.listed = True
        finally:
            again = LIST_AGAIN_SECONDS if shard.listing == 1 else RELIST_SECONDS
            shard.list_at = min(shard.list_at, now + again if complete else now)
        self._drop_unlisted(shard)

    def put(self, subject: Subject, state: State, due: float) -> bool:
        """Add a subject, or replace it. False when its shard is not ours: whoever holds it will notice."""
        shard = self._shards.get(shard_of(subject))
        if shard is None:
            return False
        planned = shard.subjects.setdefault(subject, Planned(subject, state))
        planned.state = state
        planned.listing = shard.listing + 1  # the index may not know it yet when the next listing begins
        self._plan(planned, due)
        return True

    def reschedule(self, planned: Planned[State], due: float) -> bool:
        """Give a subject its next turn. False when it has left the schedule meanwhile."""
        if planned.second == _GONE:
            return False
        self._plan(planned, due)
        return True

    def remove(self, subject: Subject) -> None:
        shard = self._shards.get(shard_of(subject))
        planned = None if shard is None else shard.subjects.pop(subject, None)
        if planned is not None:
            planned.second = _GONE

    def due(self, now: float, limit: int) -> list[Planned[State]]:
        """Up to `limit` subjects whose time has come, soonest first. Each is handed out once."""
        found: list[Planned[State]] = []
        while self._seconds and self._seconds[0] <= now and len(found) < limit:
            second = self._seconds[0]
            waiting = self._due[second]
            while waiting and len(found) < limit:
                planned = waiting.pop()
                if planned.second == second:  # otherwise it was moved or removed since
                    self._plan(planned, now + HAND_BACK_SECONDS)
                    found.append(planned)
            if not waiting:
                heapq.heappop(self._seconds)
                del self._due[second]
        return found

    def next_due(self) -> float | None:
        """Not before this is anything due; None when nothing is planned."""
        return self._seconds[0] if self._seconds else None

    def _plan(self, planned: Planned[State], due: float) -> None:
        second = max(math.ceil(due), 0)
        if planned.second == second:
            return
        planned.second = second
        if second not in self._due:
            self._due[second] = []
            heapq.heappush(self._seconds, second)
        self._due[second].append(planned)

    def _meet(
        self, shard: _Shard[State], subject: Subject, state: State, first: Callable[[Subject, State], float]
    ) -> None:
        planned = shard.subjects.get(subject)
        if planned is None:
            planned = shard.subjects[subject] = Planned(subject, state)
            self._plan(planned, first(subject, state))
        planned.listing = max(planned.listing, shard.listing)

    def _drop_unlisted(self, shard: _Shard[State]) -> None:
        for planned in [p for p in shard.subjects.values() if p.listing < shard.listing]:
            self.remove(planned.subject)

    def _forget(self, number: int) -> None:
        for planned in self._shards.pop(number).subjects.values():
            planned.second = _GONE


def _same_lease(shard: _Shard[State], held: Held | None) -> bool:
    return held is not None and held.fencing == shard.fencing
