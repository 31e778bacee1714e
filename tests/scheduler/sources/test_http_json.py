"""Any number on the web: read exactly, within limits, and only from where people may look."""

import traceback
from collections.abc import Awaitable, Callable
from decimal import Decimal

import pytest
from aiohttp import web

from scheduler.sources.source import (
    Blocked,
    Malformed,
    NotFound,
    RateLimited,
    SourceFailure,
    Unavailable,
)
from scheduler.sources.web.http_json import VALUE
from scheduler.sources.web.json_target import HttpJsonTarget
from tests.fakes.json_site import JsonSite
from tests.fakes.loop_time import leap
from tests.fakes.web_faults import (
    Fault,
    Good,
    garbage,
    html_with_200,
    huge,
    page,
    rate_limited,
    reset,
    server_error,
    slow_body,
    slow_headers,
    truncated,
)
from tests.scheduler.sources.conftest import NewHttpJson
from tests.scheduler.sources.timing import START, HandTime
from tracker.readings import Number, Reading
from tracker.store.segments import Subject

SECRET = "hunter2-token"  # noqa: S105 - it opens nothing
Read = Callable[..., Awaitable[Reading]]


@pytest.fixture
async def read(new_http_json: NewHttpJson) -> Read:
    """Reads one target."""
    known: dict[str, HttpJsonTarget] = {}
    source = await new_http_json(known)

    async def one(url: str, path: str = "count", headers: dict[str, str] | None = None) -> Reading:
        target = HttpJsonTarget.of(url, path, headers=headers)
        known[target.key] = target
        return await source.fetch(source.subject(target))

    return one


@pytest.mark.parametrize(
    ("document", "path", "value"),
    [
        ({"count": 5}, "count", 5),
        ({"data": {"items": [{"count": 7}]}}, "data.items[0].count", 7),
        (12, "", 12),
        ({"count": 0}, "count", 0),
        ({"count": -3}, "count", -3),
        ({"count": "1,234,567"}, "count", 1_234_567),
        ({"count": "12.50"}, "count", Decimal("12.5")),
    ],
)
async def test_the_number_at_the_path_is_the_reading(
    site: JsonSite, read: Read, document: object, path: str, value: Number
) -> None:
    reading = await read(site.serve("/n.json", document), path)
    assert reading.values == {VALUE: value}
    assert reading.at == START


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0.1", Decimal("0.1")),
        ("12345678901234567890123456", 12_345_678_901_234_567_890_123_456),
        ("1.10", Decimal("1.1")),
        ("5.0", 5),
        ("1e3", 1000),
        ("0e999999", 0),
        ("-0.0", 0),
    ],
)
async def test_numbers_are_kept_exactly(site: JsonSite, read: Read, written: str, value: Number) -> None:
    url = site.answer("/n.json", page(f'{{"count": {written}}}'))
    reading = await read(url)
    assert reading.values == {VALUE: value}
    assert type(reading.values[VALUE]) is type(value)


async def test_null_is_unknown_and_no_failure(site: JsonSite, read: Read) -> None:
    reading = await read(site.serve("/n.json", {"count": None}))
    assert reading.values == {}
    assert reading.notes == ("the number is null, which is no number yet",)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ('{"other": 5}', "has no count on the way to count"),
        ("[]", "has no count on the way"),
        ('"text"', "has no count on the way"),
        ('{"count": true}', "something that is no number"),
        ('{"count": "many"}', "something that is no number"),
        ('{"count": "1,5"}', "something that is no number"),
        ('{"count": "1.234,5"}', "something that is no number"),
        ('{"count": {}}', "something that is no number"),
        ('{"count": 1e999999999}', "something that is no number"),
        ('{"count": 1e-200}', "something that is no number"),
        (f'{{"count": {"9" * 39}}}', "something that is no number"),
        (f'{{"count": {"9" * 5000}}}', "is no JSON that Questlog can read"),
        ('{"count": NaN}', "is no JSON that Questlog can read"),
        ('{"count": 1e99999999999999999999}', "is no JSON that Questlog can read"),
        ("[" * 100_000, "is no JSON that Questlog can read"),
        ("", "is no JSON that Questlog can read"),
    ],
)
async def test_an_answer_without_the_number_is_malformed(
    site: JsonSite, read: Read, body: str, says: str
) -> None:
    with pytest.raises(Malformed, match=says):
        await read(site.answer("/n.json", page(body)))


@pytest.mark.parametrize(
    ("fault", "kind", "says"),
    [
        (html_with_200(), Malformed, r"The answer of 127\.0\.0\.1 is no JSON that"),
        (garbage(), Malformed, "is no JSON that Questlog can read"),
        (huge(1_100_000), Malformed, "answered with more than 1,000,000 bytes"),
        (page("", 404), NotFound, "answered that there is nothing"),
        (page("", 410), NotFound, "answered that there is nothing"),
        (page("", 401), Blocked, r"refused to answer \(status 401\)\. If it wants a token"),
        (page("", 403), Blocked, r"refused to answer \(status 403\)"),
        (rate_limited(), RateLimited, "asked for fewer requests"),
        (server_error(502), Unavailable, r"answered with an error \(status 502\)"),
        (page("", 300), Unavailable, "answered with status 300 and no numbers"),
        (page("", 302), Unavailable, "answered with status 302"),
        (reset(), Unavailable, "broke off in the middle of its answer"),
        (truncated(), Unavailable, "broke off in the middle of its answer"),
    ],
)
async def test_every_bad_answer_is_a_failure_of_its_kind(
    site: JsonSite, read: Read, fault: Fault, kind: type[SourceFailure], says: str
) -> None:
    with pytest.raises(kind, match=says):
        await read(site.answer("/n.json", fault))


@pytest.mark.parametrize("fault", [slow_headers(60), slow_body(60)])
async def test_an_answer_that_takes_too_long_is_not_waited_for(
    site: JsonSite, new_http_json: NewHttpJson, fault: Fault
) -> None:
    target = HttpJsonTarget.of(site.answer("/n.json", fault), "count")
    source = await new_http_json({target.key: target}, timeout_seconds=20)
    with pytest.raises(Unavailable, match=r"did not answer within 20 seconds"):
        await source.fetch(source.subject(target))


async def test_headers_are_sent_along(site: JsonSite, read: Read) -> None:
    url = site.serve("/n.json", {"count": 5})
    await read(url, headers={"Authorization": SECRET, "User-Agent": "me"})
    _, headers = site.asked[0]
    assert (headers["Authorization"], headers["User-Agent"]) == (SECRET, "me")


async def test_nobody_defined_is_not_found(new_http_json: NewHttpJson) -> None:
    source = await new_http_json({})
    with pytest.raises(NotFound, match="Nobody has defined"):
        await source.fetch(Subject("http_json", "unknown"))


async def test_trouble_with_one_number_stops_only_that_one(
    site: JsonSite, read: Read, time: HandTime
) -> None:
    refused, fine = site.answer("/a.json", page("", 403)), site.serve("/b.json", {"count": 5})
    for _ in range(2):
        with pytest.raises(Blocked):
            await read(refused)
    assert (await read(fine)).values == {VALUE: 5}
    assert [path for path, _ in site.asked] == ["/a.json", "/b.json"]
    time.seconds += 900
    site.serve("/a.json", {"count": 6})
    assert (await read(refused)).values == {VALUE: 6}


async def test_a_first_look_at_what_nobody_follows_leaves_no_trouble_behind(
    site: JsonSite, new_http_json: NewHttpJson
) -> None:
    """A mistyped address is put right and tried again, and is not kept in mind for ever if it is not."""
    target = HttpJsonTarget.of(site.answer("/n.json", page("", 403)), "count")
    source = await new_http_json({})
    with pytest.raises(Blocked):
        await source.try_out(target)
    site.serve("/n.json", {"count": 5})

    reading = await source.try_out(target)

    assert (reading.subject, reading.values) == (source.subject(target), {VALUE: 5})


async def test_a_first_look_heeds_the_trouble_of_those_who_follow_it_already(
    site: JsonSite, new_http_json: NewHttpJson
) -> None:
    target = HttpJsonTarget.of(site.answer("/n.json", page("", 403)), "count")
    source = await new_http_json({target.key: target})
    with pytest.raises(Blocked):
        await source.fetch(source.subject(target))

    with pytest.raises(Blocked, match="asks again after"):
        await source.try_out(target)

    assert len(site.asked) == 1


class TestRedirects:
    async def test_they_are_followed(self, site: JsonSite, read: Read) -> None:
        site.serve("/new/n.json", {"count": 5})
        url = site.answer("/old.json", page("", 301, Location="new/n.json"))
        assert (await read(url)).values == {VALUE: 5}

    async def test_headers_go_along_on_the_same_server(self, site: JsonSite, read: Read) -> None:
        site.serve("/n.json", {"count": 5})
        await read(site.answer("/old.json", page("", 302, Location="/n.json")), headers={"X-Key": SECRET})
        assert [headers.get("X-Key") for _, headers in site.asked] == [SECRET, SECRET]

    async def test_headers_never_go_to_another_server(self, site: JsonSite, read: Read) -> None:
        async with JsonSite.running() as other:
            there = other.serve("/n.json", {"count": 5})
            url = site.answer("/old.json", page("", 302, Location=there))
            assert (await read(url, headers={"X-Key": SECRET})).values == {VALUE: 5}
            assert SECRET not in str(other.asked)

    async def test_all_of_them_together_have_the_time_of_one_request(
        self, site: JsonSite, new_http_json: NewHttpJson
    ) -> None:
        async def slowly_onward(request: web.Request, good: Good) -> web.StreamResponse:
            del request, good
            await leap(15)
            return web.Response(status=302, headers={"Location": "/loop.json"})

        target = HttpJsonTarget.of(site.answer("/loop.json", slowly_onward), "count")
        source = await new_http_json({target.key: target}, timeout_seconds=20)
        with pytest.raises(Unavailable, match=r"did not answer within 20 seconds"):
            await source.fetch(source.subject(target))
        assert len(site.asked) == 2

    async def test_they_end_after_five(self, site: JsonSite, read: Read) -> None:
        url = site.answer("/loop.json", page("", 302, Location="/loop.json"))
        with pytest.raises(Unavailable, match="from one address to the next without end"):
            await read(url)
        assert len(site.asked) == 6

    @pytest.mark.parametrize(
        "location",
        ["ftp://example.org/x", "file:///etc/passwd", "http://[", "http://a:b@127.0.0.1/"],
    )
    async def test_only_http_is_followed(self, site: JsonSite, read: Read, location: str) -> None:
        url = site.answer("/old.json", page("", 302, Location=location))
        with pytest.raises(Unavailable, match="sent Questlog to an address that it does not read"):
            await read(url)


class TestSecrets:
    async def test_no_failure_shows_the_address_or_the_headers(self, site: JsonSite, read: Read) -> None:
        away = page("", 302, Location="ftp://example.org/")
        faults = (
            page("", 404),
            page("", 403),
            server_error(),
            reset(),
            truncated(),
            garbage(),
            huge(10**7),
            away,
        )
        for number, fault in enumerate(faults):
            url = site.answer(f"/{number}.json", fault) + f"?key={SECRET}"
            with pytest.raises(SourceFailure) as caught:
                await read(url, headers={"Authorization": SECRET})
            told = "".join(traceback.format_exception(caught.value))
            assert SECRET not in f"{told} {caught.value!r} {caught.value.__dict__}"

    def test_no_text_of_a_target_shows_them(self) -> None:
        target = HttpJsonTarget.of(f"https://a.example/?key={SECRET}", "n", headers={"Authorization": SECRET})
        assert SECRET not in f"{target!r} {target} {target.key}"
