"""Workers share the shards, outlive each other, and never act on a lease that they lost."""

from collections.abc import Sequence

import pytest

from scheduler.leases import HOLD_SECONDS, LENGTH_SECONDS, RENEW_SECONDS, TICK_SECONDS, steady_clock
from tests.fakes.faulty_table import FaultyTable
from tests.scheduler.lease_workers import Worker, run
from tracker.shards import SHARDS, announce, shard_of
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import LeaseKey
from tracker.store.segments import Subject
from tracker.store.table import Operation, Put, Table
from tracker.store.values import Key

pytestmark = pytest.mark.both_engines

ALL = set(range(SHARDS))
NOTE = Key("NOTE", "NOTE")


class Busy(FaultyTable):
    """A table in which somebody adds a subject to shard 4 before each of our writes."""

    async def _transact(self, operations: Sequence[Operation]) -> None:
        await self._inner.transact([announce(4)])
        await super()._transact(operations)


@pytest.fixture
async def alone(table: Table) -> Worker:
    """A worker that holds everything."""
    worker = Worker(table, "alone", start=1e6)
    await worker.leases.tick()
    return worker


@pytest.fixture
async def pair(table: Table) -> tuple[Worker, Worker]:
    """Two workers that have come to an agreement, with clocks that have nothing in common."""
    one, two = Worker(table, "one", start=1e6), Worker(table, "two", start=3)
    await one.leases.tick()
    await run(60, [one, two])
    return one, two


async def acts(worker: Worker, shard: int, table: Table) -> None:
    """What a poller does: write something under the protection of the lease that it believes in."""
    held = worker.leases._mine[shard].held()
    await table.transact([held.check(), Put({"PK": NOTE.pk, "SK": NOTE.sk, "by": "worker"})])


async def test_one_worker_holds_all_shards_after_its_first_tick(alone: Worker) -> None:
    assert alone.shards == ALL


async def test_a_worker_alone_renews_in_one_write_and_reads_nothing(alone: Worker) -> None:
    before = alone.table.calls
    await run(10 * RENEW_SECONDS, [alone])
    assert alone.shards == ALL
    assert alone.table.calls - before == 10


async def test_two_workers_share(pair: tuple[Worker, Worker]) -> None:
    one, two = pair
    assert len(one.shards) == len(two.shards) == 8
    assert one.shards | two.shards == ALL


async def test_no_shard_has_two_holders_at_any_tick(table: Table) -> None:
    workers = [Worker(table, name, start) for name, start in (("one", 1e6), ("two", 3), ("three", 500))]
    for joined in (1, 2, 3):
        for _ in range(14):
            await run(TICK_SECONDS, workers[:joined])
            held = [shard for worker in workers for shard in worker.shards]
            assert len(held) == len(set(held))
    assert set(held) == ALL
    assert max(len(worker.shards) for worker in workers) == 6
    assert min(len(worker.shards) for worker in workers) >= 4


async def test_what_is_shared_stays_shared(pair: tuple[Worker, Worker]) -> None:
    one, two = pair
    before = one.shards, two.shards
    await run(600, [one, two])
    assert (one.shards, two.shards) == before


@pytest.mark.parametrize("lived", range(0, RENEW_SECONDS + 1, TICK_SECONDS))
async def test_a_dead_workers_shards_are_taken_over_within_a_minute(
    pair: tuple[Worker, Worker], lived: int
) -> None:
    one, two = pair
    await run(lived, [two, one])
    await run(55, [two], others=[one])
    assert two.shards == ALL


async def test_a_takeover_that_the_store_refuses_once_does_not_wait_for_another_lease_length(
    pair: tuple[Worker, Worker],
) -> None:
    one, two = pair
    await run(TICK_SECONDS, [two], others=[one])
    two.clock.now += LENGTH_SECONDS
    await two.leases._look()
    two.table.fail()
    with pytest.raises(Throttled):
        await two.leases._take(two.leases._wanted(8, two.clock()), two.clock())
    await run(TICK_SECONDS, [two], others=[one])
    assert two.shards == ALL


async def test_a_dead_worker_has_stopped_believing_before_anybody_takes_its_shards(
    pair: tuple[Worker, Worker],
) -> None:
    one, two = pair
    mine = one.shards
    for _ in range(15):
        await run(TICK_SECONDS, [two], others=[one])
        assert not one.shards & two.shards
    assert mine <= two.shards


async def test_a_worker_that_lives_is_never_robbed(pair: tuple[Worker, Worker]) -> None:
    one, two = pair
    mine = one.shards
    for _ in range(20):  # it ticks as seldom as it may
        await run(RENEW_SECONDS, [two], others=[one])
        await one.leases.tick()
        assert one.shards == mine


async def test_a_paused_worker_notices_before_acting_and_its_check_fails(
    pair: tuple[Worker, Worker], table: Table
) -> None:
    one, two = pair
    shard = min(one.shards)
    await acts(one, shard, table)
    believed = one.leases.held()[shard]
    await run(60, [two], others=[one])
    assert one.shards == set()
    assert not one.leases.still(believed)
    with pytest.raises(ConditionFailed):
        await acts(one, shard, table)
    await acts(two, shard, table)


async def test_a_lease_that_a_transaction_found_lost_is_given_up_at_once(
    pair: tuple[Worker, Worker], table: Table
) -> None:
    one, two = pair
    shard = min(one.shards)
    believed = one.leases.holding(shard)
    assert believed is not None
    await run(60, [two])  # and no time passes for the other one
    assert one.leases.still(believed)
    with pytest.raises(ConditionFailed):
        await acts(one, shard, table)
    one.leases.lose(believed)
    assert one.leases.holding(shard) is None
    assert shard not in one.shards


async def test_word_of_an_older_lease_does_not_cost_the_present_one(alone: Worker) -> None:
    older = alone.leases.held()[3]
    await alone.leases.release_all()
    await run(TICK_SECONDS, [alone])
    alone.leases.lose(older)
    assert alone.shards == ALL


async def test_a_paused_worker_that_resumes_gets_a_share_again(pair: tuple[Worker, Worker]) -> None:
    one, two = pair
    await run(60, [two], others=[one])
    await run(60, [one, two])
    assert len(one.shards) == len(two.shards) == 8


async def test_a_worker_alone_that_was_paused_goes_on_with_what_nobody_took(alone: Worker) -> None:
    before = alone.leases.held()
    alone.clock.now += 3600
    assert alone.shards == set()
    await alone.leases.tick()
    after = alone.leases.held()
    assert set(after) == ALL
    assert all(alone.leases.still(lease) for lease in before.values())


@pytest.mark.usefixtures("alone")
async def test_of_racing_takeovers_one_wins(table: Table) -> None:
    two, three = Worker(table, "two", start=3), Worker(table, "three", start=500)
    await run(LENGTH_SECONDS, [two, three])
    for worker in (two, three):
        worker.clock.now += TICK_SECONDS
        await worker.leases._look()
        assert set(worker.leases._wanted(SHARDS, worker.clock())) == ALL
    await two.leases._take(sorted(ALL), two.clock())
    await three.leases._take(sorted(ALL), three.clock())
    assert two.shards == ALL
    assert three.shards == set()
    item = await table.get(LeaseKey(0).key)
    assert item is not None
    assert (item["owner"], item["fencing"]) == ("two", 2)


async def test_a_worker_that_stops_leaves_its_shards_to_others_at_once(pair: tuple[Worker, Worker]) -> None:
    one, two = pair
    await one.leases.release_all()
    assert one.shards == set()
    await run(TICK_SECONDS, [two])
    assert two.shards == ALL


async def test_a_newcomer_that_got_its_share_and_stops_is_not_waited_for(alone: Worker, table: Table) -> None:
    newcomer = Worker(table, "newcomer", start=7)
    await newcomer.leases.tick()
    await run(RENEW_SECONDS + TICK_SECONDS, [alone, newcomer])
    assert len(newcomer.shards) == 8
    await newcomer.leases.release_all()
    await run(TICK_SECONDS, [alone])
    assert alone.shards == ALL


async def test_a_check_fails_once_the_lease_is_released(alone: Worker, table: Table) -> None:
    held = alone.leases.held()[0]
    await alone.leases.release_all()
    with pytest.raises(ConditionFailed):
        await table.transact([held.check(), Put({"PK": NOTE.pk, "SK": NOTE.sk})])
    assert await table.get(NOTE) is None


async def test_the_fencing_counter_grows_with_every_change_of_owner(table: Table) -> None:
    seen: list[int] = []
    for number in range(3):
        worker = Worker(table, f"worker{number}", start=number)
        await worker.leases.tick()
        seen.append(worker.leases.held()[5].fencing)
        await worker.leases.release_all()
    assert seen == sorted(set(seen))


async def test_the_only_worker_after_a_clean_stop_holds_all_in_its_first_tick(
    alone: Worker, table: Table
) -> None:
    await alone.leases.release_all()
    again = Worker(table, "another", start=0)
    await again.leases.tick()
    assert again.shards == ALL


async def test_the_only_worker_killed_and_started_under_its_name_holds_all_in_its_first_tick(
    alone: Worker, table: Table
) -> None:
    again = Worker(table, "alone", start=0)
    await again.leases.tick()
    assert again.shards == ALL
    with pytest.raises(ConditionFailed):
        await acts(alone, 0, table)


async def test_the_only_worker_killed_and_started_under_another_name_holds_all_within_a_minute(
    alone: Worker, table: Table
) -> None:
    again = Worker(table, "another", start=0)
    await again.leases.tick()
    assert again.shards == set()
    await run(60, [again])
    assert again.shards == ALL
    assert len(alone.shards) == SHARDS  # its clock stands still; the table knows better
    with pytest.raises(ConditionFailed):
        await acts(alone, 0, table)


async def test_a_lost_reply_to_a_renewal_is_recognised(alone: Worker) -> None:
    before = alone.leases.held()
    alone.clock.now += RENEW_SECONDS
    alone.table.fail(when="after")
    with pytest.raises(Throttled):
        await alone.leases.tick()
    alone.clock.now += TICK_SECONDS
    await alone.leases.tick()
    assert all(alone.leases.still(lease) for lease in before.values())
    assert alone.leases.held()[0].until == alone.clock() + HOLD_SECONDS


async def test_a_renewal_that_never_arrived_is_sent_again(alone: Worker) -> None:
    before = alone.leases.held()
    alone.clock.now += RENEW_SECONDS
    for _ in range(2):
        alone.table.fail(when="before")
        with pytest.raises(Throttled):
            await alone.leases.tick()
        alone.clock.now += TICK_SECONDS
    await alone.leases.tick()
    assert all(alone.leases.still(lease) for lease in before.values())


async def test_an_unanswered_renewal_does_not_lengthen_the_lease(alone: Worker) -> None:
    until = alone.leases.held()[0].until
    alone.clock.now += RENEW_SECONDS
    alone.table.fail(when="after")
    with pytest.raises(Throttled):
        await alone.leases.tick()
    assert alone.leases.held()[0].until == until


async def test_a_lost_reply_to_a_take_is_made_good_at_the_next_tick(table: Table) -> None:
    worker = Worker(table, "one")
    worker.table.fail(at=2, when="after")
    with pytest.raises(Throttled):
        await worker.leases.tick()
    assert worker.shards == set()
    await run(TICK_SECONDS, [worker])
    assert worker.shards == ALL


async def test_a_lost_reply_to_a_release_leaves_the_shards_free(alone: Worker, table: Table) -> None:
    alone.table.fail(when="after")
    with pytest.raises(Throttled):
        await alone.leases.release_all()
    assert alone.shards == set()
    again = Worker(table, "another")
    await again.leases.tick()
    assert again.shards == ALL


async def test_a_newcomer_that_dies_after_asking_costs_the_others_nothing_for_long(
    alone: Worker, table: Table
) -> None:
    newcomer = Worker(table, "newcomer", start=7)
    await newcomer.leases.tick()
    await run(RENEW_SECONDS, [alone])
    assert len(alone.shards) == 8
    await run(LENGTH_SECONDS, [alone])
    assert alone.shards == ALL


async def test_more_workers_than_shards_do_no_harm(sqlite_table: Table) -> None:
    workers = [Worker(sqlite_table, f"worker{number}", start=number) for number in range(SHARDS + 2)]
    for joined in range(1, len(workers) + 1):
        await run(TICK_SECONDS, workers[:joined])
    await run(120, workers)
    held = [shard for worker in workers for shard in worker.shards]
    assert sorted(held) == sorted(ALL)


async def test_a_newcomer_does_not_delay_the_takeover_of_a_dead_workers_shards(
    alone: Worker, table: Table
) -> None:
    watcher = Worker(table, "watcher", start=3)
    await watcher.leases.tick()
    await run(30, [watcher], others=[alone])
    late = Worker(table, "late", start=9)
    await late.leases.tick()
    await run(25, [watcher, late], others=[alone])
    assert watcher.shards | late.shards == ALL
    await run(30, [watcher, late], others=[alone])
    assert len(watcher.shards) == len(late.shards) == 8


async def test_the_holder_hears_of_changed_subjects_with_its_next_renewal(
    alone: Worker, table: Table
) -> None:
    await table.transact([announce(4), announce(5)])
    await table.transact([announce(4)])
    await run(RENEW_SECONDS, [alone])
    changes = {shard: held.changes for shard, held in alone.leases.held().items() if held.changes}
    assert changes == {4: 2, 5: 1}
    assert alone.shards == ALL


async def test_subjects_added_faster_than_we_can_write_do_not_cost_us_the_lease(table: Table) -> None:
    worker = Worker(Busy(table), "one")
    await worker.leases.tick()
    first = worker.leases.held()[4]
    await run(4 * RENEW_SECONDS, [worker])
    assert worker.leases.still(first)
    assert worker.leases.held()[4].changes >= 4


async def test_subjects_announced_before_there_was_a_lease_are_no_obstacle(table: Table) -> None:
    await table.transact([announce(4)])
    worker = Worker(table, "one")
    await worker.leases.tick()
    assert worker.shards == ALL
    assert worker.leases.held()[4].changes == 1


async def test_a_new_holder_knows_for_how_long_nobody_can_have_polled(pair: tuple[Worker, Worker]) -> None:
    one, two = pair
    dead, kept = min(one.shards), min(two.shards)
    assert one.leases.held()[dead].rested == float("inf")
    assert two.leases.held()[kept].rested <= TICK_SECONDS
    await run(60, [two], others=[one])
    assert 0 < two.leases.held()[dead].rested <= LENGTH_SECONDS - HOLD_SECONDS + TICK_SECONDS


def test_the_shard_of_a_subject_never_changes() -> None:
    assert [shard_of(Subject("osrs", name)) for name in ("zed", "amy", "iron bob")] == [13, 13, 5]
    counts = [0] * SHARDS
    for number in range(16_000):
        counts[shard_of(Subject("osrs", f"player {number}"))] += 1
    assert min(counts) > 800
    assert max(counts) < 1200


def test_the_steady_clock_goes_forward() -> None:
    assert steady_clock() <= steady_clock()
