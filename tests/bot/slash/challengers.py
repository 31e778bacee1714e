"""People in challenges: a server that has one, accounts on GitHub, and weeks on a clock in hand."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from bot.visit import Visit
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import account, press
from tests.fakes.clock import HandClock
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.component_types import BUTTON, walk
from tests.fakes.discord.messages import FakeMessage
from tests.fakes.discord.places import FakeChannel, FakeGuild
from tests.fakes.discord.users import FakeUser
from tests.fakes.github import TOKEN, FakeGitHub
from tracker.accounts.identity import identity, parse_identity
from tracker.challenge.model import Challenge, WeekRecord
from tracker.front_ends import FrontEnd
from tracker.servers.model import Guild
from tracker.store.keys import IdentityKind
from tracker.store.table import Table

A_DAY = 86_400.0
NAME = "Weekly commits"


@dataclass
class Club:
    """A server whose leader may manage it."""

    world: BotWorld
    github: FakeGitHub
    guild: FakeGuild
    leader: FakeUser
    news: FakeChannel
    """Where it is told things."""

    @classmethod
    @asynccontextmanager
    async def meeting(cls, table: Table, clock: HandClock) -> AsyncGenerator["Club"]:
        async with FakeGitHub.running(clock) as github:
            settings = {"api_url": github.url, "token": TOKEN, "requests_per_second": 100_000}
            at_home = {"allow_private": True, "requests_per_second": 1000}
            async with BotWorld.on_discord(table, clock, github=settings, http_json=at_home) as world:
                guild, leader = world.discord.guild("The Club"), world.discord.user("leader")
                guild.permit(leader, "manage_guild")
                yield cls(world, github, guild, leader, guild.text_channel("news"))

    @property
    def hall(self) -> FakeChannel:
        """Where its members talk."""
        return self.guild.channel

    async def begin(self, name: str = NAME, **options: object) -> Challenge:
        answer = await self.leader.slash("challenge create", name=name, in_=self.hall, **options)
        assert "A new challenge" in answer.text, answer.text
        return (await self.challenges())[-1]

    async def challenges(self) -> list[Challenge]:
        services = self.world.client.services
        server = await services.servers.find(self.guild.id)
        return [] if server is None else await services.challenges.list(server.account)

    async def enter(self, user: FakeUser, login: str, **options: object) -> Answer:
        """Somebody joins with an account that shows the code."""
        asked = await user.slash("challenge join", in_=self.hall, github=login, **options)
        self.show(login, asked)
        return await press(asked, "Check it now")

    def show(self, login: str, asked: Answer) -> None:
        """The account writes the code into its bio."""
        found = self.github.called(login) or self.github.account(login)
        found.bio = f"I like bees. {code_in(asked)}"

    def commit(self, login: str, times: int = 1, at: datetime | None = None) -> None:
        found = self.github.called(login)
        assert found is not None
        found.commit(at or self.world.clock(), times=times)

    async def count(self) -> None:
        """An hour passes, everybody is counted, and what there is to tell is told."""
        self.world.clock.advance(3601)
        await self.world.context.challenges.run()
        await self.world.context.dispatcher.run(hurry=True)

    async def pass_days(self, days: int) -> None:
        """Everybody is counted once a day, which is enough for weeks; what is told has its hour."""
        for _ in range(days):
            self.world.clock.advance(A_DAY - 3601)
            await self.count()

    async def pass_hours(self, hours: int) -> None:
        for _ in range(hours):
            await self.count()

    async def visit(self, user: FakeUser) -> Visit:
        """Somebody in the hall, as use cases see them."""
        services, person = self.world.client.services, await account(self.world, user)
        now, guild = services.clock().replace(microsecond=0), Guild(self.guild.id)
        return Visit(services, person, FrontEnd.DISCORD, now, guild, user.name)

    async def weeks_of(self, user: FakeUser) -> list[WeekRecord]:
        who, [challenge] = await account(self.world, user), await self.challenges()
        return await self.world.client.services.challenges.history(who.id, challenge)


def code_in(answer: Answer) -> str:
    [found] = {word.strip("`") for word in answer.text.split() if word.startswith("`questlog-")}
    return found


def button_ids(message: FakeMessage | Answer) -> list[str]:
    return [str(part["custom_id"]) for part in walk(message.components) if part["type"] == BUTTON]


async def crowd(club: Club, challenge: Challenge, count: int) -> None:
    """So many others, of whom each did more this week than the one before: 101, 102 and so on."""
    world, challenges = club.world, club.world.client.services.challenges
    for number in range(count):
        on_github = club.github.account(f"other{number}").commit(world.clock(), times=101 + number)
        user = await world.accounts.get_or_register(parse_identity(f"discord:{number + 1}"))
        proven = identity(IdentityKind.GITHUB, f"{on_github.id} {on_github.login}")
        await challenges.join(
            await world.accounts.change(user.id, proven), challenge, f"Other {number}", here=challenge.owner
        )
    await club.count()
