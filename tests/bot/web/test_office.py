"""What features on the web work with: there while the service is up, and not before or after."""

from typing import TYPE_CHECKING, cast

import pytest
from aiohttp import web

from bot.web.office import Office

if TYPE_CHECKING:
    from bot.services import Services

SERVICES = cast("Services", object())
"""Nothing of them is used here."""


async def test_it_is_open_as_long_as_its_block_lasts() -> None:
    office = Office()
    with pytest.raises(web.HTTPServiceUnavailable):
        office.services()

    async with office.opened(SERVICES):
        assert office.services() is SERVICES

    with pytest.raises(web.HTTPServiceUnavailable):
        office.services()


async def test_what_goes_on_ends_before_it_is_closed_the_latest_first_and_all_of_it() -> None:
    office, ended = Office(), list[str]()

    async def first() -> None:
        ended.append("first")

    async def second() -> None:
        ended.append("second")
        raise RuntimeError("a mistake")

    office.before_closing(first)
    office.before_closing(second)
    with pytest.raises(RuntimeError, match="a mistake"):
        async with office.opened(SERVICES):
            assert ended == []

    assert ended == ["second", "first"]
