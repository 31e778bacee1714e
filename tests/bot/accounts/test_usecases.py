"""What somebody does with their account, over HTTP and by SMS: the same facts and the same refusals."""

from collections.abc import AsyncIterator
from datetime import time, timedelta

import pytest

from bot.accounts import sms, usecases
from bot.accounts.requests import ChangeAccount
from bot.visit import Visit
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import START, HandClock
from tracker.accounts.errors import InvalidSetting, NothingToSet
from tracker.front_ends import FrontEnd
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


async def texting(site: ApiSite) -> Visit:
    """Ada as she is now."""
    ada = await site.services.accounts.get(site.ada.id)
    return Visit(site.services, ada, FrontEnd.SMS, site.clock().replace(microsecond=0))


async def patches(site: ApiSite, **fields: object) -> tuple[int, dict[str, dict[str, object]]]:
    headers = {"Authorization": f"Bearer {site.token}"}
    said = await site.asks("PATCH", "/api/account", headers=headers, json=fields)
    return said.status, said.document


# Over HTTP


async def test_an_account_is_shown_and_changed_over_http(site: ApiSite) -> None:
    before = (await site.gets("/api/account")).document["account"]
    changes = {"timezone": "europe/berlin", "quietHours": "22-7", "urgentPasses": True, "mute": "2h"}
    status, after = await patches(site, **changes)

    assert before["identities"] == {"local": "ada"}
    assert (status, after["account"]) == (200, (await site.gets("/api/account")).document["account"])
    settings = after["account"]["settings"]
    assert isinstance(settings, dict)
    assert settings["timezone"] == "Europe/Berlin"
    assert settings["quietHours"] == {"from": "22:00", "to": "07:00"}
    assert settings["urgentPasses"] is True
    assert settings["mutedUntil"] == "2100-01-01T02:00:00Z"
    assert after["message"] == (
        "Your clocks: Europe/Berlin, 01:00 now. Quiet hours: 22:00-07:00. What is urgent comes at any time."
    )


async def test_what_makes_no_sense_is_refused_and_changes_nothing(site: ApiSite) -> None:
    status, said = await patches(site, timezone="UTC+1", digest="weekly")

    assert (status, said["error"]["code"]) == (422, InvalidSetting.code)
    assert (await site.services.accounts.get(site.ada.id)).digest == "daily"
    status, said = await patches(site)
    assert (status, said["error"]["code"]) == (400, NothingToSet.code)
    status, said = await patches(site, colour="blue")
    assert (status, said["error"]["code"]) == (400, "bad_body")


async def test_over_http_nobody_is_deleted_or_exported_and_a_token_can_be_given_up(site: ApiSite) -> None:
    headers = {"Authorization": f"Bearer {site.token}"}
    async with site.client.delete(f"{site.url}/api/account", headers=headers) as refused:
        assert refused.status == 405
    async with site.client.get(f"{site.url}/api/account/export", headers=headers) as refused:
        assert refused.status == 404
    revoked = await site.asks("DELETE", "/api/account/token", headers=headers)
    assert revoked.document == {"revoked": True, "names": ["token"]}
    assert (await site.gets("/api/account")).code == "unknown_token"


# By SMS


async def test_settings_are_shown_changed_and_undone_by_sms(site: ApiSite) -> None:
    shown = await sms.zone(await texting(site), "")
    changed = await sms.zone(await texting(site), "europe/london")
    quiet = await sms.quiet(await texting(site), "22-7")
    day = await sms.day_start(await texting(site), "4am")

    assert shown.text == "Your clocks: UTC, 00:00 now."
    assert shown.undo is None
    assert (changed.text, changed.undo) == ("Your clocks: Europe/London, 00:00 now.", "zone UTC")
    assert (quiet.text, quiet.undo) == ("Quiet hours: 22:00-07:00.", "quiet off")
    assert day.undo == "day start 00:00"
    ada = (await texting(site)).person
    assert (ada.timezone, str(ada.quiet_hours), ada.day_start) == (
        "Europe/London",
        "22:00-07:00",
        time(4),
    )
    assert (await sms.settings(await texting(site), "")).text.startswith("Your settings\nEurope/London")


async def test_messages_are_muted_and_come_again_by_sms(site: ApiSite) -> None:
    muted = await sms.snooze(await texting(site), "2h")
    assert (muted.text, muted.undo) == ("No messages until 02:00. RESUME ends that.", "resume")
    assert (await texting(site)).person.muted_until == START + timedelta(hours=2)
    assert (await sms.pause(await texting(site), "until mon")).text.startswith("No messages until Mon 4 Jan")
    assert (await sms.resume(await texting(site), "")).text == "Messages are on."
    assert (await texting(site)).person.muted_until is None


@pytest.mark.parametrize("text", ["gym", "a while", "until whenever"])
async def test_what_is_no_time_is_refused_as_everywhere(site: ApiSite, text: str) -> None:
    here = await texting(site)
    for refuse in (sms.snooze, sms.pause):
        with pytest.raises(InvalidSetting, match="such as 2h, 3 days"):
            await refuse(here, text)
    with pytest.raises(InvalidSetting, match="such as 2h, 3 days"):
        await usecases.change(here, ChangeAccount(mute=text))


async def test_a_mute_goes_by_the_clocks_that_are_set_with_it(site: ApiSite) -> None:
    ask = ChangeAccount(timezone="Asia/Tokyo", mute="18:00")

    shown = await usecases.change(await texting(site), ask)

    assert shown.account.settings.muted_until == START + timedelta(hours=9)
