"""SMS as the settings open it."""

import io
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest

from scheduler.channels.channel import MessageTarget, Retry
from scheduler.channels.opening import open_channels, sms_reports
from scheduler.channels.sms.channel import MORE
from tests.fakes.clock import HandClock
from tests.fakes.twilio import FakeTwilio, sms_settings
from tests.scheduler.channels.messages import message, part
from tests.tracker.notify.notes import ANNA, settle
from tracker.settings import Settings
from tracker.store.sqlite import SqliteTable

TARGET = MessageTarget("sms", "+12015550009", ANNA)


@pytest.fixture
async def twilio(clock: HandClock) -> AsyncIterator[FakeTwilio]:
    async with FakeTwilio.running(clock) as running:
        yield running


def chosen(twilio: FakeTwilio, public_url: str | None = None, **sms: object) -> Settings:
    return Settings.model_validate(
        {"web": {"public_url": public_url}, "sms": sms_settings(twilio.url, **sms).model_dump()}
    )


async def test_without_an_account_there_is_no_sms(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with open_channels(Settings(), sqlite_table, clock, io.StringIO()) as channels:
        assert "sms" not in channels


async def test_each_person_has_a_daily_cap(
    twilio: FakeTwilio, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    await settle(sqlite_table)
    settings = chosen(twilio, daily_cap_per_person=2)
    async with open_channels(settings, sqlite_table, clock, io.StringIO()) as channels:
        for name in "ab":
            await channels["sms"].send(TARGET, message(part(name)))
        with pytest.raises(Retry, match="daily cap of 2 messages"):
            await channels["sms"].send(TARGET, message(part("c")))
    assert len(twilio.messages) == 2


@pytest.mark.parametrize(
    ("public_url", "wanted", "address"),
    [
        ("https://questlog.example.org", True, "https://questlog.example.org/sms/status"),
        ("https://example.org/questlog/", True, "https://example.org/questlog/sms/status"),
        ("https://questlog.example.org", False, None),
        (None, True, None),
    ],
)
async def test_twilio_reports_where_it_can_reach_us_and_we_want_it(
    twilio: FakeTwilio,
    sqlite_table: SqliteTable,
    clock: HandClock,
    *,
    public_url: str | None,
    wanted: bool,
    address: str | None,
) -> None:
    await settle(sqlite_table)
    settings = chosen(twilio, public_url, status_callback=wanted)
    async with open_channels(settings, sqlite_table, clock, io.StringIO()) as channels:
        await channels["sms"].send(TARGET, message(part(text="word " * 200)))
    assert twilio.posts[0].get("StatusCallback") == address == sms_reports(settings)
    assert twilio.bodies[0].endswith(MORE) == (public_url is not None)


def test_whoever_has_no_sms_does_not_load_its_library() -> None:
    said = "import sys, bot.app, bot.doctor, scheduler.channels.opening; print('twilio.rest' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
