"""Every subject once, without leases: for a hand or a cron job. A service may poll the same table meanwhile.

Whatever two of them find at the same time, the conditions of the recorder let it be written and told once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from scheduler.observe import BUSY, UNCHANGED, LookResult, Memory, Observer
from scheduler.outages import present
from scheduler.poll import observed_in
from scheduler.sources.registry import Sources
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.goals.recording.outages import unchanged
from tracker.goals.recording.recorder import Recorder
from tracker.settings import PollSettings
from tracker.shards import SHARDS, announce, shard_of
from tracker.store.entity import change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import SubjectKey
from tracker.store.segments import Subject
from tracker.store.table import Table, Update
from tracker.subjects import LatestReading, Observed

AGAIN_SECONDS = 1.0
"""Progress is kept by the second: what comes in the same one as the last is recorded in the next."""
MOST_AGAIN = 3


@frozen
class _Turn:
    observed: Observed
    subject: Subject
    memory: Memory


async def poll_once(
    table: Table,
    clock: Clock,
    sources: Sources,
    recorder: Recorder,
    settings: PollSettings,
    *,
    everything: bool,
    on_look: Callable[[LookResult], None] | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> list[LookResult]:
    """The looks in the order of their subjects; `on_look` hears of each when it ends. Raises StoreError.

    Unless it is `everything`, subjects are left out that have changed less than `soonest_seconds` ago.
    """
    run = _Run(table, Observer(clock, sources, recorder, settings), sleep, on_look)
    turns = await run.turns()
    if not everything:
        recent = int(clock().timestamp() - settings.soonest_seconds)
        turns = await _due(table, turns, recent)
    return await run.take(turns, settings.concurrency)


async def look_once(
    table: Table,
    clock: Clock,
    sources: Sources,
    recorder: Recorder,
    settings: PollSettings,
    *,
    subject: Subject,
) -> LookResult | None:
    """One subject now; None where nobody watches it. Raises StoreError."""
    item = await table.get(SubjectKey(subject).key)
    run = _Run(table, Observer(clock, sources, recorder, settings), asyncio.sleep, None)
    looks = await run.take(run.turns_of(from_items(Observed, [item] if item else [])), 1)
    return looks[0] if looks else None


class _Run:
    def __init__(
        self,
        table: Table,
        observer: Observer,
        sleep: Callable[[float], Awaitable[None]],
        on_look: Callable[[LookResult], None] | None,
    ) -> None:
        self._table = table
        self._observer = observer
        self._sleep = sleep
        self._on_look = on_look

    async def turns(self) -> list[_Turn]:
        found = [one for shard in range(SHARDS) async for one in observed_in(self._table, shard)]
        found.sort(key=lambda observed: observed.subject)
        return self.turns_of(found)

    def turns_of(self, found: Iterable[Observed]) -> list[_Turn]:
        return [_Turn(observed, *self._observer.meet(observed)) for observed in found]

    async def take(self, turns: Sequence[_Turn], concurrency: int) -> list[LookResult]:
        looks: dict[Subject, LookResult] = {}
        waiting = iter(turns)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(concurrency, len(turns))):
                    group.create_task(self._look_on(waiting, looks))
        except BaseExceptionGroup as failed:
            raise failed.exceptions[0] from failed  # the others were cancelled because of it
        return [looks[turn.subject] for turn in turns]

    async def _look_on(self, waiting: Iterator[_Turn], looks: dict[Subject, LookResult]) -> None:
        for turn in waiting:
            looks[turn.subject] = look = await self._look(turn)
            if self._on_look is not None:
                self._on_look(look)

    async def _look(self, turn: _Turn) -> LookResult:
        while (look := await self._observer.look(turn.subject, turn.memory, _nobody_else)).outcome == BUSY:
            await self._sleep(AGAIN_SECONDS)
        for _ in range(MOST_AGAIN):
            if not look.again:
                break
            await self._sleep(AGAIN_SECONDS)
            later = await self._observer.look(turn.subject, turn.memory, _nobody_else)
            look = _together(look, later)
        await self._keep_outage(turn)
        return look

    async def _keep_outage(self, turn: _Turn) -> None:
        """Nothing is remembered until the next run but what is written, and one failure proves nothing.

        A service beside us may have no trouble, and its looks find nothing new: the higher revision makes its
        next one a whole one, which ends the outage.
        """
        before, trouble = turn.observed.outage, turn.memory.trouble
        if trouble is None or (before is not None and before.told and trouble.told is before.kind):
            return
        if trouble.told is None:
            kept = change(Observed, turn.observed.key, {"outage": present(trouble)}, when=unchanged(before))
        else:  # it was told just now, and kept with that
            kept = Update(turn.observed.key.key, stamped=True)
        try:
            await self._table.transact([replace(kept, add={"revision": 1}), announce(shard_of(turn.subject))])
        except ConditionFailed:
            return  # somebody else knows better


def _together(look: LookResult, later: LookResult) -> LookResult:
    """What the first one recorded is nothing new to the second."""
    outcome = look.outcome if later.outcome == UNCHANGED else later.outcome
    return replace(later, outcome=outcome, goals=look.goals + later.goals, told=look.told + later.told)


async def _due(table: Table, turns: Sequence[_Turn], recent: int) -> list[_Turn]:
    """Of those that changed today only the last reading says when."""
    keys = {
        turn.subject: LatestReading.key_of(turn.subject).key for turn in turns if turn.memory.changed > recent
    }
    items = await table.get_many(keys.values())
    fresh = {
        subject
        for subject, key in keys.items()
        for latest in from_items(LatestReading, [items[key]] if key in items else [])
        if latest.at.timestamp() > recent
    }
    return [turn for turn in turns if turn.subject not in fresh]


def _nobody_else() -> None:
    """No lease is needed."""
