"""Work that nobody waits for any more: what goes wrong is in the log, and the service still ends in time."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.web.under_way import UnderWay


async def breaks() -> None:
    await asyncio.sleep(0)
    raise RuntimeError("a bug")


async def test_what_goes_wrong_after_an_answer_is_logged() -> None:
    under_way = UnderWay()
    with capture_logs() as lines:
        under_way.leave(breaks(), "login link")
        await under_way.close()
    assert [(line["log_level"], line["work"], line["exc_info"]) for line in lines] == [
        ("error", "login link", True)
    ]
    assert len(under_way) == 0


async def test_whoever_waits_for_it_hears_of_it_and_the_log_does_not() -> None:
    under_way = UnderWay()
    with capture_logs() as lines, pytest.raises(RuntimeError, match="a bug"):
        await under_way.begin(breaks())
    assert lines == []
