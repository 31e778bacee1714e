"""Invitations: an account that was made for somebody becomes theirs by a code, once, and nobody else's."""

import asyncio
from itertools import count

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.addresses.town import PHONE, Town
from tracker.accounts.belongings import Holder
from tracker.accounts.errors import HasAnother
from tracker.accounts.export import exact_json, export_person
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.addresses.errors import Locked, NothingToConfirm, TooOften
from tracker.addresses.invitations import (
    LIFE,
    MADE,
    BadInvitation,
    HasAccount,
    Invitations,
    Newcomer,
    is_invitation,
)
from tracker.store.table import Table

HOUR = 3600
CODE = "000001000002"
"""The first one that is made."""


class Village(Town):
    def __init__(self, table: Table, clock: HandClock) -> None:
        super().__init__(table, clock)
        codes = count(1)
        self.invitations = Invitations(
            table, clock, self.accounts, self.channels, new_code=lambda: f"{next(codes):06}"
        )

    async def invited(self, name: str = "ada") -> User:
        user = await self.person(name)
        await self.invitations.make(user)
        return user


@pytest.fixture
def village(table: Table, clock: HandClock) -> Village:
    return Village(table, clock)


def on_discord(number: int) -> Newcomer:
    return Newcomer(parse_identity(f"discord:{number}"), "discord", f"dm:{number}")


BY_PHONE = Newcomer(parse_identity(f"phone:{PHONE}"), "sms", PHONE)


@pytest.mark.parametrize("who", [on_discord(7), BY_PHONE], ids=["discord", "sms"])
async def test_whoever_types_the_code_has_the_account_and_is_told_things_there(
    village: Village, who: Newcomer
) -> None:
    ada, bob = await village.invited(), await village.person("bob")

    assert (await village.invitations.accept(who, "000 001-000 002")).id == ada.id

    assert await village.holder_of(str(who.identity)) == ada.id
    assert [one.identifier for one in await village.channels.list(ada.id)] == [who.address]
    assert await village.channels.list(bob.id) == []


async def test_a_code_works_once_also_where_two_type_it_at_once(village: Village) -> None:
    ada = await village.invited()

    both = [village.invitations.accept(who, CODE) for who in (on_discord(7), BY_PHONE)]
    done = await asyncio.gather(*both, return_exceptions=True)

    assert sum(isinstance(one, User) for one in done) == 1
    assert sum(isinstance(one, BadInvitation) for one in done) == 1
    assert len(await village.channels.list(ada.id)) == 1
    with pytest.raises(BadInvitation):
        await village.invitations.accept(on_discord(8), CODE)


async def test_a_code_ends_after_a_day_and_with_the_next_one(village: Village, clock: HandClock) -> None:
    ada = await village.invited()
    clock.advance(LIFE.total_seconds())
    with pytest.raises(BadInvitation):
        await village.invitations.accept(on_discord(7), CODE)
    await village.invitations.make(ada)
    last = await village.invitations.make(ada)
    with pytest.raises(BadInvitation):
        await village.invitations.accept(on_discord(7), "000003000004")
    assert (await village.invitations.accept(on_discord(7), last.code)).id == ada.id


async def test_wrong_codes_are_counted_by_who_types_them(village: Village) -> None:
    ada = await village.invited()
    for wrong in ("000001000009", "999999000002", "1", "", "000001"):
        with pytest.raises(BadInvitation):
            await village.invitations.accept(on_discord(7), wrong)
    with pytest.raises(Locked):
        await village.invitations.accept(on_discord(7), CODE)
    assert (await village.invitations.accept(on_discord(8), CODE)).id == ada.id


async def test_whoever_has_an_account_keeps_it_and_an_account_keeps_whom_it_has(village: Village) -> None:
    ada = await village.invited()
    eve = await village.accounts.register(on_discord(6).identity)
    with pytest.raises(HasAccount):
        await village.invitations.accept(on_discord(6), CODE)
    assert await village.holder_of("discord:6") == eve.id
    await village.accounts.claim(ada.id, on_discord(7).identity)
    with pytest.raises(HasAnother):
        await village.invitations.accept(on_discord(8), CODE)
    assert await village.holder_of("discord:8") is None
    assert (await village.invitations.accept(BY_PHONE, CODE)).id == ada.id


async def test_an_invitation_is_no_code_of_an_address_and_its_code_is_kept_nowhere(village: Village) -> None:
    ada = await village.invited()
    with pytest.raises(NothingToConfirm):
        await village.addresses.confirm(ada.id, "000002")
    holder = Holder(ada.id, parse_identity("local:ada").lock.key)
    assert "000002" not in exact_json(await export_person(village.table, holder, village.clock()))
    made = await village.invitations.make(ada)
    assert made.code not in repr(made)


async def test_a_person_makes_so_many_a_day(village: Village) -> None:
    ada = await village.person("ada")
    for _ in range(MADE.most):
        await village.invitations.make(ada)
    with pytest.raises(TooOften):
        await village.invitations.make(ada)


def test_an_invitation_is_known_by_its_length() -> None:
    assert is_invitation("123 456 789 012")
    assert not any(map(is_invitation, ("123456", "", "1234567890123")))
