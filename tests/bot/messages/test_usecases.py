"""What somebody does with their messages, over HTTP and by SMS: the same facts and the same refusals."""

from collections.abc import AsyncIterator

import pytest

from bot.messages import sms
from bot.visit import Visit
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tests.tracker.notify.notes import note
from tracker.front_ends import FrontEnd
from tracker.notify import outbox
from tracker.notify.history import AmbiguousMessage, NoSuchMessage, TooOld, WrongMessageStatus
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


def texting(site: ApiSite) -> Visit:
    return Visit(site.services, site.ada, FrontEnd.SMS, site.clock().replace(microsecond=0))


async def told(site: ApiSite, entity: str) -> str:
    site.clock.advance(60)
    message = note(entity, site.clock(), person=site.ada.id)
    await outbox.enqueue(site.services.table, message)
    return message.outbox_id


async def delivered(site: ApiSite, name: str) -> None:
    table, now = site.services.table, site.clock()
    item = await outbox.find(table, site.ada.id, name)
    assert item is not None
    await outbox.record_delivery(table, [item], "console", now, [])


async def test_messages_are_listed_shown_and_sent_again_over_http(site: ApiSite) -> None:
    old, new = await told(site, "old"), await told(site, "new")
    await delivered(site, old)

    listed = (await site.gets("/api/messages")).document
    assert [one["id"] for one in listed["messages"]] == [new, old]
    pending = (await site.gets("/api/messages?status=pending&limit=1")).document
    assert [one["id"] for one in pending["messages"]] == [new]
    shown = (await site.gets(f"/api/messages/{new[:12]}")).document["message"]
    assert shown == listed["messages"][0]
    assert (await site.posts(f"/api/messages/{new}/retry")).document["message"]["status"] == "pending"


async def test_what_is_wrong_is_refused_by_the_same_codes_over_http_and_by_sms(site: ApiSite) -> None:
    name = await told(site, "wc")
    await delivered(site, name)
    for number in range(17):
        await told(site, f"goal {number}")
    ids = [one.id for one in await outbox.history(site.services.table, site.ada.id)]
    twice = next(one[0] for one in ids if sum(other[0] == one[0] for other in ids) > 1)
    for text, kind in (("feed" * 8, NoSuchMessage), (twice, AmbiguousMessage), (name, WrongMessageStatus)):
        assert (await site.posts(f"/api/messages/{text}/retry")).code == kind.code
        with pytest.raises(kind):
            await sms.retry(texting(site), text)
    site.clock.advance(3 * 86_400)
    assert (await site.posts(f"/api/messages/{ids[0]}/retry")).code == TooOld.code
    assert (await site.gets("/api/messages?status=lost")).code == "bad_body"


async def test_by_sms_a_number_of_the_list_tells_why_it_came(site: ApiSite) -> None:
    for number in range(10):
        await told(site, f"goal {number}")

    first = await sms.show_messages(texting(site), "")
    assert first.listed is not None
    assert first.text.splitlines()[0].startswith("1. Reached goal 9: waits until ")
    assert first.text.endswith("MORE for the other 2")
    more = await sms.show_more(texting(site), first.listed)
    assert "10. Reached goal 0" in more.text
    name = first.listed.line(1).removeprefix("message ")
    assert "Why: " in (await sms.show_message(texting(site), name)).text
    assert "is due now" in (await sms.retry(texting(site), name[:10])).text
