"""What version 1 adds: whether an answer has changed, where a list goes on, and that all is done once."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.documents import LONGEST_TEXT
from tests.bot.web.api_site import ApiSite, Said, api_site
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tracker.accounts.identity import parse_identity
from tracker.accounts.tokens import Tokens
from tracker.idempotency import KEPT, MOST_MINUTES
from tracker.logbook.model import LONGEST_ENTRY
from tracker.store.table import Table

READ = "/api/v1/habits/read/complete"


@pytest.fixture
async def site(table: Table, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(table, clock) as opened:
        yield opened


async def keyed(site: ApiSite, key: str, path: str = READ, token: str = "", **fields: Any) -> Said:  # noqa: ANN401 - any JSON
    return await site.posts(path, json=fields, headers={"Idempotency-Key": key}, token=token or None)


async def amount(site: ApiSite) -> object:
    return (await site.gets("/api/v1/habits/read")).document["habit"]["amount"]


async def test_what_has_not_changed_is_not_sent_again(site: ApiSite) -> None:
    await site.habit("gym")
    first = await site.gets("/api/v1/habits")
    headers = {"Authorization": f"Bearer {site.token}", "If-None-Match": f'"x", {first.headers["Etag"]}'}
    async with site.client.get(f"{site.url}/api/v1/habits", headers=headers) as again:
        assert (again.status, await again.read(), again.headers["ETag"]) == (304, b"", first.headers["Etag"])

    await site.tells("gym")
    changed = await site.asks("GET", "/api/v1/habits", headers=headers)

    assert changed.status == 200
    assert changed.headers["Etag"] != first.headers["Etag"]


@pytest.mark.both_engines
async def test_a_list_goes_on_where_its_page_ended(site: ApiSite) -> None:
    for number in range(5):
        await site.posts("/api/v1/tasks", json={"what": f"task {number} p{number % 4 + 1}"})
    found, path = list[str](), "/api/v1/tasks?limit=2"
    while path:
        said = (await site.gets(path)).document
        found += [one["title"] for one in said["tasks"]]
        path = f"/api/v1/tasks?cursor={said['next']}" if said["next"] else ""

    assert len(found) == len(set(found)) == 5
    old = await site.gets("/api/v1/tasks?page=1&limit=2")
    assert (old.status, old.document["error"]["field"]) == (400, "page"), "pages are the old way"
    assert "cursor" in old.message
    assert (await site.gets("/api/tasks?page=1&limit=2")).document["page"] == 1


@pytest.mark.parametrize("cursor", ["x", "////", "WzFd", "bnVsbA==", "é", "W1tb" * 1500])
async def test_a_cursor_is_of_its_list(site: ApiSite, cursor: str) -> None:
    said = await site.asks(
        "GET", "/api/v1/tasks", headers={"Authorization": f"Bearer {site.token}"}, params={"cursor": cursor}
    )

    assert (said.status, said.code) == (422, "bad_cursor")


async def test_lists_in_the_order_of_time_go_on_by_cursors_too(site: ApiSite) -> None:
    room = (await site.posts("/api/v1/rooms", json={"name": "Five", "as": "Ada"})).document["room"]["id"]
    for number in range(5):
        site.clock.advance(1)
        await site.posts(f"/api/v1/rooms/{room}/messages", json={"text": f"word {number}"})
        await site.posts("/api/v1/tasks", json={"what": f"task {number}"})

    for address, name in ((f"/api/v1/rooms/{room}/messages", "messages"), ("/api/v1/timeline", "entries")):
        found, path = list[str](), f"{address}?limit=2"
        while path:
            said = (await site.gets(path)).document
            found += [one["id"] for one in said[name]]
            path = f"{address}?cursor={said['next']}" if said["next"] else ""
        assert len(found) == len(set(found)) >= 5


@pytest.mark.both_engines
async def test_a_request_that_is_sent_again_is_done_once(site: ApiSite) -> None:
    await site.habit("read 20 pages")
    first = await keyed(site, "a", amount=5)
    site.clock.advance(60)
    again = await keyed(site, "a", amount=5)

    assert (again.status, again.document) == (first.status, first.document)
    assert (first.headers.get("Idempotency-Replayed"), again.headers["Idempotency-Replayed"]) == (
        None,
        "true",
    )
    assert await amount(site) == 5
    await keyed(site, "b", amount=5)
    assert await amount(site) == 10
    site.clock.advance(KEPT.total_seconds())
    await keyed(site, "a", amount=5)
    assert await amount(site) == 5, "a key is good for a day, and this is the next one"


async def test_the_code_of_a_room_is_kept_with_no_answer(site: ApiSite) -> None:
    made = await keyed(site, "a", "/api/v1/rooms", name="Gym")
    invited = await keyed(site, "b", "/api/v1/rooms/Gym/invite")
    again = await keyed(site, "b", "/api/v1/rooms/Gym/invite")
    codes = [one.document["room"]["code"] for one in (made, invited)]
    assert again.document["room"] == {**invited.document["room"], "code": None, "codeLink": None}
    kept = [json.dumps(item, default=str) async for item in site.services.table.scan()]
    assert [item for item in kept if any(code in item for code in codes)] == []


@pytest.mark.both_engines
async def test_a_key_belongs_to_one_request_of_one_person(site: ApiSite) -> None:
    await site.habit("read 20 pages")
    bob = await site.services.accounts.register(parse_identity("local:bob"))
    await site.habit("read 20 pages", bob)
    of_bob = (await Tokens(site.services.table, site.clock).make(bob.id)).token
    await keyed(site, "a", amount=5)

    other = await keyed(site, "a", amount=6)
    elsewhere = await keyed(site, "a", "/api/v1/habits/read/skip")
    his = await keyed(site, "a", token=of_bob, amount=6)
    wrong = await keyed(site, "x" * 201, amount=6)

    assert [(one.status, one.code) for one in (other, elsewhere)] == [(422, "idempotency_key_reused")] * 2
    assert (his.status, his.document["amount"]) == (200, 6)
    assert (wrong.status, wrong.code) == (400, "bad_idempotency_key")


async def test_what_is_refused_can_be_mended_under_its_key(site: ApiSite) -> None:
    await site.habit("read 20 pages")

    assert (await keyed(site, "a", amount=0)).status == 422
    assert (await keyed(site, "a", amount=5)).status == 200


@pytest.mark.both_engines
async def test_of_two_at_once_one_is_done(site: ApiSite) -> None:
    await site.habit("read 20 pages")

    said = await asyncio.gather(*(keyed(site, "a", amount=5) for _ in range(4)))

    assert {one.status for one in said} <= {200, 409}
    assert {one.code for one in said if one.status == 409} <= {"under_way"}
    assert await amount(site) == 5


async def test_however_it_is_cut_off_it_is_never_done_twice(site: ApiSite) -> None:
    """At each call of the store in turn: before it took effect, and after."""
    await site.habit("read 20 pages")
    faulty = FaultyTable(site.services.table)
    object.__setattr__(site.services, "table", faulty)
    done, ended = 0, False
    number = 0
    while not ended:
        number += 1
        for when in ("before", "after"):
            site.clock.advance(61)
            before = await amount(site) or 0
            calls = faulty.calls
            faulty.fail(at=number, when=when)
            cut = await keyed(site, f"{number}-{when}", amount=1)
            ended = faulty.calls - calls < number
            faulty._faults.clear()
            again = await keyed(site, f"{number}-{when}", amount=1)
            site.clock.advance(MOST_MINUTES * 60)
            late = await keyed(site, f"{number}-{when}", amount=1)
            gained = (await amount(site) or 0) - before

            assert cut.status in {200, 503}
            assert gained <= 1
            assert again.status in {200, 409}
            if late.status == 409:
                assert late.code == "outcome_unknown"
            else:
                assert gained == 1
            done += gained
    assert done


async def test_what_nobody_expected_is_a_problem_with_a_number_that_is_in_the_log(site: ApiSite) -> None:
    """Wherever it breaks: who asks is still found by the store, so each call of it is tried."""
    await site.habit("read 20 pages")
    faulty, broken = FaultyTable(site.services.table), list[Said]()
    object.__setattr__(site.services, "table", faulty)
    with capture_logs() as lines:
        for number in range(1, 5):
            faulty.fail(at=number, error=ZeroDivisionError("a secret"))
            broken.append(await keyed(site, f"{number}", amount=5))

    logged = [one["error_id"] for one in lines if one["event"] == "bug"]
    assert len(logged) == 4
    for said, number in zip(broken, logged, strict=True):
        assert (said.status, said.code, said.document["status"]) == (500, "failed", 500)
        assert number in said.message
        assert "secret" not in str(said.document)


async def test_a_page_of_the_logbook_fits_in_whatever_letters_it_is_written(site: ApiSite) -> None:
    """As JSON each of these may take six bytes."""
    text = "ж" * LONGEST_ENTRY
    said = await site.posts("/api/v1/logbook", data=json.dumps({"text": text}))

    assert said.status == 200
    assert said.document["entry"]["text"] == text


@pytest.mark.parametrize("field", [{"words": "1d " * LONGEST_TEXT}, {"tasks": ["1"] * 2 + ["2" * 5000]}])
async def test_no_text_is_longer_than_anything_may_be(site: ApiSite, field: dict[str, object]) -> None:
    """Reading sixty thousand letters of the worst kind took half a minute, in which nobody else was heard."""
    path = "/api/v1/find" if "words" in field else "/api/v1/logbook"
    said = await site.posts(path, json=field)

    assert (said.status, said.code, said.document["error"]["field"]) == (400, "bad_body", next(iter(field)))
    assert f"{LONGEST_TEXT:,} letters" in said.message


async def test_true_is_no_number(site: ApiSite) -> None:
    said = await site.posts("/api/v1/areas", json={"area": "Health", "place": True})
    assert (said.status, said.code, said.document["error"]["field"]) == (400, "bad_body", "place")
    assert (await site.posts("/api/v1/areas", json={"area": "Health", "place": 1})).status == 200
    assert (await site.posts("/api/v1/habits/away", json={"to": "today", "back": True})).code != "bad_body"


async def test_a_field_that_is_none_is_answered_with_those_that_there_are(site: ApiSite) -> None:
    """As the description calls them."""
    said = await site.gets("/api/v1/metrics/weight/series?start=2100-01-01")

    assert (said.status, said.code) == (400, "bad_body")
    assert said.message == "There is no field 'start' here; there are from, to, metric."


async def test_a_wrong_method_is_answered_with_those_that_there_are(site: ApiSite) -> None:
    said = await site.asks("PUT", "/api/v1/habits")

    assert (said.status, said.code, said.headers["Allow"]) == (405, "wrong_method", "GET, HEAD, POST")
    assert said.message == "This address takes GET, HEAD and POST."
