"""Interactions on Discord: `/goal list` with 25 goals against a bare echo in the same client, and under load.

What counts is the list of people who were never seen before: each of them asks once.

The client runs in this process and the stand-in in another, as Discord does.
"""

import asyncio
import gc
import io
import statistics
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from discord import app_commands

from benchmarks.discord_server import Lodging, Order, Standin, Tally, stand_in
from benchmarks.measure import Least, Limit, Measured
from benchmarks.population import DAYS, Settler, goals_by_date
from bot.feature import rules_of
from bot.features import FEATURES
from bot.memory import set_aside
from bot.services import Services
from bot.slash.answers import Interaction
from bot.slash.connection import connected
from bot.slash.opening import new_client
from bot.slash.own_part import slash_parts
from bot.slash.part import SlashPart
from scheduler.context import open_context
from scheduler.pulse import Pulse
from tracker.clock import system_clock
from tracker.settings import Settings
from tracker.store.keys import IdentityKind
from tracker.store.opening import open_table

KNOWN, GOALS = 16, 25
"""Those who ask again and again; each of the others asks once."""
ROUNDS, EACH = 5, 200
BURST, BURSTS = 1000, 3
STRANGERS = 2 * ROUNDS * EACH + BURSTS * BURST
IN_FLIGHT = 16
MANY, WORN_IN = 10_000, 2_000
MOST_RATIO, MOST_P99, MOST_BURST, LEAST_RATE = 2.0, 100.0, 3.0, 300.0
MOST_GROWTH = 4.0
"""MiB between the 2,000th and the 12,000th interaction: about 400 bytes each would show."""

LIST, ECHO = "goal list", "echo"


class Timed(NamedTuple):
    """How some interactions went, and the milliseconds of work that each took here."""

    tally: Tally
    work: float

    @property
    def p50(self) -> float:
        return _p(self.tally.waits, 50)

    @property
    def rate(self) -> float:
        return len(self.tally.waits) / self.tally.seconds


async def _echo(interaction: Interaction) -> None:
    """Answer with one word"""
    if interaction.response.is_done():  # promised already, on a machine that is busy
        await interaction.followup.send("echo", ephemeral=True)
    else:
        await interaction.response.send_message("echo", ephemeral=True)


echo: app_commands.Command[Any, ..., None] = app_commands.command(name=ECHO)(_echo)


class Asking:
    """Who asks next: somebody new each time, or one of those who are known."""

    def __init__(self, there: Standin) -> None:
        self._there, self._next = there, KNOWN

    async def again(self, command: str, *, count: int = EACH, at_once: int = 1) -> Timed:
        return await self._timed(Order(command, count=count, at_once=at_once, among=KNOWN))

    async def anew(self, command: str, *, count: int = EACH, at_once: int = 1) -> Timed:
        first, self._next = self._next, self._next + count
        return await self._timed(Order(command, count=count, at_once=at_once, first=first))

    async def _timed(self, order: Order) -> Timed:
        """Every single one was answered, and so that Discord would take it."""
        began = time.process_time()
        tally = await self._there.use(order)
        work = (time.process_time() - began) * 1000 / order.count
        assert (len(tally.waits), tally.refused) == (order.count, 0), f"{len(tally.waits)}, {tally.refused}"
        return Timed(tally, work)


async def slash() -> list[Measured]:
    with TemporaryDirectory() as folder:
        async with stand_in(KNOWN + STRANGERS) as there, serving(Path(folder), there.lodging):
            print(f"{KNOWN + STRANGERS:,} people with {GOALS} goals and {DAYS} days each", flush=True)
            asking = Asking(there)
            await asking.again(ECHO)
            found = [
                *await one_by_one(asking),
                *await in_flight(asking),
                await burst(asking),
                await memory(asking),
            ]
    for one in found:
        print(one, flush=True)
    return found


async def one_by_one(asking: Asking) -> list[Measured]:
    """The median of several rounds, with all sides next to each other, so that noise hits all of them."""
    rounds = [
        (await asking.anew(LIST), await asking.again(ECHO), await asking.again(LIST)) for _ in range(ROUNDS)
    ]
    news, bare, known = ([*side] for side in zip(*rounds, strict=True))
    print(_line(LIST, "by new people", news), flush=True)
    print(_line(LIST, "by known people", known), flush=True)
    print(_line(ECHO, "one by one", bare), flush=True)
    return [
        _ratio(f"/{LIST} with {GOALS} goals by people never seen before against /{ECHO}, p50", news, bare),
        _ratio(f"/{LIST} with {GOALS} goals by known people against /{ECHO}, p50", known, bare),
    ]


def _ratio(name: str, ours: Sequence[Timed], bare: Sequence[Timed]) -> Limit:
    ratio = statistics.median(one.p50 / other.p50 for one, other in zip(ours, bare, strict=True))
    return Limit(name, ratio, MOST_RATIO, "x")


async def in_flight(asking: Asking) -> list[Measured]:
    rounds = [
        (await asking.anew(LIST, at_once=IN_FLIGHT), await asking.again(ECHO, at_once=IN_FLIGHT))
        for _ in range(ROUNDS)
    ]
    ours, bare = ([*side] for side in zip(*rounds, strict=True))
    print(_line(LIST, f"{IN_FLIGHT} in flight", ours), flush=True)
    print(_line(ECHO, f"{IN_FLIGHT} in flight", bare), flush=True)
    rate = statistics.median(one.rate for one in ours)
    return [
        Limit(f"/{LIST} by new people, {IN_FLIGHT} in flight, p99", _p(_waits(ours), 99), MOST_P99, "ms"),
        Least(f"/{LIST} by new people, {IN_FLIGHT} in flight", rate, LEAST_RATE, "a second"),
    ]


async def burst(asking: Asking) -> Limit:
    """All of them at the same moment, each somebody else; the slowest of the middle one of several."""
    found = [await asking.anew(LIST, count=BURST, at_once=BURST) for _ in range(BURSTS)]
    print(_line(LIST, f"{BURST:,} at once", found), flush=True)
    slowest = statistics.median(max(one.tally.waits) for one in found)
    return Limit(f"/{LIST} by {BURST:,} new people at once, the last one", slowest / 1000, MOST_BURST, "s")


async def memory(asking: Asking) -> Limit:
    await asking.again(LIST, count=WORN_IN, at_once=IN_FLIGHT)
    before = _resident()
    await asking.again(LIST, count=MANY, at_once=IN_FLIGHT)
    after = _resident()
    print(f"resident {before:,.1f} MiB before, {after:,.1f} MiB after", flush=True)
    return Limit(f"memory that {MANY:,} x /{LIST} add", after - before, MOST_GROWTH, "MiB")


def _resident() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def _line(command: str, how: str, found: Sequence[Timed]) -> str:
    waits = _waits(found)
    rate, work = (
        statistics.median(side) for side in zip(*((one.rate, one.work) for one in found), strict=True)
    )
    times = f"p50 {_p(waits, 50):6.2f} ms  p99 {_p(waits, 99):7.2f} ms"
    return f"/{command:<10} {how:<16} {times}  {rate:6,.0f}/s  work {work:5.2f} ms"


def _waits(found: Sequence[Timed]) -> list[float]:
    return [wait for one in found for wait in one.tally.waits]


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
    client = new_client(settings.discord, [*slash_parts(FEATURES), SlashPart(commands=(echo,))])
    options: dict[str, Any] = {"out": io.StringIO(), "pulse": Pulse(time.monotonic), "discord": client}
    async with (
        open_table(settings.store, clock=system_clock) as table,
        open_context(settings, table, features=rules_of(FEATURES), **options) as context,
    ):
        services = Services.of(settings, context, FEATURES)
        client.serve(services)
        settler = Settler(services, IdentityKind.DISCORD, "discord", "dm:{}", goals_by_date(GOALS))
        people = [str(person) for person in there.people]
        for person in people[:KNOWN]:
            await settler.settle(person)
        if strangers := people[KNOWN:]:
            await settler.multiply(strangers[0], strangers[1:])
        async with connected(client, settings.discord):
            while not client.is_ready():  # noqa: ASYNC110 - before its login the library has nothing to wait for
                await asyncio.sleep(0.01)
            with set_aside():
                yield services
