"""Metrics over HTTP: numbers as numbers or as text, and nobody else's."""

from collections.abc import AsyncIterator
from decimal import Decimal
from json import loads
from typing import Any

import pytest

from tests.bot.web.api_site import ApiSite, Said, api_site
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.tokens import Tokens, TokenScope
from tracker.metrics.model import MetricSource
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        await opened.posts("/api/metrics", json={"name": "Weight", "unit": "kg"})
        yield opened


async def logs(site: ApiSite, **said: Any) -> Said:  # noqa: ANN401 - any JSON
    site.clock.advance(60)
    return await site.posts("/api/metrics/weight/logs", json=said)


@pytest.mark.parametrize("value", [82.4, "82.4", "82,4 kg", "82.40"])
async def test_a_number_is_said_as_one_or_as_text(site: ApiSite, value: object) -> None:
    said = await logs(site, value=value, note="after run", at="yesterday")
    assert said.status == 200
    assert (said.document["metric"]["latest"], said.document["log"]["note"]) == (82.4, "after run")


@pytest.mark.parametrize(
    ("scope", "source"), [(TokenScope.TELL, MetricSource.DEVICE), (TokenScope.WRITE, MetricSource.MANUAL)]
)
@pytest.mark.parametrize("prefix", ["/api", "/api/v1"])
async def test_what_a_token_that_can_only_tell_logs_is_a_devices(
    site: ApiSite, scope: TokenScope, source: MetricSource, prefix: str
) -> None:
    token = (await Tokens(site.services.table, site.clock).make(site.ada.id, "scale", scope)).token
    said = await site.posts(f"{prefix}/metrics/weight/logs", token=token, json={"value": 82.4})
    assert said.document["log"]["source"] == source.value
    site.clock.advance(60)
    corrected, mine = f"/api/v1/metrics/weight/logs/{said.document['log']['at']}", f"Bearer {site.token}"
    await site.asks("PATCH", corrected, headers={"Authorization": mine}, json={"value": 82})
    [log] = (await site.gets("/api/metrics/weight")).document["log"]
    assert (log["value"], log["source"]) == (82, source.value)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("1e9", "1000000000"), ("1E+3", "1000"), ("1.5e-7", "0.00000015"), ("123456789012345.123456789",) * 2,
        ("0.30", "0.3"), ("-0.1", "-0.1"),
    ],
)  # fmt: skip
async def test_a_number_loses_no_digit_however_a_program_writes_it(
    site: ApiSite, written: str, kept: str
) -> None:
    json = {"Content-Type": "application/json"}
    said = await site.posts("/api/metrics/weight/logs", data=f'{{"value": {written}}}', headers=json)
    assert said.status == 200, said.document
    headers = {"Authorization": f"Bearer {site.token}"}
    async with site.client.get(f"{site.url}/api/v1/metrics/weight", headers=headers) as answer:
        found = loads(await answer.text(), parse_float=Decimal)
    assert found["metric"]["latest"] == found["log"][0]["value"] == Decimal(kept)


@pytest.mark.parametrize("written", ["1e999999999", "-1e99", "1e-99", "9" * 4000, "NaN", "Infinity", "1e15"])
async def test_a_number_out_of_all_bounds_is_refused(site: ApiSite, written: str) -> None:
    json = {"Content-Type": "application/json"}
    said = await site.posts("/api/metrics/weight/logs", data=f'{{"value": {written}}}', headers=json)
    assert said.status in {400, 422}
    assert (await site.gets("/api/metrics/weight")).document["metric"]["logs"] == 0


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({}, 400, "bad_body"),
        ({"value": None}, 400, "bad_body"),
        ({"value": True}, 400, "bad_body"),
        ({"value": [1]}, 400, "bad_body"),
        ({"value": 5, "colour": "red"}, 400, "bad_body"),
        ({"value": "5 km"}, 422, "wrong_unit"),
        ({"value": "many"}, 422, "bad_value"),
        ({"value": 10**16}, 422, "bad_value"),
        ({"value": 5, "at": "tomorrow"}, 422, "still_to_come"),
    ],
)
async def test_what_cannot_be_logged_is_refused(
    site: ApiSite, said: dict[str, object], status: int, code: str
) -> None:
    found = await logs(site, **said)
    assert (found.status, found.code) == (status, code)
    assert (await site.gets("/api/metrics/weight")).document["metric"]["logs"] == 0


async def test_a_log_is_corrected_by_its_time(site: ApiSite) -> None:
    first = (await logs(site, value=82.4)).document["log"]["at"]
    await logs(site, value=83)
    headers = {"Authorization": f"Bearer {site.token}"}

    path = f"/api/metrics/weight/logs/{first}"
    done = await site.asks("PATCH", path, headers=headers, json={"value": 82.5})
    assert (done.document["log"]["value"], done.document["metric"]["latest"]) == (82.5, 83)
    gone = await site.asks("PATCH", path.replace(":01:00Z", ":09:00Z"), headers=headers, json={"value": 1})
    assert gone.status in (404, 422)


async def test_a_day_says_which_log_is_corrected(site: ApiSite) -> None:
    for value, at in ((81, "yesterday 7:00"), (82, "yesterday 8:00"), (83, "now")):
        await logs(site, value=value, at=at)
    headers = {"Authorization": f"Bearer {site.token}"}

    async def corrects(log: str, value: object) -> Said:
        return await site.asks(
            "PATCH", f"/api/metrics/weight/logs/{log}", headers=headers, json={"value": value}
        )

    for log, value, wanted in (("yesterday", "82.5", 82.5), ("yesterday 7:00", 80, 80), ("today", 84, 84)):
        done = await corrects(log, value)
        assert (done.status, done.document["log"]["value"]) == (200, wanted)
    assert (await corrects("yesterday 9:00", 1)).status == 404
    assert (await corrects("monday", 1)).status == 404
    days = (await site.gets("/api/metrics/weight")).document["log"]
    assert [one["value"] for one in days] == [84, 82.5, 80]


async def test_nobody_reaches_the_metric_of_another_person(site: ApiSite) -> None:
    metric = (await logs(site, value=82.4)).document["metric"]
    eve = await site.services.accounts.register(parse_identity("local:eve"))
    token = (await Tokens(site.services.table, site.clock).make(eve.id)).token
    headers = {"Authorization": f"Bearer {token}"}

    for name in ("weight", metric["id"]):
        for method, path, body in (
            ("GET", "", None),
            ("PATCH", "", {"target": 5}),
            ("DELETE", "", None),
            ("POST", "/logs", {"value": 5}),
            ("PATCH", "/logs/2100-01-01T00:01:00Z", {"value": 5}),
            ("POST", "/undo", None),
        ):
            said = await site.asks(method, f"/api/metrics/{name}{path}", headers=headers, json=body)
            assert (said.status, said.code) == (404, "no_such_metric"), (method, path)
    assert (await site.asks("POST", "/api/metrics/undo", headers=headers)).code == "nothing_to_undo"
    listed = await site.asks("GET", "/api/metrics", headers=headers)
    assert listed.document["metrics"] == []
    assert (await site.gets("/api/metrics/weight")).document["metric"] == metric
