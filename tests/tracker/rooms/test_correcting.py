"""What was said is corrected by whoever said it, wherever it is still to be read; nobody is told twice."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.rooms.people import Circle
from tracker.rooms.correcting import Corrections, wordings
from tracker.rooms.errors import BadText, NoSuchRoom, NoSuchRoomMessage, NotTheOwner, SaidTooOften
from tracker.rooms.messages import SAID
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines


class Correcting(Circle):
    async def correct(self, name: str, text: str, which: str | None = None) -> None:
        self.clock.advance(13)
        await Corrections(self.table, self.clock, self.history).correct(self.id(name), self.room, text, which)


@pytest.fixture
async def room(table: Table, clock: HandClock) -> Correcting:
    circle = Correcting(table, clock)
    await circle.meet("Ada", "Bob")
    return circle


async def test_it_reads_anew_in_the_room_and_in_what_waits_and_nobody_is_told_again(room: Correcting) -> None:
    first = await room.say("Ada", "At sx")
    await room.say("Ada", "Bring shoes")
    await room.correct("Ada", "At six", first.message.id)
    await room.correct("Ada", "Bring towels")
    assert await room.sees("Bob") == ["Ada: At six", "Ada: Bring towels"]
    page = await room.history.page(room.id("Bob"), room.room)
    assert [one.edited_at is not None for one in page.messages] == [True, True]
    waiting = await room.told("Bob")
    assert {one.text for one in waiting} == {"Ada: At sx", "Ada: Bring shoes"}
    worded = [await wordings(room.table)[SAID](one) for one in waiting]
    assert {one.text for one in worded if one is not None} == {"Ada: At six", "Ada: Bring towels"}


async def test_only_its_author_and_only_what_stands(room: Correcting) -> None:
    said = await room.say("Ada", "Mine")
    await room.arrive("Eve")
    for name, error in (("Bob", NotTheOwner), ("Eve", NoSuchRoom)):
        with pytest.raises(error):
            await room.correct(name, "Yours", said.message.id)
    with pytest.raises(BadText):
        await room.correct("Ada", " ")
    await room.safety.report(room.id("Bob"), room.room, said.message.id)
    with pytest.raises(NotTheOwner, match="reported"):
        await room.correct("Ada", "Nothing to see")
    await room.say("Bob", "Gone")
    await room.history.take_back(room.id("Bob"), room.room, None)
    with pytest.raises(NoSuchRoomMessage):
        await room.correct("Bob", "Back")
    assert await room.sees("Bob") == ["Ada: Mine", "[deleted]"]


async def test_corrections_count_as_things_said(room: Correcting) -> None:
    corrections = Corrections(room.table, room.clock, room.history)
    await room.say("Ada", "0")
    for number in range(4):
        await corrections.correct(room.id("Ada"), room.room, f"{number}")
    with pytest.raises(SaidTooOften, match="5 messages a minute"):
        await corrections.correct(room.id("Ada"), room.room, "more")
    await room.say("Bob", "I can")
