"""A room that asks every day: whom, when, what comes of it, and who hears that a buddy was silent."""

import asyncio
from datetime import timedelta

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.rooms.people import Circle
from tracker.due import due_now
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.rooms.asking import CHECK_IN, CheckInDue
from tracker.rooms.buddies import Buddies, still_wanted
from tracker.rooms.buddy_messages import WANTS_BUDDY
from tracker.rooms.check_ins import CheckIns, hold, still_asked, wordings
from tracker.rooms.errors import NoSuchMember, NothingAsked, NotTheOwner
from tracker.rooms.messages import ASKED, SUMMARY
from tracker.rooms.model import CheckIn, Tell
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

HOUR = 3600.0
QUESTION = "What will you do today?"


class Asking(Circle):
    async def begin(self, *names: str) -> None:
        """The clock shows noon; the room asks at one and waits five hours."""
        await self.meet(*names, tell=Tell.DIGEST)
        self.check_ins = CheckIns(self.table, self.clock)
        self.buddies = Buddies(self.table, self.clock)
        at = (self.clock() + timedelta(hours=1)).time().replace(microsecond=0)
        wanted = CheckIn(question=QUESTION, at=at, zone="UTC", hours=5)
        await self.check_ins.ask(self.id(names[0]), self.room, wanted)

    async def look(self, hours: float) -> int:
        """Time passes, and two services look at once what is due; how many messages that made."""
        self.clock.advance(hours * HOUR)
        due = await due_now(self.table, CheckInDue, CHECK_IN, self.clock(), 100)
        told = await asyncio.gather(*(hold(self.table, self.clock, one) for one in (*due, *due)))
        return sum(map(len, told))

    async def answer(self, name: str, text: str) -> None:
        await self.saying.say(self.id(name), self.room, text, answers=True)

    async def heard(self, name: str) -> list[OutboxItem]:
        every = await outbox.history(self.table, self.id(name))
        return [one for one in every if one.kind in (ASKED, SUMMARY)]


@pytest.fixture
async def room(sqlite_table: SqliteTable, clock: HandClock) -> Asking:
    asking = Asking(sqlite_table, clock)
    await asking.begin("Ada", "Bob", "Cem", "Dan")
    return asking


@pytest.fixture
async def everywhere(table: Table, clock: HandClock) -> Asking:
    asking = Asking(table, clock)
    await asking.begin("Ada", "Bob")
    return asking


async def test_a_room_asks_once_a_day_and_sums_up_once(everywhere: Asking) -> None:
    room = everywhere
    assert await room.look(0.5) == 0
    with pytest.raises(NothingAsked):
        await room.answer("Ada", "too early")
    assert await room.look(0.6) == 2
    assert await room.look(0.1) == 0
    await room.answer("Ada", "run")
    await room.answer("Ada", "run, and swim")
    board = await room.check_ins.board(room.id("Bob"), room.room)
    assert (board.is_open, [one.text for one in board.answers]) == (True, ["run, and swim"])
    assert [one.name for one in board.silent] == ["Bob"]
    assert await room.look(5) == 2
    assert [one.text for one in await room.heard("Bob")] == [
        "Ada: run, and swim\nNo word from you.",
        QUESTION,
    ]
    assert await room.look(19) == 2
    assert [one.kind.name for one in await room.heard("Ada")].count("room-asked") == 2


async def test_who_is_asked_and_who_reads_what(room: Asking) -> None:
    await room.rooms.edit(room.id("Dan"), room.room, tell=Tell.MENTIONS)
    await room.safety.block(room.id("Cem"), room.room, "Bob")
    await room.look(1.1)
    asked = {name: len(await room.heard(name)) for name in ("Ada", "Bob", "Cem", "Dan")}
    assert asked == {"Ada": 1, "Bob": 1, "Cem": 1, "Dan": 0}
    await room.answer("Bob", "gym")
    check = still_asked(room.table, room.clock)
    reference = (await room.heard("Ada"))[0].check
    assert reference is not None
    assert [await check(room.id(name), reference.reference) for name in ("Ada", "Bob")] == [True, False]
    await room.look(5)
    texts = {name: next(one.text for one in await room.heard(name)) for name in ("Ada", "Bob", "Dan")}
    assert texts["Ada"] == "Bob: gym\nNo word from you, Cem."
    assert texts["Bob"] == "Bob: gym\nNo word from Ada."
    assert texts["Dan"] == "Bob: gym\nNo word from Ada, Cem."
    assert [one.text for one in await room.heard("Cem")] == [QUESTION]


async def test_buddies_want_it_both_and_hear_of_silence(room: Asking) -> None:
    for one, other, mutual in (("Ada", "Bob", False), ("Cem", "Ada", False), ("Bob", "Ada", True)):
        who, both, _ = await room.buddies.name(room.id(one), room.room, other)
        assert who is not None
        assert (who.name, both) == (other, mutual)
    await room.look(1.1)
    await room.answer("Ada", "run")
    await room.look(5)
    said = {name: (await room.heard(name))[0].text for name in ("Ada", "Bob", "Cem")}
    assert said["Ada"] == "Bob, your buddy, has not answered.\nAda: run\nNo word from Cem, Dan."
    assert "buddy" not in said["Bob"]
    assert "buddy" not in said["Cem"]
    await room.rooms.leave(room.id("Bob"), room.room)
    scene = await room.rooms.scene(room.id("Ada"), room.room)
    assert scene.mine.buddy is None


async def test_the_question_goes_with_the_room_and_only_its_owner_sets_it(room: Asking) -> None:
    with pytest.raises(NotTheOwner):
        await room.check_ins.stop(room.id("Bob"), room.room)
    await room.rooms.leave(room.id("Ada"), room.room)
    assert await room.look(1.1) == 3
    await room.check_ins.stop(room.id("Bob"), room.room)
    assert await room.look(5) == 0
    with pytest.raises(NothingAsked):
        await room.check_ins.board(room.id("Cem"), room.room)
    assert not [one async for one in room.table.scan() if one.get("kind") == CHECK_IN]


async def test_a_question_that_nobody_could_hear_in_time_is_not_asked(room: Asking) -> None:
    assert await room.look(8) == 0
    assert await room.look(17.5) == 4


async def test_before_it_has_asked_nobody_is_silent_and_nothing_can_be_answered(room: Asking) -> None:
    """The time of today was over when the owner set it."""
    earlier = (room.clock() - timedelta(hours=2)).time().replace(microsecond=0)
    await room.check_ins.ask(room.id("Ada"), room.room, CheckIn(question=QUESTION, at=earlier, zone="UTC"))
    board = await room.check_ins.board(room.id("Bob"), room.room)
    assert (board.day, board.is_open, board.silent) == (None, False, ())
    with pytest.raises(NothingAsked):
        await room.answer("Bob", "run")
    await room.look(22.1)
    await room.answer("Bob", "run")
    assert len((await room.check_ins.board(room.id("Ada"), room.room)).answers) == 1


async def test_however_much_is_said_besides_every_answer_counts(room: Asking) -> None:
    """What others say in a room must not push answers out of its summary."""
    await room.look(1.1)
    for _ in range(39):
        room.clock.advance(61)
        for name in ("Bob", "Cem", "Dan"):
            for _ in range(5):
                await room.say(name, "chatter")
    await room.answer("Ada", "run")
    board = await room.check_ins.board(room.id("Bob"), room.room)
    assert [one.text for one in board.answers] == ["run"]
    assert await still_asked(room.table, room.clock)(room.id("Ada"), f"{room.room}#{board.day}") is False


async def test_an_answer_that_is_taken_back_is_none(room: Asking) -> None:
    await room.look(1.1)
    await room.answer("Ada", "run")
    await room.history.take_back(room.id("Ada"), room.room, None)
    board = await room.check_ins.board(room.id("Bob"), room.room)
    assert "Ada" in [one.name for one in board.silent]


async def test_who_is_wanted_as_a_buddy_hears_of_it_once_and_only_while_it_is_so(room: Asking) -> None:
    async def wished(name: str) -> list[OutboxItem]:
        every = await outbox.history(room.table, room.id(name))
        return [one for one in every if one.kind is WANTS_BUDDY]

    for name in ("Bob", None, "Bob"):
        await room.buddies.name(room.id("Ada"), room.room, name)
    [told] = await wished("Bob")
    assert told.title == "Ada wants to be your buddy in Gym"
    assert told.check is not None
    still = still_wanted(room.table)
    assert await still(room.id("Bob"), told.check.reference)
    assert not await still(room.id("Cem"), told.check.reference)
    who, mutual, _ = await room.buddies.name(room.id("Bob"), room.room, str(told.facts["by"]))
    assert who is not None
    assert (who.name, mutual) == ("Ada", True)
    assert not await still(room.id("Bob"), told.check.reference)
    assert await wished("Ada") == []
    with pytest.raises(NoSuchMember):
        await room.buddies.name(room.id("Bob"), room.room, "person-Eve")


async def test_a_summary_that_waits_says_only_what_may_be_seen_when_it_goes(room: Asking) -> None:
    """It can wait a night for quiet hours to end."""
    await room.look(1.1)
    for name in ("Ada", "Bob", "Cem"):
        await room.answer(name, f"{name} runs")
    await room.look(5)
    told = {name: (await room.heard(name))[0] for name in ("Ada", "Bob", "Dan")}
    assert told["Dan"].text == "Ada: Ada runs\nBob: Bob runs\nCem: Cem runs\nNo word from you."
    worded = wordings(room.table, room.clock)[SUMMARY]
    again = await worded(told["Dan"])
    assert again is not None
    assert again.text == told["Dan"].text

    await room.safety.block(room.id("Bob"), room.room, "Dan")
    await room.history.take_back(room.id("Cem"), room.room, None)
    await room.delete("Ada")
    again = await worded(told["Dan"])
    assert again is None, again
    again = await worded(told["Bob"])
    assert again is not None
    assert again.text == "Bob: Bob runs\nNo word from Cem."
    await room.rooms.leave(room.id("Bob"), room.room)
    assert await worded(told["Bob"]) is None
