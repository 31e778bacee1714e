"""Characters: who adds what, who watches it from then on, and what is known of it."""

from datetime import date, timedelta

import pytest

from tests.fakes.clock import START, HandClock
from tests.tracker.goals.holdings import (
    ADA,
    ATTACK,
    BOB,
    SLAYER_RANK,
    STANDING,
    WOODCUTTING,
    changes_announced,
    goal_ids,
    link,
    observed,
    of_types,
    reading_of,
    settle,
    subject,
)
from tests.tracker.store.items import everything
from tracker.goals.characters.service import (
    MOST_CHARACTERS,
    CharacterLink,
    Characters,
    most_tracked,
    values_of,
)
from tracker.goals.errors import (
    AlreadyLinked,
    NoSuchPerson,
    TooMany,
)
from tracker.goals.service import Goals
from tracker.listeners import character_listeners
from tracker.shards import shard_of
from tracker.store.entity import from_item, from_items, to_item
from tracker.store.index_keys import ShardSubjectKey
from tracker.store.keys import LatestReadingKey, ReadingKey, SubjectKey, UserKey
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table, Update
from tracker.subjects import DayReading, LatestReading, by_attribute

ZEZIMA = subject("zezima")


async def test_a_character_that_is_added_is_listed_watched_and_known(
    table: Table, characters: Characters
) -> None:
    await settle(table)

    added = await characters.add(ADA, link())

    assert await characters.list(ADA) == [added]
    assert (added.id, added.name, added.subject, added.mode) == ("zezima", "Zezima", ZEZIMA, "main")
    found = await observed(table)
    assert found is not None
    assert (found.watchers, found.revision, found.subject) == (1, 1, ZEZIMA)
    assert await values_of(table, ZEZIMA) == STANDING
    assert await changes_announced(table, shard_of(ZEZIMA)) == 1


async def test_the_shard_lists_the_new_subject(table: Table, characters: Characters) -> None:
    await settle(table)
    await characters.add(ADA, link())

    listed = ShardSubjectKey.prefix(shard=shard_of(ZEZIMA))
    page = await table.query(listed.pk, prefix=listed.prefix, index=listed.index)

    assert [item["PK"] for item in page.items] == [SubjectKey(ZEZIMA).key.pk]


async def test_two_people_share_one_subject(table: Table, characters: Characters) -> None:
    await settle(table)
    await settle(table, BOB)

    await characters.add(ADA, link())
    await characters.add(BOB, link("zezima"))

    found = await observed(table)
    assert found is not None
    assert (found.watchers, found.revision) == (2, 2)
    assert await changes_announced(table, shard_of(ZEZIMA)) == 2


async def test_the_same_subject_twice_is_refused(table: Table, characters: Characters) -> None:
    await settle(table)
    await characters.add(ADA, link())
    before = await everything(table)

    with pytest.raises(AlreadyLinked, match="Zezima is among your characters already"):
        await characters.add(ADA, link("ZEZIMA"))

    assert await everything(table) == before


async def test_nothing_is_added_for_a_person_who_is_not_there(table: Table, characters: Characters) -> None:
    with pytest.raises(NoSuchPerson):
        await characters.add(ADA, link())

    assert await everything(table) == {}


async def test_nothing_is_added_for_a_person_who_is_being_deleted(
    table: Table, characters: Characters
) -> None:
    await settle(table)
    await table.update(Update(UserKey(ADA).key, set={"deletingSince": "2100-01-01T00:00:00Z"}))

    with pytest.raises(NoSuchPerson):
        await characters.add(ADA, link())

    assert await of_types(table, "character", "subject") == []


async def test_the_definition_of_a_number_on_the_web_is_kept_with_the_subject(
    table: Table, characters: Characters
) -> None:
    await settle(table)
    definition = {"url": "https://example.org", "path": "stars", "unit": "", "headers": {"X-Key": "s3cret"}}
    wanted = CharacterLink("http_json", None, "My Stars!", Subject("http_json", "abc"), definition=definition)

    added = await characters.add(ADA, wanted)

    item = await table.get(SubjectKey(wanted.subject).key)
    assert item is not None
    assert item["definition"] == definition
    assert added.id == "my-stars@web"
    assert "s3cret" not in repr(wanted)


async def test_there_is_an_end_to_how_many_characters_a_person_may_have(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    for number in range(MOST_CHARACTERS):
        await on_sqlite.add(ADA, link(f"bot {number}", values=None))

    with pytest.raises(TooMany, match="50 characters, and that is the most"):
        await on_sqlite.add(ADA, link("one more"))


async def test_without_a_reading_nothing_is_known(sqlite_table: SqliteTable, on_sqlite: Characters) -> None:
    await settle(sqlite_table)
    await on_sqlite.add(ADA, link(values=None))

    assert await values_of(sqlite_table, ZEZIMA) == {}


async def test_an_older_reading_does_not_replace_what_is_known(
    table: Table, characters: Characters, clock: HandClock
) -> None:
    await settle(table)
    await settle(table, BOB)
    await characters.add(ADA, link(at=START + timedelta(hours=1)))
    clock.advance(7200)

    await characters.add(BOB, link(values={WOODCUTTING: 1}, at=START))

    assert await values_of(table, ZEZIMA) == STANDING


async def test_a_newer_reading_adds_to_what_is_known_and_takes_nothing_back(
    table: Table, characters: Characters
) -> None:
    """A fall is the recorder's to judge, and what is unranked now is still the last that is known."""
    await settle(table)
    await settle(table, BOB)
    await characters.add(ADA, link())
    later = START + timedelta(hours=1)

    await characters.add(BOB, link(values={WOODCUTTING: 4_000_000, ATTACK: 1, SLAYER_RANK: 9_000}, at=later))

    known = {**STANDING, WOODCUTTING: 4_000_000, SLAYER_RANK: 9_000}
    assert await values_of(table, ZEZIMA) == known


async def test_older_readings_are_kept_by_day_until_they_expire(
    table: Table, characters: Characters, clock: HandClock
) -> None:
    await settle(table)
    day = timedelta(days=1)
    past = (
        reading_of(ZEZIMA, {WOODCUTTING: 1_000}, START - 30 * day),
        reading_of(ZEZIMA, {ATTACK: 2_000}, START - 30 * day + timedelta(hours=2)),
        reading_of(ZEZIMA, {WOODCUTTING: 3_000}, START - 500 * day),
    )

    await characters.add(ADA, link(past=past))

    days = ReadingKey.prefix(subject=ZEZIMA)
    kept = [*from_items(DayReading, (await table.query(days.pk, prefix=days.prefix)).items)]
    assert [(one.at, one.quantities) for one in kept] == [
        (START - 30 * day + timedelta(hours=2), {WOODCUTTING: 1_000, ATTACK: 2_000}),
        (START, STANDING),
    ]
    assert kept[1].ttl == clock.second + 400 * 86400


async def test_a_day_that_is_known_is_not_written_over(table: Table, characters: Characters) -> None:
    await settle(table)
    known = DayReading(at=START, values=by_attribute({ATTACK: 7}))
    await table.put(to_item(known, ReadingKey(ZEZIMA, date(2100, 1, 1))))

    await characters.add(ADA, link())

    item = await table.get(ReadingKey(ZEZIMA, date(2100, 1, 1)).key)
    assert item is not None
    assert from_item(DayReading, item).quantities == {ATTACK: 7}


async def test_most_tracked_counts_the_live_goals_of_everybody(table: Table, clock: HandClock) -> None:
    characters, goals = Characters(table, clock, character_listeners(table)), Goals(table, clock, goal_ids())
    for name in (ADA, BOB):
        user = await settle(table, name)
        character = await characters.add(name, link(f"{name} one"))
        await goals.add(user, character, "99 wc")
        attack = await goals.add(user, character, "99 attack")
        if name == BOB:
            await goals.archive(user, attack)
            await goals.add(user, character, "200m wc")

    assert await most_tracked(table, "osrs") == [("woodcutting", 3), ("attack", 1)]
    assert await most_tracked(table, "osrs", 1) == [("woodcutting", 3)]
    assert await most_tracked(table, "rs3") == []


async def test_what_is_known_of_a_subject_is_the_latest_reading(sqlite_table: SqliteTable) -> None:
    assert await values_of(sqlite_table, ZEZIMA) == {}
    reading = LatestReading(at=START, values=by_attribute({ATTACK: 5}))
    await sqlite_table.put(to_item(reading, LatestReadingKey(ZEZIMA)))

    assert await values_of(sqlite_table, ZEZIMA) == {ATTACK: 5}
