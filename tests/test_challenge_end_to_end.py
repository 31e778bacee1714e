"""A challenge from a commit to the message that arrives: the whole of Questlog."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time, timedelta

import pytest

from scheduler.jobs import challenges
from tests.fakes.clock import HandClock
from tests.fakes.github import TOKEN, FakeGitHub
from tests.fakes.github_accounts import FakeAccount
from tests.world import HOURS, World
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.challenge.model import Challenge, Counted
from tracker.challenge.service import Challenges
from tracker.ids import ulids
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus
from tracker.settings import Settings
from tracker.store.keys import IdentityKind
from tracker.store.table import Table

MONDAY = date(2100, 1, 4)
DAY = timedelta(days=1)


class Club:
    """A world with a GitHub in it, where challenges are counted every hour."""

    def __init__(self, world: World, github: FakeGitHub) -> None:
        self.world, self.github = world, github
        self.challenges = Challenges(world.table, world.clock, ulids(world.clock))

    async def begin(self, owner: User, **fields: object) -> Challenge:
        return await self.challenges.create(owner, "Weekly", **fields)

    async def person(self, name: str) -> tuple[User, FakeAccount]:
        user, account = await self.world.person(f"local:{name}"), self.github.account(name)
        shown = identity(IdentityKind.GITHUB, f"{account.id} {name}")
        return await self.world.accounts.claim(user.id, shown), account

    def go_to(self, day: date, hour: int) -> None:
        there = datetime.combine(day, time(hour), UTC)
        self.world.clock.advance((there - self.world.clock()).total_seconds())

    async def live(self, hours: int) -> None:
        for _ in range(hours):
            self.world.clock.advance(HOURS)
            await challenges(self.world.context)
            await self.world.context.dispatcher.run(hurry=True)

    def told(self, name: str) -> list[tuple[str, str]]:
        """The kind and the text of each message that arrived."""
        return [(part["kind"], part["text"]) for part in self.world.told(to=f"local:{name}")]


@pytest.fixture
async def club(table: Table, clock: HandClock) -> AsyncIterator[Club]:
    async with FakeGitHub.running(clock) as github, World.of(table, clock) as world:
        known = world.settings.model_dump()
        source = {"api_url": github.url, "token": TOKEN, "requests_per_second": 100_000}
        known["sources"]["github"] = source
        world.settings = Settings.model_validate(known)
        await world.restart()
        club = Club(world, github)
        club.go_to(MONDAY, 9)
        yield club


@pytest.mark.both_engines
async def test_a_week_is_nudged_for_told_and_each_message_arrives_once(club: Club) -> None:
    (ada, keen), (bob, busy), (cyd, _) = [await club.person(name) for name in ("ada", "bob", "cyd")]
    weekly = await club.begin(ada)
    for user, name in ((ada, "Ada"), (bob, "Bob"), (cyd, "Cyd")):
        await club.challenges.join(user, weekly, name, here=weekly.owner)
    keen.commit(club.world.clock(), times=3)
    await club.live(2)
    club.go_to(MONDAY + 6 * DAY, 14)
    await club.live(2)
    busy.commit(club.world.clock())
    await club.live(32)
    welcome = "At least 1 commit a week, Monday to Sunday by the clocks of UTC. This week counts already."
    assert club.told("ada") == [
        ("challenge-welcome", welcome),
        ("challenge-week", "3 commits in week 1. A streak begins."),
    ]
    assert club.told("bob") == [
        ("challenge-welcome", welcome),
        ("challenge-week", "1 commit in week 1. A streak begins."),
    ]
    assert club.told("cyd") == [
        ("challenge-welcome", welcome),
        ("challenge-nudge", "0 commits so far. With 1 commit more by the end of Sunday it is a good week."),
        ("challenge-week", "0 commits in week 1. What is pushed late still counts until Monday is over."),
    ]


async def test_a_nudge_that_is_no_longer_true_is_not_sent(club: Club) -> None:
    """It waits in the outbox while the commit is found."""
    ada, account = await club.person("ada")
    weekly = await club.begin(ada)
    await club.challenges.join(ada, weekly, "Ada", here=weekly.owner)
    await club.live(1)
    club.go_to(MONDAY + 6 * DAY, 15)
    await club.live(1)
    await club.world.accounts.change_settings(ada.id, {"quiet_hours": "16:30-18:30"})
    await club.live(1)
    account.commit(club.world.clock())
    await club.live(5)
    assert [kind for kind, _ in club.told("ada")] == ["challenge-welcome"]
    [nudge] = [
        one for one in await outbox.history(club.world.table, ada.id) if one.kind.name == "challenge-nudge"
    ]
    assert nudge.status is DeliveryStatus.DROPPED


async def test_xp_that_the_hiscores_show_counts(club: Club) -> None:
    world = club.world
    ada = await world.person("local:ada")
    player = world.hiscores.osrs("Zezima").train("Overall", 1000)
    character = await world.character(ada)
    weekly = await club.begin(ada, counted=Counted.XP, threshold=1000)
    await club.challenges.join(ada, weekly, "Ada", character=character.id, here=weekly.owner)
    await world.pass_time(20 * HOURS, step=2 * HOURS)
    player.train("Overall", 2500)
    await world.pass_time(4 * HOURS, step=2 * HOURS)
    await club.live(1)
    found = await club.challenges.status(ada.id, weekly)
    assert found.week is not None
    assert (found.week.count, found.week.success, found.standing.current) == (1500, True, 1)
