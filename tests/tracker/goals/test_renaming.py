"""A rename: the goals and their history follow, and another character is not taken for the same."""

from itertools import count

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.goals.holdings import (
    ADA,
    ATTACK,
    BOB,
    SLAYER_RANK,
    STANDING,
    WOODCUTTING,
    ZULRAH,
    assert_counts_agree,
    changes_announced,
    goal_ids,
    history_of,
    link,
    observed,
    of_types,
    settle,
    stored_character,
    stored_goal,
    subject,
)
from tests.tracker.store.items import everything
from tracker.goals.characters.service import CharacterLink, Characters, values_of
from tracker.goals.errors import (
    AlreadyLinked,
    AnotherCharacter,
    GoalUnchanged,
)
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.service import Goals
from tracker.readings import Measure, Quantity, Reading
from tracker.shards import shard_of
from tracker.store.entity import from_items, to_item
from tracker.store.index_keys import SubjectWatcherKey
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

ZEZIMA = subject("zezima")


async def test_after_a_rename_id_and_history_are_as_before_and_the_goals_watch_the_new_name(
    table: Table, characters: Characters, clock: HandClock
) -> None:
    ada = await settle(table)
    old = await characters.add(ADA, link())
    goal = await Goals(table, clock, goal_ids()).add(ada, old, "99 wc")
    history, latest = await history_of(table, goal), await table.get(goal.latest_key.key)
    clock.advance(60)

    new = await characters.rename(ADA, old, link("New Name", "ironman", at=clock()))

    assert (new.id, new.name, new.mode, new.subject) == (
        "zezima", "New Name", "ironman", subject("new name", "ironman"),
    )  # fmt: skip
    assert await stored_character(table, new) == new
    moved = await stored_goal(table, goal)
    assert moved == goal.model_copy(update={"subject": new.subject})
    assert await history_of(table, goal) == history
    assert latest is not None
    assert "recentGains" in latest
    assert await table.get(goal.latest_key.key) == latest
    watched = SubjectWatcherKey.prefix(subject=new.subject)
    page = await table.query(watched.pk, prefix=watched.prefix or None, index=watched.index)
    assert [item["id"] for item in page.items] == [goal.id]
    assert await values_of(table, new.subject) == STANDING
    await assert_counts_agree(table)


async def test_the_goals_on_a_number_of_the_web_are_called_as_it_is(
    table: Table, characters: Characters, clock: HandClock
) -> None:
    ada = await settle(table)
    number = Subject("http_json", "abc")
    reading = Reading(number, clock(), {Quantity("value", Measure.VALUE): 12})
    old = await characters.add(ADA, CharacterLink("http_json", None, "Steps", number, reading))
    goals = Goals(table, clock, goal_ids())
    goal, over = await goals.add(ada, old, "100 steps"), await goals.add(ada, old, "200")
    await goals.archive(ada, over)

    await characters.rename(ADA, old, CharacterLink("http_json", None, "Walked", number))

    assert [(await stored_goal(table, one)).label for one in (goal, over)] == ["Walked", "Walked"]
    assert (await stored_goal(table, goal)).subject == number
    await assert_counts_agree(table)


async def test_a_rename_leaves_nothing_of_a_subject_that_nobody_else_watches(
    table: Table, characters: Characters
) -> None:
    await settle(table)
    old = await characters.add(ADA, link())

    await characters.rename(ADA, old, link("Newname"))

    items = await everything(table)
    assert not [key for key in items if "zezima" in key.pk]
    assert await changes_announced(table, shard_of(ZEZIMA)) == 2


async def test_a_rename_leaves_the_subject_to_those_who_still_watch_it(
    table: Table, characters: Characters
) -> None:
    await settle(table)
    await settle(table, BOB)
    old = await characters.add(ADA, link())
    await characters.add(BOB, link())

    await characters.rename(ADA, old, link("Newname"))

    kept = await observed(table)
    assert kept is not None
    assert kept.watchers == 1
    assert await values_of(table, ZEZIMA) == STANDING
    await assert_counts_agree(table)


async def test_both_shards_hear_of_a_rename_even_if_they_are_one(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    same = next(name for n in count() if shard_of(subject(name := f"name {n}")) == shard_of(ZEZIMA))
    old = await on_sqlite.add(ADA, link())

    new = await on_sqlite.rename(ADA, old, link(same))

    assert await changes_announced(sqlite_table, shard_of(ZEZIMA)) == 2
    assert new.name == same


async def test_a_name_with_less_xp_is_another_character(table: Table, characters: Characters) -> None:
    await settle(table)
    old = await characters.add(ADA, link())
    before = await everything(table)
    poorer = link("Newname", values={**STANDING, WOODCUTTING: 34_431, ATTACK: 49_999, SLAYER_RANK: 1})

    with pytest.raises(AnotherCharacter) as refused:
        await characters.rename(ADA, old, poorer)

    assert "Newname has 34,431 Woodcutting xp, but Zezima had 3,034,431" in str(refused.value)
    assert await everything(table) == before
    assert (await characters.rename(ADA, old, poorer, anyway=True)).name == "Newname"


async def test_what_may_fall_and_what_is_unranked_says_nothing_about_a_rename(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    lms = Quantity("lms - rank", Measure.SCORE)
    old = await on_sqlite.add(ADA, link(values={ATTACK: 100, SLAYER_RANK: 5, lms: 2_000}))

    new = await on_sqlite.rename(ADA, old, link("Newname", values={ZULRAH: 3, SLAYER_RANK: 2, lms: 900}))

    assert new.name == "Newname"


async def test_a_fall_of_a_kill_count_is_told_by_its_own_name(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    old = await on_sqlite.add(ADA, link())

    with pytest.raises(AnotherCharacter, match="Newname has 12 Zulrah kc, but Zezima had 450"):
        await on_sqlite.rename(ADA, old, link("Newname", values={ZULRAH: 12}))


async def test_a_new_spelling_of_the_same_name_changes_only_the_name(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    old = await on_sqlite.add(ADA, link("zezima"))

    new = await on_sqlite.rename(ADA, old, link("ZeZiMa"))

    assert (new.name, new.subject) == ("ZeZiMa", ZEZIMA)
    found = await observed(sqlite_table)
    assert found is not None
    assert found.watchers == 1
    with pytest.raises(GoalUnchanged):
        await on_sqlite.rename(ADA, new, link("ZeZiMa"))


async def test_a_name_that_another_character_has_is_refused(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    await on_sqlite.add(ADA, link("Zezima"))
    bob = await on_sqlite.add(ADA, link("Bob"))

    with pytest.raises(AlreadyLinked):
        await on_sqlite.rename(ADA, bob, link("zezima"))
    with pytest.raises(AnotherCharacter, match="another game"):
        await on_sqlite.rename(ADA, bob, link("Alice", game="rs3"))


async def test_many_goals_that_are_over_follow_a_rename(
    sqlite_table: SqliteTable, on_sqlite: Characters, clock: HandClock
) -> None:
    ada = await settle(sqlite_table)
    old = await on_sqlite.add(ADA, link())
    goal = await Goals(sqlite_table, clock, goal_ids()).add(ada, old, "99 wc")
    over = [
        goal.model_copy(update={"id": f"over{number}", "status": GoalStatus.ARCHIVED})
        for number in range(230)
    ]
    await sqlite_table.write_many(puts=[to_item(one, one.key, *one.places()) for one in over])

    new = await on_sqlite.rename(ADA, old, link("Newname"))

    goals = from_items(Goal, await of_types(sqlite_table, "goal"))
    assert {one.subject for one in goals} == {new.subject}
