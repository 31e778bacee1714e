"""The commands of a terminal in the test's own process, on a clock in hand: quick enough to ask for much."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import click
import structlog
from click.testing import CliRunner

from bot import logs
from bot.cli.invocation import Invocation
from bot.cli.registry import places
from bot.cli.root import Root
from bot.feature import Feature
from bot.features import FEATURES
from bot.services import Services
from tests.bot.cli.terminal import Ended, Terminal
from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeHiscores
from tests.recorders import recorder_on
from tracker.accounts.identity import LOCAL_PERSON
from tracker.accounts.model import User
from tracker.goals.characters.service import CharacterLink
from tracker.goals.model import Character, Goal
from tracker.readings import Measure, Number, Quantity, Reading
from tracker.settings import Settings
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable

MONDAY = datetime(2027, 2, 1, 12, tzinfo=UTC)
DAY = 86_400


@dataclass
class Shell(Terminal):
    """Real commands on a real store, as in `Terminal`; only the time is the test's."""

    clock: HandClock = field(default_factory=lambda: HandClock(MONDAY))
    columns: int = 80
    features: Sequence[Feature] = FEATURES

    async def run(self, *arguments: str) -> Ended:
        game = {name: value for name, value in self.environment.items() if name.startswith("QUESTLOG_")}
        variables = {
            **game,
            "QUESTLOG_STORE__PATH": str(self.folder / "questlog.db"),
            "QUESTLOG_SOURCES__RUNESCAPE__REQUESTS_PER_SECOND": "1000",
            "COLUMNS": str(self.columns),
        }
        runner = CliRunner(env=variables)
        ended = await asyncio.to_thread(runner.invoke, questlog(self.clock, self.features), list(arguments))
        return Ended(ended.exit_code, ended.stdout, ended.stderr)

    @asynccontextmanager
    async def diary(self, **settings: str) -> AsyncIterator["Diary"]:
        """Days of the local person, who has these settings."""
        table = await SqliteTable.open(self.folder / "questlog.db", self.clock)
        try:
            nothing = cast("Any", None)
            desk = Services(Settings(), table, self.clock, FEATURES, nothing, nothing)
            user = await desk.accounts.get_or_register(LOCAL_PERSON)
            if settings:
                user = await desk.accounts.change_settings(user.id, settings)
            yield Diary(desk, self.clock, user)
        finally:
            await table.close()


def questlog(clock: HandClock, features: Sequence[Feature]) -> click.Group:
    @click.group(cls=Root, places=places(features))
    @click.pass_context
    def root(ctx: click.Context) -> None:
        ctx.obj = Invocation(features, clock=clock)

    return root


@dataclass
class Diary:
    """What happens to one character, day by day. `attack_xp=1000` is what the hiscores say."""

    desk: Services
    clock: HandClock
    user: User
    subject: Subject = field(default_factory=lambda: Subject("osrs", "main:oak chopper"))
    values: dict[Quantity, Number] = field(default_factory=dict)

    async def character(self, name: str = "Oak Chopper", **values: Number) -> Character:
        link = CharacterLink("osrs", "main", name, self.subject, self._reading(values))
        return await self.desk.characters.add(self.user.id, link)

    async def goal(self, character: Character, text: str, **more: Any) -> Goal:  # noqa: ANN401 - of Goals.add
        return await self.desk.goals.add(self.user, character, text, **more)

    async def live(self, seconds: float = DAY, **values: Number) -> None:
        """So much time passes, and then there is a look."""
        since = self.clock()
        self.clock.advance(seconds)
        recorder = recorder_on(self.desk.table, self.clock, keep_days=90)
        await recorder.record(self.subject, self._reading(values), since=since)

    def _reading(self, values: dict[str, Number]) -> Reading:
        for name, number in values.items():
            attribute, _, measure = name.rpartition("_")
            self.values[Quantity(attribute, Measure(measure))] = number
        return Reading(self.subject, self.clock(), dict(self.values))


@asynccontextmanager
async def shell_in(folder: Path) -> AsyncIterator[Shell]:
    async with FakeHiscores.running() as game:
        with logging_as_before():
            yield Shell(folder, game)


@contextmanager
def logging_as_before() -> Iterator[None]:
    """Commands set logging up for their process, and this one is not theirs."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for name in logs.QUIETER:
            logging.getLogger(name).setLevel(logging.NOTSET)
        logging.captureWarnings(capture=False)
        structlog.reset_defaults()
