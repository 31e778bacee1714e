"""Entities: what a model becomes in the table, and what becomes of an item that no longer fits."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import StrEnum
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field
from structlog.testing import capture_logs

from tests.fakes.clock import START
from tests.tracker.store.items import everything, exactly
from tracker.store.entity import (
    Entity,
    Instant,
    UnreadableItem,
    authored,
    change,
    from_item,
    from_items,
    rewrite,
    to_item,
)
from tracker.store.errors import ConditionFailed, InvalidItem, TooLarge
from tracker.store.index_keys import DueListKey, StatusKey, TimelineKey
from tracker.store.keys import AuthorshipKey, HabitKey, RoomMessageKey, TaskKey
from tracker.store.segments import timestamp
from tracker.store.table import Put, Table
from tracker.store.values import key_of

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
KEY = HabitKey("u", "h")
NOW = timestamp(START)
DATES = {"createdAt": NOW, "updatedAt": NOW}


class Mood(StrEnum):
    GOOD = "good"


class Reminder(BaseModel, frozen=True):
    at: time
    note: str | None = None


class Habit(Entity, frozen=True):
    type: Literal["habit"] = "habit"
    display_name: str
    started_at: Instant = NOON
    first_day: date = date(2025, 1, 1)
    target_value: Decimal | int = 10
    mood: Mood = Mood.GOOD
    reminders: tuple[Reminder, ...] = ()
    counts: dict[str, int] = Field(default_factory=dict)
    area: str | None = None


class Message(Entity, frozen=True):
    type: Literal["roomMessage"] = "roomMessage"
    text: str


def test_an_item_has_camel_case_names_plain_values_and_its_type() -> None:
    item = to_item(
        Habit(
            display_name="Gym",
            target_value=Decimal("2.50"),
            reminders=(Reminder(at=time(8, 5)), Reminder(at=time(20), note="last call")),
            counts={"Zulrah": 2**60},
        ),
        KEY,
        StatusKey("u", "habit", "active", "h"),
    )

    assert item == {
        "PK": "USER#u",
        "SK": "HABIT#h",
        "GSI5PK": "USER#u",
        "GSI5SK": "habit#active#h",
        "type": "habit",
        "displayName": "Gym",
        "startedAt": "2025-01-01T12:00:00Z",
        "firstDay": "2025-01-01",
        "targetValue": Decimal("2.50"),
        "mood": "good",
        "reminders": [{"at": "08:05"}, {"at": "20:00", "note": "last call"}],
        "counts": {"Zulrah": 2**60},
    }


async def test_an_entity_comes_back_from_the_table_as_it_was(table: Table) -> None:
    habit = Habit(
        display_name="Gym",
        target_value=Decimal("0.1"),
        reminders=(Reminder(at=time(8)),),
        counts={"a": 2**60},
    )
    await table.put(to_item(habit, KEY))

    found = from_item(Habit, await table.get(KEY.key) or {})

    assert found == habit
    assert exactly(found.target_value) == exactly(Decimal("0.1"))


def test_an_instant_is_kept_in_utc_and_in_whole_seconds() -> None:
    there = datetime(2025, 1, 1, 14, 0, 0, 5, tzinfo=timezone(timedelta(hours=2)))

    assert Habit(display_name="Gym", started_at=there).started_at == NOON


def test_attributes_of_a_newer_version_are_ignored_on_reading() -> None:
    item = {**to_item(Habit(display_name="Gym"), KEY), "colour": "green"}

    assert from_item(Habit, item) == Habit(display_name="Gym")


async def test_a_change_keeps_what_it_does_not_name(table: Table) -> None:
    habit = Habit(display_name="Gym", area="health")
    await table.put({**to_item(habit, KEY, StatusKey("u", "habit", "active", "h")), "colour": "green"})

    await table.update(
        change(
            Habit,
            KEY,
            {"display_name": "Run", "started_at": NOON + timedelta(days=1), "area": None},
            enter=[TimelineKey("u", "habit", NOON, "h")],
            leave=[StatusKey],
        )
    )

    assert await table.get(KEY.key) == {
        **to_item(Habit(display_name="Run", started_at=NOON + timedelta(days=1)), KEY),
        "GSI1PK": "USER#u",
        "GSI1SK": "ENTITY#habit#2025-01-01T12:00:00Z#h",
        "colour": "green",
        "createdAt": NOW,
        "updatedAt": NOW,
    }


def test_an_unreadable_item_says_which_one_it_is_and_each_thing_that_is_wrong() -> None:
    item = {
        "PK": "USER#u",
        "SK": "HABIT#h",
        "type": "task",
        "firstDay": "soon",
        "reminders": [{"at": "25:00"}],
    }

    with pytest.raises(UnreadableItem) as caught:
        from_item(Habit, item)

    assert str(caught.value).startswith("USER#u / HABIT#h is not a readable habit: ")
    assert "displayName is missing" in caught.value.problems
    assert "type: input should be 'habit'" in caught.value.problems
    assert [problem.partition(":")[0] for problem in caught.value.problems] == [
        "type",
        "displayName is missing",
        "firstDay",
        "reminders.0.at",
    ]


def test_one_unreadable_item_is_logged_and_does_not_stop_the_loop() -> None:
    good = [to_item(Habit(display_name=name), HabitKey("u", name)) for name in ("one", "two")]
    bad = {"PK": "USER#u", "SK": "HABIT#bad", "type": "habit"}

    with capture_logs() as logged:
        names = [habit.display_name for habit in from_items(Habit, [good[0], bad, good[1]])]

    assert names == ["one", "two"]
    assert [(line["event"], line["key"], line["problems"]) for line in logged] == [
        ("item.unreadable", "USER#u / HABIT#bad", ("displayName is missing",))
    ]


def test_an_entity_does_not_go_where_another_type_belongs() -> None:
    with pytest.raises(InvalidItem, match="a habit cannot stand where a task belongs"):
        to_item(Habit(display_name="Gym"), TaskKey("u", "t"))


def test_an_entity_does_not_go_into_an_index_that_its_type_does_not_name() -> None:
    with pytest.raises(InvalidItem, match="does not stand in DueListKey"):
        to_item(Habit(display_name="Gym"), KEY, DueListKey("digest", 0, NOON, "h"))
    with pytest.raises(InvalidItem, match="does not stand in DueListKey"):
        change(Habit, KEY, {}, enter=[DueListKey("digest", 0, NOON, "h")])


MESSAGE = RoomMessageKey("r", NOON, "m")


def test_what_has_an_author_cannot_be_written_alone_and_nothing_else_has_one() -> None:
    with pytest.raises(InvalidItem, match="write it with `authored`"):
        to_item(Message(text="hi"), MESSAGE)
    with pytest.raises(InvalidItem, match="write it with `to_item`"):
        authored("u", Habit(display_name="Gym"), KEY)
    with pytest.raises(InvalidItem, match="a habit cannot stand where a roomMessage belongs"):
        authored("u", Habit(display_name="Gym"), MESSAGE)
    with pytest.raises(InvalidItem, match="does not stand in StatusKey"):
        authored("u", Message(text="hi"), MESSAGE, StatusKey("u", "roomMessage", "new", "m"))


async def test_what_has_an_author_is_written_together_with_its_authorship(table: Table) -> None:
    user = {"PK": "USER#u", "SK": "METADATA", "type": "user"}
    await table.put(user)

    await table.transact(
        authored("u", Message(text="hi"), MESSAGE, TimelineKey("u", "roomMessage", NOON, "m"))
    )

    authorship = AuthorshipKey("u", *MESSAGE.key)
    message = {"PK": "ROOM#r", "SK": "MSG#2025-01-01T12:00:00Z#m", "type": "roomMessage", "text": "hi"}
    on_timeline = {"GSI1PK": "USER#u", "GSI1SK": "ENTITY#roomMessage#2025-01-01T12:00:00Z#m"}
    assert await everything(table) == {
        key_of(user): user,
        MESSAGE.key: message | on_timeline | DATES,
        authorship.key: {"PK": authorship.key.pk, "SK": authorship.key.sk, "type": "authorship"} | DATES,
    }


async def test_what_has_an_author_takes_the_place_of_nothing(table: Table) -> None:
    for author in ("u", "v"):
        await table.put({"PK": f"USER#{author}", "SK": "METADATA", "type": "user"})
    await table.transact(authored("u", Message(text="mine"), MESSAGE))
    before = await everything(table)

    with pytest.raises(ConditionFailed):
        await table.transact(authored("v", Message(text="no, mine"), MESSAGE))

    assert await everything(table) == before


@pytest.mark.parametrize(
    "attributes", [None, {"deletingSince": "2025-01-01T00:00:00Z"}], ids=["gone", "going"]
)
async def test_nothing_is_written_for_an_author_who_is_gone_or_going(
    table: Table, attributes: dict[str, str] | None
) -> None:
    if attributes is not None:
        await table.put({"PK": "USER#u", "SK": "METADATA", "type": "user", **attributes})
    before = await everything(table)

    with pytest.raises(ConditionFailed):
        await table.transact(authored("u", Message(text="hi"), MESSAGE))

    assert await everything(table) == before


@pytest.mark.parametrize("value", [1.5, {1, 2}, b"bytes", object()])
def test_a_value_that_the_table_cannot_keep_exactly_is_refused(value: Any) -> None:  # noqa: ANN401 - that is the point
    class Loose(Entity, frozen=True):
        type: Literal["habit"] = "habit"
        value: Any

    with pytest.raises(InvalidItem, match="cannot be stored"):
        to_item(Loose(value=value), KEY)


def test_a_model_has_to_say_its_type() -> None:
    with pytest.raises(TypeError, match="does not say its type"):

        class Untyped(Entity, frozen=True):
            name: str


@pytest.mark.parametrize(
    "wrong",
    [
        {"target_value": 10**38},
        {"target_value": Decimal("NaN")},
        {"display_name": "\ud800"},
        {"counts": {"": 1}},
        {"counts": {"$decimal": 1}},
    ],
    ids=str,
)
def test_what_no_engine_stores_is_refused_of_a_model_too(wrong: dict[str, Any]) -> None:
    habit = Habit(display_name="Gym").model_copy(update=wrong)
    with pytest.raises(InvalidItem):
        to_item(habit, KEY)


def test_numbers_have_one_form() -> None:
    for number in (Decimal("10.0"), Decimal("1E+1"), 10):
        item = to_item(Habit(display_name="Gym", target_value=number), KEY)
        assert (item["targetValue"], type(item["targetValue"])) == (10, int)


async def test_a_model_that_is_too_large_is_refused_and_nothing_is_written(table: Table) -> None:
    large = to_item(Habit(display_name="x" * 410_000), KEY)
    small = to_item(Habit(display_name="Gym"), HabitKey("u", "h2"))
    with pytest.raises(TooLarge):
        await table.put(large)
    with pytest.raises(TooLarge):
        await table.transact([Put(small), Put(large)])

    assert await table.get_many([key_of(large), key_of(small)]) == {}


async def test_a_model_that_is_too_large_takes_the_place_of_nothing(table: Table) -> None:
    await table.put(to_item(Habit(display_name="Gym"), KEY))
    with pytest.raises(TooLarge):
        await table.update(rewrite(Habit(display_name="x" * 410_000), KEY))
    many = [rewrite(Habit(display_name="x" * 390_000), HabitKey("u", f"h{n}")) for n in range(11)]
    with pytest.raises(TooLarge, match="4,194,304"):
        await table.transact(many)

    assert [one["displayName"] for one in (await everything(table)).values()] == ["Gym"]


async def test_models_that_are_too_much_together_are_refused(table: Table) -> None:
    many = [to_item(Habit(display_name="x" * 390_000), HabitKey("u", f"h{n}")) for n in range(11)]
    with pytest.raises(TooLarge, match="4,194,304"):
        await table.transact([Put(one) for one in many])
