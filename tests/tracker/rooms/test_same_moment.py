"""Two people do something in the same moment: what one of them saw before is not what there is any more."""

from collections.abc import Awaitable, Callable, Sequence

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.rooms.people import Circle
from tracker.rooms.bridging import Bridges
from tracker.rooms.correcting import Corrections
from tracker.rooms.errors import NotTheOwner
from tracker.rooms.history import History
from tracker.rooms.mentions import Mentions
from tracker.rooms.model import Bridge, Mention
from tracker.servers.model import Guild
from tracker.store.table import Operation, Table

pytestmark = pytest.mark.both_engines

Meanwhile = Callable[[], Awaitable[object]]
CHANNEL, GUILD = "77", Guild(5, is_managed=True, name="Club")


class Meddling(FaultyTable):
    """Somebody else does something just before the first write."""

    def __init__(self, inner: Table, meanwhile: Meanwhile) -> None:
        super().__init__(inner)
        self._meanwhile: Meanwhile | None = meanwhile

    async def _transact(self, operations: Sequence[Operation]) -> None:
        if (meanwhile := self._meanwhile) is not None:
            self._meanwhile = None
            await meanwhile()
        await super()._transact(operations)


@pytest.fixture
async def circle(table: Table, clock: HandClock) -> Circle:
    circle = Circle(table, clock)
    await circle.meet("Ada", "Bob", "Cem", "Dan")
    return circle


async def test_what_is_reported_as_its_author_takes_it_back_stays(circle: Circle) -> None:
    said = await circle.say("Bob", "something nasty")

    async def reported() -> None:
        await circle.safety.report(circle.id("Cem"), circle.room, said.message.id)

    history = History(Meddling(circle.table, reported), circle.clock)
    with pytest.raises(NotTheOwner, match="reported"):
        await history.take_back(circle.id("Bob"), circle.room, said.message.id)
    assert await circle.sees("Ada") == ["Bob: something nasty"]


async def test_what_is_reported_as_its_owner_takes_it_away_goes(circle: Circle) -> None:
    said = await circle.say("Bob", "something nasty")

    async def reported() -> None:
        await circle.safety.report(circle.id("Cem"), circle.room, said.message.id)

    await History(Meddling(circle.table, reported), circle.clock).take_back(
        circle.id("Ada"), circle.room, said.message.id
    )
    assert await circle.sees("Cem") == ["[deleted]"]


async def test_what_is_taken_back_twice_at_once_takes_nothing_else_along(circle: Circle) -> None:
    await circle.say("Bob", "one")
    await circle.say("Bob", "two")

    async def taken_back() -> None:
        await circle.history.take_back(circle.id("Bob"), circle.room, None)

    await History(Meddling(circle.table, taken_back), circle.clock).take_back(
        circle.id("Bob"), circle.room, None
    )
    assert await circle.sees("Ada") == ["Bob: one", "[deleted]"]


async def test_what_is_reported_as_it_is_deleted_on_discord_stays(circle: Circle) -> None:
    bridges = Bridges(circle.table, circle.clock)
    await bridges.show(circle.id("Ada"), circle.room, GUILD, channel(circle))
    said = await circle.saying.say(
        circle.id("Bob"), circle.room, "something nasty", mention=Mention(CHANNEL, "123")
    )

    async def reported() -> None:
        await circle.safety.report(circle.id("Cem"), circle.room, said.message.id)

    corrections = Corrections(circle.table, circle.clock, circle.history)
    await Mentions(Meddling(circle.table, reported), corrections).take_back(["123"])
    assert await circle.sees("Ada") == ["Bob: something nasty"]


def channel(circle: Circle) -> Bridge:
    return Bridge(
        channel=CHANNEL, channel_name="gym", server=f"{GUILD.id}", server_name="Club", since=circle.clock()
    )
