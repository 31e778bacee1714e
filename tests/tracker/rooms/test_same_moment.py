"""Two people do something in the same moment: what one of them saw before is not what there is any more."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from itertools import count

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.rooms.people import Circle
from tracker.habits.model import Habit
from tracker.habits.service import Habits
from tracker.rooms import check_ins
from tracker.rooms.asking import CHECK_IN, SHARES, CheckInDue
from tracker.rooms.bridging import Bridges
from tracker.rooms.buddies import Buddies
from tracker.rooms.check_ins import CheckIns
from tracker.rooms.correcting import Corrections
from tracker.rooms.errors import NotTheOwner, TooManyShared
from tracker.rooms.history import History
from tracker.rooms.leaving import leave
from tracker.rooms.mentions import Mentions
from tracker.rooms.model import Bridge, CheckIn, Mention
from tracker.rooms.service import Rooms, Who
from tracker.rooms.sharing import MOST_SHARED, RoomShares, SharesDue, hold
from tracker.servers.model import Guild
from tracker.store.entity import from_items
from tracker.store.keys import DueKey, RoomKey
from tracker.store.table import Operation, Table
from tracker.store.values import Item, Key

pytestmark = pytest.mark.both_engines

Meanwhile = Callable[[], Awaitable[object]]
CHANNEL, GUILD = "77", Guild(5, is_managed=True, name="Club")
KEEP = timedelta(days=365)


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


async def test_a_question_that_is_asked_as_its_owner_leaves_waits_for_answers_with_the_next(
    circle: Circle,
) -> None:
    at = (circle.clock() + timedelta(hours=1)).time().replace(microsecond=0)
    asks = CheckIn(question="What will you do today?", at=at, zone="UTC")
    await CheckIns(circle.table, circle.clock).ask(circle.id("Ada"), circle.room, asks)
    due = await check_in_of(circle, "Ada")
    circle.clock.advance(3600)

    async def asked() -> None:
        assert await check_ins.hold(circle.table, circle.clock, due)

    await leave(Meddling(circle.table, asked), circle.id("Ada"), circle.room, circle.clock())
    passed_on = await check_in_of(circle, "Bob")
    assert passed_on.due_at > circle.clock()


async def check_in_of(circle: Circle, name: str) -> CheckInDue:
    item = await circle.table.get(DueKey(circle.id(name), CHECK_IN, circle.room).key)
    return next(from_items(CheckInDue, filter(None, [item])))


class MeddlingWithRead(FaultyTable):
    """Somebody else does something just after the first read of an item."""

    def __init__(self, inner: Table, key: Key, meanwhile: Meanwhile) -> None:
        super().__init__(inner)
        self._key, self._meanwhile = key, [meanwhile]

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        found = await super()._get_many(keys)
        if self._key in keys and self._meanwhile:
            await self._meanwhile.pop()()
        return found


async def test_who_joins_as_the_owner_leaves_is_in(circle: Circle) -> None:
    await circle.arrive("Eve")

    async def left() -> None:
        await circle.rooms.leave(circle.id("Ada"), circle.room)

    table = MeddlingWithRead(circle.table, RoomKey(circle.room).key, left)
    rooms = Rooms(table, circle.clock, lambda: "never")
    joined = await rooms.join(Who(circle.people["Eve"], "Eve"), circle.code)
    assert joined.room.members == tuple(map(circle.id, ("Bob", "Cem", "Dan", "Eve")))


async def test_a_wish_for_another_buddy_is_kept_as_the_one_before_leaves(circle: Circle) -> None:
    buddies = Buddies(circle.table, circle.clock)
    for name in ("Ada", "Cem", "Dan"):
        await buddies.name(circle.id(name), circle.room, "Bob")

    async def turned() -> None:
        await buddies.name(circle.id("Ada"), circle.room, "Cem")

    await leave(Meddling(circle.table, turned), circle.id("Bob"), circle.room, circle.clock())
    scene = await circle.rooms.scene(circle.id("Ada"), circle.room)
    assert [one.buddy for one in scene.members] == [circle.id("Cem"), None, None]


async def test_a_channel_that_its_owner_chooses_twice_at_once_is_theirs(circle: Circle) -> None:
    async def shown() -> None:
        await Bridges(circle.table, circle.clock).show(circle.id("Ada"), circle.room, GUILD, channel(circle))

    again = Bridges(Meddling(circle.table, shown), circle.clock)
    scene = await again.show(circle.id("Ada"), circle.room, GUILD, channel(circle))
    assert scene.room.bridge is not None
    assert scene.room.bridge.channel == CHANNEL


async def test_of_many_things_that_are_shared_at_once_there_are_no_more_than_may_be(circle: Circle) -> None:
    habits, shares = await sharing(circle, MOST_SHARED + 1)
    ada = circle.people["Ada"]
    *first, before_last, last = habits
    for one in first:
        await shares.share(ada, circle.room, one)

    async def shared() -> None:
        await shares.share(ada, circle.room, before_last)

    with pytest.raises(TooManyShared):
        await RoomShares(Meddling(circle.table, shared), circle.clock).share(ada, circle.room, last)
    assert len(await shares.list(ada.id, circle.room)) == MOST_SHARED


async def test_what_is_shared_as_nothing_was_is_looked_at_all_the_same(circle: Circle) -> None:
    [run, swim], shares = await sharing(circle, 2)
    ada = circle.people["Ada"]
    await shares.share(ada, circle.room, run)
    await shares.unshare(ada.id, circle.room, run.name)
    key = DueKey(ada.id, SHARES, circle.room).key
    [due] = from_items(SharesDue, filter(None, [await circle.table.get(key)]))
    circle.clock.advance(3600)

    async def shared() -> None:
        await shares.share(ada, circle.room, swim)

    await hold(Meddling(circle.table, shared), circle.clock, lambda: "news", KEEP, due)
    assert await circle.table.get(key) is not None


async def sharing(circle: Circle, many: int) -> tuple[list[Habit], RoomShares]:
    """Habits that can be shared, and what shares them."""
    numbers = count()
    habits = Habits(circle.table, circle.clock, lambda: f"01JH{next(numbers):022d}")
    made = [await habits.add(circle.people["Ada"], f"Thing {number}") for number in range(many)]
    return made, RoomShares(circle.table, circle.clock)
