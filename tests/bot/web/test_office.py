"""What features on the web work with: there while the service is up, and not before or after."""

import asyncio
from typing import TYPE_CHECKING, cast

import pytest
from aiohttp import web

from bot.web.running import RunningServices

if TYPE_CHECKING:
    from bot.services import Services

SERVICES = cast("Services", object())
"""Nothing of them is used here."""


async def test_it_is_open_as_long_as_its_block_lasts() -> None:
    running = RunningServices()
    with pytest.raises(web.HTTPServiceUnavailable):
        running.services()

    async with running.opened(SERVICES):
        assert running.services() is SERVICES

    with pytest.raises(web.HTTPServiceUnavailable):
        running.services()


async def test_what_goes_on_after_an_answer_ends_or_is_ended_before_it_is_closed() -> None:
    running, ended = RunningServices(), list[str]()

    async def works(name: str, seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
        finally:
            ended.append(name)

    async def breaks() -> None:
        raise RuntimeError("a mistake")

    async with running.opened(SERVICES):
        for work in (works("short", 0), works("long", 3600), breaks()):
            running.under_way.begin(work)
        assert len(running.under_way) == 3

    assert ended == ["short", "long"]
    assert len(running.under_way) == 0
