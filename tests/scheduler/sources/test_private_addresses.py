"""Addresses inside our own networks are not read: checked when a connection is made, whoever named them."""

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from scheduler.sources.addresses import AddressInfo, public_socket
from scheduler.sources.client import Client
from scheduler.sources.gate import Limiter, SourceGate
from scheduler.sources.source import Blocked, Unavailable
from scheduler.sources.web.fair_slots import FairSlots
from scheduler.sources.web.http_json import HttpJson
from scheduler.sources.web.json_target import HttpJsonTarget
from tests.fakes.json_site import JsonSite
from tests.fakes.web_faults import page
from tests.scheduler.sources.conftest import NewHttpJson
from tests.scheduler.sources.timing import HandTime


class Loopback(AbstractResolver):
    """Every name is this machine."""

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:
        del family
        return [
            ResolveResult(hostname=host, host="127.0.0.1", port=port, family=socket.AF_INET, proto=0, flags=0)
        ]

    async def close(self) -> None:
        pass


@asynccontextmanager
async def guarded(
    target: HttpJsonTarget, time: HandTime, *, public_port: int = 0, resolver: AbstractResolver | None = None
) -> AsyncGenerator[HttpJson]:
    """The source behind the real guard, except that one port of loopback passes for public."""

    async def definition(key: str) -> HttpJsonTarget:
        del key
        return target

    def guard(info: AddressInfo) -> socket.socket:
        return socket.socket(*info[:3]) if info[4][1] == public_port else public_socket(info)

    connector = aiohttp.TCPConnector(resolver=resolver, socket_factory=guard)
    async with aiohttp.ClientSession(connector=connector) as session:
        gate = SourceGate(Limiter(1000, 4, time.timing), time.timing)
        yield HttpJson(Client(session, 10_000, 5), gate, FairSlots(4), time.timing, definition)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "169.254.169.254", "192.168.0.1"])
async def test_they_are_not_read(site: JsonSite, new_http_json: NewHttpJson, host: str) -> None:
    target = HttpJsonTarget.of(f"http://{host}:{site.port}/n.json", "count")
    source = await new_http_json({target.key: target}, allow_private=False)
    with pytest.raises(Blocked, match="leads into a private network, where Questlog may not look"):
        await source.fetch(source.subject(target))
    assert site.asked == []


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1"])
async def test_nor_in_a_spelling_that_only_some_programs_know(
    site: JsonSite, new_http_json: NewHttpJson, host: str
) -> None:
    target = HttpJsonTarget.of(f"http://{host}:{site.port}/n.json", "count")
    source = await new_http_json({target.key: target}, allow_private=False)
    with pytest.raises((Blocked, Unavailable)):
        await source.fetch(source.subject(target))
    assert site.asked == []


async def test_nor_when_a_name_leads_there(site: JsonSite, time: HandTime) -> None:
    target = HttpJsonTarget.of(f"http://rebind.example:{site.port}/n.json", "count")
    async with guarded(target, time, resolver=Loopback()) as source:
        with pytest.raises(Blocked):
            await source.fetch(source.subject(target))
    assert site.asked == []


async def test_nor_when_a_redirect_leads_there(site: JsonSite, time: HandTime) -> None:
    async with JsonSite.running() as inner:
        inner.serve("/n.json", {"count": 5})
        url = site.answer("/old.json", page("", 302, Location=f"{inner.url}/n.json"))
        target = HttpJsonTarget.of(url, "count")
        async with guarded(target, time, public_port=site.port) as source:
            with pytest.raises(Blocked):
                await source.fetch(source.subject(target))
        assert len(site.asked) == 1
        assert inner.asked == []
