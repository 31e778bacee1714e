"""The recipes of docs/api.md, as they stand there: what each would send is sent, and answered."""

import asyncio
import json
import os
import re
import shutil
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from typing import Any

import pytest
import yaml
from jinja2 import Environment

from tests.bot.web.api.test_api_doc import PAGE
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tracker.accounts.tokens import Tokens, TokenScope
from tracker.store.sqlite import SqliteTable

HOST = "https://questlog.example"
TEMPLATES = Environment(autoescape=False)  # noqa: S701 - of Home Assistant, which makes no HTML of them


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        await opened.habit("gym")
        await opened.posts("/api/v1/metrics", json={"name": "Weight", "unit": "kg"})
        yield opened


def recipe(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE[PAGE.index("## Recipes") :], re.DOTALL)
    assert found is not None
    return found[1]


async def token(site: ApiSite, scope: TokenScope) -> str:
    return (await Tokens(site.services.table, site.clock).make(site.ada.id, scope.value, scope)).token


async def note_of_today(site: ApiSite) -> str | None:
    [log] = (await site.gets("/api/v1/habits/gym")).document["log"]
    return log["note"]


async def test_a_shortcut_on_an_iphone(site: ApiSite) -> None:
    head, body = recipe("http").split("\n\n", 1)
    request, *lines = head.splitlines()
    method, path, _ = request.split()
    headers = dict(line.split(": ", 1) for line in lines) | {"Host": "localhost"}
    headers["Authorization"] = headers["Authorization"].replace("qlt_…", await token(site, TokenScope.TELL))

    said = await site.asks(method, path, headers=headers, data=body.encode())

    assert said.document["message"].startswith("Gym is done today. 1 day in a row. +10 points.")
    assert await note_of_today(site) == "legs"


class Configuration(yaml.SafeLoader):
    """As Home Assistant reads it."""


async def home_assistant(site: ApiSite) -> Any:  # noqa: ANN401 - any YAML
    secrets = {
        "questlog_read": f"Bearer {await token(site, TokenScope.READ)}",
        "questlog_tell": f"Bearer {await token(site, TokenScope.TELL)}",
    }
    Configuration.add_constructor("!secret", lambda _, node: secrets[node.value])
    return yaml.load(recipe("yaml"), Configuration)  # noqa: S506 - a safe loader


async def test_a_sensor_of_home_assistant(site: ApiSite) -> None:
    [rest] = (await home_assistant(site))["rest"]
    [sensor] = rest["sensor"]
    await site.tells("gym")

    said = await site.asks("GET", rest["resource"].removeprefix(HOST), headers=rest["headers"])

    template = TEMPLATES.from_string(sensor["value_template"])
    state = template.render(value_json=said.document)
    within = said.document[sensor["json_attributes_path"].removeprefix("$.")]
    assert (state, sensor["unit_of_measurement"]) == ("1", "days")
    assert {name: within[name] for name in sensor["json_attributes"]} == {
        "state": "done",
        "due": False,
        "message": "Gym: done",
    }


@pytest.mark.parametrize("note", [None, 'said "legs"'])
async def test_a_button_of_home_assistant(site: ApiSite, note: str | None) -> None:
    found = await home_assistant(site)
    [button] = found["template"][0]["button"]
    [press] = button["press"]
    command = found["rest_command"][press["action"].removeprefix("rest_command.")]
    data = press["data"] | ({"note": note} if note else {})

    said = await site.asks(
        command["method"].upper(),
        TEMPLATES.from_string(command["url"]).render(data).removeprefix(HOST),
        headers=command["headers"] | {"Content-Type": command["content_type"]},
        data=TEMPLATES.from_string(command["payload"]).render(data).encode(),
    )

    assert (said.status, said.document["changed"]) == (200, True)
    assert await note_of_today(site) == note


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
async def test_curl(site: ApiSite) -> None:
    environment = {"PATH": os.environ["PATH"], "QUESTLOG_TOKEN": site.token, "QUESTLOG_URL": site.url}
    for _ in range(2):  # with an Idempotency-Key: the second time nothing is done
        process = await asyncio.create_subprocess_exec(
            *("sh", "-euc", recipe("sh")), stdout=PIPE, stderr=PIPE, env=environment
        )
        out, problems = await process.communicate()
        assert (process.returncode, problems) == (0, b"")

    decoder, documents, text = json.JSONDecoder(), list[Any](), out.decode().strip()
    while text:
        document, end = decoder.raw_decode(text)
        documents.append(document)
        text = text[end:].strip()
    done, logged, today = documents
    assert (done["changed"], done["points"]) == (True, 10)
    assert logged["log"]["value"] == 82.4
    assert today["habits"][0]["state"] == "done"
