"""People who use all of Questlog for some weeks: the table then has an item of every type that is written."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import TYPE_CHECKING, Any

from scheduler.aggregate import rebuild_weekly
from scheduler.alarms import Operators
from scheduler.challenges import Counters
from scheduler.channels.channel import OpenChannels
from scheduler.context import new_dispatcher
from scheduler.rounds import run_due
from scheduler.sources.registry import open_github
from scheduler.sources.timing import Timing
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.github import FakeGitHub, github_settings
from tests.recorders import recorder_on
from tests.scheduler.channels.scripted import ScriptedChannel
from tests.tracker.goals.looking import quantities
from tests.village_assist import begin_assist
from tests.village_goals import begin_goals
from tests.village_groups import begin_groups
from tests.village_insights import begin_insights
from tests.village_life import begin_areas
from tests.village_logbook import begin_logbook
from tests.village_metrics import begin_metrics
from tests.village_offers import begin_offers
from tests.village_rewards import begin_rewards
from tests.village_rooms import begin_rooms
from tests.village_tasks import begin_tasks
from tracker.accounts.identity import identity, parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.accounts.sessions import Sessions
from tracker.accounts.settings import SETTINGS
from tracker.accounts.tokens import Tokens
from tracker.addresses.service import Addresses
from tracker.challenge.model import Counted
from tracker.challenge.service import Challenges
from tracker.days import Days
from tracker.digest.feature import ROUNDS
from tracker.front_ends import FrontEnd
from tracker.goals.characters.link import CharacterLink
from tracker.goals.characters.service import Characters
from tracker.goals.model import Frequency
from tracker.goals.service import Goals
from tracker.habits.changing import DayReport
from tracker.habits.feature import HABIT_ROUNDS
from tracker.habits.service import Habits
from tracker.habits.states import Logged
from tracker.happenings.reading import watch
from tracker.idempotency import KeyedRequests
from tracker.listeners import character_listeners
from tracker.logbook.feature import EVENINGS
from tracker.notify.channel_off import switch_off
from tracker.notify.channels import Channels
from tracker.notify.model import PersonChannel
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.readings import Number, Reading
from tracker.rewards.leaderboard import Leaderboard
from tracker.servers.listing import keep_listed
from tracker.servers.model import Announces, Guild, News
from tracker.servers.service import Servers
from tracker.shares.model import Shareable, SharedThing
from tracker.shares.service import ShareLinks
from tracker.store.entity import change, to_item
from tracker.store.keys import IdentityKind, SubjectKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.subjects import Observed, Outage, OutageKind
from tracker.tasks.feature import TASK_ROUNDS

if TYPE_CHECKING:
    from tracker.goals.model import Character, Goal
    from tracker.habits.model import Habit

BEGIN = datetime(2100, 1, 4, 12, tzinfo=UTC)
"""A Monday."""
DAYS = 17
"""So many days they live there: two weeks are over, and one of them is settled."""
CODE = "123456"
"""By which Bob can confirm his number."""
TOKEN = "qlt_of-ada"  # noqa: S105 - it opens nothing but a table of tests
GUILD = 80351110224678912
PHONE, BOBS_PHONE, MAILBOX = "+447700900123", "+447700900456", "ada@example.org"
TAKEN_BACK = 11
"""After this day the game takes some xp back."""

OSRS, RS3, WEB = Subject("osrs", "main:zezima"), Subject("rs3", "main:durial"), Subject("http_json", "abc")
DEFINITION: Mapping[str, str | Mapping[str, str]] = {
    "url": "https://example.org/stars",
    "path": "stars",
    "unit": "stars",
    "headers": {"X-Key": "s3cret"},
}
WISHES = {
    "timezone": "Europe/Berlin",
    "day_start": "04:00",
    "quiet_hours": "22:00-07:00",
    "locale": "de-AT",
    "urgent_passes": "yes",
    "digest": "daily",
    "digest_time": "08:30",
    "digest_when_quiet": "yes",
    "display_name": "Ada",
    "birth_date": "1990-03-01",
    "birthday_greeting": "yes",
    "tags": "climber, baker",
    "tier": "steady",
    "theme": "light",
    "recap": "both",
}
"""Also what was a setting once: who looks at a table of an older version finds it there."""
HABITS: Mapping[str, Mapping[str, str]] = {
    "gym": {"remind": "18:00", "area": "Health", "trigger": "after work", "reward": "a sauna"},
    "read on mon wed fri": {"category": "Mind"},
    "run 3x a week": {},
    "call mum 4x a month": {"skips": "2"},
    "plants every 3 days": {},
    "meditate 5 times in 10 days": {"freezes": "off"},
    "water 8 glasses": {},
    "no smoking": {},
    "coffee at most 2 cups": {"type": "reduce"},
    "chop trees": {"fed": "zezima woodcutting", "goals": "goal1"},
    "piano": {},
    "chess": {},
}
"""One of every schedule, of every kind, and of every status."""


class Village:
    """Ada has everything there is; Bob and Carol are there so that somebody else is."""

    ada: User
    bob: User
    carol: User
    zezima: "Character"

    def __init__(self, table: Table, clock: HandClock) -> None:
        people, goals, habits, challenges = count(1), count(1), count(1), count(1)
        self.table, self.clock = table, clock
        self.accounts = Accounts(table, clock, lambda: f"person-{next(people)}")
        self.channels = Channels(table, clock)
        self.characters = Characters(table, clock, character_listeners(table))
        self.goals = Goals(table, clock, lambda: f"goal{next(goals)}")
        self.habits = Habits(table, clock, lambda: f"habit{next(habits)}")
        self.challenges = Challenges(table, clock, lambda: f"challenge{next(challenges)}")
        self.servers = Servers(table, clock, self.accounts)
        self.recorder = recorder_on(table, clock, keep_days=30)
        self.webhook, self.discord = ScriptedChannel("webhook"), ScriptedChannel("discord")
        ways, operators = OpenChannels(self.webhook, self.discord), Operators(table, clock, ())
        self.tools = tools_at(table, clock)
        self.dispatcher = new_dispatcher(self.tools, ways, operators, chance=lambda: 1.0)
        self.goal: dict[str, Goal] = {}
        self.habit: dict[str, Habit] = {}

    async def come_back(self) -> None:
        """To a table that was left after the last day."""
        for name, shown in (("ada", "local:ada"), ("bob", f"discord:{GUILD + 2}"), ("carol", "local:carol")):
            user = await self.accounts.find(parse_identity(shown))
            assert user is not None
            setattr(self, name, user)
        named = dict(zip((*HABITS, "stretch"), range(1, 100), strict=False))
        self.habit = {
            text: await self.habits.get((self.bob if text == "stretch" else self.ada).id, f"habit{number}")
            for text, number in named.items()
        }

    async def go_on(self, days: int = 1) -> None:
        async with self._counting() as counters:
            for day in range(DAYS, DAYS + days):
                await self._day(day, counters)

    async def live(self) -> None:
        """From the first day to the last."""
        self._go_to(0, BEGIN.hour)
        await self._people()
        await self._ways_to_people()
        await self._numbers()
        await self._begin_habits()
        await begin_tasks(self.table, self.clock, self.ada)
        await begin_logbook(self.table, self.clock, self.ada)
        await begin_metrics(self.table, self.clock, self.ada)
        await begin_goals(self.table, self.clock, self.ada)
        async with self._counting() as counters:
            await self._agree()
            for day in range(DAYS):
                await self._day(day, counters)
            await rebuild_weekly(self.table, self.clock)
        await begin_insights(self.table, self.clock, self.ada)
        await begin_rewards(self.table, self.clock, self.ada)
        await begin_rooms(self.table, self.clock, self.ada, self.bob, self.habit["gym"])
        await begin_areas(self.table, self.ada)
        await self._be_watched()
        await begin_assist(self.table, self.clock, self.ada, self.carol, self.server)
        await begin_offers(self.table, self.clock, self.ada, self.server, self.commits)
        await self._leave_things_undone()

    # Who is there.

    async def _people(self) -> None:
        self.ada = await self.accounts.register(parse_identity("local:ada"))
        for shown in (f"discord:{GUILD + 1}", f"phone:{PHONE}", f"email:{MAILBOX}", "nick:Ada"):
            await self.accounts.claim(self.ada.id, parse_identity(shown))
        known = {name: text for name, text in WISHES.items() if name in SETTINGS}
        self.ada = await self.accounts.change_settings(self.ada.id, known)
        self.bob = await self.accounts.register(parse_identity(f"discord:{GUILD + 2}"))
        self.carol = await self.accounts.register(parse_identity("local:carol"))
        await self.accounts.mute(self.carol.id, BEGIN + timedelta(days=DAYS + 1))
        await Tokens(self.table, self.clock, lambda: TOKEN).make(self.ada.id)

    async def _ways_to_people(self) -> None:
        """Channels that work, one that failed, one that is switched off, and one that nobody has proven."""
        await self.channels.add(self.ada.id, "discord", f"dm:{GUILD + 1}")
        await self.channels.add(self.ada.id, "webhook", "https://example.org/hook")
        off = await self.channels.add(self.ada.id, "sms", PHONE)
        await switch_off(self.table, self.ada.id, off, "you sent STOP", self.clock())
        unproven = PersonChannel(channel_type="email", identifier=MAILBOX, position=3)
        await self.table.put(to_item(unproven, unproven.key_of(self.ada.id)))
        await self.channels.make_default(self.ada.id, "webhook")
        await self.channels.add(self.bob.id, "discord", f"dm:{GUILD + 2}")
        await self.channels.add(self.carol.id, "webhook", "https://example.org/carol")
        await self.channels.switch_off(self.carol.id, "webhook")
        stopped = StoppedAddresses(self.table, self.clock)
        await stopped.stop("email", "nobody@example.org", Why.ASKED)
        await stopped.stop("sms", "+447700900999", Why.BOUNCED)

    # What they follow, and want.

    async def _numbers(self) -> None:
        past = self._read(RS3, {"slayer.xp": 900_000}, ago=timedelta(days=40))
        stars = self._read(WEB, {"value.value": Decimal("81.5")})
        self.zezima = await self._follow(
            self.ada, CharacterLink("osrs", "main", "Zezima", OSRS, self._zezima(0))
        )
        rs3 = self._read(RS3, {"slayer.xp": 1_000_000})
        durial = await self._follow(self.ada, CharacterLink("rs3", "main", "Durial", RS3, rs3, (past,)))
        web = CharacterLink("http_json", None, "My Stars", WEB, stars, definition=DEFINITION)
        my_stars = await self._follow(self.ada, web)
        hers = await self._follow(self.carol, CharacterLink("osrs", "main", "Zezima", OSRS, self._zezima(0)))
        for text in ("80 wc then 85 wc", "20m wc xp by 2100-06-01", "rank 1000 slayer", "500 zulrah"):
            await self._want(self.ada, self.zezima, text, Frequency.MILESTONES)
        await self._want(self.ada, self.zezima, "10 attack", Frequency.EVERY_CHANGE)
        await self._want(self.ada, self.zezima, "50 attack", Frequency.OFF)
        await self._want(self.ada, self.zezima, "base 40", Frequency.DAILY, channel="discord")
        await self._want(self.ada, durial, "99 slayer at 20k/day", Frequency.DAILY)
        await self._want(self.ada, my_stars, "78.5 value", Frequency.WEEKLY)
        await self._want(self.carol, hers, "99 wc", Frequency.DAILY)
        await self.goals.pause(self.ada, self.goal["500 zulrah"])
        await self.goals.archive(self.ada, self.goal["50 attack"])

    async def _follow(self, user: User, link: CharacterLink) -> "Character":
        return await self.characters.add(user.id, link)

    async def _want(
        self, user: User, character: "Character", text: str, frequency: Frequency, channel: str | None = None
    ) -> None:
        self.clock.advance(1)
        self.goal[text] = await self.goals.add(user, character, text, frequency=frequency, channel=channel)

    def _read(self, subject: Subject, values: Mapping[str, Number], ago: timedelta = timedelta()) -> Reading:
        return Reading(subject, self.clock() - ago, quantities(values))

    def _zezima(self, day: int, **more: int) -> Reading:
        """What the game says of her on a day."""
        fallen = 5_000 if day > TAKEN_BACK else 0
        values: dict[str, Number] = {
            "overall.xp": 20_000_000 + 60_000 * day - fallen,
            "woodcutting.xp": 1_800_000 + 50_000 * day,
            "attack.xp": 1_000 + 100 * day,
            "prayer.xp": 90_000 + 1_000 * day - fallen,
            "slayer.rank": 5_000 - 100 * day,
            "zulrah.score": 450,
            **({"fishing.xp": 5_000} if day > 1 else {}),  # who has little of something is not ranked in it
        }
        return self._read(
            OSRS, {**values, **{name.replace("_", "."): number for name, number in more.items()}}
        )

    # What they do.

    async def _begin_habits(self) -> None:
        for text, options in HABITS.items():
            self.clock.advance(1)
            self.habit[text] = await self.habits.add_written(self.ada, text, options)
        self.habit["stretch"] = await self.habits.add_written(self.bob, "stretch")
        today = self._today()
        run = self.habit["run 3x a week"]
        await self.habits.be_away(
            self.ada.id, Days(today + timedelta(days=3), today + timedelta(days=4)), run.id
        )
        board = Leaderboard(self.table)
        await board.join(self.ada.id, "global", today, name="Ada", overtakes=True)
        await board.join(self.bob.id, "global", self.habits.today(self.bob), name="Bob")

    async def _agree(self) -> None:
        """Challenges of every kind, of a server and of a person."""
        server = await self.servers.set_up(GUILD, "The Club")
        self.server = server = await self.servers.announce(server, Announces.MILESTONES)
        guild = Guild(GUILD, is_managed=True)
        await keep_listed(self.table, self.clock, self.ada.id, guild, server.name)
        for news in News:
            await self.servers.join(self.ada, server, news)
        account = await self.servers.change_settings(server, {"timezone": "Europe/Berlin", "digest": "daily"})
        await self.channels.add(account.id, "discord", "channel:5")
        self.commits = commits = await self.challenges.create(account, "Weekly commits", threshold=7)
        for user, name in ((self.ada, "Ada"), (self.bob, "Bob")):
            await self.challenges.join(user, commits, name, here=account.id)
        xp = await self.challenges.create(self.ada, "Much xp", counted=Counted.XP, threshold=100_000)
        await self.challenges.join(self.ada, xp, "Ada", character=self.zezima.id)
        ends = (BEGIN + timedelta(days=9)).date()
        gym = await self.challenges.create(self.ada, "Gym", counted=Counted.HABITS, threshold=3, ends=ends)
        await self.challenges.join(self.ada, gym, "Ada", habit=self.habit["gym"].id)
        await begin_groups(self.table, self.clock, account, self.ada)

    @asynccontextmanager
    async def _counting(self) -> AsyncGenerator[Counters]:
        """Ada commits twice every other day, and Bob only in the first week."""

        async def at_once(seconds: float) -> None:
            del seconds
            await asyncio.sleep(0)

        async with FakeGitHub.running(self.clock) as github:
            accounts = {login: github.account(login) for login in ("ada", "bob")}
            for day in range(0, DAYS, 2):
                for login in ("ada", "bob") if day < DAYS // 3 else ("ada",):
                    accounts[login].commit(BEGIN + timedelta(days=day), times=2)
            proven = {login: f"{one.id} {login}" for login, one in accounts.items()}
            self.ada = await self.accounts.claim(self.ada.id, identity(IdentityKind.GITHUB, proven["ada"]))
            self.bob = await self.accounts.claim(self.bob.id, identity(IdentityKind.GITHUB, proven["bob"]))
            timing = Timing(self.clock, lambda: self.clock().timestamp(), at_once, lambda: 0.5)
            chosen = github_settings(github.url, requests_per_second=100_000)
            async with open_github(chosen, timing) as source:
                yield Counters(self.table, self.clock, self.accounts, source, timedelta(hours=1))

    async def _day(self, day: int, counters: Counters) -> None:
        """People tell of their habits at noon, numbers are read at six, and rounds have their hours."""
        self._go_to(day, 12)
        await self._tell(day)
        self._go_to(day, 18)
        await self._look(self._zezima(day, attack_xp=950 + 100 * day))
        for _ in range(3):  # what falls is believed the third time
            await self._look(self._zezima(day))
        await self._look(self._read(RS3, {"slayer.xp": 1_000_000 + 10_000 * day}))
        if day % 3 == 0:
            await self._look(self._read(WEB, {"value.value": Decimal("81.5") - Decimal(day) / 8}))
        for hour in (19, 20, 24, 31, 35):
            self._go_to(day, hour)
            await counters.run()
            await run_due(HABIT_ROUNDS, self.tools)
            await run_due(TASK_ROUNDS, self.tools)
            await run_due(EVENINGS, self.tools)
            await run_due(ROUNDS, self.tools)
            await self.dispatcher.run(hurry=True)

    async def _tell(self, day: int) -> None:
        await self._done("gym", note="legs" if day == 2 else None)
        await self._done("stretch", by=self.bob)
        if day % 2 == 0:
            for text in ("read on mon wed fri", "run 3x a week", "meditate 5 times in 10 days"):
                await self._done(text)
        if day % 3 == 0:
            await self._done("plants every 3 days")
            await self._done("water 8 glasses", amount=3)
        if day != 9:  # a freeze saves that one
            await self._done("piano")
        if day == 4:
            await self._change_their_minds()

    async def _change_their_minds(self) -> None:
        water, mum = self.habit["water 8 glasses"], self.habit["call mum 4x a month"]
        await self._done("water 8 glasses", amount=2)
        await self._done("water 8 glasses", amount=3, note="and tea")
        await self.habits.undo(self.ada.id, water.id, self._today())
        await self._done("water 8 glasses", amount=1)
        await self._done("coffee at most 2 cups", amount=1)
        unseen = self._today() - timedelta(days=2)
        await self.habits.note(
            self.ada.id, self.habit["plants every 3 days"].id, unseen, Logged.UNKNOWN, "osrs"
        )
        await self.habits.edit_written(self.ada, water, "water 6 glasses")
        await self.habits.skip(
            self.ada.id, mum.id, DayReport(self._today(), FrontEnd.SMS, note="she is away")
        )
        await self._done("no smoking")  # a slip
        await self._done("read on mon wed fri", ago=1)
        await self.habits.archive(self.ada.id, self.habit["chess"].id)

    async def _done(self, text: str, *, by: User | None = None, ago: int = 0, **said: Any) -> None:  # noqa: ANN401 - of DayReport
        user = by or self.ada
        told = DayReport(self.habits.today(user) - timedelta(days=ago), FrontEnd.DISCORD, **said)
        await self.habits.complete(user.id, self.habit[text].id, told)

    async def _look(self, reading: Reading) -> None:
        self.clock.advance(600)
        since = self.clock() - timedelta(seconds=600)
        now = Reading(reading.subject, self.clock(), reading.values)
        await self.recorder.record(now.subject, now, since=since)

    def _today(self) -> date:
        return self.habits.today(self.ada)

    def _go_to(self, day: int, hour: int) -> None:
        there = BEGIN + timedelta(days=day, hours=hour - BEGIN.hour)
        self.clock.advance(max((there - self.clock()).total_seconds(), 0))

    async def _be_watched(self) -> None:
        requests = KeyedRequests(self.table, self.clock)
        await requests.begin(self.bob.id, "press-1", "POST /habits/stretch/complete")
        await requests.end(self.bob.id, "press-1", 200, "{}")
        await watch(self.table, self.bob)
        await self._done("stretch", by=self.bob)

    async def _leave_things_undone(self) -> None:
        await self.habits.pause(self.ada.id, self.habit["piano"].id)
        outage = Outage(kind=OutageKind.DOWN, since=self.clock(), looks=3, told=True)
        await self.table.update(change(Observed, SubjectKey(RS3), {"outage": outage}))
        await self._look(self._zezima(DAYS, prayer_xp=80_000))  # too little: in quarantine
        addresses = Addresses(self.table, self.clock, self.accounts, self.channels, new_code=lambda: CODE)
        await addresses.ask(self.bob, "sms", BOBS_PHONE, "a terminal")
        secrets = iter(["link", "cookie"])
        sessions = Sessions(self.table, self.clock, lambda: next(secrets))
        await sessions.new_link(self.ada.id, "discord")
        await sessions.begin(self.ada.id, "discord", "Firefox on Linux")
        shown = self.habit["gym"]
        await ShareLinks(self.table, self.clock, lambda: "shown").make(
            SharedThing(self.ada.id, Shareable.HABIT, shown.id), shown.key.key
        )
