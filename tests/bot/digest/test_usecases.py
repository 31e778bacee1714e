"""What somebody does with their digest, over HTTP and by SMS: the same facts and the same refusals."""

from collections.abc import AsyncIterator

import pytest

from bot.digest import sms
from bot.visit import Visit
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tracker.accounts.errors import InvalidSetting, NothingToSet
from tracker.front_ends import FrontEnd
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


async def texting(site: ApiSite) -> Visit:
    ada = await site.services.accounts.get(site.ada.id)
    return Visit(site.services, ada, FrontEnd.SMS, site.clock().replace(microsecond=0))


async def test_it_is_read_and_changed_over_http(site: ApiSite) -> None:
    headers = {"Authorization": f"Bearer {site.token}"}
    shown = (await site.gets("/api/digest")).document
    changes = {"frequency": "weekly", "time": "7 pm", "whenQuiet": True}
    changed = (await site.asks("PATCH", "/api/digest", headers=headers, json=changes)).document
    refused = await site.asks("PATCH", "/api/digest", headers=headers, json={"frequency": "hourly"})

    assert shown["messages"] == []
    assert shown["digest"] == {
        "frequency": "daily",
        "time": "08:00",
        "whenQuiet": False,
        "timezone": "UTC",
    }
    assert changed["digest"] == {
        "frequency": "weekly",
        "time": "19:00",
        "whenQuiet": True,
        "timezone": "UTC",
    }
    assert (refused.status, refused.code) == (422, InvalidSetting.code)
    assert (await site.asks("PATCH", "/api/digest", headers=headers)).code == NothingToSet.code


async def test_it_is_read_changed_and_undone_by_sms(site: ApiSite) -> None:
    assert (await sms.digest(await texting(site), "")).text.startswith("Nothing to say")
    weekly = await sms.digest(await texting(site), "weekly")
    later = await sms.digest(await texting(site), "at 7am")
    off = await sms.digest(await texting(site), "off")

    assert (weekly.text, weekly.undo) == ("Your digest comes on Mondays at 08:00.", "digest daily")
    assert (later.text, later.undo) == ("Your digest comes on Mondays at 07:00.", "digest 08:00")
    assert (off.text, off.undo) == ("Digests are off. digest daily switches them on.", "digest weekly")
    with pytest.raises(InvalidSetting, match="digest 8am"):
        await sms.digest(await texting(site), "whenever")
