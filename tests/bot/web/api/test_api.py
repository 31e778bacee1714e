"""Habits over HTTP: what programs tell, and what they are answered, over the wire."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import structlog
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.app import routes
from bot.features import FEATURES
from bot.web.http_api.caller import CALLS
from bot.web.http_api.fields import MOST_BYTES
from bot.web.http_api.serving import api_routes
from bot.web.running import RunningServices
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.identity import parse_identity
from tracker.accounts.tokens import Tokens, hash_of
from tracker.rewards.wallet import wallet_of
from tracker.settings import Settings
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Update

GYM = "/api/v1/habits/gym/complete"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


async def test_a_habit_is_done_by_its_name_or_its_id(site: ApiSite) -> None:
    gym, read = await site.habit("gym"), await site.habit("read 20 pages")

    first = await site.tells("gym")
    second = await site.tells(read.id)

    assert (first.status, first.document) == (
        200,
        {
            "habit": {"id": gym.id, "name": "Gym", "type": "build", "target": None, "unit": None},
            "day": "2100-01-01",
            "isToday": True,
            "state": "done",
            "amount": None,
            "streak": 1,
            "points": 10,
            "unlocked": ["first"],
            "changed": True,
            "undone": False,
            "note": None,
            "message": "Gym is done today. 1 day in a row. +10 points. Achievement unlocked: First step.",
        },
    )
    assert second.document["message"] == "Read is done today: 20 of 20 pages. 1 day in a row. +10 points."
    [log] = await site.logs(gym)
    assert log.via == "api"


async def test_done_twice_is_done_once_and_amounts_add_up(site: ApiSite) -> None:
    await site.habit("gym")
    read = await site.habit("read 20 pages")
    await site.tells("gym")

    again = await site.tells("gym")
    assert (again.status, again.document["changed"], again.document["points"]) == (200, False, 0)
    assert again.document["message"] == "Gym is done today already; it counts once."
    assert again.document["streak"] == 1

    assert (await site.tells("read", amount=5)).document["state"] == "partial"
    assert (await site.tells("read", amount="7.5")).document["message"] == "Read today: 12.5 of 20 pages."
    assert (await site.tells("read", amount=7.5, note="at last")).document["state"] == "done"
    [log] = await site.logs(read)
    assert (log.amount, log.note) == (20, "at last")


async def test_days_are_those_of_the_person(site: ApiSite) -> None:
    gym = await site.habit("gym")
    await site.services.accounts.change_settings(
        site.ada.id, {"timezone": "Asia/Tokyo", "day_start": "04:00"}
    )
    site.clock.advance(20 * 3600)  # 05:00 on the next day in Tokyo

    assert (await site.tells("gym")).document["day"] == "2100-01-02"
    assert (await site.tells("gym", day="yesterday")).document["day"] == "2100-01-01"
    assert (await site.tells("gym", day="2099-12-30")).document["day"] == "2099-12-30"
    assert [log.backfilled for log in await site.logs(gym)] == [True, True, False]


async def test_a_day_is_skipped_and_undone(site: ApiSite) -> None:
    await site.habit("gym")

    skipped = await site.tells("gym", "skip", note="ill")
    assert (skipped.document["state"], skipped.document["message"]) == ("skipped", "Gym is skipped today.")
    assert (await site.tells("gym", "skip")).document["changed"] is False
    undone = await site.tells("gym", "undo")
    assert (undone.document["state"], undone.document["message"]) == ("open", "Gym today is undone.")
    await site.tells("gym", day="yesterday")
    back = await site.tells("gym", "undo", day="yesterday")
    assert (back.document["points"], (await wallet_of(site.services.table, site.ada.id)).points) == (-10, 0)


async def test_undo_without_a_day_means_the_one_that_was_told_last(site: ApiSite) -> None:
    await site.habit("gym")
    await site.tells("gym")
    await site.tells("gym", day="yesterday")

    days = [(await site.tells("gym", "undo")).document["day"] for _ in range(2)]

    assert days == ["2099-12-31", "2100-01-01"]
    assert (await site.tells("gym", "undo")).document["error"]["code"] == "nothing_to_undo"


async def test_the_list_says_where_each_stands_today(site: ApiSite) -> None:
    gym, read = await site.habit("gym"), await site.habit("read 20 pages")
    await site.tells("gym")
    await site.tells("read", amount=2.5)

    said = await site.lists()

    assert (said.status, said.document["day"], said.document["total"]) == (200, "2100-01-01", 2)
    keys = ("id", "name", "due", "state", "amount", "target", "unit", "message")
    assert [[one[key] for key in keys] for one in said.document["habits"]] == [
        [gym.id, "Gym", False, "done", None, None, None, "Gym: done"],
        [read.id, "Read", True, "partial", 2.5, 20, "pages", "Read: 2.5 of 20 pages"],
    ]
    assert [one["streak"] for one in said.document["habits"]] == [
        {"current": 1, "longest": 1, "unit": "day", "text": "1 day in a row"},
        {"current": 0, "longest": 0, "unit": "day", "text": None},
    ]


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b'{"amount": 5, "note": "legs"}', {"Content-Type": "application/json"}),
        (b' {"amount": "5", "note": "legs", "day": null}', {"Content-Type": FORM}),
        (b'{"amount": 5.0, "note": " legs "}', {"Content-Type": "text/plain"}),
        (b"amount=5&note=legs&day=", {"Content-Type": FORM}),
        (b"note=le%67s&amount=5.00", {"Content-Type": f"{FORM}; charset=utf-8"}),
    ],
)
async def test_a_body_is_json_or_a_form(site: ApiSite, body: bytes, headers: dict[str, str]) -> None:
    gym = await site.habit("gym")

    assert (await site.posts(GYM, data=body, headers=headers)).status == 200
    [log] = await site.logs(gym)
    assert (log.amount, log.note) == (5, "legs")


async def test_a_form_may_have_several_parts(site: ApiSite) -> None:
    gym = await site.habit("gym")
    form = aiohttp.FormData({"amount": "5", "note": "legs"}, default_to_multipart=True)

    assert (await site.posts(GYM, data=form)).status == 200
    [log] = await site.logs(gym)
    assert (log.amount, log.note) == (5, "legs")


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b"{", "application/json", 400, "bad_body"),
        (b"[5]", "application/json", 400, "bad_body"),
        (b"5", "application/json", 400, "bad_body"),
        (b"\xff", "application/json", 400, "bad_body"),
        (b"[" * 4000, "application/json", 400, "bad_body"),
        (b'{"ammount": 5}', "application/json", 400, "bad_body"),
        (b'{"amount": true}', "application/json", 400, "bad_body"),
        (b'{"amount": [5]}', "application/json", 400, "bad_body"),
        (b'{"amount": NaN}', "application/json", 400, "bad_body"),
        (b'{"amount": 1e99999999999999999999}', "application/json", 400, "bad_body"),
        (b'{"note": 5}', "application/json", 400, "bad_body"),
        (b'{"day": 20270301}', "application/json", 400, "bad_body"),
        (b"hello", "text/plain", 400, "bad_body"),
        (b"hello", FORM, 400, "bad_body"),
        (b"x", "multipart/form-data", 400, "bad_body"),
        (b"x", "multipart/form-data; boundary=y", 400, "bad_body"),
        (b'{"amount": 0}', "application/json", 422, "bad_amount"),
        (b'{"amount": -5}', "application/json", 422, "bad_amount"),
        (b'{"amount": 1e99}', "application/json", 422, "bad_amount"),
        (b'{"amount": 1e-99}', "application/json", 422, "bad_amount"),
        (b'{"amount": "a lot"}', "application/json", 422, "bad_amount"),
        (b"amount=5k", FORM, 422, "bad_amount"),
        (b'{"note": "' + b"x" * 201 + b'"}', "application/json", 422, "bad_note"),
        (b'{"day": "someday"}', "application/json", 422, "no_such_date"),
        (b'{"day": "2101-01-01"}', "application/json", 422, "wrong_day"),
        (b'{"day": "2099-12-01"}', "application/json", 422, "wrong_day"),
        (b" " * (MOST_BYTES + 1), "application/json", 413, "too_large"),
    ],
)
async def test_a_body_that_makes_no_sense_is_refused_with_a_sentence(
    site: ApiSite, body: bytes, content_type: str, status: int, code: str
) -> None:
    gym = await site.habit("gym")

    said = await site.posts(GYM, data=body, headers={"Content-Type": content_type})

    assert (said.status, said.code) == (status, code)
    assert said.message.endswith(".")
    assert await site.logs(gym) == []


async def test_a_body_of_unknown_length_is_limited_too(site: ApiSite) -> None:
    await site.habit("gym")

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(MOST_BYTES):
            yield b"  "

    assert (await site.posts(GYM, data=endless())).status == 413


async def test_fields_that_mean_nothing_there_are_refused(site: ApiSite) -> None:
    await site.habit("gym")

    assert "note, day" in (await site.tells("gym", "skip", amount=5)).message
    assert (await site.tells("gym", "undo", note="x")).status == 400


async def test_what_is_refused_has_a_status_a_code_and_a_sentence(site: ApiSite) -> None:
    gym = await site.habit("gym 3x a week")
    await site.habit("gym bag")
    await site.services.habits.edit(site.ada.id, gym.id, {"skips_per_month": 0})

    for habit, act, status, code in (
        ("walk", "complete", 404, "no_such_habit"),
        ("gy", "complete", 409, "ambiguous_habit"),
        ("gym", "skip", 409, "no_skips_left"),
        ("gym", "undo", 409, "nothing_to_undo"),
    ):
        said = await site.tells(habit, act)
        assert (said.status, said.code) == (status, code)
        assert said.message.endswith(".")


async def test_names_of_any_letters_can_stand_in_an_address(site: ApiSite) -> None:
    for name in ("Read/write", "Übung macht", "a%2Fb", "50/50 100%"):
        habit = await site.services.habits.add(site.ada, name)
        told = (await site.tells(name)).document["habit"]
        assert (told["id"], told["name"]) == (habit.id, name)


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer qlt_wrong",
        "Basic {token}",
        "{token}",
        "Bearer {token}x",
        "Bearer {token} {token}",
        "Bearer {hash}",
        "Bearer qlt_{hash}",
        "Bearer qlt_é",
        f"Bearer qlt_{'x' * 5000}",
    ],
)
async def test_without_a_valid_token_nothing_is_done(site: ApiSite, header: str | None) -> None:
    gym = await site.habit("gym")
    kept = hash_of(site.token)
    headers = {} if header is None else {"Authorization": header.format(token=site.token, hash=kept)}

    for method, path in (("POST", GYM), ("GET", "/api/v1/habits"), ("POST", "/api/v1/habits/x/undo")):
        said = await site.asks(method, path, headers=headers)
        assert said.status == 401
        assert said.headers["WWW-Authenticate"].startswith('Bearer realm="questlog"')
        assert "questlog token new" in said.message
    assert await site.logs(gym) == []


async def test_a_token_stands_only_in_its_header(site: ApiSite) -> None:
    await site.habit("gym")

    assert (await site.asks("POST", f"{GYM}?token={site.token}")).status == 401
    assert (await site.asks("POST", f"{GYM}?access_token={site.token}")).status == 401
    async with site.client.post(
        site.url + GYM, headers=[("Authorization", f"Bearer {site.token}")] * 2
    ) as twice:
        assert twice.status == 401


async def test_the_scheme_is_written_in_any_case(site: ApiSite) -> None:
    await site.habit("gym")

    assert (await site.asks("POST", GYM, headers={"Authorization": f"bearer  {site.token}"})).status == 200


async def test_everybody_tells_only_their_own(site: ApiSite) -> None:
    bob = await site.services.accounts.register(parse_identity("local:bob"))
    gym = await site.habit("gym", bob)
    of_bob = (await Tokens(site.services.table, site.clock).make(bob.id)).token

    assert (await site.tells("gym")).status == 404
    assert (await site.tells(gym.id)).status == 404
    assert (await site.lists()).document["habits"] == []
    assert (await site.posts(GYM, token=of_bob)).status == 200


async def test_a_token_that_was_replaced_revoked_or_whose_person_is_gone_opens_nothing(site: ApiSite) -> None:
    await site.habit("gym")
    tokens = Tokens(site.services.table, site.clock)
    new = (await tokens.make(site.ada.id, "token")).token

    assert (await site.tells("gym")).status == 401
    assert (await site.posts(GYM, token=new)).status == 200
    await tokens.revoke(site.ada.id)
    assert (await site.posts(GYM, token=new)).status == 401
    last = (await tokens.make(site.ada.id)).token
    await delete_person(site.services.table, Holder(site.ada.id), site.clock())
    assert (await site.posts(GYM, token=last)).status == 401


async def test_whoever_is_being_deleted_tells_nothing_more(site: ApiSite) -> None:
    await site.habit("gym")
    leaving = Update(site.ada.key.key, set={"deletingSince": "2100-01-01T00:00:00Z"})
    await site.services.table.update(leaving)

    said = await site.tells("gym")

    assert (said.status, said.code) == (409, "being_deleted")


async def test_whoever_asks_too_often_is_told_when_to_come_back(site: ApiSite) -> None:
    await site.habit("gym")
    bob = await site.services.accounts.register(parse_identity("local:bob"))
    of_bob = (await Tokens(site.services.table, site.clock).make(bob.id)).token
    for _ in range(CALLS.most):
        assert (await site.lists()).status == 200

    site.clock.advance(20)
    said = await site.tells("gym")

    assert (said.status, said.code, said.headers["Retry-After"]) == (429, "too_often", "40")
    assert (await site.posts(GYM, token=of_bob)).status == 404, "others have a limit of their own"
    site.clock.advance(40)
    assert (await site.tells("gym")).status == 200


async def test_many_at_once_are_one_completion_and_one_award(site: ApiSite) -> None:
    gym = await site.habit("gym")

    said = await asyncio.gather(*(site.tells("gym") for _ in range(10)))

    assert {one.status for one in said} == {200}
    assert sum(one.document["changed"] for one in said) == 1
    assert len(await site.logs(gym)) == 1
    assert (await wallet_of(site.services.table, site.ada.id)).points == 10


async def test_while_the_store_is_down_or_questlog_starts_programs_come_back_later(site: ApiSite) -> None:
    await site.habit("gym")
    faulty = FaultyTable(site.services.table)
    object.__setattr__(site.services, "table", faulty)
    faulty.fail()

    down = await site.tells("gym")
    async with site.running.opened(site.services):
        pass  # it closes at the end
    closed = await site.tells("gym")

    assert (down.status, down.code, down.headers["Retry-After"]) == (503, "store", "60")
    assert (closed.status, closed.code, closed.headers["Retry-After"]) == (503, "starting", "5")


async def test_no_token_is_ever_logged(site: ApiSite) -> None:
    await site.habit("gym")
    faulty = FaultyTable(site.services.table)
    object.__setattr__(site.services, "table", faulty)
    with structlog.testing.capture_logs() as lines:
        await site.tells("gym")
        await site.tells("walk")
        await site.posts(GYM, data=b"{", headers={"Content-Type": "application/json"})
        faulty.fail()
        await site.tells("gym")

    assert [line["event"] for line in lines] == ["api not answered"]
    assert site.token not in f"{lines}"
    assert hash_of(site.token) not in f"{lines}"


def test_the_service_has_these_addresses() -> None:
    served = {(route.method, route.path) for route in routes(RunningServices(), Settings())}

    assert {(route.method, route.path) for route in api_routes(RunningServices(), FEATURES)} <= served


@pytest.mark.parametrize("prefix", ["/api/v1", "/api"])
async def test_other_methods_and_addresses_are_not_there(site: ApiSite, prefix: str) -> None:
    for method, path, status, code, allowed in (
        ("GET", "/habits/gym/complete", 405, "wrong_method", "POST"),
        ("DELETE", "/habits", 405, "wrong_method", "GET, HEAD, POST"),
        ("POST", "/habits/gym", 405, "wrong_method", "DELETE, GET, HEAD, PATCH"),
        ("POST", "/habits/gym/remove", 404, "no_such_address", None),
        ("GET", "", 404, "no_such_address", None),
        ("GET", "/", 404, "no_such_address", None),
        ("GET", "/v2/habits", 404, "no_such_address", None),
    ):
        async with site.client.request(method, site.url + prefix + path) as response:
            assert (response.status, response.content_type) == (status, "application/problem+json")
            assert response.headers.get("Allow") == allowed
            assert (await response.json(content_type=None))["error"]["code"] == code


async def test_a_refusal_is_a_problem_as_rfc_9457_has_it(site: ApiSite) -> None:
    gym = await site.habit("gym")

    said = await site.tells("gim", note="x")

    assert said.document == {
        "type": "/api/docs#no_such_habit",
        "title": "No such habit",
        "status": 404,
        "detail": said.message,
        "instance": "/api/v1/habits/gim/complete",
        "error": {
            "code": "no_such_habit",
            "message": "You have no habit 'gim'. Did you mean Gym?",
            "suggestions": [{"label": "Gym", "value": gym.id}],
        },
    }
    assert (await site.tells("gym", amount=0)).document["error"]["field"] == "amount"


async def test_addresses_without_a_version_answer_as_they_always_did(site: ApiSite) -> None:
    gym = await site.habit("gym")

    said = await site.posts("/api/habits/gym/complete", json={"note": "legs"})
    refused = await site.posts("/api/habits/gim/complete")

    assert (said.status, said.document["habit"]["id"], said.document["note"]) == (200, gym.id, "legs")
    assert [*refused.document] == ["error"]
    assert (refused.status, refused.code) == (404, "no_such_habit")


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
_BODIES = st.dictionaries(st.sampled_from(["amount", "note", "day"]) | st.text(max_size=5), _JSON, max_size=3)
_TYPES = st.sampled_from(
    ["application/json", FORM, "multipart/form-data; boundary=x", "text/plain", "x", f"{FORM}; charset=x"]
)
_RAW = st.binary(max_size=200) | st.sampled_from(
    [
        b'--x\r\nContent-Disposition: form-data; name="amount"\r\n\r\n5\r\n--x--\r\n',
        b'--x\r\nContent-Disposition: form-data; name="note"; filename="f"\r\n\r\n5\r\n--x--\r\n',
        b"--x\r\n\r\n\r\n--x--\r\n",
        b"amount=5&amount=6",
        b"amount=%ff",
    ]
)


def collected(strategy: st.SearchStrategy[Any]) -> list[Any]:
    """Examples, to be tried one after the other in the loop of the test."""
    found: list[Any] = []

    @settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(strategy)
    def collect(one: object) -> None:
        found.append(one)

    collect()
    return found


async def test_any_body_is_understood_or_refused_and_nothing_breaks(site: ApiSite) -> None:
    await site.habit("gym")
    understood = {200, 400, 409, 413, 422}
    for body in collected(_BODIES):
        site.clock.advance(61)
        said = await site.posts(GYM, json=body)
        assert said.status in understood, body
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as client:
        site.client = client
        for raw, content_type in collected(st.tuples(_RAW, _TYPES)):
            site.clock.advance(61)
            said = await site.posts(GYM, data=raw, headers={"Content-Type": content_type})
            assert said.status in understood, (raw, content_type)


async def test_a_name_with_braces_is_found(site: ApiSite) -> None:
    await site.habit("{gym}")

    assert (await site.tells("{gym}")).status == 200


async def test_any_name_is_found_or_not(site: ApiSite) -> None:
    await site.habit("gym")
    for name in collected(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)):
        site.clock.advance(61)
        if name.strip("./"):
            assert (await site.tells(name)).status in {200, 404, 409}, name
