"""Telephones in a process of their own, which text when they are told to.

They answer each line that they are given (`Order`) with one (`Tally`).
"""

import asyncio
import gc
import json
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientError, ClientSession, TCPConnector

from tests.fakes.phone import ACCOUNT, OWN_NUMBER, PUBLIC, signed

FORM = "application/x-www-form-urlencoded"
LINE = 2**24

_sids = count(1)


@dataclass(frozen=True, slots=True)
class Order:
    """So many messages to an address, from one phone after the other: one by one, or so many a second."""

    url: str
    path: str
    texts: list[str]
    phones: list[str]
    count: int
    per_second: float = 0.0


@dataclass(frozen=True, slots=True)
class Tally:
    """Milliseconds to each answer, from the moment at which it was to be sent; and what was no answer."""

    waits: list[float]
    seconds: float
    wrong: int


@dataclass(frozen=True, slots=True)
class Letter:
    """A message that only needs to be sent: signing it is not what is measured."""

    body: bytes
    headers: dict[str, str]


def letters(order: Order) -> list[Letter]:
    """All phones say the first text before they say the next one."""
    lines, people = order.texts, order.phones
    return [
        _letter(order, people[number % len(people)], lines[number // len(people) % len(lines)])
        for number in range(order.count)
    ]


def _letter(order: Order, phone: str, text: str) -> Letter:
    form = {
        "ToCountry": "US", "SmsMessageSid": "", "NumMedia": "0", "SmsStatus": "received", "Body": text,
        "MessageSid": f"SM{next(_sids):032x}", "AccountSid": ACCOUNT, "From": phone, "To": OWN_NUMBER,
        "NumSegments": "1", "ApiVersion": "2010-04-01",
    }  # fmt: skip
    headers = {**signed(form, PUBLIC + order.path), "Content-Type": FORM}
    return Letter(urlencode(form).encode(), headers)


async def send(web: ClientSession, order: Order) -> Tally:
    waits: list[float] = []
    wrong = 0

    async def one(letter: Letter, begun: float) -> None:
        nonlocal wrong
        try:
            async with web.post(order.url + order.path, data=letter.body, headers=letter.headers) as answer:
                text = await answer.text()
                wrong += answer.status != 200 or "<Message>" not in text
        except ClientError:
            wrong += 1
        waits.append((time.perf_counter() - begun) * 1000)

    ready = letters(order)
    started = time.perf_counter()
    if order.per_second:
        async with asyncio.TaskGroup() as group:
            for number, letter in enumerate(ready):
                due = started + number / order.per_second
                await asyncio.sleep(max(due - time.perf_counter(), 0))
                group.create_task(one(letter, due))
    else:
        for letter in ready:
            await one(letter, time.perf_counter())
    return Tally(waits, time.perf_counter() - started, wrong)


async def main() -> None:
    gc.disable()  # it would stop everybody now and then, and the webhook would be blamed
    reader = asyncio.StreamReader(limit=LINE)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async with ClientSession(connector=TCPConnector(limit=0)) as web:
        while line := await reader.readline():
            print(json.dumps(asdict(await send(web, Order(**json.loads(line))))), flush=True)


class Phones:
    """The same from the other side of the pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def text(self, order: Order) -> Tally:
        """Every single one was answered."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asdict(order)).encode() + b"\n")
        found: dict[str, Any] = json.loads(await self._process.stdout.readline())
        return Tally(**found)


@asynccontextmanager
async def phones() -> AsyncGenerator[Phones]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "benchmarks.sms_phones",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE,
    )
    try:
        yield Phones(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


if __name__ == "__main__":
    asyncio.run(main())
