"""What members share: told in the room once an hour, as one message, and cheered so that they hear of it."""

import asyncio
import contextlib
from datetime import timedelta

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.goal_parts.workshops import Workshop
from tests.tracker.rooms.people import Circle, shown
from tests.world import World
from tracker.days import local_day
from tracker.due import due_now
from tracker.front_ends import FrontEnd
from tracker.goals.composite.model import CompositeStatus
from tracker.habits.changing import DayReport
from tracker.habits.model import Habit
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.projects.model import ProjectStatus
from tracker.projects.service import Projects
from tracker.rooms.asking import SHARES
from tracker.rooms.cheering import Cheers, still_cheered
from tracker.rooms.errors import BadCheer, CheeredAlready, NoSuchRoomMessage, NothingToShare, TooManyShared
from tracker.rooms.history import History
from tracker.rooms.messages import CHEERED, NEWS
from tracker.rooms.model import Tell
from tracker.rooms.service import Rooms, Who
from tracker.rooms.sharing import MOST_SHARED, RoomShares, SharesDue, hold
from tracker.store.errors import Throttled
from tracker.store.table import Table
from tracker.tasks.service import NewTask, Tasks

pytestmark = pytest.mark.both_engines

HOUR, DAY = 3600.0, 86_400.0


class Sharing(Circle):
    async def begin(self) -> None:
        await self.meet("Ada", "Bob", "Cem", tell=Tell.ALL)
        ids = iter(range(10_000))
        self.new_id = lambda: f"news{next(ids):06}"
        self.habits = Habits(self.table, self.clock, lambda: f"01JH{next(ids):022d}")
        self.shares = RoomShares(self.table, self.clock)
        self.cheers = Cheers(self.table, self.clock, self.history)
        self.gym = await self.habit("Gym")
        self.secret = await self.habit("Therapy")

    async def habit(self, name: str) -> Habit:
        return await self.habits.add(self.people["Ada"], name)

    async def done(self, habit: Habit) -> None:
        user = self.people["Ada"]
        today = local_day(self.clock(), user.zone, user.day_start)
        await self.habits.complete(user.id, habit.id, DayReport(today, FrontEnd.TERMINAL))

    async def look(self, hours: float = 1.0) -> int:
        """Time passes, and two services look at once; how many messages that made."""
        self.clock.advance(hours * HOUR)
        due = await due_now(self.table, SharesDue, SHARES, self.clock(), 100)
        keep = timedelta(days=365)
        held = (hold(self.table, self.clock, self.new_id, keep, one) for one in (*due, *due))
        return sum(await asyncio.gather(*held))

    async def heard(self, name: str) -> list[OutboxItem]:
        every = await outbox.history(self.table, self.id(name))
        return [one for one in every if one.kind in (NEWS, CHEERED)]


@pytest.fixture
async def room(table: Table, clock: HandClock) -> Sharing:
    sharing = Sharing(table, clock)
    await sharing.begin()
    return sharing


async def test_only_what_is_shared_is_told_once_and_together(room: Sharing) -> None:
    swim = await room.habit("Swim")
    await room.done(room.gym)
    for one in (room.gym, swim):
        await room.shares.share(room.people["Ada"], room.room, one)
    assert await room.look() == 0  # what was done before is not told
    await room.look(24)
    for one in (room.gym, swim, room.secret):
        await room.done(one)
    assert await room.look() == 1
    assert await room.look() == 0
    assert await room.sees("Bob") == ["Ada: Gym: done, 2 days in a row\nSwim: done"]
    assert [one.title for one in await room.heard("Bob")] == ["Gym"]
    assert not await room.heard("Ada")


async def test_well_done_reaches_who_did_it_once(room: Sharing) -> None:
    await room.shares.share(room.people["Ada"], room.room, room.gym)
    await room.done(room.gym)
    await room.look()
    _, message = await room.cheers.cheer(room.id("Bob"), room.room)
    assert shown(message) == "Ada: Gym: done"
    with pytest.raises(CheeredAlready):
        await room.cheers.cheer(room.id("Bob"), room.room, message.id)
    with pytest.raises(BadCheer):
        await room.cheers.cheer(room.id("Ada"), room.room, message.id)
    await room.cheers.cheer(room.id("Cem"), room.room, "Ada")
    texts = [one.text for one in await room.heard("Ada")]
    assert sorted(texts) == ["Bob, in Gym: Gym: done", "Cem, in Gym: Gym: done"]
    page = await room.history.page(room.id("Bob"), room.room)
    assert [one.cheers for one in page.messages] == [2]


async def test_a_cheer_that_waits_does_not_reach_who_has_blocked_it_since(room: Sharing) -> None:
    await room.shares.share(room.people["Ada"], room.room, room.gym)
    await room.done(room.gym)
    await room.look()
    for name in ("Bob", "Cem"):
        await room.cheers.cheer(room.id(name), room.room)
    still = still_cheered(room.table)
    references = [one.check.reference for one in await room.heard("Ada") if one.check is not None]
    assert [await still(room.id("Ada"), one) for one in references] == [True, True]
    await room.safety.block(room.id("Ada"), room.room, "Bob")
    await room.delete("Cem")
    assert [await still(room.id("Ada"), one) for one in references] == [False, False]


async def test_a_cheer_that_waits_is_heard_only_while_both_are_in_the_room(room: Sharing) -> None:
    await room.say("Ada", "At six")
    await room.cheers.cheer(room.id("Bob"), room.room, "Ada")
    [told] = await room.heard("Ada")
    assert told.check is not None
    still = still_cheered(room.table)
    assert await still(room.id("Ada"), told.check.reference)
    await room.rooms.leave(room.id("Bob"), room.room)
    assert not await still(room.id("Ada"), told.check.reference)
    await room.join("Bob")
    assert await still(room.id("Ada"), told.check.reference)
    await room.rooms.leave(room.id("Ada"), room.room)
    assert not await still(room.id("Ada"), told.check.reference)


async def test_who_is_kept_apart_neither_sees_nor_cheers(room: Sharing) -> None:
    await room.safety.block(room.id("Ada"), room.room, "Bob")
    await room.shares.share(room.people["Ada"], room.room, room.gym)
    await room.done(room.gym)
    assert await room.look() == 1
    assert await room.sees("Bob") == []
    assert not await room.heard("Bob")
    assert len(await room.heard("Cem")) == 1
    with pytest.raises(NoSuchRoomMessage):
        await room.cheers.cheer(room.id("Bob"), room.room, "Ada")


async def test_nothing_is_shared_after_unsharing_leaving_or_coming_back(room: Sharing) -> None:
    ada = room.people["Ada"]
    await room.shares.share(ada, room.room, room.gym)
    await room.shares.unshare(ada.id, room.room, "gym")
    with pytest.raises(NothingToShare):
        await room.shares.unshare(ada.id, room.room, "gym")
    await room.done(room.gym)
    assert await room.look() == 0
    await room.shares.share(ada, room.room, room.gym)
    await room.rooms.leave(ada.id, room.room)
    await room.join("Ada")
    room.clock.advance(DAY)
    await room.done(room.gym)
    assert await room.look() == 0
    assert await room.shares.list(ada.id, room.room) == []
    assert await room.sees("Bob") == []


async def test_a_habit_that_is_gone_and_too_many(room: Sharing) -> None:
    ada = room.people["Ada"]
    await room.shares.share(ada, room.room, room.gym)
    await room.habits.remove(ada.id, room.gym.id)
    assert await room.look() == 0
    assert await room.shares.list(ada.id, room.room) == []
    for number in range(MOST_SHARED):
        await room.shares.share(ada, room.room, await room.habit(f"Thing {number}"))
    with pytest.raises(TooManyShared):
        await room.shares.share(ada, room.room, room.secret)


async def test_a_project_that_is_gone_is_shared_no_more_and_nothing_is_told_of_it(room: Sharing) -> None:
    ada, names = room.people["Ada"], iter(range(100))
    projects = Projects(room.table, room.clock, lambda: f"project{next(names)}")
    tasks = Tasks(room.table, room.clock, lambda: f"task{next(names)}")
    house = await projects.add(ada.id, "House", room.clock().date(), {})
    task = (await tasks.add(ada.id, NewTask(title="Paint", project_ids=(house.id,)))).changed.task
    await room.shares.share(ada, room.room, await projects.get(ada.id, house.id))

    await tasks.remove_project(ada.id, house.id)
    await tasks.done(ada.id, task.id)

    assert await room.look() == 0
    assert await room.shares.list(ada.id, room.room) == []
    assert await room.sees("Bob") == []


async def test_cut_at_every_call_it_is_told_once(room: Sharing) -> None:
    await room.shares.share(room.people["Ada"], room.room, room.gym)
    for cut in range(1, 40):
        await room.look(24)
        await room.done(room.gym)
        before = len(await room.sees("Bob"))
        table = FaultyTable(room.table)
        table.fail(at=cut, when="after" if cut % 2 else "before")
        room.clock.advance(HOUR)
        for due in await due_now(room.table, SharesDue, SHARES, room.clock(), 100):
            with contextlib.suppress(Throttled):
                await hold(table, room.clock, room.new_id, timedelta(0), due)
        await room.look()
        assert len(await room.sees("Bob")) == before + 1
        assert len(await room.heard("Bob")) == before + 1
        if table.calls < cut:
            return
    pytest.fail("it never came to its end")


async def test_the_way_to_a_goal_is_told_by_its_parts(table: Table, clock: HandClock) -> None:
    async with World.of(table, clock) as world:
        zezima = world.hiscores.osrs("Zezima").train("Woodcutting", 10_000_000)
        ada, bob = await world.person("local:ada"), await world.person("local:bob")
        goal = await world.goal(ada, await world.character(ada), "99 wc")
        rooms, shares = Rooms(table, clock, ulids(clock)), RoomShares(table, clock)
        made = await rooms.create(Who(ada, "Ada"), "Gym")
        assert made.invitation is not None
        await rooms.join(Who(bob, "Bob"), made.invitation.code)
        await shares.share(ada, made.room.id, goal)
        history = History(table, clock)

        for xp in (10_100_000, 11_600_000, 13_034_431):
            zezima.train("Woodcutting", xp)
            await world.pass_time(3 * HOUR)
        page = await history.page(bob.id, made.room.id)
        assert [one.text for one in page.messages] == [
            "99 Woodcutting: 50 % of the way",
            "99 Woodcutting: reached!",
        ]


async def test_the_way_of_a_project_is_told_by_its_parts_and_its_end(room: Sharing) -> None:
    ada = room.people["Ada"]
    names = iter(range(100))
    projects = Projects(room.table, room.clock, lambda: f"project{next(names)}")
    tasks = Tasks(room.table, room.clock, lambda: f"task{next(names)}")
    house = await projects.add(ada.id, "House", room.clock().date(), {})
    for one in range(4):
        await tasks.add(ada.id, NewTask(title=f"Secret {one}", project_ids=(house.id,)))
    mine = [f"task{number}" for number in range(1, 5)]
    await room.shares.share(ada, room.room, await projects.get(ada.id, house.id))
    assert await room.look() == 0
    for one in mine[:3]:
        await tasks.done(ada.id, one)
    assert await room.look() == 1
    await tasks.done(ada.id, mine[3])
    assert await room.look() == 1
    await projects.close(ada.id, house.id, ProjectStatus.COMPLETED)
    assert [await room.look(), await room.look()] == [1, 0]
    assert await room.sees("Bob") == [
        "Ada: House: 75 % of the way",
        "Ada: House: 90 % of the way",
        "Ada: House: done!",
    ]


async def test_the_way_of_a_goal_of_parts_is_told_like_that_of_any_goal(room: Sharing) -> None:
    ada, shop = room.people["Ada"], Workshop(room.table, room.clock)
    fit = await shop.goals.add(ada, "Get fit", {})
    for text in ("Run 5 km", "Swim"):
        fit = await shop.linking.put_criterion(fit, text)
    await room.shares.share(ada, room.room, fit)
    assert await room.look() == 0
    for text in ("Run 5 km", "Swim"):
        await shop.linking.tick(fit, text)
        await shop.goals.list(ada.id)
        assert await room.look() == 1
    await shop.goals.edit(ada.id, fit.id, {"status": CompositeStatus.ACHIEVED})
    assert [await room.look(), await room.look()] == [1, 0]
    await shop.goals.remove(ada.id, fit.id)
    await room.look()
    assert await room.shares.list(ada.id, room.room) == []
    assert await room.sees("Bob") == [
        "Ada: Get fit: 50 % of the way",
        "Ada: Get fit: 90 % of the way",
        "Ada: Get fit: reached!",
    ]
