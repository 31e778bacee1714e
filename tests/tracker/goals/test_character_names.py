"""How characters are called: ids that stay, and names that are found in any spelling."""

import pytest

from tests.tracker.goals.holdings import (
    ADA,
    BOB,
    link,
    settle,
    subject,
)
from tracker.goals.characters.names import new_id
from tracker.goals.characters.service import Characters
from tracker.goals.errors import (
    AmbiguousCharacter,
    NoSuchCharacter,
)
from tracker.store.sqlite import SqliteTable

ZEZIMA = subject("zezima")


@pytest.mark.parametrize(
    ("name", "mode", "game", "expected"),
    [
        ("Zezima", "main", "osrs", "zezima"),
        ("Iron_Bob", "main", "osrs", "iron bob"),
        ("Zezima", "ironman", "osrs", "zezima@ironman"),
        ("Zezima", "main", "rs3", "zezima@rs3"),
        ("Zezima", "ironman", "rs3", "zezima@rs3-ironman"),
    ],
)
def test_the_id_says_name_game_and_mode(name: str, mode: str, game: str, expected: str) -> None:
    assert new_id(game, mode, name, taken=()) == expected


async def test_a_name_that_a_renamed_character_had_gets_a_number(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    first = await on_sqlite.add(ADA, link("Zezima"))
    await on_sqlite.rename(ADA, first, link("Newname"))
    second = await on_sqlite.add(ADA, link("Zezima"))
    await on_sqlite.rename(ADA, second, link("Thirdname"))

    assert second.id == "zezima-2"
    assert (await on_sqlite.add(ADA, link("Zezima"))).id == "zezima-3"


@pytest.mark.parametrize("text", ["Iron Bob", "iron_bob", " IRON-BOB ", "iron\u00a0bob", "iron bob@ironman"])
async def test_a_character_is_found_by_any_spelling_and_by_its_id(
    sqlite_table: SqliteTable, on_sqlite: Characters, text: str
) -> None:
    await settle(sqlite_table)
    await on_sqlite.add(ADA, link("Zezima"))
    bob = await on_sqlite.add(ADA, link("Iron Bob", "ironman"))

    assert await on_sqlite.find(ADA, text) == bob


async def test_an_unknown_name_says_what_may_have_been_meant(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    with pytest.raises(NoSuchCharacter, match="You have no characters yet"):
        await on_sqlite.find(ADA, "zezima")
    await on_sqlite.add(ADA, link("Zezima"))

    with pytest.raises(NoSuchCharacter, match=r"no character 'zezma': did you mean Zezima\?") as near:
        await on_sqlite.find(ADA, "zezma")
    with pytest.raises(NoSuchCharacter, match=r"no character 'qqq'\. You have Zezima\."):
        await on_sqlite.find(ADA, "qqq")

    assert near.value.suggestions[0].value == "Zezima"


async def test_a_name_of_several_is_told_by_the_id(sqlite_table: SqliteTable, on_sqlite: Characters) -> None:
    await settle(sqlite_table)
    iron = await on_sqlite.add(ADA, link("Zezima", "ironman"))
    await on_sqlite.add(ADA, link("Zezima", "main", "rs3"))

    with pytest.raises(AmbiguousCharacter, match="say zezima@ironman or zezima@rs3"):
        await on_sqlite.find(ADA, "Zezima")
    assert await on_sqlite.find(ADA, "Zezima@Ironman") == iron

    main = await on_sqlite.add(ADA, link("Zezima"))
    assert await on_sqlite.find(ADA, "zezima") == main


async def test_the_present_name_wins_over_the_old_one_of_another(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    old = await on_sqlite.add(ADA, link("Zezima"))
    renamed = await on_sqlite.rename(ADA, old, link("Bob"))
    assert await on_sqlite.find(ADA, "zezima") == renamed

    new = await on_sqlite.add(ADA, link("Zezima"))
    assert await on_sqlite.find(ADA, "zezima") == new


async def test_nobody_finds_the_characters_of_another(
    sqlite_table: SqliteTable, on_sqlite: Characters
) -> None:
    await settle(sqlite_table)
    await settle(sqlite_table, BOB)
    added = await on_sqlite.add(ADA, link())

    assert await on_sqlite.list(BOB) == []
    with pytest.raises(NoSuchCharacter):
        await on_sqlite.remove(BOB, added)
    with pytest.raises(NoSuchCharacter):
        await on_sqlite.rename(BOB, added, link("Bob"))
    assert await on_sqlite.list(ADA) == [added]
