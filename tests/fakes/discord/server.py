"""A stand-in for Discord on loopback, that the real client logs in to: REST v10, the gateway, and a CDN.

    async with FakeDiscord.running() as discord:
        ada, clan = discord.user("ada"), discord.guild("clan")
        ...  # the bot logs in at discord.api_url and discord.gateway_url, with discord.token
        answer = await ada.slash("goal add", goal="99 wc by 1 march", in_=clan.channel)
        assert answer.ephemeral
        done = await answer.click("Done")
        named = await (await answer.click("Rename")).modal.submit(name="Woodcutting")
        [first, *_] = await ada.autocomplete("goal add", goal="99 w")
        assert first.name == "99 Woodcutting"
        [reminder] = await ada.receives(1)

It refuses what Discord refuses (`check_*.py`), and goes wrong when asked to (`faults.py`, `gateway.py`).
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Self

from aiohttp import web

from tests.fakes.discord.buckets import Bucket
from tests.fakes.discord.command_book import CommandBook
from tests.fakes.discord.faults import Fault, Trouble, Troubles
from tests.fakes.discord.files import Cdn
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.ids import Snowflakes
from tests.fakes.discord.news import News
from tests.fakes.discord.people import Person
from tests.fakes.discord.places import FakeChannel, FakeGuild
from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.requests import Asked
from tests.fakes.discord.rest import ROOT, Rest
from tests.fakes.discord.rest_channels import Channels
from tests.fakes.discord.rest_commands import Commands
from tests.fakes.discord.rest_guilds import Guilds
from tests.fakes.discord.rest_identity import Identity
from tests.fakes.discord.rest_interactions import Interactions
from tests.fakes.discord.users import FakeUser
from tests.patience import PATIENCE
from tracker.clock import Clock, system_clock

if TYPE_CHECKING:
    from tests.fakes.discord.interactions import Interaction
    from tests.fakes.discord.messages import FakeMessage

TOKEN = "MTgwMDAwMDAwMDAw.stand-in.not-a-secret"  # noqa: S105 - of a test, worth nothing
_MOST_BODY = 200 * 1024 * 1024


class FakeDiscord:
    """`clock` decides what is too late and which nonce is forgotten."""

    patience = PATIENCE

    def __init__(self, clock: Clock = system_clock, *, token: str = TOKEN) -> None:
        self.clock, self.token = clock, token
        self.ids = Snowflakes(clock)
        self.application_id = self.ids.old()
        self.users: dict[int, Person] = {}
        self.guilds: dict[int, FakeGuild] = {}
        self.channels: dict[int, FakeChannel] = {}
        self.messages: dict[int, FakeMessage] = {}
        self.nonces: dict[str, FakeMessage] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands = CommandBook(self.ids, self.application_id)
        self.requests: list[Asked] = []
        self.news = News()
        self.troubles = Troubles()
        self.buckets: list[Bucket] = []
        self.shards = 1
        """How many `GET /gateway/bot` recommends."""
        self.interactions_url: str | None = None
        """Where the application wants interactions sent, and not to the gateway."""
        self.cdn = Cdn(self.ids)
        self.gateway = Gateway(self)
        self.bot = Person(self, self.application_id, "questlog", is_bot=True)
        self.users[self.bot.id] = self.bot
        self.owner = self.user("owner")
        self.api_url = self.gateway_url = self.resume_url = self.cdn_url = ""
        self._dms: dict[Person, FakeChannel] = {}

    @classmethod
    @asynccontextmanager
    async def running(cls, clock: Clock = system_clock, *, token: str = TOKEN) -> AsyncGenerator[Self]:
        discord = cls(clock, token=token)
        app = web.Application(client_max_size=_MOST_BODY)
        app.router.add_routes(discord._routes())
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0, backlog=2048).start()
        discord._live_at("127.0.0.1:{1}".format(*runner.addresses[0]))
        try:
            yield discord
        finally:
            await runner.cleanup()

    def _routes(self) -> list[web.RouteDef]:
        rest = Rest(self)
        resources = (Identity(self), Commands(self), Guilds(self), Channels(self), Interactions(self))
        return [
            *(route for resource in resources for route in resource.routes(rest)),
            rest.nothing_else(),
            *self.gateway.routes(),
            *self.cdn.routes(),
        ]

    def _live_at(self, host: str) -> None:
        self.api_url = f"http://{host}{ROOT}"
        self.gateway_url = f"ws://{host}/gateway/default/"
        self.resume_url = f"ws://{host}/gateway/resume/"
        self.cdn_url = self.cdn.url = f"http://{host}/cdn"

    # Who and what is there.

    def user(self, name: str, *, installed: bool = True, locale: str = "en-US") -> FakeUser:
        """A new person, who has added the bot to their account unless said otherwise."""
        user = FakeUser(self, self.ids.old(), name, locale, installed)
        self.users[user.id] = user
        return user

    def guild(self, name: str, *, installed: bool = True, locale: str = "en-US") -> FakeGuild:
        """A new guild with one channel, that has the bot unless said otherwise."""
        guild = FakeGuild(self, self.ids.old(), name, installed, locale)
        self.guilds[guild.id] = guild
        guild.text_channel("general")
        if installed:
            self.gateway.dispatch_to_guild("GUILD_CREATE", guild.payload, guild)
        return guild

    def dm_with(self, person: Person) -> FakeChannel:
        if person not in self._dms:
            self._dms[person] = self._private(person, with_bot=True)
        return self._dms[person]

    def private_channel(self, *people: Person) -> FakeChannel:
        """Between people; the bot is not there, but can be used by those who have installed it."""
        return self._private(*people, with_bot=False)

    def _private(self, *people: Person, with_bot: bool) -> FakeChannel:
        channel = FakeChannel(self, self.ids.old(), "", people=people, with_bot=with_bot)
        self.channels[channel.id] = channel
        return channel

    # What goes wrong.

    def go_wrong(self, *script: Fault | None, on: str = "", times: int = 1) -> None:
        """The next requests whose line has `on` in it ("POST /channels/") meet these faults, `times` over."""
        self.troubles.planned.append(Trouble(deque(script * times), on))

    def stay_wrong(self, fault: Fault, *, on: str = "") -> None:
        """Until `recover`."""
        self.troubles.planned.append(Trouble(deque(), on, fault))

    def recover(self) -> None:
        self.troubles.planned.clear()

    def limit(self, on: str, *, requests: int, per: float) -> None:
        """A bucket for the requests whose line has `on` in it, for each channel or webhook by itself."""
        self.buckets.append(Bucket(on, requests, per))

    def forget(self) -> None:
        """Requests, messages and interactions so far, for runs that are long."""
        for kept in (self.requests, self.messages, self.nonces, self.interactions):
            kept.clear()
        for channel in self.channels.values():
            channel.log.clear()

    # What arrived.

    async def until(self, reached: Callable[[], bool]) -> None:
        """Waits for a request that makes it true: `lambda: len(discord.asked("PUT /app")) == 2`."""
        await self.news.until(reached, self.patience)

    async def refusal_of(self, doing: Coroutine[object, object, object]) -> Refusal:
        """What the bot is refused while a person does this; whether they get an answer does not matter."""
        before = len(self.refusals)
        task = asyncio.create_task(doing)
        try:
            await self.until(lambda: len(self.refusals) > before)
        finally:
            task.cancel()
            await asyncio.wait([task])
        refusal = self.refusals[before].refusal
        assert refusal is not None
        return refusal

    def asked(self, on: str) -> list[Asked]:
        """The requests whose line ("POST /channels/1/messages") has this in it."""
        return [asked for asked in self.requests if on in asked.line]

    @property
    def refusals(self) -> list[Asked]:
        """The requests that were refused by the rules, not by a planned fault."""
        return [asked for asked in self.requests if asked.refusal is not None]

    @property
    def invalid_requests(self) -> int:
        """What counts towards a ban: 401, 403 and 429."""
        return sum(asked.status in (401, 403, 429) for asked in self.requests)
