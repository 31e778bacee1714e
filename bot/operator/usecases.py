"""What whoever runs this Questlog can ask of it. All others hear that there is no such page."""

import asyncio
from collections import defaultdict
from datetime import datetime
from importlib.metadata import version

from bot.documents import Nothing
from bot.feature import rules_of
from bot.operator.documents import JobHealth, ShardHolder, SourceHealth, WaitingWork, Workings
from bot.places import store_place
from bot.visit import Visit
from scheduler.leases import Lease
from tracker.accounts.operating import is_operator
from tracker.digest.planning import KIND as ROUND
from tracker.feature import work_of
from tracker.notify.model import DUE_KIND, SHARDS
from tracker.refusals import Reason, Refused
from tracker.shards import SHARDS as POLLED
from tracker.store.entity import from_item
from tracker.store.index_keys import DueListKey
from tracker.store.keys import LeaseKey

MOST = 100
"""So much due work of one kind is counted in each shard; of more it is said that there is more."""


class NoSuchPlace(Refused):
    code = "no_such_place"
    reason = Reason.UNKNOWN


def check_operator(visit: Visit) -> None:
    """Raises NoSuchPlace."""
    if not is_operator(visit.person, visit.services.settings):
        raise NoSuchPlace("There is no such page.")


async def show(visit: Visit, _: Nothing) -> Workings:
    """By some hundred small reads. Only to count people takes longer the more there are."""
    check_operator(visit)
    services = visit.services
    kinds = {"dispatch": DUE_KIND, **{one.name: one.kind for one in work_of(rules_of(services.features))}}
    workers, people, size, work, sources = await asyncio.gather(
        _workers(visit),
        _people(visit),
        services.table.size(),
        asyncio.gather(*(_waiting(visit, name, kind) for name, kind in kinds.items())),
        services.network.sources(),
    )
    return Workings(
        version=version("questlog"),
        store=store_place(services.settings.store),
        stored_bytes=size,
        people=people,
        at=visit.now,
        sources=tuple(
            SourceHealth(name=name, rests_until=rest and rest.until, why=rest and rest.cause)
            for name, rest in sources.resting().items()
        ),
        workers=tuple(ShardHolder(worker=name, shards=tuple(some)) for name, some in sorted(workers.items())),
        free_shards=POLLED - sum(map(len, workers.values())),
        work=tuple(work),
        jobs=tuple(
            JobHealth(name=name, good_at=runs.good_at, failed_at=runs.failed_at)
            for name, runs in sorted(services.network.jobs().items())
        ),
    )


async def _people(visit: Visit) -> int:
    """By their daily rounds: whoever has something to hear of has one."""
    lists = (DueListKey.until(kind=ROUND, shard=shard, at=visit.now) for shard in range(SHARDS))
    return sum(await asyncio.gather(*(visit.services.table.count(one.pk, index=one.index) for one in lists)))


async def _workers(visit: Visit) -> dict[str, list[int]]:
    keys = [LeaseKey(shard).key for shard in range(POLLED)]
    items, found = await visit.services.table.get_many(keys), defaultdict[str, list[int]](list)
    for shard, key in enumerate(keys):
        lease = from_item(Lease, items[key]) if key in items else None
        if lease is not None and lease.owner is not None:
            found[lease.owner].append(shard)
    return found


async def _waiting(visit: Visit, name: str, kind: str) -> WaitingWork:
    pages = await asyncio.gather(*(_due(visit, kind, shard) for shard in range(SHARDS)))
    firsts = [first for _, first in pages if first is not None]
    return WaitingWork(
        name=name,
        due=sum(due for due, _ in pages),
        more=any(due == MOST for due, _ in pages),
        since=min(firsts, default=None),
    )


async def _due(visit: Visit, kind: str, shard: int) -> tuple[int, datetime | None]:
    """How much is due, and since when the first of it is."""
    until = DueListKey.until(kind=kind, shard=shard, at=visit.now)
    page = await visit.services.table.query(until.pk, lo=until.lo, hi=until.hi, index=until.index, limit=MOST)
    if not page.items:
        return 0, None
    since = page.items[0].get("dueAt") or page.items[0].get("notBefore")
    return len(page.items), datetime.fromisoformat(since) if isinstance(since, str) else None
