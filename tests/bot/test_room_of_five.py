"""Five people on Discord, by SMS, over HTTP and at a terminal talk in one room: each reads the same."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.bot.cli.shell import Shell
from tests.bot.slash.bot_world import BotWorld
from tests.bot.sms.conftest import texting
from tests.bot.web.api_site import ApiSite, api_site
from tests.conftest import REGION
from tests.fakes.clock import HandClock
from tests.fakes.discord.places import FakeChannel
from tests.fakes.discord.users import FakeUser
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.phone import FakePhone
from tracker.accounts.identity import parse_identity
from tracker.store.sqlite import SqliteTable

if TYPE_CHECKING:
    from tracker.store.table import Table

SAID = (
    ("ada", "Who is going today?"),
    ("bob", "I am, at six! \N{FLEXED BICEPS}"),
    ("cem", "*Not* me: @everyone, ask Dan"),
    ("dan", "<b>Yes</b> & [no](https://example.org)"),
    ("eve", "See you there, @Ada"),
)


@dataclass
class Five:
    """Ada and Bob are on Discord, Cem has a phone, Dan a program, and Eve sits at the machine."""

    clock: HandClock
    hall: FakeChannel
    ada: FakeUser
    bob: FakeUser
    cem: FakePhone
    site: ApiSite
    shell: Shell

    async def come(self) -> None:
        made = await self.ada.slash("room create", in_=self.hall, name="Gym")
        [code] = re.findall(r"[2-9a-z]{5}-[2-9a-z]{5}", made.text)[:1]
        await self.bob.slash("room join", in_=self.hall, code=code)
        assert "You are in Gym" in await self.cem.says(f"room join {code} as cem")
        assert (await self.http("POST", "/rooms/join", code=code, **{"as": "dan"}))["room"]["people"] == 4
        assert "You are in Gym" in (await self.shell.run("room", "join", code, "--as", "eve")).out

    async def say(self, who: str, text: str) -> None:
        self.clock.advance(61)
        match who:
            case "ada":
                await self.ada.slash("room say", in_=self.hall, room="Gym", text=text)
            case "bob":
                await self.bob.slash("room say", in_=self.hall, room="gym", text=text)
            case "cem":
                await self.cem.says(f"Room gym: {text}")
            case "dan":
                await self.http("POST", "/rooms/gym/messages", text=text)
            case _:
                await self.shell.run("room", "say", "gym", text)

    async def http(self, method: str, path: str, **body: Any) -> Any:  # noqa: ANN401 - any JSON
        headers = {"Authorization": f"Bearer {self.site.token}"}
        said = await self.site.asks(method, f"/api/v1{path}", headers=headers, json=body or None)
        assert said.status < 300, said
        return said.document


@pytest.fixture
async def everywhere(
    engine: str, clock: HandClock, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[Five]:
    """On both engines in turn. The terminal opens the store by itself, as a process of its own would."""
    variables: dict[str, str] = {}
    if engine == "sqlite":
        table: Table = await SqliteTable.open(tmp_path / "questlog.db", clock)
    else:
        name = request.getfixturevalue("new_dynamo_table")(engine)
        url = request.getfixturevalue("server_url")(engine)
        table = await request.getfixturevalue("open_on_server")(url, name, clock)
        store = {"ENGINE": "dynamodb", "TABLE": name, "ENDPOINT_URL": url, "REGION": REGION}
        variables = {f"QUESTLOG_STORE__{key}": value for key, value in store.items()}
    async with AsyncExitStack() as stack:
        stack.push_async_callback(table.close)
        world = await stack.enter_async_context(BotWorld.on_discord(table, clock))
        phones = await stack.enter_async_context(texting(table, clock))
        site = await stack.enter_async_context(api_site(table, clock))
        game = await stack.enter_async_context(FakeHiscores.running())
        await phones.accounts.register(parse_identity(f"phone:{phones.phone().number}"))
        guild = world.discord.guild("The Club")
        ada, bob = world.discord.user("ada"), world.discord.user("bob")
        shell = Shell(tmp_path, game, variables=variables, clock=clock)
        yield Five(clock, guild.channel, ada, bob, phones.phone(), site, shell)


async def test_what_five_people_say_reads_as_one_room_everywhere(everywhere: Five) -> None:
    five = everywhere
    await five.come()
    for who, text in SAID:
        await five.say(who, text)

    document = await five.http("GET", "/rooms/gym/messages")
    assert [(one["author"].casefold(), one["text"]) for one in document["messages"]] == [*SAID]
    printed = (await five.shell.run("room", "history", "gym")).out
    shown = (await five.bob.slash("room history", in_=five.hall, room="gym")).text
    texted = await five.cem.says("room gym")
    for read in (printed, shown, texted):
        places = [read.casefold().find(f"{who}") for who, _ in SAID]
        assert -1 not in places
        assert "going today?" in read
        assert read.index("going today?") < read.index("at six!") < read.index("See you there")
    assert "@everyone" not in shown
    assert "](https://" not in shown
    assert "<b>Yes</b> & [no](https://example.org)" in printed
