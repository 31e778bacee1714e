"""That a challenge ends soon is told once, three days before, and from what is true when it goes."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time, timedelta

import pytest

from tests.challenge_hall import Hall
from tests.fakes.clock import HandClock
from tracker.challenge.change_messages import ENDING
from tracker.challenge.rewording import wordings
from tracker.notify.model import Notification, OutboxItem
from tracker.store.sqlite import SqliteTable

FIRST = date(2026, 9, 7)
"""A Monday."""
DAY = timedelta(days=1)
LAST = FIRST + 16 * DAY
"""A Wednesday."""


@pytest.fixture
def clock() -> HandClock:
    return HandClock(datetime.combine(FIRST, time(8), UTC))


@pytest.fixture
async def hall(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Hall]:
    async with Hall.open(sqlite_table, clock) as hall:
        await hall.begin("Autumn", timezone="UTC", ends=LAST)
        await hall.join("ada")
        yield hall


async def live_until(hall: Hall, last: date) -> None:
    """It is counted at eight, at noon and in the evening of each day."""
    while hall.today <= last:
        for hour in (8, 12, 20):
            hall.go_to(hall.today, hour)
            await hall.look()
        hall.go_to(hall.today + DAY, 1)


async def told(hall: Hall, name: str = "ada") -> list[OutboxItem]:
    return await hall.told(name, ENDING.name)


async def reads_now(hall: Hall, message: Notification) -> Notification | None:
    return await wordings(hall.table, hall.clock)[ENDING](message)


async def test_it_is_told_once_with_the_digest_of_the_third_last_day(hall: Hall) -> None:
    await live_until(hall, LAST - 3 * DAY)
    assert await told(hall) == []
    await live_until(hall, LAST)

    [message] = await told(hall)
    assert message.title == "Autumn ends soon"
    assert message.text.startswith("Its last day is Wednesday, 23 September.")
    assert message.not_before == datetime.combine(LAST - 2 * DAY, hall.users["ada"].digest_time, UTC)
    assert message.expires_at == datetime.combine(LAST + DAY, time(0), UTC)


async def test_one_that_begins_with_its_end_in_sight_tells_nothing(hall: Hall) -> None:
    await hall.begin("Sprint", timezone="UTC", ends=FIRST + 5 * DAY)
    await hall.join("ada")
    await live_until(hall, FIRST + 5 * DAY)

    assert await told(hall) == []


async def test_what_waits_has_the_name_that_it_has_by_then(hall: Hall) -> None:
    await live_until(hall, LAST - 2 * DAY)
    [message] = await told(hall)
    owner = await hall.accounts.get(hall.challenge.owner)
    await hall.challenges.edit(hall.challenge, owner, name="Fall")

    said = await reads_now(hall, message)

    assert said is not None
    assert (said.title, said.outbox_id) == ("Fall ends soon", message.outbox_id)


async def test_with_another_last_day_it_is_told_anew_and_what_waits_does_not_go(hall: Hall) -> None:
    await live_until(hall, LAST - 2 * DAY)
    [message] = await told(hall)
    owner = await hall.accounts.get(hall.challenge.owner)
    await hall.challenges.edit(hall.challenge, owner, ends=LAST + 7 * DAY)

    assert await reads_now(hall, message) is None
    await live_until(hall, LAST + 7 * DAY)
    [_, later] = await told(hall)
    assert later.text.startswith("Its last day is Wednesday, 30 September.")


async def test_who_has_left_is_not_told_any_more(hall: Hall) -> None:
    await live_until(hall, LAST - 2 * DAY)
    [message] = await told(hall)
    assert await reads_now(hall, message) is not None
    await hall.leave("ada")

    assert await reads_now(hall, message) is None
