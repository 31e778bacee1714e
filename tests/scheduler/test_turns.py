"""What a lease says of when its subjects are due next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler import turns
from scheduler.leases import LENGTH_SECONDS, RENEW_SECONDS, TICK_SECONDS
from tests.scheduler.lease_workers import Worker, run
from tracker.shards import SHARDS
from tracker.store.segments import Subject
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines


def subject(number: int) -> Subject:
    return Subject("osrs", f"main:player {number}")


BOB, ANN = subject(1), subject(2)


@given(st.floats(1, 50_000))
def test_a_turn_is_never_earlier_than_it_was_and_hardly_later(seconds: float) -> None:
    left = turns.read(turns.written([(BOB, seconds)]), BOB)
    assert left is not None
    assert seconds * 0.999999 <= left <= seconds * 1.05


@pytest.mark.parametrize("seconds", [0, -3.5])
def test_what_was_due_is_due(seconds: float) -> None:
    assert turns.read(turns.written([(BOB, seconds)]), BOB) == 0


def test_of_others_nothing_is_known() -> None:
    assert turns.read(turns.written([(BOB, 60)]), ANN) is None
    assert turns.read(turns.written([]), BOB) is None


def test_a_wait_of_weeks_is_kept_as_the_longest_there_is() -> None:
    left = turns.read(turns.written([(BOB, 604_800)]), BOB)
    assert left is not None
    assert left > 50_000


def test_a_note_stays_small_however_many_subjects_there_are() -> None:
    note = turns.written((subject(number), 60) for number in range(20_000))
    assert len(note) < 700
    assert turns.read(note, BOB) == pytest.approx(60, rel=0.05)


async def test_the_next_holder_is_told_the_turns_and_knows_how_old_they_are(table: Table) -> None:
    one, two = Worker(table, "one", start=50), Worker(table, "two", start=7_000)
    await one.leases.tick()
    assert {held.turns for held in one.leases.held().values()} == {None}
    one.clock.now += RENEW_SECONDS
    await one.leases.tick(lambda shard: f"turns of {shard}")

    await run(LENGTH_SECONDS + TICK_SECONDS, [two])

    held = two.leases.held()
    assert {shard: lease.turns for shard, lease in held.items()} == {
        n: f"turns of {n}" for n in range(SHARDS)
    }
    assert {lease.turns_age for lease in held.values()} == {LENGTH_SECONDS}


@pytest.mark.parametrize("renewed", [False, True])
async def test_turns_grow_older_with_each_holder_that_has_none_of_its_own(
    table: Table, *, renewed: bool
) -> None:
    one, two, three = (Worker(table, name) for name in ("one", "two", "three"))
    await one.leases.tick()
    await one.leases.release_all(lambda _: "turns")
    await two.leases.tick()
    two.clock.now += RENEW_SECONDS
    if renewed:
        await two.leases.tick()
    await two.leases.release_all()
    await three.leases.tick()

    assert {(lease.turns, lease.turns_age) for lease in three.leases.held().values()} == {
        ("turns", RENEW_SECONDS)
    }
