"""The stand-in for Discord in a process of its own, and people on it who use the bot when they are told to.

It prints where it is as a line of JSON, and then answers each line that it is given (`Order`) with one.
"""

import asyncio
import gc
import json
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from tests.fakes.discord.impossible import NoAnswer
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.users import FakeUser

PATIENCE = 30.0
LINE = 2**24
"""Ten thousand numbers have room in it."""


@dataclass(frozen=True, slots=True)
class Order:
    """Somebody else uses the command each time, in turn; `at_once` of them at the same time."""

    command: str
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    count: int = 1
    at_once: int = 1
    first: int = 0
    """The number of who begins."""
    among: int | None = None
    """So many of them take part; all, unless it is said."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How it went: milliseconds from each interaction to its callback, and seconds for all of them."""

    waits: list[float]
    seconds: float
    refused: int


@dataclass(frozen=True, slots=True)
class Lodging:
    """Where the stand-in is, and the ids of those who live there."""

    api_url: str
    gateway_url: str
    token: str
    people: list[int]


async def use(discord: FakeDiscord, people: list[FakeUser], order: Order) -> Tally:
    """The waits end when the callback arrives, before it is judged whether Discord would take it."""
    among = order.among or len(people)
    turns = iter(range(order.first, order.first + order.count))

    async def worker() -> None:
        for turn in turns:
            with suppress(NoAnswer):  # who calls sees how many were refused
                await people[turn % among].slash(order.command, **order.options)

    started = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(order.at_once)))
    seconds = time.perf_counter() - started
    arrived = {asked.path.split("/")[2]: asked.arrived for asked in discord.asked("/callback")}
    waits = [
        (arrived[str(one.id)] - one.asked_at) * 1000
        for one in discord.interactions.values()
        if str(one.id) in arrived
    ]
    refused = len(discord.refusals)
    discord.forget()
    return Tally(waits, seconds, refused)


async def main(count: int) -> None:
    gc.disable()  # it would stop everybody now and then, and the bot would be blamed
    reader = asyncio.StreamReader(limit=LINE)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async with FakeDiscord.running() as discord:
        discord.patience = PATIENCE
        people = [discord.user(f"player{number}") for number in range(count)]
        _say(Lodging(discord.api_url, discord.gateway_url, discord.token, [one.id for one in people]))
        while line := await reader.readline():
            _say(await use(discord, people, Order(**json.loads(line))))


def _say(what: Lodging | Tally) -> None:
    print(json.dumps(asdict(what)), flush=True)


class Standin:
    """The same from the other side of the pipes."""

    def __init__(self, process: asyncio.subprocess.Process, lodging: Lodging) -> None:
        self._process, self.lodging = process, lodging

    async def use(self, order: Order) -> Tally:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(order)).encode() + b"\n")
        return Tally(**await _answer(self._process))


@asynccontextmanager
async def stand_in(people: int) -> AsyncGenerator[Standin]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "benchmarks.discord_server",
        str(people),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE,
    )
    try:
        yield Standin(process, Lodging(**await _answer(process)))
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


async def _answer(process: asyncio.subprocess.Process) -> dict[str, Any]:
    assert process.stdout is not None
    return json.loads(await process.stdout.readline())


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
