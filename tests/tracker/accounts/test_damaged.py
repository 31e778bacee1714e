"""A person whose items are damaged: what cannot be read can still be taken along, and deleted."""

from typing import Any

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.accounts.people import settle, settle_nobodys
from tests.tracker.store.items import everything
from tracker.accounts.deletion import delete_person
from tracker.accounts.export import export_person
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.store.entity import UnreadableItem
from tracker.store.table import Table, Update
from tracker.store.values import key_of

ADA, EMAIL, NICK = known_as("local:ada"), known_as("email:ada@example.org"), known_as("nick:ada")
DAMAGES: dict[str, dict[str, Any]] = {
    "no-created-at": {"remove": ["createdAt"]},
    "no-id": {"remove": ["id"]},
    "another-type": {"set": {"type": "hologram"}},
    "odd-settings": {"set": {"dayStart": "early", "quietHours": 7}},
    "odd-deletion": {"set": {"deletingSince": "yesterday"}},
    "odd-name": {"set": {"local": ["ada"], "createdAt": 0}},
    "empty-name": {"set": {"local": "", "createdAt": 0}},
    "long-name": {"set": {"local": "a" * 5000, "createdAt": 0}},
    "no-name": {"remove": ["local", "createdAt"]},
    "the-name-of-another": {"set": {"local": "bob", "createdAt": 0}},
}
damaged = pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)


async def settle_damaged(accounts: Accounts, table: Table, damage: dict[str, Any]) -> User:
    user = await settle(accounts, table, "ada")
    await table.update(Update(user.key.key, **damage))
    with pytest.raises(UnreadableItem):
        await accounts.find(ADA)
    return user


@damaged
async def test_an_unreadable_person_is_exported_whole_and_alone(
    accounts: Accounts, table: Table, clock: HandClock, damage: dict[str, Any]
) -> None:
    await settle(accounts, table, "bob")
    others = (await everything(table)).keys()
    user = await settle_damaged(accounts, table, damage)
    holder = await accounts.holder(ADA)
    assert holder is not None

    document = await export_person(table, holder, clock())

    exported = {key_of(one): one for items in document["items"].values() for one in items}
    assert exported == {key: one for key, one in (await everything(table)).items() if key not in others}
    assert document["user"].items() <= exported[user.key.key].items()


@damaged
async def test_an_unreadable_person_is_deleted_whole_and_alone(
    accounts: Accounts, table: Table, clock: HandClock, damage: dict[str, Any]
) -> None:
    await settle(accounts, table, "bob")
    await settle_nobodys(table)
    others = await everything(table)
    await settle_damaged(accounts, table, damage)
    holder = await accounts.holder(ADA)
    assert holder is not None

    await delete_person(table, holder, clock())

    assert await everything(table) == others
    assert (await accounts.register(ADA)).local == "ada"


async def test_every_identity_leads_to_an_unreadable_person(accounts: Accounts, table: Table) -> None:
    user = await settle_damaged(accounts, table, DAMAGES["no-created-at"])

    for identity in (ADA, EMAIL, NICK):
        holder = await accounts.holder(identity)
        assert holder is not None
        assert (holder.user_id, holder.lock) == (user.id, identity.lock.key)


async def test_a_lock_that_has_lost_its_date_still_leads_to_the_person(
    accounts: Accounts, table: Table
) -> None:
    user = await accounts.register(ADA)
    await table.update(Update(ADA.lock.key, remove=["createdAt"]))

    assert await accounts.find(ADA) == user


@pytest.mark.parametrize("user_id", [None, "", 7])
async def test_a_lock_that_names_nobody_is_said_so(accounts: Accounts, table: Table, user_id: object) -> None:
    await accounts.register(ADA)
    await table.update(Update(ADA.lock.key, set={"userId": user_id}))

    with pytest.raises(UnreadableItem, match="LOCAL#ada / UNIQUE#USER is not a readable lock"):
        await accounts.holder(ADA)


async def test_a_lock_that_leads_to_no_user_item_goes_with_what_is_left_of_the_person(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    user = await settle(accounts, table, "ada")
    for key in (user.key.key, EMAIL.lock.key, NICK.lock.key):
        await table.delete(key)
    holder = await accounts.holder(ADA)
    assert holder is not None

    document = await export_person(table, holder, clock())
    removed = await delete_person(table, holder, clock())

    assert document["user"] == {"id": user.id}
    assert removed == sum(map(len, document["items"].values()))
    assert await everything(table) == {}
