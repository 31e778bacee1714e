"""What happens to a person is heard by whoever follows along: over the wire, at once, and by nobody else."""

import asyncio
import json
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, NamedTuple

import aiohttp
import pytest

from bot.web.live import stream as streaming
from bot.web.live.watchers import (
    COUNTING_SECONDS,
    MOST_OF_A_PERSON,
    TooManyWatchers,
    Watchers,
)
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.loop_time import leap
from tests.patience import PATIENCE
from tracker.accounts.identity import parse_identity
from tracker.accounts.tokens import Tokens
from tracker.habits.changing import DayReport
from tracker.habits.service import Habits
from tracker.happenings.model import HappeningKind
from tracker.happenings.writing import happening
from tracker.ids import ulids
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Put, Table

EVENTS = "/api/v1/events"


class Heard(NamedTuple):
    id: str
    event: str
    data: Any

    @property
    def what(self) -> str:
        return self.data["what"]


class Follower:
    """A client that reads server-sent events."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self.response = response

    async def hears(self) -> Heard:
        """The next event; what is no event is passed over."""
        async with asyncio.timeout(PATIENCE):
            while True:
                fields = await self._fields()
                if "event" in fields:
                    return Heard(fields.get("id", ""), fields["event"], json.loads(fields["data"]))

    async def is_left(self) -> bool:
        """Whether nothing comes any more."""
        async with asyncio.timeout(PATIENCE):
            while line := await self.response.content.readline():
                assert not line.startswith(b"event")
        return True

    async def _fields(self) -> dict[str, str]:
        fields: dict[str, str] = {}
        while (line := (await self.response.content.readline()).decode()) not in ("\n", ""):
            name, _, value = line.rstrip("\n").partition(": ")
            fields[name] = f"{fields[name]}\n{value}" if name in fields else value
        assert line or fields, "the stream has ended"
        return fields


@asynccontextmanager
async def following(site: ApiSite, after: str = "", token: str = "") -> AsyncGenerator[Follower]:
    headers = {"Authorization": f"Bearer {token or site.token}"} | ({"Last-Event-ID": after} if after else {})
    async with site.client.get(site.url + EVENTS, headers=headers) as response:
        assert response.status == 200
        assert response.content_type == "text/event-stream"
        assert response.headers["X-Accel-Buffering"] == "no"
        assert await response.content.readline() == b"retry: 3000\n"
        yield Follower(response)


@pytest.fixture
async def site(table: Table, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(table, clock) as opened:
        yield opened


async def test_what_is_told_anywhere_is_heard_at_once(site: ApiSite) -> None:
    gym = await site.habit("gym")
    async with following(site) as ada:
        await site.tells("gym")

        heard = await ada.hears()

        assert (heard.event, heard.id) == ("habit", heard.data["id"])
        assert heard.data == {
            "id": heard.id,
            "at": "2100-01-01T00:00:01Z",
            "kind": "habit",
            "thing": {"id": gym.id, "name": "Gym"},
            "what": "done",
            "value": None,
            "day": "2100-01-01",
        }
        await site.tells("gym", "undo")
        assert (await ada.hears()).what == "open"


async def test_tasks_metrics_and_messages_are_heard_too(site: ApiSite) -> None:
    async with following(site) as ada:
        await site.posts("/api/v1/tasks", json={"what": "call the bank"})
        await site.posts("/api/v1/tasks/call/done")
        await site.posts("/api/v1/metrics", json={"name": "Weight", "unit": "kg"})
        await site.posts("/api/v1/metrics/weight/logs", json={"value": 82.4})

        heard = [await ada.hears() for _ in range(3)]

    assert [(one.event, one.what) for one in heard] == [
        ("task", "added"),
        ("task", "done"),
        ("metric", "logged"),
    ]
    assert heard[2].data["value"] == 82.4


async def test_a_goal_of_parts_is_heard_when_a_part_moves_it(site: ApiSite) -> None:
    await site.posts("/api/v1/goals", json={"title": "Run a marathon"})
    await site.posts("/api/v1/goals/marathon/link", json={"criterion": "Buy shoes"})
    await site.gets("/api/v1/goals")
    async with following(site) as ada:
        await site.posts("/api/v1/goals/marathon/tick", json={"criterion": "Buy shoes"})
        await site.gets("/api/v1/goals")

        heard = await ada.hears()

    assert (heard.event, heard.what, heard.data["thing"]["name"]) == ("goal", "moved", "Run a marathon")
    assert heard.data["value"] == 100


@pytest.mark.both_engines
async def test_whoever_comes_back_hears_what_they_missed_and_nothing_twice(site: ApiSite) -> None:
    for name in ("gym", "read", "walk"):
        await site.habit(name)
    async with following(site) as ada:
        await site.tells("gym")
        last = (await ada.hears()).id

    await site.tells("read")
    await site.tells("walk")

    async with following(site, last) as again:
        assert [(await again.hears()).data["thing"]["name"] for _ in range(2)] == ["Read", "Walk"]
        await site.tells("gym", "undo")
        assert (await again.hears()).what == "open"


@pytest.mark.parametrize("after", ["old", "Z" * 26])
async def test_whoever_comes_back_too_late_is_told_so(site: ApiSite, after: str) -> None:
    gym = await site.habit("gym")
    async with following(site) as ada:
        await site.tells(gym.id)
        last = (await ada.hears()).id
    site.clock.advance(4 * 24 * 3600)

    async with following(site, last if after == "old" else after) as ada:
        assert (await ada.hears()).event == "missed"
        await site.tells("gym")
        assert (await ada.hears()).what == "done"


async def test_what_another_process_writes_is_heard_within_two_seconds(
    site: ApiSite, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    gym = await site.habit("gym")
    other = await SqliteTable.open(sqlite_table._path, clock)
    try:
        habits = Habits(other, clock, ulids(clock))
        async with following(site) as ada:
            await habits.complete(site.ada.id, gym.id, DayReport(habits.today(site.ada), "discord"))
            await leap(2)

            assert (await ada.hears()).what == "done"
    finally:
        await other.close()


@pytest.mark.both_engines
async def test_nobody_hears_what_happens_to_others(site: ApiSite) -> None:
    await site.habit("gym")
    bob = await site.services.accounts.register(parse_identity("local:bob"))
    await site.habit("sing", bob)
    of_bob = (await Tokens(site.services.table, site.clock).make(bob.id)).token

    async with following(site) as ada, following(site, token=of_bob) as for_bob:
        await site.posts("/api/v1/habits/sing/complete", token=of_bob)
        await site.tells("gym")

        assert (await ada.hears()).data["thing"]["name"] == "Gym"
        assert (await for_bob.hears()).data["thing"]["name"] == "Sing"
    for headers in ({}, {"Authorization": "Bearer qlt_x"}):
        assert (await site.asks("GET", EVENTS, headers=headers)).status == 401


@pytest.mark.both_engines
async def test_a_stream_ends_with_its_token_and_with_the_service(site: ApiSite) -> None:
    async with following(site) as ada:
        await Tokens(site.services.table, site.clock).revoke(site.ada.id)
        await leap(streaming.PING_SECONDS)
        assert await ada.is_left()

    site.token = (await Tokens(site.services.table, site.clock).make(site.ada.id)).token
    async with following(site) as ada:
        async with site.running.opened(site.services):
            pass  # it closes at the end
        assert await ada.is_left()


async def test_however_much_happens_a_stream_ends_with_its_token(site: ApiSite) -> None:
    habits, heard = [await site.habit(f"habit {letter}") for letter in "abcdefgh"], 0
    day = DayReport(site.services.habits.today(site.ada), "discord")
    async with following(site) as ada:
        await Tokens(site.services.table, site.clock).revoke(site.ada.id)
        for one in habits:
            await site.services.habits.complete(site.ada.id, one.id, day)
            with suppress(AssertionError):
                await ada.hears()
                heard += 1
            await leap(streaming.PING_SECONDS / 3)
    assert heard <= len(habits) / 2


async def test_of_too_many_of_one_person_the_oldest_goes(site: ApiSite) -> None:
    async with AsyncExitStack() as stack:
        first, *_ = [await stack.enter_async_context(following(site)) for _ in range(MOST_OF_A_PERSON + 1)]

        assert await first.is_left()
        await until(lambda: site.running.watchers.count() == MOST_OF_A_PERSON)


async def test_of_too_many_in_all_the_newest_is_refused(site: ApiSite) -> None:
    site.running.watchers = Watchers(most=1)
    async with following(site):
        said = await site.gets(EVENTS)

    assert (said.status, said.code) == (503, "too_many_readers")
    await site.running.watchers.close()


async def test_while_nothing_happens_hundreds_cost_one_question_a_second(
    sqlite_table: SqliteTable,
) -> None:
    """That engine counts writes; another one is asked for all people at once."""
    asked = FaultyTable(sqlite_table)
    watchers = Watchers(most=200)
    watching = [watchers.watching(asked, f"person{number}") for number in range(200)]
    for one in watching:
        one.__enter__()
    await until(lambda: asked.calls > 1)
    loop = asyncio.get_running_loop()
    before, began = asked.calls, loop.time()
    await until(lambda: asked.calls >= before + 10)

    assert asked.calls - before <= (loop.time() - began) / COUNTING_SECONDS + 1
    with pytest.raises(TooManyWatchers), watchers.watching(asked, "one more"):
        pass
    await watchers.close()


async def test_a_client_that_does_not_read_is_left(site: ApiSite) -> None:
    """It must not keep what it was sent in the memory of the service, nor one of its files."""
    await site.habit("gym")
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", int(site.url.rpartition(":")[2])))
        client.sendall(
            f"GET {EVENTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {site.token}\r\n\r\n".encode()
        )
        await until(lambda: site.running.watchers.count() == 1)
        table, ada = site.services.table, await site.services.accounts.get(site.ada.id)
        many = [happening(table, ada, HappeningKind.TASK, ("t", "x" * 5000), "added") for _ in range(2000)]
        await table.write_many(puts=[one.item for one, _ in many if isinstance(one, Put)])
        await site.tells("gym")

        await until(lambda: site.running.watchers.count() == 0)
        await until(lambda: not is_served(client))


def is_served(client: socket.socket) -> bool:
    """Whether this process has the other end of its connection, be it to send what waits."""
    loop: Any = asyncio.get_running_loop()  # asyncio has no word for what it holds open
    name, waiting = client.getsockname(), loop._selector.get_map()
    return any(
        fd in waiting and one.get_extra_info("peername") == name for fd, one in loop._transports.items()
    )


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE * 10):
        while not holds():
            await leap(1)
            await asyncio.sleep(0.01)
