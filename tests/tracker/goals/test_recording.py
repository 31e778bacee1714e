"""From a reading to progress and messages: what is written, what is told, and that neither happens twice."""

from datetime import date, timedelta

import pytest

from tests.fakes.clock import START, HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.recorders import recorder_on
from tests.tracker.goals.looking import WOODCUTTING, ZEZIMA, Counted, Ground, Interrupted, quantities
from tracker.accounts.model import User
from tracker.goals.model import Frequency, Goal, GoalStatus, LatestProgress
from tracker.goals.recording.quarantine import STRIKES
from tracker.goals.recording.recorder import Recorded
from tracker.happenings.reading import beginning, watch
from tracker.readings import Reading
from tracker.store.entity import change, from_item
from tracker.store.index_keys import StatusKey
from tracker.store.keys import UserKey
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Delete, Operation, Table, Update
from tracker.subjects import DayReading

DAY = 86_400


@pytest.fixture
def ground(sqlite_table: SqliteTable, clock: HandClock) -> Ground:
    return Ground(sqlite_table, clock)


async def test_whoever_watches_hears_that_a_goal_has_moved_and_nothing_where_it_has_not(
    ground: Ground, table: Table
) -> None:
    goal = await ground.cutting()
    await watch(table, User(id="anna", created_at=START))
    for value in (10_500_000, 10_500_000, 13_100_000):
        await ground.look({WOODCUTTING: value})

    heard = await beginning(START).fresh(table, "anna")

    assert [(one.thing, one.name, one.what, one.value) for one in heard] == [
        (goal.id, "99 Woodcutting", "moved", 10_500_000),
        (goal.id, "99 Woodcutting", "reached", 13_100_000),
    ]


async def test_progress_is_a_record_and_the_latest_one_and_the_first_stays(
    table: Table, clock: HandClock
) -> None:
    ground = Ground(table, clock)
    goal = await ground.cutting()

    recorded = await ground.look({WOODCUTTING: 10_500_000})

    at = START + timedelta(seconds=600)
    assert recorded == Recorded(changed=True, goals=1, people=("anna",))
    assert [(one.at, one.value, one.since) for one in await ground.records(goal)] == [
        (START, 10_000_000, None),
        (at, 10_500_000, START),
    ]
    latest, earliest = await ground.latest(goal), await ground.earliest(goal)
    assert latest is not None
    assert earliest is not None
    assert (latest.at, latest.value, latest.best, latest.day) == (
        at,
        10_500_000,
        10_500_000,
        date(2100, 1, 1),
    )
    assert (earliest.at, earliest.value) == (START, 10_000_000)
    reading = await ground.reading()
    assert reading is not None
    assert (reading.at, reading.quantities) == (at, quantities({WOODCUTTING: 10_500_000}))
    assert (await ground.observed()).changed_on == date(2100, 1, 1)


async def test_a_goal_that_is_reached_is_told_in_the_same_transaction_and_once_for_ever(
    table: Table, clock: HandClock
) -> None:
    ground = Ground(table, clock)
    goal = await ground.cutting()

    first = await ground.look({WOODCUTTING: 13_100_000})
    second = await ground.look({WOODCUTTING: 13_200_000})

    assert (first.goals, first.told) == (1, 1)
    assert (second.goals, second.told, second.people) == (0, 0, ())
    reached = await ground.now(goal)
    assert reached.status is GoalStatus.REACHED
    assert reached.reached_at == START + timedelta(seconds=600)
    place = StatusKey.prefix(user="anna", kind="goal", status="reached")
    listed = [one["id"] async for one in table.query_all(place.pk, prefix=place.prefix, index=place.index)]
    assert listed == [goal.id]
    assert await ground.tracked("woodcutting") == 0
    [character] = await ground.characters.list("anna")
    assert character.tracked_attributes == {}
    [told] = await ground.told(await ground.person())
    assert (told.kind.name, told.entity, told.period) == ("goal-reached", goal.id, "once")


# Nothing new


async def test_an_unchanged_reading_writes_nothing(ground: Ground) -> None:
    await ground.cutting()
    table = Counted(ground.table)
    recorder = recorder_on(table, ground.clock, keep_days=30)

    for _ in range(3):
        recorded = await ground.look({WOODCUTTING: 10_000_000}, recorder=recorder)

    assert recorded == Recorded(people=("anna",))
    assert table.written == []
    assert (table.calls, table.reads) == (9, 12)  # subject and reading; the index; the goal and its latest


async def test_a_change_costs_a_check_two_writes_for_the_goal_and_one_for_the_day_before(
    ground: Ground,
) -> None:
    await ground.cutting()
    table = Counted(ground.table)
    recorder = recorder_on(table, ground.clock, keep_days=30)

    await ground.look({WOODCUTTING: 10_000_001}, recorder=recorder)
    first = table.shapes()
    table.written.clear()
    await ground.look({WOODCUTTING: 10_000_002}, seconds=DAY, recorder=recorder)

    goal = ["check user", "put progress", "update latestProgress"]
    assert first == [*goal, "update progress", "update latestReading", "update subject"]
    assert table.shapes() == [*goal, "update latestReading", "update reading", "update subject"]


async def test_ranks_that_nobody_watches_write_nothing(ground: Ground) -> None:
    await ground.cutting()
    await ground.look({WOODCUTTING: 10_000_000, "woodcutting.rank": 5_000, "attack.xp": 7})
    table = Counted(ground.table)
    recorder = recorder_on(table, ground.clock, keep_days=30)

    recorded = await ground.look(
        {WOODCUTTING: 10_000_000, "woodcutting.rank": 4_000, "attack.xp": 7}, recorder=recorder
    )

    assert not recorded.changed
    assert table.written == []


async def test_a_rank_that_a_goal_watches_is_recorded(ground: Ground) -> None:
    user = await ground.person()
    character = await ground.character(user, woodcutting_xp=5, woodcutting_rank=5_000)
    goal = await ground.goal(user, character, "rank 1000 wc")

    recorded = await ground.look({WOODCUTTING: 5, "woodcutting.rank": 4_000})

    assert recorded.changed
    assert recorded.ranks == {"woodcutting"}
    assert await ground.values(goal) == [5_000, 4_000]


async def test_a_subject_that_nobody_watches_is_gone(ground: Ground) -> None:
    goal = await ground.cutting()
    [character] = await ground.characters.list(goal.user)

    await ground.characters.remove(goal.user, character)

    assert await ground.look({WOODCUTTING: 10_000_001}) == Recorded(gone=True)
    assert await ground.reading() is None


# First values


async def test_a_skill_that_was_unranked_begins_with_its_first_value(ground: Ground) -> None:
    goal = await ground.cutting("70 mining", frequency=Frequency.EVERY_CHANGE)
    assert goal.start_value is None

    first = await ground.look({WOODCUTTING: 10_000_000, "mining.xp": 400_000})
    second = await ground.look({WOODCUTTING: 10_000_000, "mining.xp": 450_000})

    assert (first.goals, first.told) == (1, 0)
    assert (second.goals, second.told) == (1, 1)
    assert (await ground.now(goal)).start_value == 400_000
    earliest = await ground.earliest(goal)
    assert earliest is not None
    assert earliest.value == 400_000
    assert await ground.values(goal) == [400_000, 450_000]


async def test_a_first_value_beyond_the_target_is_reached_at_once(ground: Ground) -> None:
    goal = await ground.cutting("70 mining")

    await ground.look({WOODCUTTING: 10_000_000, "mining.xp": 800_000})

    reached = await ground.now(goal)
    assert (reached.status, reached.start_value) == (GoalStatus.REACHED, 800_000)
    [told] = await ground.told(await ground.person())
    assert "already" in told.text


async def test_what_becomes_unranked_keeps_its_value(ground: Ground) -> None:
    goal = await ground.cutting()

    recorded = await ground.look({"attack.xp": 5})

    assert not recorded.suspicious
    assert await ground.values(goal) == [10_000_000]
    reading = await ground.reading()
    assert reading is not None
    assert reading.quantities == quantities({WOODCUTTING: 10_000_000, "attack.xp": 5})


# Falls


async def test_a_fall_is_kept_apart_until_it_is_repeated_and_then_told_once(ground: Ground) -> None:
    goal = await ground.cutting(xp=12_000_000)

    looks = [await ground.look({WOODCUTTING: 11_000_000}) for _ in range(STRIKES + 2)]

    assert [one.suspicious for one in looks] == [True, True, False, False, False]
    assert [one.goals for one in looks] == [0, 0, 1, 0, 0]
    assert await ground.values(goal) == [12_000_000, 11_000_000]
    assert await ground.kinds(await ground.person()) == ["goal-rollback"]
    latest = await ground.latest(goal)
    assert latest is not None
    assert latest.best == 12_000_000
    assert (await ground.observed()).strikes == {}


async def test_a_fall_that_is_not_repeated_is_forgotten(ground: Ground) -> None:
    goal = await ground.cutting()

    await ground.look({WOODCUTTING: 9_000_000})
    assert (await ground.observed()).strikes == {WOODCUTTING: 1}
    await ground.look({WOODCUTTING: 10_000_001})

    assert (await ground.observed()).strikes == {}
    assert await ground.values(goal) == [10_000_000, 10_000_001]
    assert await ground.kinds(await ground.person()) == []


async def test_a_value_that_comes_back_to_what_it_was_is_out_of_quarantine(ground: Ground) -> None:
    await ground.cutting()
    await ground.look({WOODCUTTING: 9_000_000})

    recorded = await ground.look({WOODCUTTING: 10_000_000})

    assert not recorded.suspicious
    assert (await ground.observed()).strikes == {}


async def test_one_reading_is_one_strike_however_often_it_is_recorded(ground: Ground) -> None:
    await ground.cutting()
    ground.clock.advance(600)
    reading = Reading(ZEZIMA, ground.clock(), quantities({WOODCUTTING: 9_000_000}))

    for _ in range(STRIKES):
        await ground.recorder.record(ZEZIMA, reading, since=None)

    assert (await ground.observed()).strikes == {WOODCUTTING: 1}


async def test_what_was_told_before_a_rollback_is_not_told_again_after_it(ground: Ground) -> None:
    await ground.cutting(xp=12_000_000)
    await ground.look({WOODCUTTING: 12_600_000})  # 50 percent of the rest, and level 98
    for _ in range(STRIKES):
        await ground.look({WOODCUTTING: 12_100_000})

    await ground.look({WOODCUTTING: 12_700_000})

    assert await ground.kinds(await ground.person()) == ["goal-milestone", "goal-rollback"]


async def test_last_man_standing_falls_freely(ground: Ground) -> None:
    goal = await ground.cutting("2000 lms", frequency=Frequency.EVERY_CHANGE)
    await ground.look({WOODCUTTING: 10_000_000, "lms - rank.score": 1_500})

    recorded = await ground.look({WOODCUTTING: 10_000_000, "lms - rank.score": 1_400})

    assert not recorded.suspicious
    assert await ground.values(goal) == [1_500, 1_400]
    assert await ground.kinds(await ground.person()) == ["goal-change"]


# Milestones of a goal that was changed


async def test_a_goal_that_was_changed_tells_its_marks_again(ground: Ground) -> None:
    # From 155m on there is no level for a long time.
    goal = await ground.cutting("165m wc", xp=155_000_000, frequency=Frequency.MILESTONES)
    user = await ground.person()
    await ground.look({WOODCUTTING: 158_000_000})
    await ground.goals.edit(user, goal, text="170m wc")

    recorded = await ground.look({WOODCUTTING: 159_000_000})

    assert recorded.told == 1
    titles = [one.title for one in await ground.told(user)]
    assert titles == ["30 % of 165m Woodcutting xp", "26.6 % of 170m Woodcutting xp"]


@pytest.mark.parametrize(
    ("frequency", "kinds"),
    [
        (Frequency.EVERY_CHANGE, ["goal-milestone", "goal-change"]),
        (Frequency.MILESTONES, ["goal-milestone"]),
    ],
)
async def test_where_a_milestone_was_told_before_the_change_is_told_to_those_who_want_every_one(
    ground: Ground, frequency: Frequency, kinds: list[str]
) -> None:
    goal = await ground.cutting("20m wc", frequency=frequency)
    await ground.look({WOODCUTTING: 12_510_000})
    # What was best is forgotten, as by a table that was restored from an older copy than the outbox.
    forgotten = {"value": 10_000_000, "best": 10_000_000}
    await ground.table.update(change(LatestProgress, goal.latest_key, forgotten))

    recorded = await ground.look({WOODCUTTING: 12_520_000})

    assert (recorded.goals, recorded.told) == (1, len(kinds) - 1)
    assert await ground.kinds(await ground.person()) == kinds
    assert (await ground.values(goal))[-1] == 12_520_000


# Who is told, and who is not


async def test_a_paused_goal_records_in_silence_and_says_on_return_that_it_is_reached(ground: Ground) -> None:
    goal = await ground.cutting(frequency=Frequency.EVERY_CHANGE)
    user = await ground.person()
    await ground.goals.pause(user, goal)

    await ground.look({WOODCUTTING: 12_000_000})
    await ground.look({WOODCUTTING: 14_000_000})
    assert await ground.values(goal) == [10_000_000, 12_000_000, 14_000_000]
    assert await ground.kinds(user) == []
    await ground.goals.resume(user, await ground.now(goal))
    recorded = await ground.look({WOODCUTTING: 14_000_000})

    assert (recorded.goals, recorded.told) == (1, 1)
    assert await ground.kinds(user) == ["goal-reached"]
    assert await ground.values(goal) == [10_000_000, 12_000_000, 14_000_000]
    assert (await ground.now(goal)).status is GoalStatus.REACHED


async def test_each_goal_of_each_person_is_told_by_itself(ground: Ground) -> None:
    anna, ben = await ground.person("anna"), await ground.person("ben", timezone="Pacific/Auckland")
    for user in (anna, ben):
        character = await ground.character(user, woodcutting_xp=10_000_000, attack_xp=5)
        await ground.goal(user, character, "99 wc", frequency=Frequency.EVERY_CHANGE)
        await ground.goal(user, character, "50 attack", frequency=Frequency.EVERY_CHANGE)

    recorded = await ground.look({WOODCUTTING: 10_000_001, "attack.xp": 6})

    assert recorded.people == ("anna", "ben")
    assert (recorded.goals, recorded.told) == (4, 4)
    assert await ground.kinds(anna) == await ground.kinds(ben) == ["goal-change", "goal-change"]


async def test_a_record_says_since_when_the_old_value_was_seen_but_never_before_it_was(
    ground: Ground,
) -> None:
    goal = await ground.cutting()

    await ground.look({WOODCUTTING: 10_000_001}, since=START - timedelta(days=1))
    await ground.look({WOODCUTTING: 10_000_002}, since=None)

    assert [one.since for one in await ground.records(goal)] == [None, START, None]


async def test_a_record_belongs_to_the_day_of_its_person(ground: Ground) -> None:
    user = await ground.person(timezone="Pacific/Auckland")
    character = await ground.character(user, woodcutting_xp=1)
    goal = await ground.goal(user, character, "99 wc")

    await ground.look({WOODCUTTING: 2}, seconds=12 * 3600)

    assert [one.day for one in await ground.records(goal)] == [date(2100, 1, 1), date(2100, 1, 2)]


async def test_nothing_is_recorded_for_a_person_who_is_leaving(ground: Ground) -> None:
    goal = await ground.cutting()
    await ground.table.update(Update(UserKey("anna").key, set={"deletingSince": "2100-01-01T00:00:00Z"}))

    recorded = await ground.look({WOODCUTTING: 13_100_000})

    assert (recorded.goals, recorded.told) == (0, 0)
    assert await ground.values(goal) == [10_000_000]


@pytest.mark.parametrize(
    "leave",
    [Delete(UserKey("anna").key), Update(UserKey("anna").key, set={"deletingSince": "2100-01-01T00:00:00Z"})],
)
async def test_a_person_who_leaves_in_the_same_moment_stops_nobody_else(
    ground: Ground, leave: Operation
) -> None:
    for name in ("anna", "ben"):
        user = await ground.person(name)
        character = await ground.character(user, woodcutting_xp=10_000_000)
        await ground.goal(user, character, "99 wc")
    table = Interrupted(ground.table, lambda: ground.table.transact([leave]))

    recorded = await ground.look(
        {WOODCUTTING: 13_100_000}, recorder=recorder_on(table, ground.clock, keep_days=30)
    )

    assert (recorded.goals, recorded.told, recorded.again) == (1, 1, False)
    assert [await ground.kinds(User(id=name, created_at=START)) for name in ("anna", "ben")] == [
        [],
        ["goal-reached"],
    ]


async def test_a_goal_that_the_index_still_lists_is_left_alone_when_it_is_archived(ground: Ground) -> None:
    goal = await ground.cutting()
    table = FaultyTable(ground.table)
    await table.freeze_indexes()
    await ground.goals.archive(await ground.person(), goal)

    recorded = await ground.look(
        {WOODCUTTING: 13_100_000}, recorder=recorder_on(table, ground.clock, keep_days=30)
    )

    assert recorded.goals == 0
    assert await ground.values(goal) == [10_000_000]


async def test_a_goal_of_the_same_character_under_its_old_name_is_not_touched(ground: Ground) -> None:
    goal = await ground.cutting()
    other = Subject("osrs", "main:new name")
    await ground.table.update(change(Goal, goal.key, {"subject": other}))
    table = FaultyTable(ground.table)

    recorded = await ground.look(
        {WOODCUTTING: 11_000_000}, recorder=recorder_on(table, ground.clock, keep_days=30)
    )

    assert recorded.goals == 0


# What is kept


async def test_only_the_last_value_of_a_day_stays_for_ever(ground: Ground) -> None:
    goal = await ground.cutting()

    for xp, seconds in ((10_000_001, 600), (10_000_002, 600), (10_000_003, DAY), (10_000_004, 600)):
        await ground.look({WOODCUTTING: xp}, seconds=seconds)

    kept = {one.value: one.ttl for one in await ground.records(goal)}
    written = START + timedelta(seconds=600)
    assert kept[10_000_000] == int((written + timedelta(days=30)).timestamp())
    assert kept[10_000_001] is not None
    assert kept[10_000_002] is None
    assert kept[10_000_003] is not None
    assert kept[10_000_004] is None


async def test_without_a_limit_every_value_stays(sqlite_table: SqliteTable, clock: HandClock) -> None:
    ground = Ground(sqlite_table, clock, keep_days=0)
    goal = await ground.cutting()

    await ground.look({WOODCUTTING: 10_000_001})

    assert [one.ttl for one in await ground.records(goal)] == [None, None]


async def test_the_last_reading_of_a_day_is_kept_for_a_year(ground: Ground) -> None:
    await ground.cutting()
    await ground.look({WOODCUTTING: 10_000_001})
    await ground.look({WOODCUTTING: 10_000_002}, seconds=DAY)

    item = await ground.table.get(DayReading.key_of(ZEZIMA, date(2100, 1, 1)).key)
    assert item is not None
    day = from_item(DayReading, item)
    assert day.quantities == quantities({WOODCUTTING: 10_000_001})
    assert day.ttl == int((START + timedelta(days=400, seconds=600)).timestamp())
    assert (await ground.observed()).changed_on == date(2100, 1, 2)


async def test_the_state_that_the_daily_round_keeps_survives_progress(ground: Ground) -> None:
    goal = await ground.cutting()
    await ground.table.update(Update(goal.latest_key.key, set={"state": "behind"}))

    await ground.look({WOODCUTTING: 10_000_001})

    latest = await ground.latest(goal)
    assert latest is not None
    assert latest.state == "behind"


async def test_a_reading_that_is_damaged_is_replaced(ground: Ground) -> None:
    goal = await ground.cutting()
    await ground.table.update(Update(DayReading.key_of(ZEZIMA, date(2100, 1, 1)).key, set={"timestamp": 5}))
    reading = await ground.reading()
    assert reading is not None
    await ground.table.update(Update(reading.key_of(ZEZIMA).key, set={"values": "nonsense"}))

    recorded = await ground.look({WOODCUTTING: 10_000_001})

    assert (recorded.changed, recorded.again) == (True, False)
    assert await ground.values(goal) == [10_000_000, 10_000_001]


async def test_a_goal_whose_latest_progress_is_damaged_does_not_begin_again(ground: Ground) -> None:
    goal = await ground.cutting()
    await ground.table.update(Update(goal.latest_key.key, set={"progressValue": "nonsense"}))

    recorded = await ground.look({WOODCUTTING: 10_000_001})

    assert (recorded.goals, recorded.changed, recorded.again) == (0, True, False)
