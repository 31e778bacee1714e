"""What was said is found by its id, however long ago it was said."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.rooms.people import Circle
from tracker.ids import made_at, ulids
from tracker.rooms.errors import BadPlace, NoSuchRoom, NoSuchRoomMessage
from tracker.rooms.model import RoomMessage
from tracker.rooms.saying import Saying
from tracker.store.sqlite import SqliteTable

A_MINUTE = 60
LATER = 510
"""More messages than are looked through for the last of somebody."""


@pytest.fixture
async def circle(sqlite_table: SqliteTable, clock: HandClock) -> Circle:
    circle = Circle(sqlite_table, clock)
    await circle.meet("Ada", "Bob")
    await circle.arrive("Eve")
    return circle


@pytest.fixture
async def old(circle: Circle) -> RoomMessage:
    """What Ada said first; a lot was said since."""
    saying = Saying(circle.table, circle.clock, ulids(circle.clock), keep_days=365)
    said = await saying.say(circle.id("Ada"), circle.room, "The first")
    for number in range(LATER):
        circle.clock.advance(10 * A_MINUTE)
        await saying.say(circle.id("Ada"), circle.room, f"{number}")
    return said.message


async def test_what_was_said_long_ago_can_be_taken_back(circle: Circle, old: RoomMessage) -> None:
    assert (await circle.history.find(circle.id("Bob"), circle.room, old.id))[1] == old
    await circle.history.take_back(circle.id("Ada"), circle.room, old.id)
    with pytest.raises(NoSuchRoomMessage):
        await circle.history.find(circle.id("Bob"), circle.room, old.id)


async def test_what_was_said_long_ago_can_be_reported_and_is_no_strangers(
    circle: Circle, old: RoomMessage
) -> None:
    with pytest.raises(NoSuchRoom):
        await circle.history.find(circle.id("Eve"), circle.room, old.id)
    _, reported = await circle.safety.report(circle.id("Bob"), circle.room, old.id)
    assert reported.id == old.id
    await circle.safety.block(circle.id("Bob"), circle.room, old.id)
    with pytest.raises(NoSuchRoomMessage):
        await circle.history.find(circle.id("Bob"), circle.room, old.id)


@pytest.mark.parametrize("place", ["00000000-x", "12345678-x", "x", ""])
async def test_what_is_no_page_of_the_room_is_refused(circle: Circle, place: str) -> None:
    with pytest.raises(BadPlace):
        await circle.history.page(circle.id("Ada"), circle.room, 10, place)


@pytest.mark.parametrize("text", ["0" * 26, "7" + "Z" * 25, "Z" * 26])
async def test_what_is_no_id_of_a_message_is_none(circle: Circle, text: str) -> None:
    with pytest.raises(NoSuchRoomMessage):
        await circle.history.find(circle.id("Ada"), circle.room, text)


def test_an_id_says_when_it_was_made(clock: HandClock) -> None:
    clock.advance(0.75)
    assert made_at(ulids(clock)()) == clock().replace(microsecond=0)
    assert made_at("thing000001") is None
