"""Several workers: each subject once in its interval, by one of them, whatever becomes of the others."""

import pytest

from scheduler.leases import TICK_SECONDS
from scheduler.poll import LOST
from tests.scheduler.conftest import Lines
from tests.scheduler.realm import BOB, REACHED, SETTINGS, Gate, Realm, Worker, gaps
from tracker.goals.model import Frequency
from tracker.shards import SHARDS, shard_of

pytestmark = pytest.mark.both_engines

SOONEST = SETTINGS.soonest_seconds
HOUR = 3600
OVERTAKING = 300


async def test_two_workers_never_ask_twice_in_an_interval(everywhere: Realm) -> None:
    names = [f"bob {number}" for number in range(6)]
    for name in names:
        everywhere.game.osrs(name).train("Fishing", 5_000_000)
        await everywhere.goal("99 fishing", await everywhere.character(name))
    one, two = await everywhere.worker("one"), await everywhere.worker("two", start=3)
    alone = await everywhere.times_asked(100, one)
    both = await everywhere.times_asked(300, one, two)
    assert one.poller.subjects() + two.poller.subjects() == 6
    assert 0 < two.poller.subjects() < 6
    for name in names:
        times = [*alone.get(name, []), *both[name]]
        assert min(gaps(times)) >= SOONEST
        assert max(gaps(times)) <= 4 * SOONEST


async def test_a_dead_workers_subjects_are_taken_over_in_their_pace(everywhere: Realm) -> None:
    goal = await everywhere.bob()
    one, two = await everywhere.worker("one"), await everywhere.worker("two", start=3)
    await everywhere.run(5, one)
    before = (await everywhere.times_asked(200, one, two))["bob"]
    [holder] = [worker for worker in (one, two) if worker.poller.subjects()]
    [other] = [worker for worker in (one, two) if not worker.poller.subjects()]
    del holder  # it dies
    everywhere.game.osrs("Bob").train("Fishing", 6_000_000)
    after = (await everywhere.times_asked(300, other))["bob"]
    assert other.poller.subjects() == 1
    assert after[0] - before[-1] >= SOONEST
    assert after[0] - before[-1] <= 60 + 3 * SOONEST
    assert await everywhere.values(goal) == [5_000_000, 6_000_000]


async def test_a_worker_that_stops_hands_its_shards_over_at_once(realm: Realm) -> None:
    await realm.bob()
    one = await realm.settled()
    await one.poller.close()
    two = await realm.worker("two", start=3)
    await realm.run(5, two)
    assert (len(two.leases.held()), two.poller.subjects()) == (SHARDS, 1)


async def test_no_subject_starves_while_a_worker_dies_and_comes_back_every_minute(realm: Realm) -> None:
    """As a container does that crashes at its start. Its shards change hands twice a minute."""
    interval = 90
    realm.settings = SETTINGS.model_copy(
        update={"soonest_seconds": interval, "latest_seconds": interval, "concurrency": 100}
    )
    names = [f"bob {number}" for number in range(24)]
    for name in names:
        realm.game.osrs(name).train("Fishing", 5_000_000)
        await realm.character(name)
    one = await realm.worker("one")
    times: dict[str, list[float]] = {name: [] for name in names}
    for minute in range(15):
        two = await realm.worker(f"two-{minute}", start=1000 * minute)
        for name, asked in (await realm.times_asked(60, one, two)).items():
            times[name] += asked
    assert {len(asked) for asked in times.values()} <= {8, 9, 10, 11, 12}
    assert max(gap for asked in times.values() for gap in gaps(asked)) <= 2 * interval


@pytest.mark.parametrize("died", [False, True])
async def test_a_shard_that_changes_hands_goes_on_where_it_was(everywhere: Realm, *, died: bool) -> None:
    names = [f"bob {number}" for number in range(6)]
    for name in names:
        everywhere.game.osrs(name).train("Fishing", 5_000_000)
        await everywhere.character(name)
    one = await everywhere.worker("one")
    before = await everywhere.times_asked(400, one)
    if not died:
        await one.poller.close()
    after = await everywhere.times_asked(300, await everywhere.worker("two", start=3))
    for name in names:
        gap = after[name][0] - before[name][-1]
        assert gap <= max(gaps(before[name])[-1] * 1.1 + 2 * TICK_SECONDS, 60)
        assert died or gap >= SOONEST


async def overtaken(realm: Realm, one: Worker) -> tuple[Gate, Worker]:
    """While an answer to `one` is on its way, `two` takes its shards over, finds more, and records that."""
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    gate = await realm.hang(one)
    realm.game.osrs("Bob").train("Fishing", REACHED)
    two = await realm.worker("two", start=3)
    await realm.run(OVERTAKING, two)
    return gate, two


async def test_a_worker_that_was_paused_and_lost_its_lease_records_nothing(everywhere: Realm) -> None:
    goal = await everywhere.bob(frequency=Frequency.EVERY_CHANGE)
    one = await everywhere.settled()
    gate, two = await overtaken(everywhere, one)
    calls = one.table.calls
    gate.opened.set()
    await one.poller.quiet()
    assert one.poller.looks[LOST] == 1
    assert one.table.calls == calls
    await everywhere.run(100, one, two)
    assert await everywhere.values(goal) == [5_000_000, REACHED]
    assert (await everywhere.told()).count("goal-reached") == 1


async def test_a_worker_whose_clock_stood_still_is_stopped_by_the_table(
    everywhere: Realm, lines: Lines
) -> None:
    """It believes in its lease. The transaction does not."""
    goal = await everywhere.bob(frequency=Frequency.EVERY_CHANGE)
    one = await everywhere.settled()
    gate, two = await overtaken(everywhere, one)
    one.behind = OVERTAKING
    assert shard_of(BOB) in one.leases.held()
    gate.opened.set()
    await one.poller.quiet()
    assert one.poller.looks[LOST] == 1
    assert shard_of(BOB) not in one.leases.held()
    assert one.poller.subjects() == 0
    assert len([line for line in lines if line["event"].startswith("lease lost")]) == 1
    await everywhere.run(100, two)
    assert await everywhere.values(goal) == [5_000_000, REACHED]
    assert (await everywhere.told()).count("goal-reached") == 1
    assert (await everywhere.observed(BOB)).strikes == {}


async def test_a_pause_without_consequences_is_forgotten(realm: Realm) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    realm.clock.advance(HOUR)
    await worker.poller.tick()  # before it has renewed anything
    await worker.poller.quiet()
    assert await realm.values(goal) == [5_000_000]
    await realm.run(2 * TICK_SECONDS, worker)
    assert await realm.values(goal) == [5_000_000, 6_000_000]
