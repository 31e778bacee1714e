"""Export: everything about a person, and nothing about anybody else."""

import json
from decimal import Decimal

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.accounts.people import PERSONAL, item_of, of_person, possessions, settle, settle_nobodys
from tests.tracker.store.items import everything, exactly, item
from tracker.accounts.belongings import Holder
from tracker.accounts.export import exact_json, export_person
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.service import Accounts
from tracker.store.keys import (
    AuthorshipKey,
    CompositeGoalKey,
    GoalActivityKey,
    RoomMessageKey,
    ThanksKey,
)
from tracker.store.segments import timestamp
from tracker.store.table import Table
from tracker.store.values import key_of


async def test_an_export_holds_an_item_of_every_personal_type_and_each_item_once(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    ada, bob = [await settle(accounts, table, name) for name in ("ada", "bob")]
    await settle_nobodys(table)

    document = await export_person(table, Holder(ada.id), clock())

    exported = [key_of(one) for items in document["items"].values() for one in items]
    held = {key_of(one) for one in (*possessions(ada.id), *possessions(bob.id))}
    assert document["items"].keys() == {cls.item_type for cls in PERSONAL}
    assert len(exported) == len(set(exported))
    assert set(exported) & held == {key_of(one) for one in possessions(ada.id)}
    assert set(exported) - held == {ada.key.key, *(one.lock.key for one in ada.identities)}


async def test_an_export_says_its_version_its_time_and_whose_it_is(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    user = await accounts.register(known_as("email:ada@example.org"))
    await accounts.change_settings(user.id, {"quiet_hours": "22:00-07:00"})

    document = await export_person(table, Holder(user.id), clock())

    assert document["questlog"] == 1
    assert document["exportedAt"] == timestamp(clock())
    assert document["user"] == {
        "type": "user",
        "id": user.id,
        "createdAt": timestamp(clock()),
        "updatedAt": timestamp(clock()),
        "email": "ada@example.org",
        "timezone": "UTC",
        "dayStart": "00:00",
        "quietHours": {"from": "22:00", "to": "07:00"},
        "urgentPasses": False,
        "digest": "daily",
        "digestTime": "08:00",
        "digestWhenQuiet": False,
        "birthdayGreeting": False,
        "shownInRooms": [],
        "tags": [],
    }


async def test_items_are_exported_as_the_table_holds_them(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    user = await accounts.register(known_as("local:me"))
    odd = item(
        "METRIC#m", user.key.key.pk, type="metric", value=Decimal("0.1"), big=2**70, none=None, text='"é💎\n'
    )
    newer = item("HOLOGRAM#h", user.key.key.pk, type="hologram")
    untyped = item("SOMETHING", user.key.key.pk)
    await table.write_many(puts=[odd, newer, untyped])

    document = await export_person(table, Holder(user.id), clock())
    read = json.loads(exact_json(document), parse_float=Decimal)

    assert exactly(read["items"]["metric"]) == exactly([odd])
    assert read["items"]["hologram"] == [newer]
    assert read["items"]["unknown"] == [untyped]
    assert exactly(read) == exactly(document)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        "",
        0,
        -(2**90),
        Decimal("-0.00000001"),
        Decimal("1E-30"),
        Decimal("12345678901234567890.123456789"),
    ],
)
def test_json_keeps_every_digit(value: object) -> None:
    document = {"value": value, "list": [value, [], {}, [{"": value}]]}

    assert exactly(json.loads(exact_json(document), parse_float=Decimal)) == exactly(document)


async def test_the_links_of_a_goal_are_exported_too(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    user = await accounts.register(known_as("local:me"))
    await table.write_many(puts=[of_person(CompositeGoalKey, user.id), of_person(GoalActivityKey, user.id)])

    document = await export_person(table, Holder(user.id), clock())

    assert {"compositeGoal", "goalActivity"} < document["items"].keys()


async def test_what_is_of_two_people_is_exported_to_both(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    ada, bob = [await settle(accounts, table, name) for name in ("ada", "bob")]
    at = clock()
    in_room = RoomMessageKey("kitchen", at, "m1")
    thanks_to_ada = ThanksKey(ada.id, bob.id)
    for key in (in_room, thanks_to_ada):
        await table.write_many(puts=[item_of(key), item_of(AuthorshipKey(bob.id, *key.key))])

    of_ada, of_bob = [
        {
            key_of(one)
            for items in (await export_person(table, Holder(user.id), at))["items"].values()
            for one in items
        }
        for user in (ada, bob)
    ]

    assert {in_room.key, thanks_to_ada.key} <= of_bob
    assert thanks_to_ada.key in of_ada
    assert in_room.key not in of_ada


async def test_an_export_changes_nothing(accounts: Accounts, table: Table, clock: HandClock) -> None:
    ada = await settle(accounts, table, "ada")
    before = await everything(table)

    await export_person(table, Holder(ada.id), clock())

    assert await everything(table) == before
