"""Requests under keys: how much of an answer is kept, and what whoever comes back is told of the rest."""

import pytest

from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.idempotency import MOST_BYTES, MOST_MINUTES, Answered, KeyedRequests, OutcomeUnknown
from tracker.ids import ulids
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
