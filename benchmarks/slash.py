"""Interactions on Discord: `/goal list` with 25 goals against a bare echo in the same client, and under load.

The client runs in this process and the stand-in in another, as Discord does.
"""

import asyncio
import gc
import io
import statistics
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from discord import app_commands

from benchmarks.discord_server import Lodging, Order, Standin, Tally, stand_in
from benchmarks.measure import Limit, Measured
from bot.charts.standings_values import Placed
from bot.memory import set_aside
from bot.pictures import draw_shown
from bot.services import Services
from bot.slash.answers import Interaction
from bot.slash.connection import connected
from bot.slash.feature import Feature
from bot.slash.features import FEATURES
from bot.slash.opening import new_client
from bot.standings_pictures import draw_ranked
from scheduler.context import open_context
from scheduler.pulse import Pulse
from tests.bot.charts.standings_charts import standings
from tests.bot.slash.shown_scenes import shown, steady
from tracker.accounts.identity import identity
from tracker.clock import system_clock
from tracker.goals.characters.link import Link
from tracker.goals.games.game import game_of
from tracker.readings import Measure, Quantity, Reading
from tracker.settings import Settings
from tracker.store.keys import IdentityKind
from tracker.store.opening import open_table
from tracker.store.segments import Subject

PEOPLE, GOALS, DAYS = 16, 25, 42
ROUNDS, EACH = 5, 400
IN_FLIGHT = 16
BURST = 1000
BURSTS = 3
MANY, WORN_IN = 10_000, 2_000
MOST_RATIO, MOST_P99, MOST_BURST = 2.0, 100.0, 3.0
CHARTS, MOST_CHART = 9, 300.0
OWN = Placed(4321, "Me", 0, is_own=True)
MOST_GROWTH = 4.0
"""MiB between the 2,000th and the 12,000th interaction: about 400 bytes each would show."""

LIST, ECHO = "goal list", "echo"


async def _echo(interaction: Interaction) -> None:
    """Answer with one word"""
    await interaction.response.send_message("echo", ephemeral=True)


echo: app_commands.Command[Any, ..., None] = app_commands.command(name=ECHO)(_echo)


async def slash() -> list[Measured]:
    with TemporaryDirectory() as folder:
        async with stand_in(PEOPLE) as there, serving(Path(folder), there.lodging):
            print(f"{PEOPLE} people with {GOALS} goals and {DAYS} days of history each", flush=True)
            await first(there)
            found = [
                await one_by_one(there),
                await in_flight(there),
                await burst(there),
                await memory(there),
                chart(),
                standings_chart(),
            ]
    for one in found:
        print(one, flush=True)
    return [*found]


async def first(there: Standin) -> None:
    """Nothing is wanted of it: each forecast alone takes more than an echo. It is said for those who ask."""
    print(_line(LIST, "the first time", [await _taken(there, LIST, count=PEOPLE)]), flush=True)


async def one_by_one(there: Standin) -> Limit:
    """The median of several rounds, each with both sides next to each other, so that noise hits both."""
    for name in (LIST, ECHO):
        await _taken(there, name, count=EACH)
    pairs = [
        (
            await _taken(there, LIST, count=EACH),
            await _taken(there, ECHO, count=EACH),
        )
        for _ in range(ROUNDS)
    ]
    print(_line(LIST, "one by one", [ours for ours, _ in pairs]), flush=True)
    print(_line(ECHO, "one by one", [bare for _, bare in pairs]), flush=True)
    ratio = statistics.median(_p(ours.waits, 50) / _p(bare.waits, 50) for ours, bare in pairs)
    return Limit(f"/{LIST} with {GOALS} goals against /{ECHO}, p50", ratio, MOST_RATIO, "x")


async def in_flight(there: Standin) -> Limit:
    tallies: dict[str, list[Tally]] = {
        name: [await _taken(there, name, count=EACH, at_once=IN_FLIGHT) for _ in range(ROUNDS)]
        for name in (LIST, ECHO)
    }
    for name, found in tallies.items():
        print(_line(name, f"{IN_FLIGHT} in flight", found), flush=True)
    return Limit(f"/{LIST}, {IN_FLIGHT} in flight, p99", _p(_waits(tallies[LIST]), 99), MOST_P99, "ms")


async def burst(there: Standin) -> Limit:
    """All of them at the same moment; the slowest of the middle one of several."""
    tallies = [await _taken(there, LIST, count=BURST, at_once=BURST) for _ in range(BURSTS)]
    slowest = statistics.median(max(tally.waits) for tally in tallies)
    return Limit(f"/{LIST}, {BURST:,} at once, the last one", slowest / 1000, MOST_BURST, "s")


async def memory(there: Standin) -> Limit:
    await _taken(there, LIST, count=WORN_IN, at_once=IN_FLIGHT)
    before = _resident()
    await _taken(there, LIST, count=MANY, at_once=IN_FLIGHT)
    after = _resident()
    print(f"resident {before:,.1f} MiB before, {after:,.1f} MiB after", flush=True)
    return Limit(f"memory that {MANY:,} x /{LIST} add", after - before, MOST_GROWTH, "MiB")


def chart() -> Limit:
    """Of three hundred days; the first one loads what draws, and does not count."""
    drawn = shown(points=steady(days=300))
    seconds = [_cpu(lambda: draw_shown(drawn)) for _ in range(1 + CHARTS)][1:]
    return Limit("a chart, CPU", statistics.median(seconds) * 1000, MOST_CHART, "ms")


def standings_chart() -> Limit:
    """Of ten people who all have a streak, and oneself far down."""
    rows = [*(Placed(number, f"Person {number}", 200 - number, number) for number in range(1, 11)), OWN]
    drawn = standings(*rows, people=10_000)
    seconds = [_cpu(lambda: draw_ranked(drawn)) for _ in range(1 + CHARTS)][1:]
    return Limit("a chart of standings, CPU", statistics.median(seconds) * 1000, MOST_CHART, "ms")


def _cpu(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


async def _taken(there: Standin, command: str, *, count: int, at_once: int = 1) -> Tally:
    """Every single one was answered, and so that Discord would take it."""
    tally = await there.use(Order(command, count=count, at_once=at_once))
    assert (len(tally.waits), tally.refused) == (count, 0), f"{len(tally.waits)} of {count}, {tally.refused}"
    return tally


def _resident() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def _line(command: str, how: str, tallies: Sequence[Tally]) -> str:
    waits = _waits(tallies)
    rate = statistics.median(len(tally.waits) / tally.seconds for tally in tallies)
    said = f"p50 {_p(waits, 50):6.2f} ms  p99 {_p(waits, 99):6.2f} ms  {rate:6,.0f}/s"
    return f"/{command:<10} {how:<15} {said}"


def _waits(tallies: Sequence[Tally]) -> list[float]:
    return [wait for tally in tallies for wait in tally.waits]


def _p(waits: Sequence[float], percent: int) -> float:
    return statistics.quantiles(waits, n=100)[percent - 1]


@asynccontextmanager
async def serving(folder: Path, there: Lodging) -> AsyncGenerator[Services]:
    """Questlog as `questlog run` has it, but for the ticks."""
    settings = Settings.model_validate(
        {
            "store": {"path": str(folder / "questlog.db")},
            "discord": {"token": there.token, "api_url": there.api_url, "gateway_url": there.gateway_url},
        }
    )
    client = new_client(settings.discord, (*FEATURES, Feature("echo", commands=(echo,))))
    options: dict[str, Any] = {"out": io.StringIO(), "pulse": Pulse(time.monotonic), "discord": client}
    async with (
        open_table(settings.store, clock=system_clock) as table,
        open_context(settings, table, **options) as context,
    ):
        services = Services.of(settings, context)
        client.serve(services)
        for person in there.people:
            await settle(services, person)
        async with connected(client, settings.discord):
            while not client.is_ready():  # noqa: ASYNC110 - before its login the library has nothing to wait for
                await asyncio.sleep(0.01)
            with set_aside():
                yield services


async def settle(services: Services, person: int) -> None:
    """Somebody who has played for some weeks, with goals in every skill."""
    user = await services.accounts.get_or_register(identity(IdentityKind.DISCORD, str(person)))
    await services.channels.add(user.id, "discord", f"dm:{person}")
    skills, now = list(game_of("osrs").skills)[1:], system_clock()
    subject = Subject("osrs", f"main:player {person}")
    past = tuple(_reading(subject, skills, now - timedelta(days=day)) for day in range(DAYS, 0, -1))
    link = Link("osrs", "main", f"Player {person % 1000}", subject, _reading(subject, skills, now), past)
    character = await services.characters.add(user.id, link)
    texts = [f"99 {name} by {(now + timedelta(days=90)):%Y-%m-%d}" for name in skills]
    texts += [f"200m {name}" for name in skills]
    for text in texts[:GOALS]:
        await services.goals.add(user, character, text)


def _reading(subject: Subject, skills: Sequence[str], at: datetime) -> Reading:
    gained = 50_000 * (at.toordinal() - 700_000)
    values = {Quantity(name, Measure.XP): gained % 9_000_000 + 3_000_000 for name in skills}
    return Reading(subject, at, values)
