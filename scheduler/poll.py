"""The loop: looks at each subject of our shards when it is due, and gives it its next turn.

`tend` keeps the leases and the lists, `tick` starts looks. What is due is in memory: asking costs nothing.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable

from scheduler import turns
from scheduler.alarms import Tell, tell_nobody
from scheduler.leases import TICK_SECONDS, Held, Leases
from scheduler.observe import BUSY, GONE, LookResult, Memory, Observer
from scheduler.pacing import PollPace, after_failure, first_look, next_look
from scheduler.schedule import Planned, Schedule
from scheduler.sources.registry import Sources
from tracker.clock import Clock
from tracker.goals.recording.recorder import LeaseLost, Recorder
from tracker.logs import get_logger
from tracker.settings import PollSettings
from tracker.shards import shard_of
from tracker.store.entity import from_items
from tracker.store.errors import StoreError
from tracker.store.index_keys import ShardSubjectKey
from tracker.store.segments import Subject
from tracker.store.table import Check, Table
from tracker.subjects import Observed

log = get_logger(__name__)

LOST, BROKEN = "lost", "broken"
"""How a look ends that lost its lease, or met what nobody expected."""
BUSY_SECONDS = 2
"""After this, or twice this, it is tried again whether there is room for a request."""
SOON_SECONDS = 5
"""Within this a subject is looked at whose goals changed."""


def pace_of(settings: PollSettings) -> PollPace:
    return PollPace(
        soonest=settings.soonest_seconds,
        latest=settings.latest_seconds,
        latest_failing=settings.latest_failing_seconds,
    )


class Poller:
    """Call `tend` every TICK_SECONDS, `tick` every second, and `close` at the end.

    `monotonic` is the clock of the leases too.
    """

    def __init__(  # noqa: PLR0917 - what it is made of; in `scheduler/context.py` each has this name
        self,
        table: Table,
        clock: Clock,
        sources: Sources,
        recorder: Recorder,
        leases: Leases,
        settings: PollSettings,
        *,
        monotonic: Callable[[], float],
        chance: Callable[[], float],
        alarm: Tell = tell_nobody,
    ) -> None:
        self._table = table
        self._clock = clock
        self._leases = leases
        self._pace = pace_of(settings)
        self._concurrency = settings.concurrency
        self._monotonic = monotonic
        self._chance = chance
        self._observer = Observer(clock, sources, recorder, settings, alarm)
        self._schedule = Schedule[Memory]()
        self._lookers: set[asyncio.Task[None]] = set()
        self._looks = Counter[str]()

    def subjects(self) -> int:
        """How many there are in our shards."""
        return len(self._schedule)

    @property
    def looks(self) -> Counter[str]:
        """How the looks of this process ended."""
        return self._looks

    async def tend(self) -> None:
        """Renew and share the leases, forget what we lost, and list what is new."""
        try:
            await self._leases.tick(self._turns)
        except StoreError as error:
            log.warning("leases not tended; the next tick goes on", error=str(error))
        began = self._monotonic()
        for shard in self._schedule.follow(self._leases.held(), began):
            await self._list(shard)
            if self._monotonic() - began >= TICK_SECONDS:
                break  # the leases must not wait for long lists; the rest is listed the next time

    async def tick(self) -> None:
        """Start looks for what is due. Each of them goes on with the next subject while one is due."""
        free = self._concurrency - len(self._lookers)
        for planned in self._schedule.due(self._monotonic(), free):
            looker = asyncio.create_task(self._look_on(planned))
            self._lookers.add(looker)
            looker.add_done_callback(self._lookers.discard)

    async def quiet(self) -> None:
        """Wait until no look is under way."""
        while self._lookers:
            await asyncio.wait(self._lookers)

    async def close(self) -> None:
        """What is cancelled was not recorded, and is found again by whoever looks next."""
        for looker in self._lookers:
            looker.cancel()
        await self.quiet()
        await self._leases.release_all(self._turns)

    def _turns(self, shard: int) -> str | None:
        """What whoever holds the shard after us is to know. Before we know it ourselves, the note stays."""
        if not self._schedule.is_listed(shard):
            return None
        ours = self._schedule.turns(shard, self._monotonic(), turns.READ)
        # A look that is under way may never end well.
        return turns.written((one.subject, 0 if one.state.looking else left) for one, left in ours)

    async def _list(self, shard: int) -> None:
        held, now = self._leases.holding(shard), self._monotonic()
        if held is None:
            return
        ago, note = now - held.taken, None if self._schedule.is_listed(shard) else held.turns

        def first(subject: Subject, memory: Memory) -> float:
            if note is not None and (left := turns.read(note, subject)) is not None:
                return (
                    now + left - held.turns_age - ago
                )  # in the past: what has waited the longest comes first
            return now + first_look(self._pace, self._idle(memory), held.rested + ago, self._chance())

        try:
            await self._schedule.load(shard, self._listed(shard), first, now)
        except StoreError as error:
            log.warning("subjects not listed; tried again soon", shard=shard, error=str(error))

    async def _listed(self, shard: int) -> AsyncIterator[tuple[Subject, Memory]]:
        async for observed in observed_in(self._table, shard):
            planned = self._schedule.get(observed.subject)
            if planned is None:
                yield self._observer.meet(observed)
            else:
                self._heed(planned, observed.revision)
                yield planned.subject, planned.state

    def _heed(self, planned: Planned[Memory], revision: int) -> None:
        """Goals that changed do not wait for their subject's turn. If it has just begun, another follows."""
        if planned.state.heed(revision) and not planned.state.looking:
            self._schedule.reschedule(planned, self._soon())

    def _soon(self) -> float:
        return self._monotonic() + SOON_SECONDS * self._chance()

    async def _look_on(self, planned: Planned[Memory]) -> None:
        due = [planned]
        while due:
            await self._turn(due[0])
            due = self._schedule.due(self._monotonic(), 1)

    async def _turn(self, planned: Planned[Memory]) -> None:
        memory, held = planned.state, self._leases.holding(shard_of(planned.subject))
        if memory.looking:
            return  # it lasts longer than a turn, and plans the next one itself
        if held is None:  # we were paused: the next `tend` says whether the shard is still ours
            self._schedule.reschedule(planned, self._monotonic() + TICK_SECONDS)
            return
        memory.looking, revision = True, memory.revision
        try:
            wait = await self._look(planned, held)
        except asyncio.CancelledError:  # nothing was recorded, so whoever comes next looks again
            self._schedule.reschedule(planned, self._monotonic())
            raise
        finally:
            memory.looking = False
        due = self._monotonic() + wait if memory.revision == revision else self._soon()
        self._schedule.reschedule(planned, due)

    async def _look(self, planned: Planned[Memory], held: Held) -> float:
        """Seconds until the next one."""
        subject, memory = planned.subject, planned.state
        try:
            look = await self._observer.look(subject, memory, lambda: self._permit(held))
        except LeaseLost:
            self._drop(held)
            return TICK_SECONDS
        except StoreError as error:
            self._looks[BROKEN] += 1
            log.warning("look not recorded; tried again", subject=subject.key, error=str(error))
            return after_failure(self._pace, 1, self._chance())
        except Exception:
            self._looks[BROKEN] += 1
            log.exception("look failed; the subject is tried again", subject=subject.key)
            return self._pace.latest
        if look.outcome == BUSY:
            await asyncio.sleep(0)
            return BUSY_SECONDS * (1 + self._chance())
        self._looks[look.outcome] += 1
        if look.outcome == GONE:
            self._schedule.remove(subject)
        elif look.until is not None:
            await asyncio.sleep(0)  # nobody was asked, and others must get their turn
        return self._wait(memory, look)

    def _permit(self, held: Held) -> Check:
        if not self._leases.still(held):
            raise LeaseLost
        return held.check()

    def _drop(self, held: Held) -> None:
        """Nothing was recorded. Where only we believe in the lease, nothing of the shard is ours any more."""
        self._looks[LOST] += 1
        if self._leases.still(held):
            self._leases.lose(held)
            self._schedule.follow(self._leases.held(), self._monotonic())

    def _wait(self, memory: Memory, look: LookResult) -> float:
        """A subject whose server fails has no part in that: it keeps its pace, and waits its turn."""
        chance, soonest = self._chance(), self._pace.soonest
        if look.again:
            return soonest
        if look.strikes:
            return after_failure(self._pace, look.strikes, chance)
        wait = next_look(self._pace, self._idle(memory), chance)
        if look.until is None:
            return wait
        return max(wait, (look.until - self._clock()).total_seconds() + soonest * chance)

    def _idle(self, memory: Memory) -> float:
        return self._clock().timestamp() - memory.changed


async def observed_in(table: Table, shard: int) -> AsyncIterator[Observed]:
    """The subjects of a shard, as the index knows them."""
    place = ShardSubjectKey.prefix(shard=shard)
    async for item in table.query_all(place.pk, index=place.index):
        for observed in from_items(Observed, [item]):
            yield observed
