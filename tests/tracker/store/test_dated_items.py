"""When an item was created and updated: the table says it of each that is made of a model."""

from typing import Literal

from tests.fakes.clock import HandClock
from tests.tracker.store.items import item, key
from tracker.store.conditions import ABSENT
from tracker.store.entity import Entity, Instant, change, rewrite, stored_as, to_item
from tracker.store.index_keys import AreaKey, StatusKey
from tracker.store.keys import HabitKey
from tracker.store.table import Put, Table, Update
from tracker.store.values import Item

KEY = HabitKey("u", "h")
ACTIVE, HEALTH = StatusKey("u", "habit", "active", "h"), AreaKey("u", "health", "habit", "h")
BEGIN, LATER = "2100-01-01T00:00:00Z", "2100-01-01T00:01:00Z"


class Habit(Entity, frozen=True):
    model_config = stored_as(amount="targetValue")

    type: Literal["habit"] = "habit"
    name: str = "Gym"
    amount: int | None = None
    note: str | None = None


class OldHabit(Habit, frozen=True):
    """That knows itself when it was made."""

    created_at: Instant


async def found(table: Table) -> Item:
    return await table.get(KEY.key) or {}


def dates(one: Item) -> tuple[object, object]:
    return one["createdAt"], one["updatedAt"]


async def test_a_new_item_says_when_it_was_made(table: Table) -> None:
    await table.put(to_item(Habit(), KEY))
    assert dates(await found(table)) == (BEGIN, BEGIN)


async def test_also_one_of_many_that_are_written_at_once(table: Table) -> None:
    await table.write_many(puts=[to_item(Habit(), KEY)])
    assert dates(await found(table)) == (BEGIN, BEGIN)


async def test_what_a_model_knows_of_its_beginning_is_kept(table: Table, clock: HandClock) -> None:
    made = OldHabit(created_at=clock())
    clock.advance(60)
    await table.put(to_item(made, KEY))
    assert dates(await found(table)) == (BEGIN, LATER)


async def test_a_change_says_when_and_leaves_the_beginning(table: Table, clock: HandClock) -> None:
    await table.put(to_item(Habit(), KEY))
    clock.advance(60)
    await table.update(change(Habit, KEY, {"name": "Run"}))
    assert dates(await found(table)) == (BEGIN, LATER)


async def test_a_rewritten_item_keeps_its_beginning_and_what_a_newer_version_wrote(
    table: Table, clock: HandClock
) -> None:
    await table.put(to_item(Habit(amount=5, note="daily"), KEY, ACTIVE, HEALTH))
    await table.update(Update(KEY.key, set={"colour": "green"}))
    clock.advance(60)
    await table.update(rewrite(Habit(name="Run", amount=7), KEY, HEALTH))
    assert await found(table) == {
        "PK": KEY.key.pk,
        "SK": KEY.key.sk,
        "type": "habit",
        "name": "Run",
        "targetValue": 7,
        **HEALTH.attributes,
        "colour": "green",
        "createdAt": BEGIN,
        "updatedAt": LATER,
    }


async def test_what_is_rewritten_need_not_be_there(table: Table) -> None:
    await table.transact([rewrite(Habit(), KEY, ACTIVE, when=ABSENT)])
    assert dates(await found(table)) == (BEGIN, BEGIN)
    assert StatusKey.of(await found(table)) == ACTIVE


async def test_a_counter_that_makes_its_item_says_when(table: Table, clock: HandClock) -> None:
    counted = Update(key(), default={"type": "sum"}, add={"count": 1}, when=None, stamped=True)
    await table.update(counted)
    clock.advance(60)
    await table.update(counted)
    assert await table.get(key()) == item(type="sum", count=2, createdAt=BEGIN, updatedAt=LATER)


async def test_defaults_change_nothing_of_what_has_them(table: Table, clock: HandClock) -> None:
    first = Update(key(), default={"type": "round"}, when=None, stamped=True)
    await table.update(first)
    clock.advance(60)
    await table.update(first)
    assert await table.get(key()) == item(type="round", createdAt=BEGIN, updatedAt=BEGIN)


async def test_what_is_no_model_is_kept_as_it_was_put(table: Table) -> None:
    await table.transact([Put(item(colour="green"))])
    await table.update(Update(key(), add={"count": 1}))
    assert await table.get(key()) == item(colour="green", count=1)
