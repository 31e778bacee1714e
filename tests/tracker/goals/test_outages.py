"""Outages: who watches is told of the beginning once, and of the end if they heard of the beginning."""

import pytest

from tests.fakes.clock import START, HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.recorders import recorder_on
from tests.tracker.goals.looking import WOODCUTTING, ZEZIMA, Counted, Ground, Interrupted
from tracker.accounts.model import User
from tracker.goals.model import Frequency
from tracker.goals.still_true import checks
from tracker.store.entity import change
from tracker.store.errors import Throttled
from tracker.store.keys import SubjectKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.subjects import Outage, OutageKind

MISSING = Outage(kind=OutageKind.NOT_FOUND, since=START, looks=4)
DOWN = Outage(kind=OutageKind.DOWN, since=START, looks=4)
XP = 10_000_000


@pytest.fixture
def ground(sqlite_table: SqliteTable, clock: HandClock) -> Ground:
    return Ground(sqlite_table, clock)


async def watching(ground: Ground, name: str, **options: object) -> User:
    user = await ground.person(name)
    character = await ground.character(user, woodcutting_xp=XP)
    await ground.goal(user, character, "99 wc", **options)
    return user


async def tell(ground: Ground, outage: Outage, table: Table | None = None) -> int:
    ground.clock.advance(3_600)
    recorder = ground.recorder if table is None else recorder_on(table, ground.clock, keep_days=30)
    return await recorder.tell_outage(ZEZIMA, outage, what="an error, status 503")


async def test_everybody_with_a_goal_that_speaks_is_told_once(table: Table, clock: HandClock) -> None:
    ground = Ground(table, clock)
    anna, ben, eve = [await watching(ground, name) for name in ("anna", "ben", "eve")]
    off = await watching(ground, "off", frequency=Frequency.OFF)
    [goal] = await ground.goals.list(eve.id)
    await ground.goals.pause(eve, goal)

    assert await tell(ground, MISSING) == 2
    assert await tell(ground, MISSING) == 0

    assert await ground.kinds(anna) == await ground.kinds(ben) == ["not-found"]
    assert await ground.kinds(off) == await ground.kinds(eve) == []
    assert (await ground.observed()).outage == MISSING.model_copy(update={"told": True})


async def test_a_person_with_several_goals_hears_of_it_once_where_they_want_to_hear_of_goals(
    ground: Ground,
) -> None:
    anna = await watching(ground, "anna", channel="webhook")
    [character] = await ground.characters.list(anna.id)
    await ground.goal(anna, character, "90 attack")

    assert await tell(ground, MISSING) == 1

    [told] = await ground.told(anna)
    assert (told.preferred_channel, told.group) == ("webhook", character.id)


async def test_a_subject_that_nobody_watches_is_told_to_nobody(ground: Ground) -> None:
    assert await tell(ground, MISSING) == 0


@pytest.mark.parametrize(
    ("outage", "kinds"),
    [
        (MISSING, ["not-found", "found-again"]),
        (DOWN, ["source-down", "source-back"]),
    ],
)
async def test_the_end_is_told_to_those_who_heard_of_the_beginning(
    ground: Ground, outage: Outage, kinds: list[str]
) -> None:
    anna = await watching(ground, "anna")
    await tell(ground, outage)
    late = await watching(ground, "late")

    recorded = await ground.look({WOODCUTTING: XP})
    again = await ground.look({WOODCUTTING: XP})

    assert (recorded.told, recorded.changed, again.told) == (1, False, 0)
    assert sorted(await ground.kinds(anna)) == sorted(kinds)
    assert await ground.kinds(late) == []
    assert (await ground.observed()).outage is None


async def test_an_outage_that_ends_before_it_was_told_ends_in_silence(ground: Ground) -> None:
    anna = await watching(ground, "anna")
    observed = await ground.observed()
    await ground.table.update(change(type(observed), observed.key, {"outage": MISSING}))

    recorded = await ground.look({WOODCUTTING: XP})

    assert recorded.told == 0
    assert await ground.kinds(anna) == []
    assert (await ground.observed()).outage is None


async def test_a_source_that_was_down_and_now_does_not_know_the_character_is_news(ground: Ground) -> None:
    anna = await watching(ground, "anna")
    await tell(ground, DOWN)

    assert await tell(ground, MISSING) == 1
    assert await tell(ground, DOWN) == 0

    assert sorted(await ground.kinds(anna)) == ["not-found", "source-down"]
    outage = (await ground.observed()).outage
    assert outage is not None
    assert outage.kind is OutageKind.NOT_FOUND


async def test_the_end_of_an_outage_so_long_that_its_beginning_is_forgotten_is_told(ground: Ground) -> None:
    anna = await watching(ground, "anna")
    await tell(ground, MISSING)
    [begin] = await ground.told(anna)
    await ground.table.delete(begin.key.key)

    recorded = await ground.look({WOODCUTTING: XP}, seconds=100 * 86_400)

    assert recorded.told == 1
    [end] = await ground.told(anna)
    assert await checks(ground.table)["told"](anna.id, end.check.reference if end.check else "")


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_crash_while_telling_tells_everybody_once(ground: Ground, when: str) -> None:
    people = [await watching(ground, name) for name in ("anna", "ben", "eve")]

    crashes = 0
    for call in range(1, 50):
        table = FaultyTable(ground.table)
        table.fail(at=call, when=when)  # type: ignore[arg-type]
        try:
            await tell(ground, MISSING, table)
        except Throttled:
            crashes += 1
        else:
            break

    assert crashes > 3
    assert [await ground.kinds(one) for one in people] == [["not-found"]] * 3
    outage = (await ground.observed()).outage
    assert outage is not None
    assert outage.told


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_crash_at_the_end_of_an_outage_tells_everybody_once(ground: Ground, when: str) -> None:
    people = [await watching(ground, name) for name in ("anna", "ben")]
    await tell(ground, MISSING)
    for call in range(1, 50):
        table = FaultyTable(ground.table)
        table.fail(at=call, when=when)  # type: ignore[arg-type]
        try:
            await ground.look({WOODCUTTING: XP}, recorder=recorder_on(table, ground.clock, keep_days=30))
        except Throttled:
            continue
        break

    assert [sorted(await ground.kinds(one)) for one in people] == [["found-again", "not-found"]] * 2
    assert (await ground.observed()).outage is None


async def test_two_who_tell_at_once_are_heard_once(ground: Ground) -> None:
    anna = await watching(ground, "anna")
    slower = Interrupted(ground.table, lambda: tell(ground, MISSING))

    assert await tell(ground, MISSING, slower) == 0
    assert await ground.kinds(anna) == ["not-found"]


async def test_a_subject_that_goes_in_the_same_moment_stays_gone(ground: Ground) -> None:
    anna = await watching(ground, "anna")
    [character] = await ground.characters.list(anna.id)
    table = Interrupted(ground.table, lambda: ground.characters.remove(anna.id, character))

    assert await tell(ground, MISSING, table) == 0
    assert await ground.table.get(SubjectKey(ZEZIMA).key) is None


async def test_an_outage_costs_nothing_while_it_lasts(ground: Ground) -> None:
    await watching(ground, "anna")
    await tell(ground, DOWN)
    table = Counted(ground.table)

    assert await tell(ground, DOWN, table) == 0

    assert (table.calls, table.written) == (1, [])
