"""A channel that hangs for one person: the others are told in the same run, and in the runs after it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise

import pytest

from scheduler.channels.channel import Hung, Message, MessageTarget, OpenChannels, Receipt
from scheduler.dispatch import Dispatcher
from scheduler.lanes import AT_ONCE, Lanes
from tests.fakes.clock import HandClock
from tests.fakes.loop_time import leap
from tests.patience import PATIENCE
from tests.scheduler.channels.scripted import ScriptedChannel
from tests.tracker.notify.notes import ANNA, channel, note, settle
from tracker.notify import outbox
from tracker.notify.model import SHARDS, DeliveryStatus, shard_of
from tracker.store.sqlite import SqliteTable

MINUTE, HOUR = 60, 3600


@dataclass
class Doors:
    """A channel whose address is the person; some of them do not answer until they are let go."""

    name: str = "webhook"
    hanging: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    """Those for whom nobody waits any more."""
    tried: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    let_go: asyncio.Event = field(default_factory=asyncio.Event)
    moved: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def send(self, target: MessageTarget, _: Message) -> Receipt:
        await self._note(self.tried, target.address)
        if target.address in self.silent:
            raise Hung("no answer")
        if target.address in self.hanging:
            try:
                await self.let_go.wait()
            except asyncio.CancelledError:
                self.given_up.append(target.address)
                raise
        await self._note(self.told, target.address)
        return Receipt()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE), self.moved:
            await self.moved.wait_for(condition)

    async def _note(self, where: list[str], person: str) -> None:
        where.append(person)
        async with self.moved:
            self.moved.notify_all()


@pytest.fixture
def doors() -> Doors:
    return Doors()


@pytest.fixture
def dispatcher(sqlite_table: SqliteTable, clock: HandClock, doors: Doors) -> Dispatcher:
    return Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(doors))


@pytest.fixture
def tell(sqlite_table: SqliteTable, clock: HandClock) -> Callable[..., Awaitable[None]]:
    async def enqueue(*people: str, entity: str = "goal-1") -> None:
        for person in people:
            await settle(sqlite_table, channel("webhook", identifier=person), person=person)
            await outbox.enqueue(sqlite_table, note(entity, clock(), person=person))

    return enqueue


def one_of_each_shard() -> list[str]:
    people = {shard_of(name): name for name in (f"person-{number}" for number in range(50))}
    return [people[shard] for shard in range(SHARDS)]


async def test_who_hangs_delays_nobody_in_any_shard(
    dispatcher: Dispatcher, doors: Doors, tell: Callable[..., Awaitable[None]]
) -> None:
    people = one_of_each_shard()
    await tell(*people)
    for hanging in people:
        doors.hanging, doors.told = {hanging}, []
        doors.let_go.clear()
        run = asyncio.create_task(dispatcher.run(hurry=True))
        await doors.until(lambda: len(doors.told) == SHARDS - 1)
        assert not run.done()
        doors.let_go.set()
        assert len(await run) == SHARDS
        await tell(*people, entity=f"after {hanging}")


async def test_however_many_hang_nobody_waits_behind_them(
    sqlite_table: SqliteTable, clock: HandClock, doors: Doors, tell: Callable[..., Awaitable[None]]
) -> None:
    """As many places as hang, and the others are told all the same: a slow one goes on in a slow place."""
    lanes = Lanes(at_once=3, slow_at_once=6, slow_seconds=0)
    dispatcher = Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(doors), lanes=lanes)
    people = [f"person-{number}" for number in range(12)]
    doors.hanging = set(people[::2])
    await tell(*people)
    run = asyncio.create_task(dispatcher.run(hurry=True))
    await doors.until(lambda: sorted(doors.told) == sorted(people[1::2]))
    assert not run.done()
    doors.let_go.set()
    assert len(await run) == len(people)


async def test_as_it_is_shipped_as_many_as_there_are_places_may_hang(
    dispatcher: Dispatcher, doors: Doors, tell: Callable[..., Awaitable[None]], clock: HandClock
) -> None:
    hanging, others = ([f"{name}-{number}" for number in range(AT_ONCE)] for name in ("person", "later"))
    doors.hanging = set(hanging)
    await tell(*hanging)
    clock.advance(1)
    await tell(*others)
    run = asyncio.create_task(dispatcher.run(hurry=True))
    await doors.until(lambda: doors.hanging <= set(doors.tried))
    await leap(3)
    await doors.until(lambda: sorted(doors.told) == sorted(others))
    assert not doors.given_up, "others waited for nobody's time-out"
    doors.let_go.set()
    assert len(await run) == 2 * AT_ONCE


async def test_a_target_that_hangs_is_asked_less_and_less_however_much_there_is_to_tell(
    dispatcher: Dispatcher, doors: Doors, tell: Callable[..., Awaitable[None]], clock: HandClock
) -> None:
    doors.silent = {ANNA}
    asked: list[int] = []
    for second in range(0, HOUR, 10):
        if second % (10 * MINUTE) == 0:
            await tell(ANNA, entity=f"at {second}")
        await dispatcher.run(hurry=True)
        asked += [second] * (len(doors.tried) - len(asked))
        clock.advance(10)
    assert [later - sooner for sooner, later in pairwise(asked)] == [60, 120, 240, 480, 960]


async def test_who_is_known_to_hang_takes_no_place_of_others(
    sqlite_table: SqliteTable, doors: Doors, tell: Callable[..., Awaitable[None]], clock: HandClock
) -> None:
    lanes = Lanes(at_once=1, slow_at_once=1, slow_seconds=HOUR)
    dispatcher = Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(doors), lanes=lanes)
    ben = next(name for name in map("ben-{}".format, range(50)) if shard_of(name) == shard_of(ANNA))
    doors.silent = {ANNA}
    await tell(ANNA)
    await dispatcher.run(hurry=True)
    clock.advance(HOUR)
    await tell(ben)  # after her, in the same list
    clock.advance(HOUR)
    doors.silent, doors.hanging = set(), {ANNA}
    await lanes.slow.acquire()  # somebody else hangs
    run = asyncio.create_task(dispatcher.run())
    await doors.until(lambda: doors.told == [ben])
    assert doors.tried == [ANNA, ben]
    lanes.slow.release()
    await doors.until(lambda: doors.tried == [ANNA, ben, ANNA])
    doors.let_go.set()
    await run


async def test_a_run_beside_one_that_hangs_tells_what_came_due_meanwhile(
    dispatcher: Dispatcher, doors: Doors, tell: Callable[..., Awaitable[None]], clock: HandClock
) -> None:
    doors.hanging = {ANNA}
    await tell(ANNA)
    first = asyncio.create_task(dispatcher.run(hurry=True))
    await doors.until(lambda: doors.tried == [ANNA])
    await tell("ben")
    clock.advance(MINUTE)
    assert [result.person for result in await dispatcher.run()] == ["ben"]
    assert not first.done()
    doors.let_go.set()
    assert [result.person for result in await first] == [ANNA]


async def test_runs_beside_each_other_do_not_hang_on_the_same_person(
    dispatcher: Dispatcher, doors: Doors, tell: Callable[..., Awaitable[None]], clock: HandClock
) -> None:
    doors.hanging = {ANNA}
    await tell(ANNA)
    first = asyncio.create_task(dispatcher.run(hurry=True))
    await doors.until(lambda: doors.tried == [ANNA])
    await tell(ANNA, entity="another")
    clock.advance(MINUTE)
    assert await dispatcher.run() == []
    doors.let_go.set()
    await first
    [result] = await dispatcher.run()
    assert result.status is DeliveryStatus.DELIVERED
    assert doors.told == [ANNA, ANNA]


async def test_all_runs_together_tell_only_so_many_people_at_once(
    dispatcher: Dispatcher, doors: Doors, tell: Callable[..., Awaitable[None]]
) -> None:
    people = [f"person-{number}" for number in range(AT_ONCE + 10)]
    doors.hanging = set(people)
    await tell(*people)
    runs = [asyncio.create_task(dispatcher.run(hurry=True)) for _ in range(2)]
    await doors.until(lambda: len(doors.tried) == AT_ONCE)
    assert doors.told == []
    doors.let_go.set()
    results = [result for run in runs for result in await run]
    assert sorted(doors.told) == sorted(people) == sorted(result.person for result in results)
    assert len(doors.tried) == len(people)


async def test_a_run_begins_nothing_more_after_its_time_and_the_next_one_takes_it_up(
    sqlite_table: SqliteTable, webhook: ScriptedChannel, clock: HandClock
) -> None:
    dispatcher = Dispatcher(sqlite_table, clock, lambda: 1.0, OpenChannels(webhook))
    await settle(sqlite_table, channel("webhook"))
    entities = ("a", "b", "c")
    for entity in entities:
        await outbox.enqueue(sqlite_table, note(entity))
        await outbox.retry(sqlite_table, ANNA, note(entity).outbox_id, clock())  # so it goes alone

    async def slow() -> None:
        clock.advance(20)

    webhook.script = [slow, slow, slow]
    assert len(await dispatcher.run(within=timedelta(seconds=30))) == 2
    assert len(await dispatcher.run(within=timedelta(seconds=30))) == 1
    assert sorted(webhook.told) == [["Reached a"], ["Reached b"], ["Reached c"]]
