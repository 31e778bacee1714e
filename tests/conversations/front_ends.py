"""The front ends, each with somebody who says a step of a conversation there and hears the answer."""

import json
import re
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from prometheus_client import CollectorRegistry

from bot.feature import Feature
from bot.features import FEATURES
from bot.slash.login import logged_in
from tests.bot.cli.shell import Shell
from tests.bot.slash.bot_world import BotWorld, with_discord
from tests.bot.slash.players import done
from tests.bot.sms.conftest import texting
from tests.bot.web.api_site import ApiSite, api_site
from tests.conversations.script import Heard, Missing, Script, Step, check
from tests.fakes.clock import HandClock
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.places import FakeChannel
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import pointed_at
from tests.fakes.discord.users import FakeUser
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.phone import FakePhone
from tracker.accounts.identity import LOCAL_PERSON, parse_identity
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.settings import Settings
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table


class Talking(Protocol):
    async def say(self, step: Step) -> Heard | None:
        """None where the front end has no words for it."""
        ...

    @property
    def identity(self) -> str:
        """Who it is, as `kind:value`."""
        ...


@dataclass
class Refusals:
    """What was refused since somebody last looked."""

    registry: CollectorRegistry
    seen: Mapping[str, float]

    def new(self) -> str | None:
        before, self.seen = self.seen, _refusals(self.registry)
        found = [code for code, count in self.seen.items() if count > before.get(code, 0)]
        assert len(found) <= 1, found
        return found[0] if found else None


def _refusals(registry: CollectorRegistry) -> dict[str, float]:
    samples = (sample for family in registry.collect() for sample in family.samples)
    return {one.labels["code"]: one.value for one in samples if one.name == "questlog_refusals_total"}


@dataclass
class OnDiscord:
    person: FakeUser
    hall: FakeChannel
    refusals: Refusals

    @property
    def identity(self) -> str:
        return f"discord:{self.person.id}"

    async def say(self, step: Step) -> Heard | None:
        if isinstance(step.slash, Missing):
            return None
        try:
            answer = await self.person.slash(step.slash.command, in_=self.hall, **step.slash.options)
            if step.yes:
                answer = await answer.click(step.yes)
            if step.slash.form is not None:  # what is answered stands where the button was
                opened = await answer.click(step.slash.form.button)
                assert opened.modal is not None
                await done(await opened.modal.submit(step.slash.form.typed))
        except Impossible:  # Discord lets nobody send that
            return Heard(refused=True)
        code = self.refusals.new()
        return Heard(_without_marks(answer.text), refused=code is not None, code=code)


def _without_marks(text: str) -> str:
    """As people read it: without what makes letters bold or small."""
    return re.sub(r"\*\*|^(-#|#+) ", "", text, flags=re.MULTILINE)


@dataclass
class BySms:
    phone: FakePhone
    refusals: Refusals

    @property
    def identity(self) -> str:
        return f"phone:{self.phone.number}"

    async def say(self, step: Step) -> Heard | None:
        if isinstance(step.sms, Missing):
            return None
        text = await self.phone.says(step.sms)
        if step.yes:
            text = await self.phone.says("Y")
        code = self.refusals.new()
        return Heard(text, refused=code is not None, code=code)


@dataclass
class AtTerminal:
    shell: Shell

    identity = str(LOCAL_PERSON)

    async def say(self, step: Step) -> Heard | None:
        if isinstance(step.cli, Missing):
            return None
        ended = await self.shell.run(*step.cli)
        return Heard(ended.out + ended.err, refused=ended.code != 0)


@dataclass
class WithJson:
    shell: Shell

    identity = str(LOCAL_PERSON)

    async def say(self, step: Step) -> Heard | None:
        if isinstance(step.cli, Missing):
            return None
        document = json.loads((await self.shell.run(*step.cli, "--json")).out)
        return _answered(document)


@dataclass
class OverHttp:
    site: ApiSite
    guild: int
    """A server on Discord that the person manages: `{guild}` in a path."""

    identity = "local:ada"

    async def say(self, step: Step) -> Heard | None:
        if isinstance(step.http, Missing):
            return None
        method, path, body = step.http
        headers = {"Authorization": f"Bearer {self.site.token}"}
        address = f"/api/v1{path}".replace("{guild}", f"{self.guild}")
        said = await self.site.asks(method, address, headers=headers, json=dict(body) or None)
        assert said.status < 500
        return _answered(said.document)


def _answered(document: dict[str, object]) -> Heard:
    error = document.get("error")
    code = error["code"] if isinstance(error, dict) else None
    return Heard(document=document, refused=code is not None, code=code)


@asynccontextmanager
async def on_discord(
    folder: Path, clock: HandClock, features: Sequence[Feature] = FEATURES
) -> AsyncGenerator[Talking]:
    async with _table(folder, clock) as table, BotWorld.on_discord(table, clock, features) as world:
        play(world.hiscores)
        guild, ada = world.discord.guild("The Club"), world.discord.user("ada")
        guild.permit(ada, "manage_guild")
        yield OnDiscord(ada, guild.channel, Refusals(world.registry, {}))


@asynccontextmanager
async def by_sms(
    folder: Path, clock: HandClock, features: Sequence[Feature] = FEATURES
) -> AsyncGenerator[Talking]:
    async with _table(folder, clock) as table, texting(table, clock, features) as world:
        play(world.hiscores)
        talking = BySms(world.phone(), Refusals(world.registry, {}))
        await world.accounts.register(parse_identity(talking.identity))
        yield talking


@asynccontextmanager
async def at_terminal(
    folder: Path, clock: HandClock, features: Sequence[Feature] = FEATURES
) -> AsyncGenerator[Talking]:
    async with FakeHiscores.running() as game:
        play(game)
        yield AtTerminal(Shell(folder, game, clock=clock, columns=200, features=features))


@asynccontextmanager
async def with_json(
    folder: Path, clock: HandClock, features: Sequence[Feature] = FEATURES
) -> AsyncGenerator[Talking]:
    async with FakeHiscores.running() as game:
        play(game)
        yield WithJson(Shell(folder, game, clock=clock, features=features))


@asynccontextmanager
async def over_http(
    folder: Path, clock: HandClock, features: Sequence[Feature] = FEATURES
) -> AsyncGenerator[Talking]:
    async with _table(folder, clock) as table, over_http_on(table, clock, features) as talking:
        yield talking


@asynccontextmanager
async def over_http_on(
    table: Table, clock: HandClock, features: Sequence[Feature] = FEATURES
) -> AsyncGenerator[Talking]:
    """On whichever engine, with Discord behind it."""
    async with FakeHiscores.running() as game, FakeDiscord.running(clock) as discord:
        play(game)
        runescape = {"osrs_url": game.url, "rs3_url": game.url, "requests_per_second": 1000}
        settings = Settings.model_validate({"sources": {"runescape": runescape}})
        ada, guild = discord.user("ada"), discord.guild("The Club")
        guild.permit(ada, "manage_guild")
        with pointed_at(discord):
            async with (
                logged_in(with_discord(settings, discord).discord) as client,
                api_site(table, clock, settings, features=features, discord=client) as site,
            ):
                await site.services.accounts.claim(site.ada.id, parse_identity(f"discord:{ada.id}"))
                yield OverHttp(site, guild.id)


def play(game: FakeHiscores) -> None:
    """Who is in the hiscores; the second one is what the first one is called later."""
    for name in ("Zezima", "Zez Two"):
        game.osrs(name).train("Woodcutting", 1_000_000)


@asynccontextmanager
async def _table(folder: Path, clock: HandClock) -> AsyncGenerator[SqliteTable]:
    table = await SqliteTable.open(folder / "questlog.db", clock)
    try:
        yield table
    finally:
        await table.close()


Opening: TypeAlias = Callable[[Path, HandClock, Sequence[Feature]], AbstractAsyncContextManager[Talking]]

FRONT_ENDS: Mapping[str, Opening] = {
    "discord": on_discord,
    "sms": by_sms,
    "terminal": at_terminal,
    "json": with_json,
    "http": over_http,
}

MINUTE = 60


async def held(script: Script, front_end: str, folder: Path, features: Sequence[Feature] = FEATURES) -> None:
    """The whole conversation, each step a minute after the one before."""
    folder.mkdir()
    clock = HandClock()
    async with FRONT_ENDS[front_end](folder, clock, features) as talking:
        if script.prepare is not None:
            async with _table(folder, clock) as table:
                await prepare(script, table, clock, talking)
        await converse(script, front_end, clock, talking)


async def prepare(script: Script, table: Table, clock: HandClock, talking: Talking) -> None:
    """What the person has before."""
    if script.prepare is not None:
        accounts = Accounts(table, clock, ulids(clock))
        person = await accounts.get_or_register(parse_identity(talking.identity))
        await script.prepare(table, clock, person)


async def converse(script: Script, where: str, clock: HandClock, talking: Talking) -> None:
    for step in script.steps:
        clock.advance(MINUTE)
        try:
            if (heard := await talking.say(step)) is not None:
                check(step, heard)
        except AssertionError as wrong:
            raise AssertionError(f"{where}, {step.name}: {wrong}") from wrong
