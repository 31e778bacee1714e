"""Twilio's reports, posted to the real web server: who is believed, and what follows."""

import asyncio
import io
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

import aiohttp
import pytest
from prometheus_client import CollectorRegistry

from bot.feature import rules_of
from bot.features import FEATURES
from bot.services import Services
from bot.sms.status import status_routes
from bot.web.readiness import Readiness
from bot.web.routes import new_app
from bot.web.running import RunningServices
from bot.web.server import listening
from scheduler.context import Context, open_context
from scheduler.pulse import Pulse
from tests.fakes.clock import START, HandClock
from tests.fakes.twilio import ACCOUNT, SENDER, TOKEN, FakeTwilio, post_signed, signed_form, sms_settings
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.channels import Channels
from tracker.notify.model import DeliveryStatus, MessagePriority, OutboxItem
from tracker.notify.stopped import StoppedAddresses
from tracker.settings import Settings
from tracker.sms.sent import SentBook
from tracker.store.keys import UserKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table, Update

NUMBER = "+12015550009"
PUBLIC = "https://questlog.example.org"
HOUR = 3600


@dataclass
class Site:
    """Questlog with a web server that Twilio can post to, and a person who has SMS and the terminal."""

    url: str
    twilio: FakeTwilio
    context: Context
    table: Table
    clock: HandClock
    out: io.StringIO

    async def tell(self, entity: str = "goal-1", **other: object) -> str:
        """Send something by SMS; what Twilio calls it."""
        await outbox.enqueue(self.table, note(entity, self.clock(), **other))
        await self.dispatch(60)
        return self.last

    async def dispatch(self, seconds: float = 1) -> None:
        self.clock.advance(seconds)
        await self.context.dispatcher.run()

    @property
    def last(self) -> str:
        return self.twilio.messages[-1]["sid"]

    async def post(
        self,
        fields: Mapping[str, str],
        *,
        public: str = PUBLIC,
        path: str = "/sms/status",
        token: str = TOKEN,
    ) -> int:
        return await post_signed(self.url + path, fields, signed_as=public + path, token=token)

    async def report(self, sid: str, status: str, error_code: int | None = None) -> int:
        return await self.post(self.twilio.settle(sid, status, error_code))

    async def status_of(self, sid: str) -> str | None:
        sent = await SentBook(self.table, self.clock).by_sid(sid)
        return sent.status if sent else None

    async def trail(self) -> list[str]:
        return [step.what for step in (await item_of(self.table)).trail]


@asynccontextmanager
async def opened(
    settings: Settings, twilio: FakeTwilio, table: Table, clock: HandClock
) -> AsyncGenerator[Site]:
    out, running, pulse = io.StringIO(), RunningServices(), Pulse(lambda: 0.0)
    app = new_app(Readiness(table, pulse), CollectorRegistry(), status_routes(running))
    async with (
        open_context(
            settings,
            table,
            out=out,
            pulse=pulse,
            clock=clock,
            monotonic=lambda: 0.0,
            chance=lambda: 1.0,
            features=rules_of(FEATURES),
        ) as context,
        listening(app, settings.web) as url,
    ):
        running.open(Services.of(settings, context, FEATURES))
        yield Site(url, twilio, context, table, clock, out)


@pytest.fixture
async def twilio(clock: HandClock) -> AsyncIterator[FakeTwilio]:
    async with FakeTwilio.running(clock) as running:
        yield running


@pytest.fixture
def settings(twilio: FakeTwilio) -> Settings:
    return Settings.model_validate(
        {"web": {"port": 0, "public_url": PUBLIC}, "sms": sms_settings(twilio.url).model_dump()}
    )


@pytest.fixture
async def site(
    settings: Settings, twilio: FakeTwilio, sqlite_table: SqliteTable, clock: HandClock
) -> AsyncIterator[Site]:
    await settle(sqlite_table, channel("sms", identifier=NUMBER))
    async with opened(settings, twilio, sqlite_table, clock) as running:
        yield running


async def without_terminal(table: Table) -> None:
    await table.update(Update(UserKey(ANNA).key, remove=["local"]))


async def test_twilio_is_asked_to_report_to_our_public_address(site: Site) -> None:
    await site.tell()
    assert site.twilio.posts[0]["StatusCallback"] == f"{PUBLIC}/sms/status"


async def test_what_arrived_is_confirmed(site: Site) -> None:
    sid = await site.tell()
    assert [await site.report(sid, status) for status in ("sent", "delivered")] == [204, 204]
    assert await site.status_of(sid) == "delivered"
    assert await site.trail() == [f"delivered ({sid})", "confirmed"]
    assert (await item_of(site.table)).status is DeliveryStatus.DELIVERED


async def test_late_and_repeated_reports_change_nothing(site: Site) -> None:
    sid = await site.tell()
    for status in ("sending", "delivered", "sent", "delivered", "queued", "undelivered", "failed", "read"):
        assert await site.report(sid, status, 30003) == 204
    assert await site.status_of(sid) == "delivered"
    assert await site.trail() == [f"delivered ({sid})", "confirmed"]


async def test_a_report_of_a_message_that_nobody_knows_is_let_pass(site: Site) -> None:
    sid = await site.tell()
    fields = site.twilio.settle(sid, "delivered")
    assert await site.post({**fields, "MessageSid": "SM" + "0" * 32}) == 204
    assert await site.post({**fields, "MessageStatus": "teleported"}) == 204
    assert await site.post({"AccountSid": ACCOUNT}) == 204
    assert await site.status_of(sid) == "queued"


@pytest.mark.parametrize("code", ["9" * 5000, "-1", "\u0663", "1e3", " 30003"])
async def test_a_code_that_is_no_code_is_left_out(site: Site, code: str) -> None:
    sid = await site.tell()
    fields = {**site.twilio.settle(sid, "undelivered"), "ErrorCode": code}
    assert await site.post(fields) == 204
    sent = await SentBook(site.table, site.clock).by_sid(sid)
    assert sent is not None
    assert (sent.status, sent.error_code) == ("undelivered", None)


async def test_only_twilio_is_believed(site: Site) -> None:
    sid = await site.tell()
    fields = site.twilio.settle(sid, "failed", 30005)
    headers = signed_form(f"{PUBLIC}/sms/status", fields)
    assert await site.post(fields, token="another") == 403  # noqa: S106 - of a test
    assert await site.post(fields, public=site.url) == 403
    assert await site.post(fields, public="https://elsewhere.example.org") == 403
    assert await site.post({**fields, "AccountSid": "AC" + "f" * 32}) == 403
    async with aiohttp.ClientSession() as session:
        for data, given in (
            (fields, {}),
            ({**fields, "MessageStatus": "delivered"}, headers),
            (b"Body=\xff", {**headers, "Content-Type": "application/x-www-form-urlencoded"}),
            (b"{}", {**headers, "Content-Type": "application/json"}),
            (b"a=b", {"Content-Type": "application/x-www-form-urlencoded; charset=nonsense"}),
        ):
            async with session.post(f"{site.url}/sms/status", data=data, headers=given) as answer:
                assert answer.status == 403
    assert await site.status_of(sid) == "queued"


async def test_a_query_is_a_part_of_what_is_signed(site: Site) -> None:
    sid = await site.tell()
    assert await site.post(site.twilio.settle(sid, "sent"), path="/sms/status?a=b%20c") == 204
    assert await site.status_of(sid) == "sent"


async def test_while_sms_is_off_nobody_is_believed(
    twilio: FakeTwilio, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    settings = Settings.model_validate({"web": {"port": 0, "public_url": PUBLIC}})
    async with opened(settings, twilio, sqlite_table, clock) as site:
        assert await site.post({"AccountSid": ACCOUNT, "MessageSid": "SM" + "0" * 32}) == 403


async def test_before_the_service_is_up_twilio_is_asked_to_come_again() -> None:
    app = new_app(None, CollectorRegistry(), status_routes(RunningServices()))  # type: ignore[arg-type] - not asked
    async with listening(app, Settings.model_validate({"web": {"port": 0}}).web) as url:
        assert await post_signed(f"{url}/sms/status", {}) == 503


@pytest.mark.parametrize("code", [30003, 30008, 99999, None])
async def test_what_did_not_arrive_goes_on_the_next_channel_at_once(site: Site, code: int | None) -> None:
    sid = await site.tell()
    assert "Reached goal-1" not in site.out.getvalue()
    assert await site.report(sid, "undelivered", code) == 204
    await site.dispatch()
    assert "Reached goal-1" in site.out.getvalue()
    item = await item_of(site.table)
    assert (item.status, item.channel) == (DeliveryStatus.DELIVERED, "console")
    assert item.trail[1].what.startswith("came back: the telephone or its carrier did not take it")
    await site.dispatch(2 * HOUR)
    assert len(site.twilio.messages) == 1


async def rounds(site: Site, most: int) -> OutboxItem:
    """Nothing ever arrives."""
    for _ in range(most):
        if site.twilio.messages:
            await site.report(site.last, "undelivered", 30003)
        await site.dispatch(HOUR + 60)
    return await item_of(site.table)


async def test_without_another_channel_sms_is_tried_again_each_hour_and_then_it_has_failed(
    site: Site,
) -> None:
    await without_terminal(site.table)
    sid = await site.tell(expires_at=START + timedelta(days=9))
    await site.report(sid, "undelivered", 30003)
    await site.dispatch(HOUR / 2)
    assert len(site.twilio.messages) == 1
    await site.dispatch(HOUR)
    assert len(site.twilio.messages) == 2
    assert (await item_of(site.table)).status is DeliveryStatus.DELIVERED
    item = await rounds(site, 6)
    assert len(site.twilio.messages) == 1 + outbox.MOST_RETURNS
    assert (item.status, item.returns) == (DeliveryStatus.FAILED, outbox.MOST_RETURNS)
    assert item.ttl


async def test_a_report_of_the_first_attempt_says_nothing_about_the_second(site: Site) -> None:
    await without_terminal(site.table)
    first = await site.tell()
    await site.report(first, "undelivered", 30003)
    await site.dispatch(HOUR + 60)
    second = site.last
    assert second != first
    assert await site.report(first, "undelivered", 30003) == 204
    assert (await item_of(site.table)).status is DeliveryStatus.DELIVERED
    assert (await site.status_of(first), await site.status_of(second)) == (None, "queued")


async def test_of_two_reports_at_once_one_counts(site: Site) -> None:
    sid = await site.tell()
    fields = site.twilio.settle(sid, "undelivered", 30003)
    assert await asyncio.gather(*(site.post(fields) for _ in range(5))) == [204] * 5
    assert len([what for what in await site.trail() if what.startswith("came back")]) == 1


async def test_what_a_carrier_filtered_is_not_sent_by_sms_again(site: Site) -> None:
    await without_terminal(site.table)
    sid = await site.tell()
    await site.report(sid, "undelivered", 30007)
    for _ in range(60):
        await site.dispatch(HOUR)
    assert len(site.twilio.messages) == 1
    assert (await item_of(site.table)).status is DeliveryStatus.DROPPED


async def test_what_is_too_old_by_then_has_failed(site: Site) -> None:
    sid = await site.tell(expires_at=START + timedelta(minutes=5))
    site.clock.advance(HOUR)
    await site.report(sid, "undelivered", 30003)
    await site.dispatch()
    assert (await item_of(site.table)).status is DeliveryStatus.FAILED
    assert "Reached goal-1" not in site.out.getvalue()


async def test_a_number_that_gets_no_sms_is_switched_off_and_the_person_is_told_elsewhere(site: Site) -> None:
    sid = await site.tell()
    await site.report(sid, "undelivered", 30006)
    for _ in range(3):
        await site.dispatch(60)
    mine = await Channels(site.table, site.clock).find(ANNA, "sms")
    assert (mine.is_active, mine.off_reason) == (False, "this number gets no SMS (30006)")
    shown = site.out.getvalue()
    assert "Reached goal-1" in shown
    assert "Messages by SMS are switched off" in shown
    assert await StoppedAddresses(site.table, site.clock).find("sms", NUMBER) is None


async def test_who_said_stop_at_the_carrier_is_remembered(site: Site) -> None:
    sid = await site.tell()
    await site.report(sid, "failed", 30004)
    mine = await Channels(site.table, site.clock).find(ANNA, "sms")
    assert mine.off_reason == f"you sent STOP; text START to {SENDER} to get messages again"
    assert await StoppedAddresses(site.table, site.clock).find("sms", NUMBER) is not None


async def test_another_number_that_the_person_has_by_now_stays_on(site: Site) -> None:
    sid = await site.tell()
    await Channels(site.table, site.clock).add(ANNA, "sms", "+12015550008")
    await site.report(sid, "undelivered", 30006)
    assert (await Channels(site.table, site.clock).find(ANNA, "sms")).is_active


async def test_a_sender_that_carriers_do_not_take_stops_sms_and_raises_an_alarm(site: Site) -> None:
    sid = await site.tell()
    await site.report(sid, "undelivered", 30034)
    await outbox.enqueue(site.table, note("goal-2", site.clock(), priority=MessagePriority.URGENT))
    await site.dispatch()
    assert len(site.twilio.messages) == 1
    item = await item_of(site.table, "goal-2")
    assert (item.status, item.channel) == (DeliveryStatus.DELIVERED, "console")
