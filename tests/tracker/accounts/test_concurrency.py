"""Many at once: one identity has one winner, and no change is lost."""

import asyncio
from collections.abc import Awaitable, Iterable
from typing import TypeVar

import pytest

from tests.tracker.store.items import everything
from tracker.accounts.errors import HasAnother, IdentityTaken, LastIdentity
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.store.keys import LockKey, UserKey
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines

MANY = 12
EMAIL = known_as("email:ada@example.org")
Result = TypeVar("Result")


async def at_once(calls: Iterable[Awaitable[Result]]) -> list[Result | BaseException]:
    return await asyncio.gather(*calls, return_exceptions=True)


def winners(results: list[User | BaseException]) -> list[User]:
    return [result for result in results if isinstance(result, User)]


def losers(results: list[User | BaseException]) -> set[type]:
    return {type(result) for result in results if not isinstance(result, User)}


async def assert_locks_and_people_agree(table: Table) -> None:
    """Each lock leads to a person who has that identity, and each identity of a person has its lock."""
    items = await everything(table)
    locks = {key: item["userId"] for key, item in items.items() if LockKey.parse(key)}
    people = [User.model_validate(item) for key, item in items.items() if UserKey.parse(key)]

    assert locks == {one.lock.key: user.id for user in people for one in user.identities}


async def test_of_many_claims_of_one_identity_exactly_one_wins(accounts: Accounts, table: Table) -> None:
    people = [await accounts.register(known_as(f"discord:{number + 1}")) for number in range(MANY)]

    results = await at_once(accounts.claim(user.id, EMAIL) for user in people)

    assert len(winners(results)) == 1
    assert losers(results) == {IdentityTaken}
    assert await accounts.find(EMAIL) == winners(results)[0]
    await assert_locks_and_people_agree(table)


async def test_of_many_registrations_of_one_identity_exactly_one_wins(
    accounts: Accounts, table: Table
) -> None:
    results = await at_once(accounts.register(EMAIL) for _ in range(MANY))

    assert len(winners(results)) == 1
    assert losers(results) == {IdentityTaken}
    await assert_locks_and_people_agree(table)


async def test_many_first_meetings_make_one_person(accounts: Accounts, table: Table) -> None:
    results = await at_once(accounts.get_or_register(EMAIL) for _ in range(MANY))

    assert len(winners(results)) == MANY
    assert len({user.id for user in winners(results)}) == 1
    await assert_locks_and_people_agree(table)


async def test_changes_of_a_persons_several_identities_all_hold(accounts: Accounts, table: Table) -> None:
    user = await accounts.register(known_as("local:me"))
    wanted = [
        known_as(text) for text in ("discord:5", "email:a@b.example", "phone:+442079460123", "nick:Ada")
    ]

    results = await at_once(
        [
            *(accounts.claim(user.id, identity) for identity in wanted),
            accounts.change_settings(user.id, {"timezone": "Asia/Tokyo"}),
            accounts.change_settings(user.id, {"digest": "weekly"}),
        ]
    )

    kept = await accounts.get(user.id)
    assert losers(results) == set()
    assert set(wanted) < set(kept.identities)
    assert (kept.timezone, kept.digest) == ("Asia/Tokyo", "weekly")
    await assert_locks_and_people_agree(table)


async def test_changes_of_one_identity_leave_one_lock(accounts: Accounts, table: Table) -> None:
    user = await accounts.register(EMAIL)

    results = await at_once(
        accounts.change(user.id, known_as(f"email:{number}@example.org")) for number in range(5)
    )

    assert len(winners(results)) == 5
    await assert_locks_and_people_agree(table)


async def test_of_two_claims_of_a_kind_by_one_person_one_holds(accounts: Accounts, table: Table) -> None:
    user = await accounts.register(known_as("local:me"))

    results = await at_once(
        accounts.claim(user.id, known_as(f"email:{number}@example.org")) for number in range(4)
    )

    assert len(winners(results)) == 1
    assert losers(results) == {HasAnother}
    await assert_locks_and_people_agree(table)


async def test_of_two_releases_of_the_last_two_ways_one_is_refused(accounts: Accounts, table: Table) -> None:
    user = await accounts.register(EMAIL)
    phone = known_as("phone:+442079460123")
    await accounts.claim(user.id, phone)

    results = await at_once(accounts.release(user.id, identity) for identity in (EMAIL, phone))

    assert len(winners(results)) == 1
    assert losers(results) == {LastIdentity}
    await assert_locks_and_people_agree(table)
