"""Accounts while every index lags: what is written since then is in none of them, what is gone still is."""

from typing import Literal

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.accounts.people import settle, settle_nobodys
from tests.tracker.store.items import everything
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.errors import IdentityTaken
from tracker.accounts.export import export_person
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.service import Accounts
from tracker.ids import Ids
from tracker.store.entity import Entity, authored
from tracker.store.index_keys import EmailKey, TimelineKey
from tracker.store.key import KeyOf
from tracker.store.keys import AssistMessageKey, RoomMessageKey
from tracker.store.table import Table
from tracker.store.values import key_of

pytestmark = pytest.mark.both_engines

LOCAL, DISCORD = known_as("local:me"), known_as("discord:123")
EMAIL, OTHER_EMAIL = known_as("email:ada@example.org"), known_as("email:countess@example.org")
NICK = known_as("nick:Ada")


class RoomMessage(Entity, frozen=True):
    type: Literal["roomMessage"] = "roomMessage"
    text: str = "hello"


class AssistMessage(Entity, frozen=True):
    type: Literal["assistMessage"] = "assistMessage"
    text: str = "like this"


@pytest.fixture
def lagging(table: Table) -> FaultyTable:
    return FaultyTable(table)


@pytest.fixture
def accounts(lagging: FaultyTable, clock: HandClock, ids: Ids) -> Accounts:
    return Accounts(lagging, clock, ids)


async def write_messages(table: Table, author: str, clock: HandClock, number: int) -> set[KeyOf]:
    """Messages in a room and about somebody else's task, each on the author's timeline."""
    written: set[KeyOf] = set()
    for count in range(number):
        for entity, cls in ((RoomMessage(), RoomMessageKey), (AssistMessage(), AssistMessageKey)):
            key = cls("somewhere", clock(), f"{author} {count}")
            place = TimelineKey(author, cls.item_type, clock(), key.id)
            await table.transact(authored(author, entity, key, place))
            written.add(key)
    return written


async def listed(table: Table, email: str) -> list[object]:
    asked = EmailKey.prefix(email=email)
    return [item["id"] for item in (await table.query(asked.pk, index=asked.index)).items]


async def test_a_new_person_and_a_claim_are_found_before_an_index_lists_them(
    accounts: Accounts, lagging: FaultyTable
) -> None:
    await lagging.freeze_indexes()
    user = await accounts.register(LOCAL)
    for identity in (EMAIL, NICK):
        user = await accounts.claim(user.id, identity)

    assert await listed(lagging, EMAIL.value) == []
    for identity in (LOCAL, EMAIL, NICK):
        assert await accounts.find(identity) == user
        assert await accounts.get_or_register(identity) == user


async def test_a_claim_is_refused_though_no_index_lists_the_holder(
    accounts: Accounts, lagging: FaultyTable
) -> None:
    await lagging.freeze_indexes()
    await accounts.register(EMAIL)
    other = await accounts.register(LOCAL)

    with pytest.raises(IdentityTaken):
        await accounts.register(EMAIL)
    with pytest.raises(IdentityTaken):
        await accounts.claim(other.id, EMAIL)


async def test_a_freed_identity_can_be_claimed_though_an_index_still_lists_its_last_holder(
    accounts: Accounts, lagging: FaultyTable
) -> None:
    user = await accounts.register(EMAIL)
    other = await accounts.register(DISCORD)
    await lagging.freeze_indexes()

    await accounts.change(user.id, OTHER_EMAIL)

    assert await listed(lagging, EMAIL.value) == [user.id]
    assert await accounts.find(EMAIL) is None
    claimed = await accounts.claim(other.id, EMAIL)
    assert await accounts.find(EMAIL) == claimed
    assert (await accounts.find(OTHER_EMAIL) or user).id == user.id

    await accounts.release(other.id, EMAIL)
    assert await accounts.find(EMAIL) is None


async def test_an_export_holds_messages_that_no_index_lists_yet(
    accounts: Accounts, lagging: FaultyTable, clock: HandClock
) -> None:
    await lagging.freeze_indexes()
    ada, bob = [await settle(accounts, lagging, name) for name in ("ada", "bob")]
    hers, his = [await write_messages(lagging, user.id, clock, 3) for user in (ada, bob)]

    document = await export_person(lagging, Holder(ada.id), clock())

    exported = {key_of(one) for items in document["items"].values() for one in items}
    assert {key.key for key in hers} <= exported
    assert not {key.key for key in his} & exported


async def test_a_deletion_removes_messages_that_no_index_lists_yet(
    accounts: Accounts, lagging: FaultyTable, clock: HandClock
) -> None:
    bob = await settle(accounts, lagging, "bob")
    await write_messages(lagging, bob.id, clock, 2)
    await settle_nobodys(lagging)
    others = await everything(lagging)
    await lagging.freeze_indexes()
    ada = await settle(accounts, lagging, "ada")
    await write_messages(lagging, ada.id, clock, 60)

    await delete_person(lagging, Holder(ada.id), clock())

    assert await everything(lagging) == others


async def test_after_a_deletion_an_index_that_still_lists_the_person_brings_nothing_back(
    accounts: Accounts, lagging: FaultyTable, clock: HandClock
) -> None:
    ada = await accounts.register(EMAIL)
    await write_messages(lagging, ada.id, clock, 2)
    await lagging.freeze_indexes()

    await delete_person(lagging, Holder(ada.id), clock())

    assert await listed(lagging, EMAIL.value) == [ada.id]
    assert await accounts.find(EMAIL) is None
    assert await delete_person(lagging, Holder(ada.id), clock()) == 0
    assert (await accounts.register(EMAIL)).id != ada.id
