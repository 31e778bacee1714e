"""People in a room who keep habits, projects and challenges, share some of them there, and have buddies."""

from datetime import timedelta
from itertools import count

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.tracker.rooms.people import Circle
from tests.tracker.rooms.village_model import NAMES
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.challenge.joining import participants
from tracker.challenge.model import Challenge, Counted, WhoMayJoin
from tracker.challenge.recording import DailyCounts, counting_days, record, stats_of
from tracker.challenge.service import Challenges
from tracker.days import local_day
from tracker.due import due_now
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.feature import HABIT_ROUNDS
from tracker.habits.service import Habits
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.projects.model import ProjectStatus
from tracker.projects.service import Projects
from tracker.rooms.asking import SHARES
from tracker.rooms.book import memberships_of
from tracker.rooms.buddies import Buddies, wordings
from tracker.rooms.buddy_messages import MISSED
from tracker.rooms.cheering import Cheers
from tracker.rooms.correcting import Corrections
from tracker.rooms.feature import ROOMS
from tracker.rooms.history import said_since
from tracker.rooms.messages import NEWS, SAID
from tracker.rooms.model import RoomMessage, Tell
from tracker.rooms.sharing import RoomShares, SharesDue, hold

HABIT, PROJECT, CHALLENGE = "habit", "project", "challenge"
DAY, WEDNESDAY = 86_400, 2
PAGE = 3
"""Messages on one page, so that there are several."""
RIVAL = "Eve"


class Sharers(Circle):
    """Each keeps two habits and two projects: one that they may share, and one of which nobody ever hears.

    Each has a challenge, too, with somebody in it of whom nobody ever hears."""

    async def begin(self) -> None:
        await self.meet(*NAMES, tell=Tell.ALL)
        await self.invites(NAMES[0])
        self.beginning = self.clock()
        self.new_id = map("news{:06}".format, count()).__next__
        self.habits = Habits(self.table, self.clock, map("01JH{:022d}".format, count()).__next__)
        self.projects = Projects(self.table, self.clock, map("01JP{:022d}".format, count()).__next__)
        self.shares = RoomShares(self.table, self.clock)
        self.corrections = Corrections(self.table, self.clock, self.history)
        self.cheers = Cheers(self.table, self.clock, self.history)
        assert ROOMS.checks is not None
        self.checks = ROOMS.checks(self.table, self.clock)
        today = self.clock().date()
        self.kept = {
            one: [await self.habits.add(self.people[one], f"{what} of {one}") for what in ("Run", "Secret")]
            for one in NAMES
        }
        self.built = {
            one: [
                await self.projects.add(self.id(one), f"{what} of {one}", today, {})
                for what in ("Shed", "Vault")
            ]
            for one in NAMES
        }
        self.buddies = Buddies(self.table, self.clock)
        self.misses = wordings(self.table, self.clock)[MISSED]
        self.challenges = Challenges(self.table, self.clock, map("01JC{:022d}".format, count()).__next__)
        rival = await Accounts(self.table, self.clock, lambda: RIVAL).register(parse_identity("local:eve"))
        self.rows = {one: await self.rowing(one, rival) for one in NAMES}

    async def rowing(self, name: str, rival: User) -> Challenge:
        challenge = await self.challenges.create(
            self.people[name], f"Row of {name}", counted=Counted.HABITS, who=WhoMayJoin.ANYBODY
        )
        await self.challenges.join(self.people[name], challenge, "Somebody", here=None)
        await self.challenges.join(rival, challenge, RIVAL, here=None)
        return challenge

    async def invites(self, name: str) -> None:
        self.code = (await self.rooms.invite(self.id(name), self.room, uses=None, days=90)).code

    async def share(self, name: str, what: str) -> None:
        thing = {HABIT: self.kept[name][0], PROJECT: self.built[name][0], CHALLENGE: self.rows[name]}[what]
        await self.shares.share(self.people[name], self.room, thing)

    async def unshare(self, name: str, what: str) -> None:
        thing = {HABIT: f"Run of {name}", PROJECT: f"Shed of {name}", CHALLENGE: f"Row of {name}"}[what]
        await self.shares.unshare(self.id(name), self.room, thing)

    async def runs(self, name: str) -> None:
        """On another day, without a streak, both habits are done."""
        self.clock.advance(3 * DAY)
        user = self.people[name]
        today = local_day(self.clock(), user.zone, user.day_start)
        for habit in self.kept[name]:
            await self.habits.complete(user.id, habit.id, DayReport(today, FrontEnd.TERMINAL))
        await self.looks()

    async def builds(self, name: str) -> None:
        """Both projects are done."""
        self.clock.advance(3 * DAY)
        for project in self.built[name]:
            await self.projects.close(self.id(name), project.id, ProjectStatus.COMPLETED)
        await self.looks()

    async def rows_on(self, name: str) -> None:
        """A week of their challenge is settled, in which they did nothing, and somebody else a lot."""
        weekday = self.clock().weekday()
        self.clock.advance((7 + (WEDNESDAY - weekday) % 7) * DAY)
        challenge, today = self.rows[name], self.clock().date()
        people = await participants(self.table, challenge.id)
        known = await stats_of(self.table, challenge.id, [one.user for one in people])
        tallies: list[DailyCounts] = []
        for who in people:
            days = counting_days(challenge, who, known.get(who.user), today)
            done = {days.last: 77, days.last - timedelta(days=7): 77} if who.user == RIVAL else {}
            tallies.append(DailyCounts(who, days.first, done))
        await record(self.table, challenge, tallies, known, self.clock())
        await self.looks()

    async def quits(self, name: str) -> None:
        """Their challenge, without the room."""
        await self.challenges.leave(self.people[name], self.rows[name])

    async def idles(self) -> None:
        """A day on which nobody does anything: all habits are missed."""
        self.clock.advance(DAY)
        await run_due(HABIT_ROUNDS, tools_at(self.table, self.clock))
        await self.looks()

    async def looks(self) -> None:
        """The clock: what has moved?"""
        for due in await due_now(self.table, SharesDue, SHARES, self.clock(), 100):
            await hold(self.table, self.clock, self.new_id, timedelta(0), due)

    async def told(self, name: str, *kinds: object) -> list[OutboxItem]:
        every = await outbox.history(self.table, self.id(name))
        return [one for one in every if one.kind in (kinds or (SAID, NEWS))]

    async def pages(self, name: str) -> list[RoomMessage]:
        """All that somebody reads, page by page, oldest first."""
        page = await self.history.page(self.id(name), self.room, PAGE)
        read = [*page.messages]
        while page.before is not None:
            page = await self.history.page(self.id(name), self.room, PAGE, page.before)
            read = [*page.messages, *read]
        return read

    async def digest(self, name: str) -> list[str | None]:
        [mine] = await memberships_of(self.table, self.id(name))
        until = self.clock() + timedelta(seconds=1)
        return [one.text for one in await said_since(self.table, mine, self.beginning, until, 100)]

    async def goes_out(self, item: OutboxItem) -> bool:
        """Whether what waits is told, if it is sent now."""
        assert item.check is not None
        return await self.checks[item.check.name](item.person, item.check.reference)
