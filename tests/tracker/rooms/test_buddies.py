"""Buddies hear when the other misses a habit that is shared with the room, and of nothing else."""

import contextlib
from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.rooms.people import Circle
from tracker.days import Days, local_day
from tracker.due import due_now
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.feature import HABIT_ROUNDS
from tracker.habits.model import Habit
from tracker.habits.rounds.messages import FROZEN
from tracker.habits.schedule import OnWeekdays, PerWeek
from tracker.habits.service import Habits
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.rooms.asking import SHARES
from tracker.rooms.buddies import Buddies, Pairing, still_wanted, wordings
from tracker.rooms.buddy_messages import MISSED, WANTS_BUDDY
from tracker.rooms.model import BuddyTerms, RoomMember, Tell
from tracker.rooms.service import Who
from tracker.rooms.sharing import RoomShares, SharesDue, hold
from tracker.store.entity import change
from tracker.store.errors import Throttled
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines

HOUR, DAY = 3600.0, 86_400.0
ONE_DAY = timedelta(days=1)


class Pair(Circle):
    """Ada and Bob, and Cem beside them; Ada keeps two habits, and shares one. It is Friday noon."""

    async def begin(self) -> None:
        self.clock.advance(DAY / 2)
        await self.meet("Ada", "Bob", "Cem", tell=Tell.DIGEST)
        ids = iter(range(10_000))
        self.new_id = lambda: f"news{next(ids):06}"
        self.habits = Habits(self.table, self.clock, lambda: f"01JH{next(ids):022d}")
        self.shares, self.buddies = RoomShares(self.table, self.clock), Buddies(self.table, self.clock)
        self.ada = self.people["Ada"]
        self.run = await self.habits.add(self.ada, "Run")
        self.secret = await self.habits.add(self.ada, "Therapy")
        await self.shares.share(self.ada, self.room, self.run)

    async def are_buddies(self, terms: BuddyTerms = BuddyTerms.HABITS) -> None:
        for one, other in (("Ada", "Bob"), ("Bob", "Ada")):
            await self.buddies.name(self.id(one), self.room, other, terms)

    async def names(self, one: str, other: str) -> Pairing:
        return await self.buddies.name(self.id(one), self.room, other)

    @property
    def today(self) -> date:
        return local_day(self.clock(), self.ada.zone, self.ada.day_start)

    async def done(self, habit: Habit, day: date | None = None) -> None:
        report = DayReport(day or self.today, FrontEnd.TERMINAL)
        await self.habits.complete(self.ada.id, habit.id, report)

    async def days(self, number: int = 1, table: Table | FaultyTable | None = None) -> None:
        """Each time noon of the next day: habits are called over, then somebody looks what has moved."""
        for _ in range(number):
            self.clock.advance(DAY)
            await run_due(HABIT_ROUNDS, tools_at(self.table, self.clock))
            await self.look(table)

    async def look(self, table: Table | FaultyTable | None = None) -> None:
        for due in await due_now(self.table, SharesDue, SHARES, self.clock(), 100):
            await hold(table or self.table, self.clock, self.new_id, timedelta(0), due)

    async def heard(self, name: str) -> list[OutboxItem]:
        return await self.of_kind(name, MISSED)

    async def asked(self, name: str) -> list[OutboxItem]:
        return await self.of_kind(name, WANTS_BUDDY)

    async def of_kind(self, name: str, kind: object) -> list[OutboxItem]:
        """Oldest first."""
        every = await outbox.history(self.table, self.id(name))
        return [one for one in every if one.kind is kind][::-1]

    async def read(self, item: OutboxItem) -> str | None:
        """As it would read if it went now."""
        said = await wordings(self.table, self.clock)[MISSED](item)
        return None if said is None else f"{said.title}. {said.text}"


@pytest.fixture
async def pair(table: Table, clock: HandClock) -> Pair:
    made = Pair(table, clock)
    await made.begin()
    return made


def titles(items: Sequence[OutboxItem]) -> list[str]:
    return [one.title for one in items]


async def test_a_buddy_hears_once_of_each_day_that_was_missed_and_only_of_what_is_shared(pair: Pair) -> None:
    await pair.are_buddies()
    await pair.days()
    for _ in range(3):
        pair.clock.advance(HOUR)
        await pair.look()
    [told] = await pair.heard("Bob")
    assert (told.title, told.text) == (
        "Ada missed Run",
        "On Friday. You are buddies in Gym: a kind word may help.",
    )
    await pair.done(pair.run)
    await pair.days()
    assert len(await pair.heard("Bob")) == 1
    await pair.days()
    assert [one.period for one in await pair.heard("Bob")] == ["2100-01-01", "2100-01-03"]
    assert not await pair.heard("Ada")
    assert not await pair.heard("Cem")
    assert await pair.sees("Cem") == ["Ada: Run: done yesterday"]
    every = [item async for item in pair.table.scan() if "person-Ada" not in str(item["PK"])]
    assert "Therapy" not in str(every)


async def test_nobody_hears_of_it_without_both_wanting_it(pair: Pair) -> None:
    await pair.names("Bob", "Ada")
    await pair.days(2)
    assert not await pair.heard("Bob")
    await pair.names("Ada", "Bob")
    assert not await pair.heard("Bob")  # what was missed before they agreed stays between the two
    await pair.look()
    await pair.days()
    assert [one.period for one in await pair.heard("Bob")] == ["2100-01-03"]
    await pair.buddies.name(pair.id("Bob"), pair.room, None)
    await pair.days()
    assert len(await pair.heard("Bob")) == 1


async def test_what_is_excused_is_no_miss(pair: Pair) -> None:
    """By a skip, a holiday, a freeze or a pause."""
    await pair.are_buddies()
    ids = pair.ada.id, pair.run.id
    await pair.habits.skip(*ids, DayReport(pair.today, FrontEnd.TERMINAL))
    await pair.days()
    await pair.habits.be_away(pair.ada.id, Days(pair.today, pair.today + ONE_DAY))
    await pair.days(2)
    assert not await pair.heard("Bob")
    for _ in range(8):
        await pair.done(pair.run)
        await pair.days()
    await pair.days()
    assert len(await pair.of_kind("Ada", FROZEN)) == 1
    assert not await pair.heard("Bob")
    await pair.habits.pause(*ids)
    await pair.days(3)
    assert not await pair.heard("Bob")


async def test_a_week_that_was_missed_is_told_once_when_it_is_over(pair: Pair) -> None:
    await pair.are_buddies()
    await pair.done(pair.run)
    swim = await pair.habits.add(pair.ada, "Swim", schedule=PerWeek(times=2))
    sing = await pair.habits.add(pair.ada, "Sing", schedule=OnWeekdays(days=(2,)))
    await pair.shares.unshare(pair.ada.id, pair.room, "Run")
    for one in (swim, sing):
        await pair.shares.share(pair.ada, pair.room, one)
    await pair.days(10)  # the first week had begun before the habit
    told = [(one.title, one.text.partition(". ")[0]) for one in await pair.heard("Bob")]
    assert told == [("Ada missed Sing", "On Wednesday"), ("Ada missed Swim", "In the week until Sunday")]


async def test_what_waits_says_only_what_is_true_when_it_goes(pair: Pair) -> None:
    await pair.are_buddies()
    await pair.days()
    [told] = await pair.heard("Bob")
    assert await pair.read(told) == "Ada missed Run. On Friday. You are buddies in Gym: a kind word may help."
    await pair.habits.edit(pair.ada.id, pair.run.id, {"name": "Jog"})
    assert str(await pair.read(told)).startswith("Ada missed Jog")
    await pair.done(pair.run, pair.today - ONE_DAY)
    assert await pair.read(told) is None  # it was done after all


@pytest.mark.parametrize("what", ["unshares", "blocks", "leaves", "has another", "is gone", "pauses"])
async def test_what_waits_is_not_told_once_it_should_not_be_seen(pair: Pair, what: str) -> None:
    await pair.are_buddies()
    await pair.days()
    [told] = await pair.heard("Bob")
    match what:
        case "unshares":
            await pair.shares.unshare(pair.ada.id, pair.room, "Run")
        case "blocks":
            await pair.safety.block(pair.ada.id, pair.room, "Bob")
        case "leaves":
            await pair.rooms.leave(pair.ada.id, pair.room)
        case "has another":
            await pair.names("Ada", "Cem")
        case "is gone":
            await pair.delete("Ada")
        case _:
            await pair.habits.pause(pair.ada.id, pair.run.id)
    assert await pair.read(told) is None


async def test_in_two_rooms_it_is_told_once(pair: Pair) -> None:
    await pair.are_buddies()
    gym = pair.room
    made = await pair.rooms.create(_who(pair, "Ada"), "Choir")
    assert made.invitation is not None
    await pair.rooms.join(_who(pair, "Bob"), made.invitation.code)
    pair.room = made.room.id
    await pair.are_buddies()
    await pair.shares.share(pair.ada, made.room.id, pair.run)
    await pair.days(2)
    assert [one.period for one in await pair.heard("Bob")] == ["2100-01-01", "2100-01-02"]
    assert gym != made.room.id


async def test_the_request_says_what_is_agreed_to(pair: Pair) -> None:
    wanted = await pair.names("Ada", "Bob")
    assert (wanted.is_mutual, wanted.hears_misses) == (False, False)
    [request] = await pair.asked("Bob")
    assert (
        "has not answered what the room asks, or has missed a habit that they share with it" in request.text
    )
    agreed = await pair.names("Bob", "Ada")
    assert (agreed.is_mutual, agreed.hears_misses) == (True, True)
    assert not await pair.asked("Ada")


async def test_those_who_agreed_to_less_are_asked_once_and_hear_nothing_until_both_agree(pair: Pair) -> None:
    """Buddies of an older version, or one who pressed a button below a message of it."""
    await pair.are_buddies(BuddyTerms.ANSWERS)
    await _as_before(pair, "Ada", "Bob")
    await pair.days(3)
    asked = {name: (await pair.asked(name))[-1] for name in ("Ada", "Bob")}
    assert asked["Bob"].title == "Do you and Ada want to hear more of each other in Gym?"
    assert asked["Ada"].title == "Do you and Bob want to hear more of each other in Gym?"
    counts = [len(await pair.asked(name)) for name in ("Ada", "Bob")]
    still = still_wanted(pair.table)
    checks = {name: one.check.reference for name, one in asked.items() if one.check}
    assert [await still(pair.id(name), checks[name]) for name in ("Ada", "Bob")] == [True, True]
    half = await pair.names("Bob", "Ada")
    assert (half.is_mutual, half.hears_misses) == (True, False)
    assert [await still(pair.id(name), checks[name]) for name in ("Ada", "Bob")] == [True, False]
    await pair.days()
    assert not await pair.heard("Bob")
    assert (await pair.names("Ada", "Bob")).hears_misses
    await pair.days()
    assert [one.period for one in await pair.heard("Bob")] == ["2100-01-05"]
    assert [len(await pair.asked(name)) for name in ("Ada", "Bob")] == counts


async def test_a_request_of_an_older_version_that_waits_asks_for_all_of_it(pair: Pair) -> None:
    await pair.names("Ada", "Bob")
    [request] = await pair.asked("Bob")
    old = request.model_copy(update={"text": "Buddies are told when the other has not answered."})
    said = await wordings(pair.table, pair.clock)[WANTS_BUDDY](old)
    assert said is not None
    assert said.text == request.text


async def test_cut_at_every_call_it_is_told_once(pair: Pair) -> None:
    await pair.are_buddies()
    for cut in range(1, 40):
        before = len(await pair.heard("Bob"))
        table = FaultyTable(pair.table)
        table.fail(at=cut, when="after" if cut % 2 else "before")
        with contextlib.suppress(Throttled):
            await pair.days(1, table)
        calls = table.calls
        pair.clock.advance(HOUR)
        await pair.look()
        assert len(await pair.heard("Bob")) == before + 1
        pair.clock.advance(-HOUR)
        if calls < cut:
            return
    pytest.fail("it never came to its end")


def _who(pair: Pair, name: str) -> Who:
    return Who(pair.people[name], name)


async def _as_before(pair: Pair, *names: str) -> None:
    """As an older version wrote them."""
    for name in names:
        member = (await pair.rooms.scene(pair.id(name), pair.room)).mine
        await pair.table.update(change(RoomMember, member.key, {"buddy_terms": None}))
