"""Requests under keys: how much of an answer is kept, and what whoever comes back is told of the rest."""

import pytest

from tests.fakes.clock import HandClock
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.idempotency import (
    KEYS,
    MOST_BYTES,
    MOST_MINUTES,
    Answered,
    KeyedRequests,
    OutcomeUnknown,
    TooManyKeys,
)
from tracker.ids import ulids
from tracker.limits import Limits
from tracker.store.sqlite import SqliteTable

LONG = "x" * MOST_BYTES


async def test_an_answer_is_kept_up_to_a_size_so_that_nobody_fills_the_table_with_them(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    ada = await Accounts(sqlite_table, clock, ulids(clock)).get_or_register(parse_identity("local:ada"))
    requests = KeyedRequests(sqlite_table, clock)
    for key, body in (("long", LONG), ("too long", f"{LONG}x")):
        assert await requests.begin(ada.id, key, "POST") is None
        await requests.end(ada.id, key, 200, body)
    clock.advance(MOST_MINUTES * 60)

    assert await requests.begin(ada.id, "long", "POST") == Answered(200, LONG)
    with pytest.raises(OutcomeUnknown, match="was not kept"):
        await requests.begin(ada.id, "too long", "POST")


async def test_one_person_has_so_many_keys_a_day_and_uses_up_those_of_nobody_else(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    accounts = Accounts(sqlite_table, clock, ulids(clock))
    ada, bob = [await accounts.get_or_register(parse_identity(f"local:{name}")) for name in ("ada", "bob")]
    requests = KeyedRequests(sqlite_table, clock)
    assert await requests.begin(ada.id, "first", "POST") is None
    await requests.end(ada.id, "first", 200, "done")
    await Limits(sqlite_table, clock).take(KEYS, ada.id, KEYS.most - 1)

    with pytest.raises(TooManyKeys, match="Try again in 24 hours"):
        await requests.begin(ada.id, "next", "POST")
    assert await requests.begin(ada.id, "first", "POST") == Answered(200, "done"), "it is kept as promised"
    assert await requests.begin(bob.id, "next", "POST") is None

    clock.advance(KEYS.within.total_seconds())
    assert await requests.begin(ada.id, "next", "POST") is None


async def test_of_a_person_who_is_gone_by_then_no_answer_is_kept(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    ada = await Accounts(sqlite_table, clock, ulids(clock)).get_or_register(parse_identity("local:ada"))
    requests = KeyedRequests(sqlite_table, clock)
    assert await requests.begin(ada.id, "last", "POST") is None
    await delete_person(sqlite_table, Holder(ada.id), clock())

    await requests.end(ada.id, "last", 200, "done")

    assert [item async for item in sqlite_table.scan() if item["type"] == "keyedRequest"] == []
