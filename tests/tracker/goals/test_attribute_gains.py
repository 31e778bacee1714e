"""What every number of a character gained, from the readings that are kept of each day."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.goals.scenes import person
from tracker.days import Days
from tracker.goals.model import Character
from tracker.goals.pace.attribute_gains import AttributeGain, attributes_moved
from tracker.goals.pace.gains import Period
from tracker.readings import Measure, Number, Quantity
from tracker.store.entity import to_item
from tracker.store.keys import LatestReadingKey, ReadingKey
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable
from tracker.subjects import DayReading, LatestReading, by_attribute

OAK = Subject("osrs", "main:oak")
MINING, ZULRAH, RANK = (
    Quantity("mining", Measure.XP),
    Quantity("zulrah", Measure.SCORE),
    Quantity("mining", Measure.RANK),
)
NOON = datetime(2100, 1, 20, 12, tzinfo=UTC)  # a Wednesday
DAY = timedelta(days=1)
CHARACTER = Character(id="oak", user="ada", game="osrs", name="Oak", subject=OAK, created_at=NOON - 90 * DAY)


async def read(table: SqliteTable, *readings: tuple[datetime, dict[Quantity, Number]]) -> None:
    """The last one is the newest, and has no day of its own yet."""
    *days, (at, values) = readings
    for then, known in days:
        await table.put(
            to_item(DayReading(at=then, values=by_attribute(known)), ReadingKey(OAK, then.date()))
        )
    await table.put(to_item(LatestReading(at=at, values=by_attribute(values)), LatestReadingKey(OAK)))


async def gained(
    table: SqliteTable, period: Period | None = None, days: Days | None = None, zone: str = "UTC"
) -> dict[Quantity, AttributeGain]:
    ada = person(timezone=zone)
    periods = (period,) if period else ()
    found = await attributes_moved(table, ada, CHARACTER, NOON, periods=periods, days=days)
    return {one.quantity: one.gained[0] for one in found}


async def test_a_week_counts_from_what_stood_at_its_beginning(sqlite_table: SqliteTable) -> None:
    await read(
        sqlite_table,
        (NOON - 9 * DAY, {MINING: 100, ZULRAH: 5, RANK: 10}),
        (NOON - 1 * DAY, {MINING: 300, ZULRAH: 5, RANK: 8}),
        (NOON, {MINING: 450, ZULRAH: 5, RANK: 7}),
    )

    week = await gained(sqlite_table, Period.WEEK)

    assert {one: gain.amount for one, gain in week.items()} == {
        MINING: 350
    }  # neither ranks nor what stood still
    assert week[MINING].since == datetime(2100, 1, 18, tzinfo=UTC)
    assert (await gained(sqlite_table, Period.DAY))[MINING].amount == 150


async def test_what_appeared_is_no_gain_and_all_time_goes_back_as_far_as_is_kept(
    sqlite_table: SqliteTable,
) -> None:
    first = NOON - 40 * DAY
    await read(sqlite_table, (first, {MINING: 100}), (NOON, {MINING: 450, ZULRAH: 70}))

    found = await gained(sqlite_table, Period.ALL_TIME)

    assert {one: gain.amount for one, gain in found.items()} == {MINING: 350}
    assert found[MINING].since == first


async def test_a_day_of_another_zone_says_from_when_on_it_is_known(sqlite_table: SqliteTable) -> None:
    """In New York the day begins at 5 o'clock; what was read before that is hidden by a later reading."""
    begins = datetime(2100, 1, 19, 5, tzinfo=UTC)
    await read(
        sqlite_table,
        (begins - DAY, {MINING: 100}),
        (begins + timedelta(hours=3), {MINING: 300}),
        (NOON, {MINING: 450}),
    )
    tuesday = Days(begins.date(), begins.date())

    found = await gained(sqlite_table, days=tuesday, zone="America/New_York")

    assert found[MINING].amount == 200
    assert found[MINING].since == datetime(2100, 1, 19, tzinfo=UTC)


async def test_who_is_new_gains_from_the_first_reading_on(sqlite_table: SqliteTable) -> None:
    first = NOON - timedelta(hours=5)
    await read(sqlite_table, (first, {MINING: 100}), (NOON, {MINING: 130}))

    month = await gained(sqlite_table, Period.MONTH)

    assert (month[MINING].amount, month[MINING].since) == (30, first)


@pytest.mark.parametrize("period", Period)
async def test_of_nobody_nothing_is_known(
    sqlite_table: SqliteTable, period: Period, clock: HandClock
) -> None:
    del clock
    assert await gained(sqlite_table, period) == {}
