"""`questlog doctor` says of all that must be right whether it is ok, off or broken, and what to do."""

import asyncio
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.doctor import CHECKS
from tests.bot.cli.mother import mother
from tests.bot.service import addresses
from tests.fakes.clock import HandClock
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.github import FakeGitHub
from tests.fakes.webhook_receiver import SECRET

NOWHERE = "http://127.0.0.1:9"
ROOT = Path(__file__).parents[3]
DOCTOR = "tests.bot.cli.doctor_by_hand_clock"
OFF = dict.fromkeys(("web", "webhook", "push", "discord", "sms", "email", "github"), "off")
"""Without any setting."""


def doctor(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.upper().startswith("QUESTLOG_")}
    environment = {**own, "COLUMNS": "200", "XDG_DATA_HOME": str(folder), **variables}
    return mother().run_now(arguments, folder, environment, module=DOCTOR)


def examine(folder: Path, **variables: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code and the checks by name."""
    result = doctor(folder, "--json", **variables)
    answer = json.loads(result.stdout)
    assert answer["ok"] is (result.returncode == 0)
    assert result.stderr == ""
    assert [check["name"] for check in answer["checks"]] == list(CHECKS)
    return result.returncode, {check.pop("name"): check for check in answer["checks"]}


def states(checks: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {name: check["state"] for name, check in checks.items()}


def test_on_the_embedded_defaults_nothing_is_broken(tmp_path: Path) -> None:
    exit_code, checks = examine(tmp_path)
    assert exit_code == 0
    assert states(checks) == dict.fromkeys(CHECKS, "ok") | OFF
    assert checks["config"]["found"].startswith("the defaults")
    assert (
        checks["store"]["found"]
        == f"SQLite file {tmp_path / 'questlog' / 'questlog.db'}, which is not there yet"
    )
    assert " zones, " in checks["zone data"]["found"]
    assert "webhooks" in checks["web"]["advice"]
    assert "discord.token" in checks["discord"]["advice"]


def test_it_names_the_file_and_the_variables_that_it_read(tmp_path: Path) -> None:
    (tmp_path / "questlog.toml").write_text("web.public_url = 'https://u:pw@questlog.example.org/x'")
    exit_code, checks = examine(tmp_path, QUESTLOG_LOG__LEVEL="debug")
    assert exit_code == 0
    assert checks["config"]["found"] == "questlog.toml, QUESTLOG_LOG__LEVEL"
    assert checks["web"] == {"state": "ok", "found": "https://questlog.example.org/x", "advice": ""}


def test_webhooks_are_ready_once_there_is_a_secret_which_it_does_not_show(tmp_path: Path) -> None:
    result = doctor(tmp_path, "--json", QUESTLOG_WEBHOOK__SECRET=SECRET)
    [webhook] = [one for one in json.loads(result.stdout)["checks"] if one["name"] == "webhook"]
    assert (webhook["state"], webhook["found"]) == (
        "ok",
        "messages are signed, and go only to public addresses",
    )
    assert SECRET not in result.stdout + result.stderr


async def test_it_logs_in_to_discord_and_says_as_whom_but_not_with_which_token(tmp_path: Path) -> None:
    async with FakeDiscord.running() as discord:
        discord.guild("clan")
        result = await asyncio.to_thread(doctor, tmp_path, "--json", **addresses(discord))

    [found] = [one for one in json.loads(result.stdout)["checks"] if one["name"] == "discord"]
    assert (result.returncode, found["state"]) == (0, "ok")
    assert found["found"] == f"questlog at {discord.api_url}, on 1 server"
    assert discord.token not in result.stdout + result.stderr
    assert discord.gateway.identified == []


async def test_a_refused_token_is_broken_and_is_not_shown(tmp_path: Path) -> None:
    async with FakeDiscord.running() as discord:
        wrong = addresses(discord, QUESTLOG_DISCORD__TOKEN="MTIz.wrong")  # noqa: S106 - a wrong one
        exit_code, checks = await asyncio.to_thread(examine, tmp_path, **wrong)

    assert exit_code == 1
    assert checks["discord"]["state"] == "broken"
    assert "QUESTLOG_DISCORD__TOKEN" in checks["discord"]["advice"]
    assert "MTIz.wrong" not in json.dumps(checks)


async def test_a_token_that_github_refuses_is_broken_without_a_word_in_the_log(tmp_path: Path) -> None:
    async with FakeGitHub.running(HandClock()) as github:
        variables = {
            "QUESTLOG_SOURCES__GITHUB__API_URL": github.url,
            "QUESTLOG_SOURCES__GITHUB__TOKEN": "ghp_expired",
        }
        exit_code, checks = await asyncio.to_thread(examine, tmp_path, **variables)

    assert (exit_code, checks["github"]["state"]) == (1, "broken")
    assert "ghp_expired" not in json.dumps(checks)


def test_a_broken_configuration_is_the_first_row_and_what_needs_it_is_off(tmp_path: Path) -> None:
    exit_code, checks = examine(tmp_path, QUESTLOG_WEB__PORT="x", QUESTLOG_WEB__HOSST="y")
    assert exit_code == 1
    assert states(checks) == {
        "config": "broken",
        "store": "off",
        "writing": "off",
        "schema": "off",
        "clock": "ok",
        "zone data": "ok",
        "web": "off",
        "webhook": "off",
        "push": "off",
        "discord": "off",
        "sms": "off",
        "email": "off",
        "github": "off",
    }
    assert len(checks["config"]["found"].splitlines()) == 2
    assert not (tmp_path / "questlog.db").exists()


@pytest.mark.parametrize(
    ("variables", "reason"),
    [
        ({"QUESTLOG_STORE__PATH": "no/such/folder/questlog.db"}, "does not exist"),
        (
            {
                "QUESTLOG_STORE__ENGINE": "dynamodb",
                "QUESTLOG_STORE__ENDPOINT_URL": NOWHERE,
                "AWS_ACCESS_KEY_ID": "test",
                "AWS_SECRET_ACCESS_KEY": "test",
            },
            "127.0.0.1:9",
        ),
    ],
)
def test_a_store_that_cannot_be_reached_is_broken_and_says_why(
    tmp_path: Path, variables: dict[str, str], reason: str
) -> None:
    exit_code, checks = examine(tmp_path, **variables)
    assert exit_code == 1
    assert (checks["store"]["state"], checks["writing"]["state"], checks["schema"]["state"]) == (
        "broken",
        "off",
        "off",
    )
    assert reason in checks["store"]["found"]
    assert checks["store"]["advice"]


def test_a_dynamodb_table_is_examined_like_the_file(
    tmp_path: Path, server_url: Callable[[str], str], new_dynamo_table: Callable[[str], str]
) -> None:
    table = new_dynamo_table("moto")
    exit_code, checks = examine(
        tmp_path,
        QUESTLOG_STORE__ENGINE="dynamodb",
        QUESTLOG_STORE__TABLE=table,
        QUESTLOG_STORE__ENDPOINT_URL=server_url("moto"),
    )
    assert exit_code == 0
    assert states(checks) == dict.fromkeys(CHECKS, "ok") | OFF
    assert table in checks["store"]["found"]


def test_a_file_that_is_no_database_is_broken_and_stays_as_it_is(tmp_path: Path) -> None:
    content = b"dear diary\n" * 500
    (tmp_path / "questlog.db").write_bytes(content)
    exit_code, checks = examine(tmp_path)
    assert exit_code == 1
    assert checks["store"]["state"] == "broken"
    assert (tmp_path / "questlog.db").read_bytes() == content


def test_a_database_from_the_future_means_that_the_clock_is_wrong(tmp_path: Path) -> None:
    assert examine(tmp_path)[0] == 0
    ahead = HandClock().second + 3600
    (tmp_path / "questlog.db").touch()
    os.utime(tmp_path / "questlog.db", (ahead, ahead))
    exit_code, checks = examine(tmp_path)
    assert exit_code == 1
    assert checks["clock"]["state"] == "broken"
    assert "NTP" in checks["clock"]["advice"]


def test_people_get_a_table_and_a_verdict(tmp_path: Path) -> None:
    result = doctor(tmp_path)
    assert result.returncode == 0
    rows = {line.split("  ")[0]: line for line in result.stdout.splitlines()}
    assert {"check", *CHECKS} <= rows.keys()
    assert "off" in rows["web"]
    assert result.stdout.endswith("Nothing is broken.\n")


def test_people_are_told_how_much_is_broken(tmp_path: Path) -> None:
    wide = {"COLUMNS": "1000"}  # in which no path is folded, however deep the folder of the test
    result = doctor(tmp_path, QUESTLOG_STORE__PATH="no/such/folder/[bold]x", **wide)
    assert result.returncode == 1
    assert "[bold]x" in result.stdout
    assert result.stdout.endswith("1 broken.\n")
