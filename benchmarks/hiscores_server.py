"""A stand-in for the hiscores that costs next to nothing, in a process of its own: `… COUNT` prints its port.

Players are numbered. `GET /train/10` lets every tenth of them gain xp; everything else is a player's page.
"""

import asyncio
import json
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from subprocess import PIPE, Popen

from tests.fakes.hiscores_rows import OSRS_ACTIVITIES, OSRS_SKILLS

_PLAYER = re.compile(rb"player=player(?:\+|%20)(\d+)")
_XP = 987_654_321


def page() -> bytes:
    skills = [
        {"id": n, "name": name, "rank": 1000 + n, "level": 80, "xp": 2_000_000 + n}
        for n, name in enumerate(OSRS_SKILLS)
    ]
    skills[1]["xp"] = _XP
    activities = [
        {"id": n, "name": name, "rank": 5000 + n, "score": 100 + n} for n, name in enumerate(OSRS_ACTIVITIES)
    ]
    return json.dumps({"skills": skills, "activities": activities}).encode()


class Players(asyncio.Protocol):
    xp: list[int]
    start, end = page().split(str(_XP).encode())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.rest = b""

    def data_received(self, data: bytes) -> None:
        *requests, self.rest = (self.rest + data).split(b"\r\n\r\n")
        for request in requests:
            self.transport.write(self.answer(request))  # pyright: ignore[reportAttributeAccessIssue]

    def answer(self, request: bytes) -> bytes:
        if found := re.match(rb"GET /train/(\d+) ", request):
            for number in range(0, len(self.xp), int(found[1])):
                self.xp[number] += 1000
            body = b"{}"
        else:
            player = _PLAYER.search(request)
            assert player is not None
            body = b"%b%d%b" % (self.start, self.xp[int(player[1])], self.end)
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        return head % len(body) + body


async def main(count: int) -> None:
    Players.xp = [5_000_000 + number for number in range(count)]
    server = await asyncio.get_running_loop().create_server(Players, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await asyncio.to_thread(sys.stdin.read)  # until whoever started us is gone


@contextmanager
def hiscores(count: int) -> Generator[str]:
    """The address of such a server, for as long as the block lasts."""
    command = [sys.executable, "-m", "benchmarks.hiscores_server", str(count)]
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        process.stdin.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
