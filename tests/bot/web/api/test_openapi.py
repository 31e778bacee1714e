"""The API says what it takes and answers, and does as it says: schemathesis asks a live server."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from ipaddress import IPv4Network
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from hypothesis import settings as hypothesis_settings
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from bot.features import FEATURES
from bot.web.http_api.openapi import openapi
from bot.web.http_api.serving import feature_routes
from bot.web.site.tables import names_in
from bot.web.there import GUILD
from tests.bot.web.api.on_server import ServerByApi, server_by_api
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tests.patience import PATIENCE
from tracker.accounts.tokens import Tokens
from tracker.settings import Settings
from tracker.store.sqlite import SqliteTable

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    ignored_auth,
    unsupported_method,
    negative_data_rejection,
)
ADDRESSES = IPv4Network("10.0.0.0/8").hosts()
"""Those who ask, as a proxy says it: one address may not try many tokens."""
MANY = 250
"""So many operations there are at least."""
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
"""What fits the description, and what does not."""
API_PAGE = (Path(__file__).parents[4] / "docs" / "api.md").read_text("utf-8")
FEW = hypothesis_settings(
    max_examples=2,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[*HealthCheck],
)


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


def test_every_address_is_described_with_what_it_needs() -> None:
    described = openapi([*feature_routes(FEATURES)], "1")

    for route in feature_routes(FEATURES):
        one = described["paths"][route.path][route.method.lower()]
        assert one["security"] == [{"token": [route.scope.value]}]
    text = json.dumps(described)
    known = {f"#/components/{kind}/{name}" for kind, some in described["components"].items() for name in some}
    assert set(re.findall(r'"\$ref": "([^"]*)"', text)) <= known
    ids = [one["operationId"] for path in described["paths"].values() for one in path.values()]
    assert len(ids) == len(set(ids))


def test_an_address_on_a_server_says_which_and_what_is_refused_there() -> None:
    described = openapi([*feature_routes(FEATURES)], "1")["paths"]

    there = [one for path in described if GUILD in names_in(path) for one in described[path].values()]
    assert len(there) > 50
    for one in there:
        [(place, means)] = [
            (field["in"], field["description"]) for field in one["parameters"] if field["name"] == GUILD
        ]
        assert (place, "on Discord" in means) == ("path", True)
        assert all(
            code in one["description"] for code in ("no_such_server", "not_manager", "servers_unknown")
        )
        assert {"403", "404", "429", "503"} <= one["responses"].keys()


async def test_it_is_what_the_specification_says(site: ApiSite) -> None:
    async with site.client.get(f"{site.url}/api/v1/openapi.json") as response:
        described = await response.json()
    assert [f"{one}" for one in OpenAPIV31SpecValidator(described).iter_errors()] == []


async def test_however_many_ask_it_is_made_once_and_sent_packed(site: ApiSite) -> None:
    """Making it takes a second: strangers must not make the service do that again and again."""

    async def asked() -> tuple[str, str]:
        async with site.client.get(f"{site.url}/api/v1/openapi.json") as response:
            await response.read()
            return response.headers["ETag"], response.headers["Content-Encoding"]

    async with asyncio.timeout(PATIENCE):
        [(tag, packing)] = {*await asyncio.gather(*(asked() for _ in range(100)))}
    assert packing == "gzip"
    same = {"If-None-Match": tag}
    async with site.client.get(f"{site.url}/api/v1/openapi.json", headers=same) as response:
        assert response.status == 304


async def test_nobody_needs_a_token_to_read_what_there_is(site: ApiSite) -> None:
    async with site.client.get(f"{site.url}/api/v1/openapi.json") as response:
        assert (response.status, response.content_type) == (200, "application/json")
        assert (await response.json())["openapi"] == "3.1.0"
    async with site.client.get(f"{site.url}/api/docs") as response:
        page = await response.text()
        policy = response.headers["Content-Security-Policy"]
    assert "GET /api/v1/habits/{habit}" in page
    assert 'id="no_such_habit"' in page
    assert "script" not in policy
    assert not re.search(r"<script|<style|style=|(?:href|src)=.https?:", page)


async def test_below_a_path_it_says_where_programs_find_it(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    """A proxy may pass the path on, or take it away."""
    settings = Settings.model_validate({"web": {"public_url": "https://example.org/quest"}})
    async with api_site(sqlite_table, clock, settings) as site:
        for prefix in ("", "/quest"):
            async with site.client.get(f"{site.url}{prefix}/api/v1/openapi.json") as response:
                assert (await response.json())["servers"] == [{"url": "/quest/api/v1"}]
            async with site.client.get(f"{site.url}{prefix}/api/v1/habits") as response:
                assert (await response.json())["type"] == "/quest/api/docs#no_token"
            for method, path in (("GET", "/api/v1/nothing"), ("DELETE", "/api/v1/habits")):
                async with site.client.request(method, f"{site.url}{prefix}{path}") as response:
                    assert response.status in {404, 405}
                    assert response.content_type == "application/problem+json"


async def test_whatever_can_be_refused_has_its_place_on_the_page_that_problems_name(site: ApiSite) -> None:
    rows = re.findall(r"^\| \d{3} \| ([^|]+) \|", API_PAGE, re.MULTILINE)
    codes = {code for row in rows for code in re.findall(r"`([a-z_]+)`", row)}
    async with site.client.get(f"{site.url}/api/docs") as response:
        page = await response.text()
    assert len(codes) > 30
    assert {code for code in codes if f'id="{code}"' not in page} == set()


async def test_a_live_server_does_as_it_says(sqlite_table: SqliteTable, clock: HandClock) -> None:
    """With things of all kinds, so that some names lead to something; also on a server on Discord."""
    async with server_by_api(sqlite_table, clock) as server:
        await has_things(server)
        await asyncio.to_thread(ask_everything, server, asyncio.get_running_loop())


async def has_things(server: ServerByApi) -> None:
    for path, body in (
        ("/habits", {"habit": "a"}),
        ("/tasks", {"what": "a"}),
        ("/projects", {"name": "a"}),
        ("/metrics", {"name": "a", "unit": "kg"}),
        ("/rewards", {"title": "a", "cost": 5}),
        ("/areas", {"area": "a"}),
        ("/characters", {"name": "Zezima"}),
        ("/challenges", {"name": "a", "counts": "habits", "threshold": 1}),
    ):
        assert (await server.ada.asks("POST", path, **body)).status == 200, path
    said = await server.ada.asks("POST", f"{server.path}/announce-channel", channel=server.channel)
    assert said.status == 200


def ask_everything(server: ServerByApi, loop: asyncio.AbstractEventLoop) -> None:
    schema = schemathesis.openapi.from_url(f"{server.ada.site.url}/api/v1/openapi.json")
    asked = [*operations(schema)]
    assert len(asked) > MANY
    for operation in asked:
        for mode in MODES:
            token = asyncio.run_coroutine_threadsafe(anew(server), loop).result()
            ask(server, token, operation, mode)


async def anew(server: ServerByApi) -> str:
    """A token, of which the operation before may have been the end; and Discord may be asked again."""
    server.ada.site.clock.advance(10)
    site = server.ada.site
    return (await Tokens(site.services.table, site.clock).make(server.ada.person.id, "asking")).token


def operations(schema: Any) -> Iterator[Any]:  # noqa: ANN401 - of the library
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path != "/events":  # it has no end
            yield operation


def ask(server: ServerByApi, token: str, operation: Any, mode: GenerationMode) -> None:  # noqa: ANN401 - of the library
    from hypothesis import given  # noqa: PLC0415

    @FEW
    @given(case=operation.as_strategy(generation_mode=mode))
    def one(case: Any) -> None:  # noqa: ANN401 - of the library
        server.ada.site.clock.advance(61)  # so that nobody asks too often, and from one address
        headers = {"Authorization": f"Bearer {token}", "X-Forwarded-For": f"{next(ADDRESSES)}"}
        if GUILD in (case.path_parameters or ()):
            case.path_parameters[GUILD] = f"{server.clan.guild.id}"
        case.call_and_validate(headers=headers, checks=CHECKS)

    one()
