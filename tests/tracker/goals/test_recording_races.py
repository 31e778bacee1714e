"""Readings that come late, recorders that race, and crashes: nothing is lost, nothing is told twice."""

from datetime import timedelta

import pytest

from tests.fakes.clock import START, HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.recorders import recorder_on
from tests.tracker.goals.looking import WOODCUTTING, ZEZIMA, Ground, Interrupted, quantities
from tracker.goals.model import Frequency, Goal, GoalStatus
from tracker.goals.recording.quarantine import STRIKES
from tracker.goals.recording.recorder import LeaseLost, Recorded
from tracker.goals.words.request import GoalType
from tracker.readings import Reading
from tracker.store.conditions import eq
from tracker.store.entity import change
from tracker.store.errors import Throttled
from tracker.store.keys import LeaseKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Check, Table, Update

pytestmark = pytest.mark.both_engines

DAY = 86_400


@pytest.fixture
def ground(sqlite_table: SqliteTable, clock: HandClock) -> Ground:
    return Ground(sqlite_table, clock)


async def test_a_worker_that_lost_its_lease_is_told_so(table: Table, clock: HandClock) -> None:
    ground = Ground(table, clock)
    await ground.cutting()
    await table.update(Update(LeaseKey(99).key, set={"type": "lease", "fencing": 2}, when=None))
    guard = Check(LeaseKey(99).key, eq("fencing", 1))

    with pytest.raises(LeaseLost):
        await ground.look({WOODCUTTING: 10_500_000}, guard=guard)

    kept = await ground.reading()
    assert kept is not None
    assert kept.quantities == quantities({WOODCUTTING: 10_000_000})


# Late, lost and repeated


async def test_a_late_reading_moves_nothing_back(ground: Ground) -> None:
    goal = await ground.cutting()
    late = Reading(ZEZIMA, START + timedelta(seconds=60), quantities({WOODCUTTING: 10_300_000}))
    await ground.look({WOODCUTTING: 10_500_000})

    recorded = await ground.recorder.record(ZEZIMA, late, since=None)

    assert recorded == Recorded(again=True, suspicious=True, people=("anna",))
    latest, reading = await ground.latest(goal), await ground.reading()
    assert latest is not None
    assert reading is not None
    assert latest.value == 10_500_000
    assert reading.at == START + timedelta(seconds=600)
    assert (await ground.observed()).strikes == {}


async def test_a_goal_that_was_set_after_the_reading_waits_for_the_next_look(ground: Ground) -> None:
    user = await ground.person()
    character = await ground.character(user, woodcutting_xp=10_000_000)
    ground.clock.advance(600)
    reading = Reading(ZEZIMA, ground.clock(), quantities({WOODCUTTING: 10_500_000}))
    goal = await ground.goal(user, character, "99 wc")

    recorded = await ground.recorder.record(ZEZIMA, reading, since=None)
    assert (recorded.again, recorded.goals) == (True, 0)
    recorded = await ground.look({WOODCUTTING: 10_500_000})

    assert (recorded.again, recorded.goals) == (False, 1)
    assert (await ground.values(goal))[-1] == 10_500_000


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_crash_at_any_call_repeats_nothing_and_loses_nothing(ground: Ground, when: str) -> None:
    user = await ground.person()
    character = await ground.character(user, woodcutting_xp=12_000_000, attack_xp=5)
    texts = ("99 wc then 20m", "13,030,000 wc xp", "50 attack")
    goals = [await ground.goal(user, character, text, frequency=Frequency.EVERY_CHANGE) for text in texts]
    ground.clock.advance(600)
    values = quantities({WOODCUTTING: 13_040_000, "attack.xp": 6})
    reading = Reading(ZEZIMA, ground.clock(), values)

    crashes = 0
    for call in range(1, 100):
        table = FaultyTable(ground.table)
        table.fail(at=call, when=when)  # type: ignore[arg-type]
        try:
            await recorder_on(table, ground.clock, keep_days=30).record(ZEZIMA, reading, since=None)
        except Throttled:
            crashes += 1
        else:
            break

    assert crashes >= 3
    assert sorted(await ground.kinds(user)) == ["goal-change", "goal-reached", "goal-reached"]
    assert [await ground.values(goal) for goal in goals] == [
        [12_000_000, 13_040_000],
        [12_000_000, 13_040_000],
        [5, 6],
    ]
    assert [one.id for one in await ground.goals.list("anna")] == ["goal1", "goal2", "goal3", "goal1-2"]
    kept = await ground.reading()
    assert kept is not None
    assert kept.quantities == values


async def test_a_rollback_is_told_though_the_recorder_stops_before_the_subject_is_written(
    ground: Ground,
) -> None:
    goal = await ground.cutting()
    for _ in range(STRIKES - 1):
        await ground.look({WOODCUTTING: 9_000_000})
    table = FaultyTable(ground.table)
    table.fail(at=7)  # right after the goal's transaction
    with pytest.raises(Throttled):
        await ground.look({WOODCUTTING: 9_000_000}, recorder=recorder_on(table, ground.clock, keep_days=30))
    assert await ground.kinds(await ground.person()) == ["goal-rollback"]

    await ground.look({WOODCUTTING: 9_000_000})

    assert await ground.kinds(await ground.person()) == ["goal-rollback"]
    assert await ground.values(goal) == [10_000_000, 9_000_000]
    assert (await ground.observed()).strikes == {}


async def test_a_goal_that_is_changed_in_the_same_moment_is_judged_again(ground: Ground) -> None:
    goal = await ground.cutting()
    more = change(Goal, goal.key, {"target_type": GoalType.XP, "target_value": 200_000_000})
    table = Interrupted(ground.table, lambda: ground.table.update(more))

    recorded = await ground.look(
        {WOODCUTTING: 13_100_000}, recorder=recorder_on(table, ground.clock, keep_days=30)
    )

    assert (recorded.goals, recorded.again) == (1, False)
    assert (await ground.now(goal)).status is GoalStatus.ACTIVE
    assert "goal-reached" not in await ground.kinds(await ground.person())


async def test_a_goal_that_is_removed_in_the_same_moment_leaves_nothing_behind(ground: Ground) -> None:
    goal = await ground.cutting("70 mining")
    user = await ground.person()
    table = Interrupted(ground.table, lambda: ground.goals.remove(user, goal))

    recorded = await ground.look(
        {WOODCUTTING: 10_000_000, "mining.xp": 5}, recorder=recorder_on(table, ground.clock, keep_days=30)
    )

    assert (recorded.goals, recorded.again) == (0, False)
    assert await ground.records(goal) == []
    assert await ground.latest(goal) is None


async def test_a_newer_reading_that_comes_in_between_stays(ground: Ground) -> None:
    goal = await ground.cutting()
    newer = Reading(ZEZIMA, START + timedelta(seconds=700), quantities({WOODCUTTING: 10_700_000}))
    table = Interrupted(ground.table, lambda: ground.recorder.record(ZEZIMA, newer, since=None), at=2)

    recorded = await ground.look(
        {WOODCUTTING: 10_600_000}, recorder=recorder_on(table, ground.clock, keep_days=30)
    )

    assert (recorded.goals, recorded.changed, recorded.again) == (1, False, True)
    assert await ground.values(goal) == [10_000_000, 10_600_000, 10_700_000]
    reading = await ground.reading()
    assert reading is not None
    assert (reading.at, reading.quantities) == (newer.at, newer.values)


async def test_a_subject_that_goes_in_the_same_moment_stays_gone(ground: Ground) -> None:
    await ground.cutting()
    [character] = await ground.characters.list("anna")
    table = Interrupted(ground.table, lambda: ground.characters.remove("anna", character), at=2)

    await ground.look({WOODCUTTING: 10_600_000}, recorder=recorder_on(table, ground.clock, keep_days=30))

    left = [item["type"] async for item in ground.table.scan()]
    assert {"subject", "latestReading", "reading", "goal", "progress", "latestProgress"}.isdisjoint(left)


async def test_a_rollback_is_told_also_for_the_goal_that_had_to_wait(ground: Ground) -> None:
    first = await ground.cutting()
    for _ in range(STRIKES - 1):
        await ground.look({WOODCUTTING: 9_000_000})
    ground.clock.advance(600)
    [character] = await ground.characters.list("anna")
    second = await ground.goal(await ground.person(), character, "20m wc")  # in the second of the look

    recorded = await ground.look({WOODCUTTING: 9_000_000}, seconds=0, since=None)
    assert (recorded.goals, recorded.told, recorded.again) == (1, 1, True)
    await ground.look({WOODCUTTING: 9_000_000})

    told = await ground.told(await ground.person())
    assert [(one.kind.name, one.entity) for one in told] == [
        ("goal-rollback", first.id),
        ("goal-rollback", second.id),
    ]


async def test_a_recorder_that_always_loses_says_so(ground: Ground) -> None:
    goal = await ground.cutting()

    class Restless(FaultyTable):
        """Somebody else moves the goal whenever it is about to be written."""

        moves = 0

        async def transact(self, operations):  # noqa: ANN001, ANN202 - as the table's own
            if any(one.key == goal.latest_key.key for one in operations):
                self.moves += 1
                at = f"2100-01-01T00:00:{self.moves:02}Z"
                await self._inner.update(Update(goal.latest_key.key, set={"timestamp": at}))
            await super().transact(operations)

    table = Restless(ground.table)
    recorded = await ground.look(
        {WOODCUTTING: 10_500_000}, recorder=recorder_on(table, ground.clock, keep_days=30)
    )

    assert (recorded.goals, recorded.again) == (0, True)
    assert table.moves == 5
    recorded = await ground.look({WOODCUTTING: 10_500_000})
    assert (recorded.goals, recorded.again) == (1, False)
