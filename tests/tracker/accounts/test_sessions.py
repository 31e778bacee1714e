"""Signing in: a link is good once, a session is known by its hash alone, and both end."""

import asyncio
from datetime import timedelta

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.store.items import everything
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.errors import BeingDeleted, LinkSpent, NoSuchSession, NoSuchUser
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.accounts.sessions import (
    IDLE,
    LINK_LIFE,
    LINKS,
    LONGEST_LIFE,
    MOST,
    SEEN_EVERY,
    Sessions,
    SignInTooOften,
)
from tracker.store.table import Table, Update

FIREFOX = "Firefox on Linux"


@pytest.fixture
def sessions(table: Table, clock: HandClock) -> Sessions:
    return Sessions(table, clock)


@pytest.fixture
async def ada(accounts: Accounts) -> User:
    return await accounts.register(known_as("local:ada"))


async def test_a_link_begins_one_session_and_is_gone(sessions: Sessions, ada: User) -> None:
    link = await sessions.new_link(ada.id, "discord")
    assert await sessions.is_open(link.secret)
    begun = await sessions.spend(link.secret, FIREFOX)

    held = await sessions.holder(begun.secret)
    assert held is not None
    assert held.user_id == ada.id
    assert begun.secret != link.secret
    assert not await sessions.is_open(link.secret)
    with pytest.raises(LinkSpent):
        await sessions.spend(link.secret, FIREFOX)
    [one] = await sessions.list(ada.id)
    assert (one.session.device, one.session.via) == (FIREFOX, "discord")


async def test_of_many_who_spend_it_at_once_one_is_signed_in(sessions: Sessions, ada: User) -> None:
    link = await sessions.new_link(ada.id, "sms")
    found = await asyncio.gather(
        *(sessions.spend(link.secret, FIREFOX) for _ in range(8)), return_exceptions=True
    )
    assert sum(not isinstance(one, LinkSpent) for one in found) == 1
    assert len(await sessions.list(ada.id)) == 1


async def test_nothing_else_opens_anything(sessions: Sessions, ada: User) -> None:
    link = await sessions.new_link(ada.id, "sms")
    begun = await sessions.begin(ada.id, "sms", FIREFOX)
    for other in ("", "x", link.secret[:-1], link.secret.upper(), "\ud800", "é" * 999, begun.secret + "x"):
        assert not await sessions.is_open(other)
        assert await sessions.holder(other) is None
        with pytest.raises(LinkSpent):
            await sessions.spend(other, FIREFOX)
    assert await sessions.holder(link.secret) is None, "a link is no cookie"
    with pytest.raises(LinkSpent):
        await sessions.spend(begun.secret, FIREFOX)


async def test_a_link_is_too_old_after_ten_minutes(sessions: Sessions, clock: HandClock, ada: User) -> None:
    link = await sessions.new_link(ada.id, "sms")
    clock.advance(LINK_LIFE.total_seconds())
    with pytest.raises(LinkSpent):
        await sessions.spend(link.secret, FIREFOX)


async def test_a_session_ends_when_nobody_uses_it_and_lives_on_while_somebody_does(
    sessions: Sessions, clock: HandClock, ada: User
) -> None:
    idle, used = await sessions.begin(ada.id, "sms", "idle"), await sessions.begin(ada.id, "sms", "used")
    half = IDLE / 2
    for _ in range(3):
        clock.advance(half.total_seconds())
        assert await sessions.holder(used.secret) is not None
    assert await sessions.holder(idle.secret) is None
    passed = 3 * half
    while passed + half < LONGEST_LIFE:
        clock.advance(half.total_seconds())
        passed += half
        assert await sessions.holder(used.secret) is not None
    clock.advance((LONGEST_LIFE - passed).total_seconds())
    assert await sessions.holder(used.secret) is None, "but not for ever"


async def test_visits_write_nothing_but_twice_a_day(
    sessions: Sessions, table: Table, clock: HandClock, ada: User
) -> None:
    begun = await sessions.begin(ada.id, "sms", FIREFOX)
    before = await everything(table)
    for _ in range(5):
        clock.advance(600)
        await sessions.holder(begun.secret)
    assert await everything(table) == before
    clock.advance(SEEN_EVERY.total_seconds())
    await sessions.holder(begun.secret)
    [one] = await sessions.list(ada.id)
    assert one.session.seen_at - one.session.created_at > timedelta(hours=12)


async def test_the_table_holds_no_secret(sessions: Sessions, table: Table, ada: User) -> None:
    link, begun = await sessions.new_link(ada.id, "sms"), await sessions.begin(ada.id, "sms", FIREFOX)
    kept = repr(await everything(table))
    assert link.secret not in kept
    assert begun.secret not in kept
    assert link.secret not in repr(link)


async def test_a_session_can_be_ended_by_its_person_and_by_nobody_else(
    sessions: Sessions, accounts: Accounts, ada: User
) -> None:
    bob = await accounts.register(known_as("local:bob"))
    begun = await sessions.begin(ada.id, "sms", FIREFOX)
    [one] = await sessions.list(ada.id)
    with pytest.raises(NoSuchSession):
        await sessions.find(bob.id, one.id)
    await sessions.end(ada.id, (await sessions.find(ada.id, one.id)).hash)
    assert await sessions.holder(begun.secret) is None
    with pytest.raises(NoSuchSession):
        await sessions.find(ada.id, "")


async def test_the_one_used_longest_ago_makes_room(sessions: Sessions, clock: HandClock, ada: User) -> None:
    first = await sessions.begin(ada.id, "sms", "first")
    for number in range(MOST):
        clock.advance(1)
        await sessions.begin(ada.id, "sms", f"{number}")
    assert await sessions.holder(first.secret) is None
    assert len(await sessions.list(ada.id)) == MOST


async def test_only_so_many_links_are_given_in_an_hour(sessions: Sessions, ada: User) -> None:
    for _ in range(LINKS.most):
        await sessions.new_link(ada.id, "sms")
    with pytest.raises(SignInTooOften):
        await sessions.new_link(ada.id, "sms")


async def test_nobody_signs_in_to_an_account_that_goes_or_is_gone(
    sessions: Sessions, table: Table, clock: HandClock, ada: User
) -> None:
    link, begun = await sessions.new_link(ada.id, "sms"), await sessions.begin(ada.id, "sms", FIREFOX)
    await table.update(Update(ada.key.key, set={"deletingSince": "2025-01-01T00:00:00Z"}))
    with pytest.raises(BeingDeleted):
        await sessions.spend(link.secret, FIREFOX)
    await delete_person(table, Holder(ada.id, known_as("local:ada").lock.key), clock())
    assert await sessions.holder(begun.secret) is None
    assert not await sessions.is_open(link.secret)
    with pytest.raises(NoSuchUser):
        await sessions.new_link(ada.id, "sms")
