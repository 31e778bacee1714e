"""The book of what went by SMS."""

import asyncio
from contextlib import suppress
from itertools import permutations

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.notify.notes import ANNA, settle
from tracker.sms.sent import KEPT, LOST, RANKS, Draft, SentBook, SentSms, moved
from tracker.store.errors import ConditionFailed
from tracker.store.keys import UserKey
from tracker.store.table import Table, Update

NUMBER = "+12015550009"


@pytest.fixture
async def book(table: Table, clock: HandClock) -> SentBook:
    await settle(table)
    return SentBook(table, clock)


def draft(message: str = "m1", text: str = "Hello", rest: str = "") -> Draft:
    return Draft(ANNA, message, NUMBER, text, rest, ("o1",), 1)


async def sent(book: SentBook, message: str = "m1", sid: str = "SM1") -> SentSms:
    noted = await book.begin(draft(message), None)
    assert noted
    await book.went(noted, sid, "queued")
    found = await book.find(ANNA, message)
    assert found
    return found


async def test_of_many_that_begin_the_same_one_goes_on(book: SentBook) -> None:
    answers = await asyncio.gather(*(book.begin(draft(), None) for _ in range(10)))
    assert sum(answer is not None for answer in answers) == 1
    [first] = [answer for answer in answers if answer]
    again = await asyncio.gather(*(book.begin(draft(), first) for _ in range(10)))
    assert [answer.tries for answer in again if answer] == [2]


async def test_it_is_found_by_what_twilio_calls_it_until_it_goes_anew(book: SentBook) -> None:
    first = await sent(book)
    assert await book.by_sid("SM1") == first
    assert await book.by_sid("SM2") is None
    second = await book.begin(draft(), first)
    assert second
    assert await book.by_sid("SM1") is None
    await book.went(first, "SM1", "queued")  # an answer that comes after its time
    assert await book.by_sid("SM1") is None
    await book.went(second, "SM2", "queued")
    assert await book.by_sid("SM2") is not None


async def test_what_went_is_not_forgotten_and_what_did_not_is(book: SentBook) -> None:
    gone = await sent(book)
    await book.forget(gone)
    assert await book.find(ANNA, "m1") == gone
    noted = await book.begin(draft("m2"), None)
    assert noted
    await book.forget(noted)
    assert await book.find(ANNA, "m2") is None


async def test_nothing_is_noted_for_somebody_who_is_being_deleted(book: SentBook, table: Table) -> None:
    await table.update(Update(UserKey(ANNA).key, set={"deletingSince": "2100-01-01T00:00:00Z"}))
    assert await book.begin(draft(), None) is None


async def test_it_is_kept_for_a_while_and_the_number_is_not(
    book: SentBook, table: Table, clock: HandClock
) -> None:
    await sent(book)
    assert not [item async for item in table.scan() if NUMBER[1:] in str(item)]
    clock.advance(KEPT.total_seconds())
    assert await book.find(ANNA, "m1") is None


async def test_the_last_one_that_went_has_the_rest(book: SentBook, clock: HandClock) -> None:
    assert await book.last(ANNA) is None
    await sent(book, "m2", "SM2")
    clock.advance(60)
    last = await sent(book, "m1", "SM1")
    clock.advance(60)
    await book.begin(draft("m3"), None)
    assert await book.last(ANNA) == last


async def test_in_whatever_order_reports_come_the_first_end_stays(book: SentBook, table: Table) -> None:
    for number, order in enumerate(permutations(("sending", "sent", "delivered", "undelivered"))):
        one = await sent(book, f"m{number}", f"SM{number}")
        for status in order:
            with suppress(ConditionFailed):
                await table.update(moved(one, status, None))
        found = await book.find(ANNA, f"m{number}")
        assert found
        assert found.status == next(status for status in order if RANKS[status] == RANKS["delivered"])
        assert found.is_lost == (found.status in LOST)
