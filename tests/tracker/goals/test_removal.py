"""Removal of characters: nothing of them stays, what others watch does, and a crash is mended."""

from datetime import timedelta
from itertools import count

import pytest

from tests.fakes.clock import START, HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.accounts.dying import DyingTable, Killed
from tests.tracker.goals.holdings import (
    ADA,
    BOB,
    STANDING,
    WOODCUTTING,
    assert_counts_agree,
    changes_announced,
    goal_ids,
    link,
    observed,
    of_types,
    reading_of,
    settle,
    stored_character,
    subject,
    tracked_overall,
)
from tests.tracker.store.items import everything
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.goals.characters.service import Characters, values_of
from tracker.goals.errors import (
    NoSuchCharacter,
)
from tracker.goals.model import Character
from tracker.goals.service import Goals
from tracker.listeners import character_listeners
from tracker.shards import shard_of
from tracker.store.errors import Throttled
from tracker.store.keys import SubjectKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

ZEZIMA = subject("zezima")


async def test_a_character_goes_with_its_goals_and_all_that_they_recorded(
    table: Table, characters: Characters, clock: HandClock
) -> None:
    ada = await settle(table)
    past = (reading_of(ZEZIMA, {WOODCUTTING: 1_000}, START - timedelta(days=3)),)
    zezima = await characters.add(ADA, link(past=past))
    other = await characters.add(ADA, link("Other"))
    goals = Goals(table, clock, goal_ids())
    for text in ("99 wc", "500 zulrah"):
        await goals.add(ada, zezima, text)
    kept = await goals.add(ada, other, "99 wc")

    assert await characters.remove(ADA, zezima) == 2

    assert await characters.list(ADA) == [await stored_character(table, other)]
    assert [one["id"] for one in await of_types(table, "goal")] == [kept.id]
    items = await everything(table)
    assert not [key for key in items if "zezima" in str(key)]
    assert await tracked_overall(table, "woodcutting") == 1
    await assert_counts_agree(table)


async def test_what_others_watch_stays(table: Table, characters: Characters) -> None:
    await settle(table)
    await settle(table, BOB)
    hers = await characters.add(ADA, link())
    await characters.add(BOB, link())

    await characters.remove(ADA, hers)

    found = await observed(table)
    assert found is not None
    assert (found.watchers, found.revision) == (1, 3)
    assert await values_of(table, ZEZIMA) == STANDING
    assert await changes_announced(table, shard_of(ZEZIMA)) == 3


async def test_a_character_that_is_gone_cannot_be_removed_again(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    added = await on_sqlite.add(ADA, link())
    await on_sqlite.remove(ADA, added)

    with pytest.raises(NoSuchCharacter, match="Zezima is no longer among your characters"):
        await on_sqlite.remove(ADA, added)
    assert (await on_sqlite.add(ADA, link())).id == "zezima"


async def test_a_reading_that_comes_too_late_leaves_nothing_behind(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    """The reading is kept after the character was added; when that fails, the next look brings it."""
    await settle(sqlite_table)
    faulty = FaultyTable(sqlite_table)
    characters = Characters(faulty, clock, character_listeners(faulty))
    faulty.fail(at=4)

    with pytest.raises(Throttled):
        await characters.add(ADA, link())

    assert [one.name for one in await characters.list(ADA)] == ["Zezima"]
    assert await values_of(sqlite_table, ZEZIMA) == {}


async def _with_two_goals(table: Table, clock: HandClock) -> Character:
    ada = await settle(table)
    past = tuple(
        reading_of(ZEZIMA, {WOODCUTTING: number}, START - timedelta(days=100 - number))
        for number in range(1, 4)
    )
    character = await Characters(table, clock, character_listeners(table)).add(ADA, link(past=past))
    goals = Goals(table, clock, goal_ids())
    await goals.add(ada, character, "99 wc")
    archived = await goals.add(ada, character, "500 zulrah")
    await goals.archive(ada, archived)
    return character


async def test_killed_at_any_write_a_second_removal_finishes(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    kinds = (
        "character",
        "goal",
        "progress",
        "latestProgress",
        "earliestProgress",
        "subject",
        "latestReading",
    )
    for writes in count():
        character = await _with_two_goals(sqlite_table, clock)
        table = DyingTable(sqlite_table, clock, writes)
        dying = Characters(table, clock, character_listeners(table))
        try:
            await dying.remove(ADA, character)
        except Killed:
            await assert_counts_agree(sqlite_table)
            await Characters(sqlite_table, clock, character_listeners(sqlite_table)).remove_all(ADA)
            assert await of_types(sqlite_table, *kinds) == []
            assert await tracked_overall(sqlite_table, "woodcutting") == 0
        else:
            break

    assert await of_types(sqlite_table, *kinds, "reading") == []
    assert writes > 5


async def test_before_a_person_is_deleted_their_characters_go(
    table: Table, characters: Characters, clock: HandClock
) -> None:
    ada = await settle(table)
    await settle(table, BOB)
    hers = await characters.add(ADA, link())
    await characters.add(ADA, link("Alone"))
    await characters.add(BOB, link())
    await Goals(table, clock, goal_ids()).add(ada, hers, "99 wc")

    await delete_person(table, Holder(ADA), clock(), first=[characters.remove_all])

    assert await of_types(table, "goal", "progress") == []
    assert len(await of_types(table, "user", "character")) == 2
    assert await tracked_overall(table, "woodcutting") == 0
    assert await observed(table, "Alone") is None
    await assert_counts_agree(table)


async def test_a_character_whose_subject_is_not_there_can_still_be_removed(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    added = await on_sqlite.add(ADA, link())
    await sqlite_table.delete(SubjectKey(ZEZIMA).key)

    assert await on_sqlite.remove(ADA, added) == 0
    assert await on_sqlite.list(ADA) == []
