"""What somebody has is found by its words and its tags: among the newest, in one round trip, only theirs."""

from datetime import timedelta

import pytest

from tests.fakes.distant_table import DistantTable
from tests.tracker.life.test_timeline import NOON, item
from tracker.life.finding import OF_EACH, Matches, NothingToFind, find, parse_sought
from tracker.life.things import TimelinePlace
from tracker.store.sqlite import SqliteTable


async def found(table: SqliteTable, text: str, kind: str | None = None) -> Matches:
    return await table.read_in_steps(find("ada", parse_sought(text), kind))


def titles(some: Matches) -> list[str]:
    return [one.title for one in some.things]


@pytest.fixture
async def desk(sqlite_table: SqliteTable) -> SqliteTable:
    def at(days: int, type_: str, title: str, **more: object) -> dict[str, object]:
        return {
            **item(TimelinePlace(NOON + timedelta(days=days), type_, f"{type_}{days}")),
            "title": title,
            **more,
        }

    things = [
        at(1, "task", "Call the bank", tags=["phone", "money"]),
        at(2, "task", "Pay the rent", description="by bank transfer"),
        at(3, "project", "Café on the river bank"),
        at(4, "task", "Ring mum", tags=["phone"], area="Family"),
        at(5, "compositeGoal", "Learn the piano", tags=["bank"]),
    ]
    theirs = {
        **item(TimelinePlace(NOON, "task", "x"), user="bob"),
        "title": "Rob the bank",
        "tags": ["phone"],
    }
    await sqlite_table.write_many(puts=[*things, theirs])  # type: ignore[list-item]
    return sqlite_table


async def test_a_tag_comes_before_a_title_and_that_before_the_rest(desk: SqliteTable) -> None:
    assert titles(await found(desk, "bank")) == [
        "Learn the piano",
        "Café on the river bank",
        "Call the bank",
        "Pay the rent",
    ]


async def test_all_words_have_to_be_there_however_they_are_written(desk: SqliteTable) -> None:
    assert titles(await found(desk, "BANK cafe")) == ["Café on the river bank"]
    assert titles(await found(desk, "family mum")) == ["Ring mum"]


@pytest.mark.parametrize("text", ["@phone", "#Phone", "tag:phone"])
async def test_a_tag_is_asked_for_by_a_mark_and_wholly(desk: SqliteTable, text: str) -> None:
    assert titles(await found(desk, text)) == ["Ring mum", "Call the bank"]
    assert titles(await found(desk, text[:-1])) == []
    assert titles(await found(desk, f"{text} bank")) == ["Call the bank"]


async def test_one_kind_can_be_asked_for(desk: SqliteTable) -> None:
    assert titles(await found(desk, "bank", "task")) == ["Call the bank", "Pay the rent"]


@pytest.mark.parametrize("text", ["", "  ", "@", "tag:", "# @"])
def test_nothing_is_not_looked_for(text: str) -> None:
    with pytest.raises(NothingToFind):
        parse_sought(text)


async def test_the_newest_of_each_kind_are_looked_at_and_that_is_said(sqlite_table: SqliteTable) -> None:
    old = [item(TimelinePlace(NOON, "task", "old")), item(TimelinePlace(NOON, "habit", "old"))]
    new = [item(TimelinePlace(NOON + timedelta(days=1), "task", f"{one:04}")) for one in range(OF_EACH)]
    await sqlite_table.write_many(puts=[*old, *new])
    far = DistantTable(sqlite_table)

    some, trips = await far.round_trips(far.read_in_steps(find("ada", parse_sought("old"))))

    assert trips == 1
    assert (titles(some), some.unseen) == (["habit old"], ("task",))
