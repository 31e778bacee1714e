"""Accounts: people, the identities that lead to them, and their settings."""

from datetime import time

import pytest

from tests.fakes.clock import START, HandClock
from tests.tracker.store.items import everything
from tracker.accounts.errors import (
    BeingDeleted,
    HasAnother,
    IdentityTaken,
    InvalidIdentity,
    InvalidSetting,
    LastIdentity,
    NoSuchUser,
    NotHeld,
)
from tracker.accounts.identity import Identity, kept_identity
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.model import QuietHours, User
from tracker.accounts.service import Accounts
from tracker.store.index_keys import EmailKey, NicknameKey
from tracker.store.keys import IdentityKind
from tracker.store.table import Table, Update

LOCAL, DISCORD = known_as("local:me"), known_as("discord:123")
EMAIL, OTHER_EMAIL = known_as("email:ada@example.org"), known_as("email:countess@example.org")
PHONE, NICK = known_as("phone:+442079460123"), known_as("nick:Ada")


async def test_a_new_person_has_an_identity_and_the_default_settings(accounts: Accounts) -> None:
    user = await accounts.register(LOCAL)

    assert user == User(id="person-1", created_at=START, local="me")
    assert (user.timezone, user.day_start, user.quiet_hours, user.digest_time) == (
        "UTC",
        time(0),
        None,
        time(8),
    )
    assert await accounts.get("person-1") == user


@pytest.mark.parametrize("identity", [LOCAL, DISCORD, EMAIL, PHONE], ids=str)
async def test_a_person_is_found_by_the_identity_they_came_with(
    accounts: Accounts, identity: Identity
) -> None:
    user = await accounts.register(identity)

    assert await accounts.find(identity) == user


async def test_a_person_is_found_by_every_identity_they_claim(accounts: Accounts) -> None:
    user = await accounts.register(LOCAL)
    for identity in (DISCORD, EMAIL, PHONE, NICK):
        user = await accounts.claim(user.id, identity)

    assert set(user.identities) == {LOCAL, DISCORD, EMAIL, PHONE, NICK}
    for identity in user.identities:
        assert await accounts.find(identity) == user


async def test_the_indexes_list_a_person_by_e_mail_and_nickname(accounts: Accounts, table: Table) -> None:
    user = await accounts.register(EMAIL)
    await accounts.claim(user.id, NICK)

    for asked in (EmailKey.prefix(email="ada@example.org"), NicknameKey.prefix(nick="ada")):
        page = await table.query(asked.pk, prefix=asked.prefix, index=asked.index)
        assert [item["id"] for item in page.items] == [user.id]


async def test_nobody_is_found_by_an_identity_that_nobody_has(accounts: Accounts) -> None:
    assert await accounts.find(EMAIL) is None


async def test_an_identity_cannot_be_registered_twice(accounts: Accounts, table: Table) -> None:
    await accounts.register(EMAIL)
    before = await everything(table)

    with pytest.raises(IdentityTaken) as caught:
        await accounts.register(known_as("email:ADA@example.org"))

    assert await everything(table) == before
    assert "person-1" not in str(caught.value)


async def test_a_nickname_alone_makes_no_account(accounts: Accounts) -> None:
    with pytest.raises(InvalidIdentity, match="alone"):
        await accounts.register(NICK)


async def test_get_or_register_makes_a_person_once(accounts: Accounts) -> None:
    first = await accounts.get_or_register(LOCAL)

    assert await accounts.get_or_register(LOCAL) == first


async def test_claiming_what_is_ones_own_changes_nothing(accounts: Accounts, table: Table) -> None:
    user = await accounts.register(EMAIL)
    before = await everything(table)

    assert await accounts.claim(user.id, EMAIL) == user
    assert await accounts.change(user.id, EMAIL) == user
    assert await everything(table) == before


@pytest.mark.parametrize("way", ["claim", "change"])
async def test_what_belongs_to_somebody_else_cannot_be_had(
    accounts: Accounts, table: Table, way: str
) -> None:
    await accounts.register(EMAIL)
    other = await accounts.register(OTHER_EMAIL) if way == "change" else await accounts.register(LOCAL)
    before = await everything(table)

    with pytest.raises(IdentityTaken) as caught:
        await getattr(accounts, way)(other.id, EMAIL)

    assert await everything(table) == before
    assert "person-1" not in str(caught.value)
    assert "ada" not in str(caught.value)


async def test_claiming_a_second_of_a_kind_asks_to_change_it(accounts: Accounts) -> None:
    user = await accounts.register(EMAIL)

    with pytest.raises(HasAnother, match="change it instead"):
        await accounts.claim(user.id, OTHER_EMAIL)


async def test_changing_an_identity_sets_the_old_one_free(accounts: Accounts) -> None:
    user = await accounts.register(EMAIL)

    changed = await accounts.change(user.id, OTHER_EMAIL)

    assert changed.email == "countess@example.org"
    assert await accounts.find(OTHER_EMAIL) == changed
    assert await accounts.find(EMAIL) is None
    assert (await accounts.register(EMAIL)).id != user.id


async def test_who_has_an_address_as_nickname_from_before_keeps_it_and_takes_no_other(
    accounts: Accounts,
) -> None:
    user = await accounts.register(LOCAL)
    await accounts.claim(user.id, kept_identity(IdentityKind.NICK, "ada@example.org"))

    assert (await accounts.set_nickname(user.id, "ada@example.org")).nickname == "ada@example.org"
    with pytest.raises(InvalidIdentity, match="neither a phone number nor an e-mail address"):
        await accounts.set_nickname(user.id, "ada@example.com")
    assert (await accounts.get(user.id)).nickname == "ada@example.org"


async def test_a_nickname_can_change_how_it_is_written(accounts: Accounts) -> None:
    user = await accounts.register(LOCAL)
    await accounts.claim(user.id, known_as("nick:ada"))

    shouted = await accounts.claim(user.id, known_as("nick:ADA"))

    assert shouted.nickname == "ADA"
    assert await accounts.find(known_as("nick:Ada")) == shouted


async def test_a_released_identity_leads_nowhere_and_can_be_claimed_by_another(
    accounts: Accounts, table: Table
) -> None:
    user = await accounts.register(LOCAL)
    await accounts.claim(user.id, EMAIL)
    other = await accounts.register(DISCORD)

    released = await accounts.release(user.id, EMAIL)

    assert released.identities == (LOCAL,)
    assert await accounts.find(EMAIL) is None
    asked = EmailKey.prefix(email="ada@example.org")
    assert (await table.query(asked.pk, index=asked.index)).items == []
    assert (await accounts.claim(other.id, EMAIL)).email == EMAIL.shown


async def test_the_last_way_to_an_account_cannot_be_released(accounts: Accounts) -> None:
    user = await accounts.register(EMAIL)
    await accounts.claim(user.id, NICK)

    with pytest.raises(LastIdentity, match="add another one first"):
        await accounts.release(user.id, EMAIL)
    assert (await accounts.release(user.id, NICK)).identities == (EMAIL,)


@pytest.mark.parametrize("identity", [OTHER_EMAIL, PHONE], ids=str)
async def test_what_one_does_not_have_cannot_be_released(accounts: Accounts, identity: Identity) -> None:
    user = await accounts.register(EMAIL)

    with pytest.raises(NotHeld):
        await accounts.release(user.id, identity)


async def test_settings_are_changed_one_by_one_and_kept(accounts: Accounts) -> None:
    user = await accounts.register(LOCAL)

    await accounts.change_settings(user.id, {"timezone": "europe/berlin", "day_start": "4"})
    await accounts.change_settings(user.id, {"quiet_hours": "22:00-7:30", "digest_time": "9 am"})
    kept = await accounts.get(user.id)

    assert (kept.timezone, kept.day_start, kept.digest_time) == ("Europe/Berlin", time(4), time(9))
    assert kept.quiet_hours == QuietHours.model_validate({"from": time(22), "to": time(7, 30)})
    assert (await accounts.change_settings(user.id, {"quiet_hours": "off"})).quiet_hours is None


async def test_wrong_settings_are_answered_all_at_once_and_nothing_is_changed(accounts: Accounts) -> None:
    user = await accounts.register(LOCAL)

    with pytest.raises(InvalidSetting) as caught:
        await accounts.change_settings(
            user.id, {"timezone": "Berlin", "day_start": "25:00", "digest": "daily", "mood": "good"}
        )

    assert caught.value.problems.keys() == {"timezone", "day_start", "mood"}
    assert "Did you mean Europe/Berlin?" in str(caught.value)
    assert await accounts.get(user.id) == user


async def test_a_change_keeps_what_a_newer_version_wrote(accounts: Accounts, table: Table) -> None:
    user = await accounts.register(LOCAL)
    await table.update(Update(user.key.key, set={"theme": "dark"}, add={"totalPoints": 30}))

    await accounts.change_settings(user.id, {"digest": "off"})
    await accounts.claim(user.id, NICK)

    item = await table.get(user.key.key) or {}
    assert (item["theme"], item["totalPoints"], item["digest"], item["nickname"]) == (
        "dark",
        30,
        "off",
        "Ada",
    )


async def test_a_person_who_is_not_there_is_said_so(accounts: Accounts) -> None:
    with pytest.raises(NoSuchUser):
        await accounts.get("nobody")
    with pytest.raises(NoSuchUser):
        await accounts.claim("nobody", EMAIL)
    with pytest.raises(NoSuchUser):
        await accounts.change_settings("nobody", {"digest": "off"})


async def test_a_person_who_is_being_deleted_changes_no_more(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    user = await accounts.register(LOCAL)
    await table.update(Update(user.key.key, set={"deletingSince": f"{clock():%Y-%m-%dT%H:%M:%SZ}"}))

    for refused in (
        accounts.claim(user.id, EMAIL),
        accounts.release(user.id, LOCAL),
        accounts.change_settings(user.id, {"digest": "off"}),
    ):
        with pytest.raises(BeingDeleted, match="account delete"):
            await refused
