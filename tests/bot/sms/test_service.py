"""SMS in the whole service: where the webhook is, and how it starts and stops with the rest."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import structlog
from aiohttp import ClientSession

from bot.app import serve
from tests.fakes.phone import PUBLIC, SMS_SETTINGS, FakePhone
from tracker.settings import Settings

pytestmark = pytest.mark.usefixtures("set_aside_again")

STRANGER, OTHER = "+15550100009", "+15550100008"


@asynccontextmanager
async def running(folder: Path, **settings: Any) -> AsyncIterator[FakePhone]:  # noqa: ANN401 - of any kind
    """The service as a task; cancelling it is what a signal does."""
    chosen = Settings.model_validate({"store": {"path": folder / "q.db"}, **settings})
    with structlog.testing.capture_logs() as lines:
        task = asyncio.create_task(serve(chosen))
        while not (ready := [line for line in lines if line["event"] == "ready"]):
            assert not task.done(), await task
            await asyncio.sleep(0.005)
        try:
            async with ClientSession() as web:
                yield FakePhone(STRANGER, web, ready[0]["url"])
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def test_a_message_is_answered_by_the_service(tmp_path: Path) -> None:
    web = {"port": 0, "public_url": PUBLIC}
    async with running(tmp_path, web=web, sms=SMS_SETTINGS) as phone:
        await phone.post(phone.form("hi", From=OTHER))  # the first loads what answers, and may be late
        assert (await phone.says("hi")).startswith("This is Questlog")
        form = phone.form("hi")
        assert (await phone.post(form, headers={"X-Twilio-Signature": "x"})).status == 403


def test_sms_loads_neither_discord_nor_what_twilio_sends_with() -> None:
    heavy = "{'discord', 'numpy', 'matplotlib', 'aiohttp_retry', 'requests'}"
    code = f"import sys, bot.sms.inbound, twilio.request_validator; print(sorted({heavy} & set(sys.modules)))"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    "settings",
    [
        {"web": {"port": 0, "public_url": PUBLIC}},
        {"web": {"port": 0}, "sms": SMS_SETTINGS},
    ],
    ids=["SMS off", "no public address"],
)
async def test_without_what_it_takes_to_check_a_message_all_are_refused(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with running(tmp_path, **settings) as phone:
        assert (await phone.post(phone.form("hi"))).status == 403
