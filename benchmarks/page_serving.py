"""How long Today takes against a bare handler of the same library: the same statements, the same bytes."""

import asyncio
import statistics
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from benchmarks.measure import ROUNDS, Limit, Measured
from benchmarks.page_site import BARE, BY_TABLE, FullSite
from bot.memory import set_aside

ASKED, MOST_TIMES = 20, 3.0
"""In a round, so that a person does not ask too often."""

CLIENT = """
import http.client, sys, time
host, cookie = sys.argv[1:]
connection = http.client.HTTPConnection(host)
for line in sys.stdin:
    paths = line.split()
    began = time.perf_counter()
    for path in paths:
        connection.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
    print(time.perf_counter() - began, flush=True)
"""


async def serving_today(full: FullSite) -> list[Measured]:
    body = await full.look()
    print(f"Today is {len(body):,} bytes, from {len(full.bare.statements)} statements", flush=True)
    async with _client(full) as client:
        with set_aside():
            rounds = [
                [await _took(client, [path] * ASKED) for path in ("/", BARE, BY_TABLE)]
                for _ in range(1 + ROUNDS)
            ][1:]
    ours, bare, by_table = (statistics.median(side) * 1000 / ASKED for side in zip(*rounds, strict=True))
    print(f"Today takes {ours:.2f} ms, the bare handler {bare:.2f} ms", flush=True)
    ratio = statistics.median(one / by for one, _, by in rounds)
    print(f"by Questlog's own table, the same reads take {by_table:.2f} ms: {ratio:.1f} x", flush=True)
    ratio = statistics.median(one / other for one, other, _ in rounds)
    found = Limit("Today against a bare handler with the same items and bytes", ratio, MOST_TIMES, "x")
    print(found, flush=True)
    return [found]


@asynccontextmanager
async def _client(full: FullSite) -> AsyncGenerator[Process]:
    command = (sys.executable, "-c", CLIENT, full.site.url.removeprefix("http://"), await full.cookie())
    client = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    try:
        yield client
    finally:
        client.kill()
        await client.wait()


async def _took(client: Process, paths: Sequence[str]) -> float:
    assert client.stdin is not None
    assert client.stdout is not None
    client.stdin.write(f"{' '.join(paths)}\n".encode())
    return float(await client.stdout.readline())
