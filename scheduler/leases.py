"""Which worker polls which shards: leases in the table, watched on each worker's own monotonic clock.

A lease is one item. Whoever holds it gives it a new random version every RENEW_SECONDS; whoever has seen the
same version for LENGTH_SECONDS may take it. No worker reads another's clock, so none can be misled by it.
"""

import math
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tracker.frozen import frozen
from tracker.ids import Ids
from tracker.logs import get_logger
from tracker.shards import SHARDS
from tracker.store.conditions import Condition, eq, lacks
from tracker.store.entity import Entity, from_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import LeaseKey
from tracker.store.table import Check, Table, Update
from tracker.store.values import Item, Key, Value

log = get_logger(__name__)

TICK_SECONDS = 5
RENEW_SECONDS = 25
HOLD_SECONDS = 40
"""For how long after sending its last renewal a holder acts on it: three ticks more than RENEW_SECONDS."""
LENGTH_SECONDS = 45
"""For how long others must have seen the same version. With two ticks more, one to see the last version and
one to find it old, a dead worker's shards are taken within 55 seconds."""


def steady_clock() -> float:
    """Monotonic seconds that go on while the machine sleeps, where it can say so."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Lease(Entity, frozen=True):
    """The item of a shard. Without an owner it is free; it is never removed, so that `fencing` only grows."""

    type: Literal["lease"] = "lease"
    owner: str | None = None
    version: str | None = None
    fencing: int = 0
    """Grows with every change of owner."""
    changes: int = 0
    """Grows with every subject that is added to the shard or leaves it (`announce`)."""
    asker: str | None = None
    """A worker that holds nothing and would like its share."""
    turns: str | None = None
    """When the holder would look at what next (`scheduler/turns.py`), as of its last renewal."""
    turns_age: int = 0
    """How many seconds old that was when the present holder took the shard."""


Turns: TypeAlias = Callable[[int], str | None]
"""What the next holder of a shard is to know of its turns."""


def no_turns(shard: int) -> None:
    del shard


@frozen
class Held:
    """A shard that is ours until `until` on our own clock."""

    shard: int
    fencing: int
    changes: int
    rested: float
    """For how many seconds nobody can have polled the shard when we took it, as far as we have seen."""
    until: float
    taken: float = 0.0
    """When that was, on our own clock."""
    turns: str | None = None
    """What the holder before us left."""
    turns_age: float = 0.0
    """How many seconds old that was when we took the shard, as far as we have seen."""

    def check(self) -> Check:
        """Goes into each transaction that acts on the shard: it fails once the lease has changed hands."""
        return Check(LeaseKey(self.shard).key, eq("fencing", self.fencing))


@dataclass(slots=True)
class _Renewal:
    """A version that was sent and not yet answered. It is sent again as it is, so that we know it again."""

    version: str
    sent: float


@dataclass(slots=True)
class _Mine:
    """A lease of ours, with what we know of its item."""

    shard: int
    version: str
    fencing: int
    changes: int
    rested: float
    taken: float
    renewed: float
    turns: str | None = None
    turns_age: float = 0.0
    asker: str | None = None
    renewal: _Renewal | None = None

    @property
    def key(self) -> Key:
        return LeaseKey(self.shard).key

    def held(self) -> Held:
        until = self.renewed + HOLD_SECONDS
        ours = (self.shard, self.fencing, self.changes, self.rested, until, self.taken)
        return Held(*ours, self.turns, self.turns_age)

    def noted(self, turns: str | None, now: float) -> dict[str, Value]:
        """For the next holder: our own turns, or how old those are by now that we were left."""
        if turns is not None:
            return {"turns": turns, "turnsAge": 0}
        return {} if self.turns is None else {"turnsAge": int(self.turns_age + now - self.taken)}

    def renew(self, renewal: _Renewal, turns: str | None, now: float, *, heeding: bool) -> Update:
        """When `heeding`, it is refused also if the item has news for us: so we hear of them unread."""
        when = eq("version", self.version)
        if heeding:
            when = when & _same("asker", self.asker) & _same("changes", self.changes or None)
        new = {"version": renewal.version, **self.noted(turns, now)}
        return Update(self.key, set=new, remove=("asker",), when=when)

    def renewed_as(self, renewal: _Renewal, sent: float) -> None:
        self.version, self.renewed, self.renewal, self.asker = renewal.version, sent, None, None


@frozen
class _Watch:
    """The lease of somebody else, since when we have seen its version, and when we last saw it owned."""

    lease: Lease
    since: float
    owned: float = -math.inf

    def old(self, now: float) -> bool:
        return now - self.since >= LENGTH_SECONDS

    def left(self, now: float) -> bool:
        return self.lease.owner is not None and self.old(now)

    def rested(self, worker: str, now: float) -> float:
        """A dead worker may have polled for as long as it trusted the last version that we saw."""
        if self.lease.owner == worker:
            return math.inf
        return now - (self.since + HOLD_SECONDS if self.lease.owner else self.owned)

    def turns_age(self, now: float) -> float:
        return self.lease.turns_age + now - self.since


class Leases:
    """The leases of one worker. Call `tick` every TICK_SECONDS and `release_all` at the end.

    A lease whose owner has the worker's own name is from an earlier life of it and taken at once. So a name
    is used by one process at a time: it is a random one where several machines share the table. `tick` and
    `release_all` raise StoreError as the table does; the next tick takes up where they ended.
    """

    def __init__(
        self, table: Table, worker: str, *, monotonic: Callable[[], float], new_version: Ids
    ) -> None:
        self._table = table
        self._worker = worker
        self._monotonic = monotonic
        self._new_version = new_version
        self._mine: dict[int, _Mine] = {}
        self._watched: dict[int, _Watch] = {}
        self._asks: dict[str, float] = {}
        self._asked = -math.inf
        start = zlib.crc32(worker.encode())
        # Each worker begins elsewhere, so that two of them race for the same free shards less often.
        self._order = [(start + step) % SHARDS for step in range(SHARDS)]

    def held(self) -> dict[int, Held]:
        """The shards that may be polled now: none after a pause longer than HOLD_SECONDS, until a tick."""
        now = self._monotonic()
        held = {shard: mine.held() for shard, mine in self._mine.items()}
        return {shard: lease for shard, lease in held.items() if now < lease.until}

    def holding(self, shard: int) -> Held | None:
        """The lease of one shard, if it may be polled now."""
        mine = self._mine.get(shard)
        return mine.held() if mine is not None and self._monotonic() < mine.renewed + HOLD_SECONDS else None

    def still(self, held: Held) -> bool:
        """Whether the lease is the same one and still ours: to be asked right before acting on it."""
        now = self.holding(held.shard)
        return now is not None and now.fencing == held.fencing

    def lose(self, held: Held) -> None:
        """A transaction found its check failed: somebody else has the shard, before we have heard of it."""
        mine = self._mine.get(held.shard)
        if mine is not None and mine.fencing == held.fencing:
            del self._mine[held.shard]
            log.warning("lease lost: another worker polls the shard now", shard=held.shard)

    async def tick(self, turns: Turns = no_turns) -> None:
        """Renew what is due, look at the others, and move towards our share."""
        await self._renew(turns)
        now = self._monotonic()
        await self._look()
        share = math.ceil(SHARDS / len(self._live(now)))
        if (surplus := len(self._mine) - share) > 0:
            given = [shard for shard in reversed(self._order) if shard in self._mine][:surplus]
            await self._release(given, turns)
        elif wanted := self._wanted(share - len(self._mine), now):
            await self._take(wanted, now)
        elif not self._mine and now - self._asked >= RENEW_SECONDS:
            await self._ask()

    async def release_all(self, turns: Turns = no_turns) -> None:
        """At the end: others need not wait for our leases to grow old."""
        await self._release(list(self._mine), turns)

    async def _renew(self, turns: Turns) -> None:
        """Those refused for their news, or because only a reply was lost, are sent again, and then heed none.

        News that come faster than we can write would otherwise cost us the lease. They refuse the next one.
        """
        now = self._monotonic()
        due = [mine for mine in self._mine.values() if mine.renewal or now - mine.renewed >= RENEW_SECONDS]
        again = await self._renew_once(due, turns, heeding=True)
        await self._renew_once(again, turns, heeding=False)

    async def _renew_once(self, due: Sequence[_Mine], turns: Turns, *, heeding: bool) -> list[_Mine]:
        """Answers those that were refused and are ours nevertheless."""
        sent = self._monotonic()
        renewals = {mine.key: mine.renewal or _Renewal(self._new_version(), sent) for mine in due}
        for mine in due:
            mine.renewal = renewals[mine.key]
        updates = [mine.renew(renewals[mine.key], turns(mine.shard), sent, heeding=heeding) for mine in due]
        refused = await _write_each(self._table, updates)
        for mine in due:
            if mine.key not in refused:
                mine.renewed_as(renewals[mine.key], sent)
        return [mine for mine in due if mine.key in refused and self._heed(mine, refused[mine.key])]

    def _heed(self, mine: _Mine, current: Item | None) -> bool:
        """Learn from the item that refused our renewal; whether it is still ours."""
        lease = _lease(current)
        if mine.renewal and lease.version == mine.renewal.version:  # only the reply was lost
            mine.renewed_as(mine.renewal, mine.renewal.sent)
        elif lease.version != mine.version:
            del self._mine[mine.shard]
            log.warning("lease lost: another worker polls the shard now", shard=mine.shard, owner=lease.owner)
            return False
        mine.asker, mine.changes = lease.asker, lease.changes
        if lease.asker:
            self._asks[lease.asker] = self._monotonic()
        return True

    async def _look(self) -> None:
        """Read the leases that are not ours. A worker that holds all of them reads nothing."""
        others = [shard for shard in self._order if shard not in self._mine]
        found = await self._table.get_many(LeaseKey(shard).key for shard in others)
        seen = self._monotonic()  # after the answer: a version is never older than we think
        self._watched = {shard: self._watch(shard, found.get(LeaseKey(shard).key), seen) for shard in others}

    def _watch(self, shard: int, item: Item | None, seen: float) -> _Watch:
        lease = _lease(item)
        before = self._watched.get(shard, _Watch(lease, seen))
        same = before.lease.version == lease.version
        if lease.asker and not (same and shard in self._watched and before.lease.asker == lease.asker):
            self._asks[lease.asker] = seen
        if lease.owner:
            self._asks.pop(lease.owner, None)
        return _Watch(lease, before.since if same else seen, seen if lease.owner else before.owned)

    def _live(self, now: float) -> set[str]:
        """The workers that want a share: us, owners that renew, and those who asked not long ago."""
        self._asks = {name: at for name, at in self._asks.items() if now - at < LENGTH_SECONDS}
        owners = {watch.lease.owner for watch in self._watched.values() if not watch.old(now)}
        return {self._worker, *self._asks, *(owner for owner in owners if owner)}

    def _wanted(self, room: int, now: float) -> list[int]:
        """What is free, as far as our share has room, and all that the dead have left, whatever our share.

        Others who live may not have watched the dead for long enough. What is too much for us goes to them.
        """
        watched = [(shard, self._watched[shard]) for shard in self._order if shard in self._watched]
        left = [shard for shard, watch in watched if watch.left(now)]
        ours = (None, self._worker)
        free = [shard for shard, watch in watched if watch.lease.owner in ours and shard not in left]
        return left + free[: max(room - len(left), 0)]

    async def _take(self, shards: Sequence[int], now: float) -> None:
        sent = self._monotonic()
        watched = {shard: self._watched[shard] for shard in shards}
        taken = [
            _Mine(
                shard,
                self._new_version(),
                watch.lease.fencing + 1,
                watch.lease.changes,
                watch.rested(self._worker, now),
                taken=sent,
                renewed=sent,
                turns=watch.lease.turns,
                turns_age=watch.turns_age(now),
            )
            for shard, watch in watched.items()
        ]
        refused = await _write_each(self._table, [self._taking(m, watched[m.shard].lease) for m in taken])
        won = {mine.shard: mine for mine in taken if mine.key not in refused}
        self._mine |= won
        if won:
            log.info("leases taken", shards=sorted(won))

    def _taking(self, mine: _Mine, before: Lease) -> Update:
        new = {"type": "lease", "owner": self._worker, "version": mine.version, "fencing": mine.fencing}
        if mine.turns is not None:
            new["turnsAge"] = int(mine.turns_age)
        return Update(mine.key, set=new, remove=("asker",), when=_same("version", before.version))

    async def _release(self, shards: Iterable[int], turns: Turns) -> None:
        """They are ours no more before they are anybody else's, whatever becomes of the write."""
        given = [self._mine.pop(shard) for shard in shards]
        if given:
            await _write_each(self._table, [self._giving(mine, turns(mine.shard)) for mine in given])
            log.info("leases released", shards=sorted(mine.shard for mine in given))

    def _giving(self, mine: _Mine, turns: str | None) -> Update:
        noted = mine.noted(turns, self._monotonic())
        new = {"version": self._new_version(), "fencing": mine.fencing + 1, **noted}
        return Update(mine.key, set=new, remove=("owner", "asker"), when=eq("fencing", mine.fencing))

    async def _ask(self) -> None:
        """Tell the worker that has the most. The version stays: an ask makes no dead lease look alive."""
        leases = {shard: watch.lease for shard, watch in self._watched.items()}
        owners = Counter(lease.owner for lease in leases.values())
        unasked = [shard for shard, lease in leases.items() if lease.asker is None]
        if not unasked:
            return
        shard = max(unasked, key=lambda shard: owners[leases[shard].owner])
        when = _same("version", leases[shard].version) & lacks("asker")
        asking = Update(LeaseKey(shard).key, set={"asker": self._worker}, when=when)
        if not await _write_each(self._table, [asking]):
            self._asked = self._monotonic()


def _same(name: str, value: str | int | None) -> Condition:
    return lacks(name) if value is None else eq(name, value)


def _lease(item: Item | None) -> Lease:
    return Lease() if item is None else from_item(Lease, item)


async def _write_each(table: Table, updates: Sequence[Update]) -> Mapping[Key, Item | None]:
    """Write those whose condition holds, in one transaction; answers the items that refused the others."""
    refused: dict[Key, Item | None] = {}
    while waiting := [update for update in updates if update.key not in refused]:
        try:
            await table.transact(waiting)
        except ConditionFailed as failed:
            refused |= {failure.key: failure.current for failure in failed.failures}
        else:
            break
    return refused
