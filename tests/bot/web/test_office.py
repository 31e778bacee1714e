"""What features on the web work with: there while the service is up, and not before or after."""

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


async def test_what_goes_on_ends_before_it_is_closed_the_latest_first_and_all_of_it() -> None:
    running, ended = RunningServices(), list[str]()

    async def first() -> None:
        ended.append("first")

    async def second() -> None:
        ended.append("second")
        raise RuntimeError("a mistake")

    running.before_closing(first)
    running.before_closing(second)
    with pytest.raises(RuntimeError, match="a mistake"):
        async with running.opened(SERVICES):
            assert ended == []

    assert ended == ["second", "first"]
