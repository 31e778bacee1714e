"""What somebody does with their channels, over HTTP and by SMS: the same facts and the same refusals."""

import re
from collections.abc import AsyncIterator
from functools import partial

import pytest
from aiohttp import web

from bot.channels import pages, sms
from bot.visit import Visit
from bot.web.running import RunningServices
from bot.web.site.assets import own_assets
from bot.web.site.guard import WITHOUT_SCRIPTS
from bot.web.site.place import Place
from scheduler.proving import CONFIRM, BadAddress, ChannelNotSetUp, confirming_link
from tests.bot.web.api_site import ApiSite, Said, api_site
from tests.bot.web.pages.page import Page
from tests.fakes.clock import HandClock
from tests.fakes.webhook_receiver import SECRET, WebhookReceiver, is_signed_with
from tracker.addresses.errors import SaidStop, WrongCode
from tracker.addresses.model import CodeRequest
from tracker.front_ends import FrontEnd
from tracker.notify.channel_names import ChannelExists
from tracker.notify.channel_off import switch_off
from tracker.notify.channels import NoSuchChannel, StillOff, TerminalStays
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.settings import Settings
from tracker.signing import Signer
from tracker.store.sqlite import SqliteTable

PHONE = "+447700900123"


@pytest.fixture
async def hook() -> AsyncIterator[WebhookReceiver]:
    async with WebhookReceiver.running() as receiver:
        yield receiver


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    settings = Settings.model_validate({"webhook": {"secret": SECRET, "allow_private": True}})
    async with api_site(sqlite_table, clock, settings, addresses) as opened:
        yield opened


async def texting(site: ApiSite) -> Visit:
    ada = await site.services.accounts.get(site.ada.id)
    return Visit(site.services, ada, FrontEnd.SMS, site.clock().replace(microsecond=0))


def code_at(hook: WebhookReceiver) -> str:
    [code] = re.findall(r"\b\d{6}\b", list(hook.taken.values())[-1]["messages"][0]["title"])
    return code


async def asks(site: ApiSite, method: str, path: str, **fields: str) -> Said:
    headers = {"Authorization": f"Bearer {site.token}"}
    return await site.asks(method, f"/api/channels{path}", headers=headers, json=fields or None)


async def types(site: ApiSite) -> list[str]:
    return [one.channel_type for one in await site.services.channels.list(site.ada.id)]


# Over HTTP


async def test_a_channel_is_added_proven_shown_switched_and_removed_over_http(
    site: ApiSite, hook: WebhookReceiver
) -> None:
    asked = (await asks(site, "POST", "", type="webhook", address=hook.url)).document
    assert asked["channel"] is None
    assert asked["asked"]["text"] == "Webhook (127.0.0.1)"
    assert await types(site) == []
    linked = (await asks(site, "POST", "/verify", code=code_at(hook))).document
    assert linked["message"] == "Webhook (127.0.0.1) is yours now: I can tell you things there."
    assert [one["type"] for one in linked["channels"]] == ["webhook", "console"]
    shown = (await asks(site, "GET", "/webhook")).document["channel"]
    assert shown == {**linked["channel"], "secret": asked["asked"]["secret"]}
    [posted] = hook.requests
    assert is_signed_with(shown["secret"], posted, await posted.read())
    off = (await asks(site, "POST", "/webhook/off")).document["channel"]
    assert (off["active"], off["offReason"], off["offByPerson"]) == (False, "you switched it off", True)
    assert (await asks(site, "POST", "/webhook/test")).code == "not_sent"
    assert (await asks(site, "POST", "/webhook/on")).document["channel"] == linked["channel"]
    assert (await asks(site, "POST", "/webhook/test")).document["sent"] == linked["channel"]
    assert (await asks(site, "DELETE", "/webhook")).document["removed"]["type"] == "webhook"
    assert await types(site) == []


async def test_what_is_wrong_is_refused_over_http_by_the_code_of_everywhere(
    site: ApiSite, hook: WebhookReceiver
) -> None:
    await asks(site, "POST", "", type="webhook", address=hook.url)
    wrong = "000000" if code_at(hook) != "000000" else "111111"
    for said, status, code in (
        (await asks(site, "POST", "", type="webhook", address="example.org"), 422, BadAddress.code),
        (await asks(site, "POST", "", type="sms", address=PHONE), 409, ChannelNotSetUp.code),
        (await asks(site, "POST", "", type="pigeon", address="loft"), 404, NoSuchChannel.code),
        (await asks(site, "POST", "", type="console"), 409, TerminalStays.code),
        (await asks(site, "POST", "/verify", code=wrong), 422, WrongCode.code),
        (await asks(site, "POST", "/pigeon/off"), 404, NoSuchChannel.code),
        (await asks(site, "DELETE", "/console"), 409, TerminalStays.code),
    ):
        assert (said.status, said.code) == (status, code)
        assert PHONE not in said.message


async def test_further_webhooks_are_proven_by_a_code_of_their_own_and_tested_by_their_names(
    site: ApiSite, hook: WebhookReceiver
) -> None:
    await asks(site, "POST", "", type="webhook", address=hook.url)
    await asks(site, "POST", "/verify", code=code_at(hook))
    other = f"{hook.url}?home"
    refused = await asks(site, "POST", "", type="webhook", address=other)
    assert (refused.status, refused.code) == (409, ChannelExists.code)

    asked = (await asks(site, "POST", "", type="webhook", address=other, name="home")).document["asked"]
    linked = (await asks(site, "POST", "/verify", code=code_at(hook))).document["channel"]

    assert (asked["type"], linked["type"]) == ("webhook.home", "webhook.home")
    assert (await asks(site, "GET", "/webhook.home")).document["channel"]["secret"] == asked["secret"]
    assert (await asks(site, "POST", "/webhook.home/test")).document["sent"]["type"] == "webhook.home"
    tested = hook.requests[-1]
    assert tested.query_string == "home"
    assert is_signed_with(asked["secret"], tested, await tested.read())
    assert (await sms.channel(await texting(site), "off webhook.home")).text.startswith("Nothing is sent to")
    again = await asks(site, "POST", "", type="webhook.home", address=f"{hook.url}?work")
    assert again.code == ChannelExists.code


async def test_a_name_that_is_taken_before_its_code_was_typed_stays_with_whom_it_went_to(
    site: ApiSite, hook: WebhookReceiver
) -> None:
    await asks(site, "POST", "", type="webhook", address=hook.url)
    await site.services.channels.add(site.ada.id, "webhook", "https://example.org/first")
    assert (await asks(site, "POST", "/verify", code=code_at(hook))).code == ChannelExists.code
    assert [one.identifier for one in await site.services.channels.list(site.ada.id)] == [
        "https://example.org/first"
    ]


# By SMS


async def test_channels_are_added_listed_shown_and_switched_by_sms(
    site: ApiSite, hook: WebhookReceiver
) -> None:
    asked = await sms.channel(await texting(site), f"add webhook {hook.url}")
    assert asked.text.startswith("A code is on its way by Webhook (127.0.0.1). Type it until 00:15: ")
    linked = await sms.channel(await texting(site), f"verify {code_at(hook)}")
    assert linked.text == "Webhook (127.0.0.1) is yours now: I can tell you things there."
    listed = await sms.show_channels(await texting(site), "")
    assert listed.text.splitlines()[0] == "1. Webhook (127.0.0.1)"
    assert listed.listed is not None
    assert listed.listed.line(1) == "channel webhook"
    shown = (await sms.channel(await texting(site), "webhook")).text
    assert shown.startswith(
        "Webhook (127.0.0.1): messages go there.\nMessages to it are signed with a secret"
    )
    off = await sms.channel(await texting(site), "off Webhook")
    assert off.text == "Nothing is sent to Webhook (127.0.0.1) until you switch it on again."
    assert off.undo == "channel on Webhook"
    on = await sms.channel(await texting(site), "on Webhook")
    assert (on.text, on.undo) == ("Webhook (127.0.0.1) is on.", "channel off Webhook")
    assert "took the test message" in (await sms.channel(await texting(site), "test webhook")).text


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("off pigeon", NoSuchChannel),
        ("pigeon", NoSuchChannel),
        ("add email ada at example", BadAddress),
        ("add sms +447700900123", ChannelNotSetUp),
        ("off console", TerminalStays),
    ],
)
async def test_what_is_wrong_is_refused_by_sms_as_everywhere(
    site: ApiSite, text: str, refused: type[Exception]
) -> None:
    with pytest.raises(refused):
        await sms.channel(await texting(site), text)


# What brings one back


async def test_a_number_that_said_stop_while_it_was_off_comes_back_by_start_alone(site: ApiSite) -> None:
    services = site.services
    await services.channels.add(site.ada.id, "sms", PHONE)
    await sms.channel(await texting(site), "off sms")
    await StoppedAddresses(services.table, services.clock).stop("sms", PHONE, Why.ASKED)

    with pytest.raises(SaidStop):
        await sms.channel(await texting(site), "on sms")
    assert not (await services.channels.find(site.ada.id, "sms")).is_active


async def test_one_that_failed_before_it_was_switched_off_stays_off_and_says_why(site: ApiSite) -> None:
    services = site.services
    made = await services.channels.add(site.ada.id, "webhook", "https://example.org/x")
    await switch_off(services.table, site.ada.id, made, "it is gone", services.clock())
    with pytest.raises(StillOff, match="it is gone"):
        await sms.channel(await texting(site), "on webhook")
    await sms.channel(await texting(site), "off webhook")

    said = await sms.channel(await texting(site), "on webhook")

    assert said.text == "Webhook (example.org) stays off: it is gone."


# The link in a letter


async def test_the_link_in_a_letter_proves_an_address_once_and_looking_at_it_changes_nothing(
    site: ApiSite,
) -> None:
    asked = await site.services.addresses.ask(site.ada, "email", "ada@example.org", "test")
    token = await link_token(site, asked)
    opened = partial(open_link, site)

    assert await opened("GET", token) == (200, "Be told things at this address?")
    assert await types(site) == []
    assert await opened("POST", token) == (200, "It is linked")
    assert await types(site) == ["email"]
    assert await opened("POST", token) == (409, "This link was used already, or is too old")
    for method, used in (("GET", "x"), ("POST", "x"), ("POST", "x" * 2000)):
        assert await opened(method, used) == (400, "This link cannot be used")


async def test_a_link_expires_with_its_code_and_looking_at_it_says_so(site: ApiSite) -> None:
    asked = await site.services.addresses.ask(site.ada, "email", "ada@example.org", "test")
    token = await link_token(site, asked)
    site.clock.advance(15 * 60)

    for method in ("GET", "POST"):
        assert await open_link(site, method, token) == (400, "This link cannot be used")
    before = (await Signer.of(site.services.table)).token(CONFIRM, site.ada.id, asked.code)
    assert (await open_link(site, "POST", before))[0] == 400
    assert await types(site) == []


async def link_token(site: ApiSite, asked: CodeRequest) -> str:
    link = confirming_link(
        Settings.model_validate({"web": {"public_url": "https://q.example"}}),
        await Signer.of(site.services.table),
    )(site.ada.id, asked)
    assert link is not None
    return link.partition("token=")[2]


def addresses(running: RunningServices) -> list[web.RouteDef]:
    return pages.routes(running, Place())


async def open_link(site: ApiSite, method: str, token: str) -> tuple[int, str]:
    async with site.client.request(method, f"{site.url}/confirm", params={"token": token}) as page:
        text = await page.text()
        return page.status, text.split("<h1>")[1].split("</h1>")[0]


async def test_the_page_runs_nothing_and_looks_as_the_others(site: ApiSite) -> None:
    asked = await site.services.addresses.ask(site.ada, "email", "ada@example.org", "test")
    token = await link_token(site, asked)
    async with site.client.get(f"{site.url}/confirm", params={"token": token}) as answer:
        page, headers = Page(await answer.text()), answer.headers
    assert headers["Content-Security-Policy"] == WITHOUT_SCRIPTS
    assert (headers["Referrer-Policy"], headers["Cache-Control"]) == ("no-referrer", "no-store")
    assert (page.forbidden, "<script" in page.html) == ([], False)
    assert own_assets().path("site.css") in page.html
    [form] = page.forms
    assert (form.action, form.method, form.button) == ("", "post", "Yes, that was me")


def test_the_page_has_its_addresses() -> None:
    assert {route.path for route in addresses(RunningServices())} == {"/confirm"}
