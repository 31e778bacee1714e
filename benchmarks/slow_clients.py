"""Clients that are slow: how long `/readyz` takes while hundreds drip their requests, or do not read answers.

They, and whoever asks meanwhile, are processes of their own.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from benchmarks.measure import Limit, Measured
from benchmarks.page_site import full_site
from bot.memory import set_aside

CLIENTS, ASKED, MOST_MS = 300, 200, 100.0

SLOW = """
import asyncio, sys
HEAD = b"GET / HTTP/1.1\\r\\nHost: x\\r\\nX-Slow: "
POST = b"POST /login HTTP/1.1\\r\\nHost: x\\r\\nContent-Type: application/x-www-form-urlencoded\\r\\n"
BODY = POST + b"Content-Length: 60000\\r\\n\\r\\n"
BIG = b"GET /api/v1/openapi.json HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n"

async def drip(number):
    reader, writer = await asyncio.open_connection(*sys.argv[1:3], limit=1)
    writer.write((HEAD, BODY, BIG)[number % 3])
    while True:
        await asyncio.sleep(0.2)
        if number % 3 < 2:
            writer.write(b"x")

async def main():
    clients = [asyncio.ensure_future(drip(number)) for number in range(int(sys.argv[3]))]
    await asyncio.sleep(1)
    print("begun", flush=True)
    await asyncio.gather(*clients, return_exceptions=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""
ASKS = """
import http.client, sys, time
longest = 0.0
for _ in range(int(sys.argv[2])):
    began = time.perf_counter()
    connection = http.client.HTTPConnection(sys.argv[1])
    connection.request("GET", "/readyz")
    assert connection.getresponse().status == 503  # nothing ticks here; all of it is looked at
    longest = max(longest, time.perf_counter() - began)
    connection.close()
    time.sleep(0.02)
print(longest * 1000)
"""


async def slow_clients() -> list[Measured]:
    async with full_site() as full:
        await full.look()
        with set_aside():
            alone = await _longest(full.site.url)
            async with _dripping(full.site.url):
                beside = await _longest(full.site.url)
    print(f"/readyz takes {alone:.1f} ms at most with nobody beside", flush=True)
    what = f"/readyz with {CLIENTS} slow clients, the longest of {ASKED}"
    found = Limit(what, beside, MOST_MS, "ms")
    print(found, flush=True)
    return [found]


@asynccontextmanager
async def _dripping(url: str) -> AsyncGenerator[Process]:
    place = urlsplit(url)
    command = (sys.executable, "-c", SLOW, f"{place.hostname}", f"{place.port}", f"{CLIENTS}")
    clients = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    assert clients.stdout is not None
    try:
        await clients.stdout.readline()
        yield clients
    finally:
        clients.kill()
        await clients.wait()


async def _longest(url: str) -> float:
    command = (sys.executable, "-c", ASKS, urlsplit(url).netloc, f"{ASKED}")
    asking = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    said, _ = await asking.communicate()
    return float(said)
