"""`questlog wallet` and `questlog reward`: the table for spreadsheets, and what a refusal is about."""

import csv
import io
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.shell import Shell, shell_in


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


async def test_the_table_has_the_names_and_values_of_json(shell: Shell) -> None:
    await shell.answer("task", "add", "=1+1 30m")
    await shell.answer("task", "done", "=1+1")
    await shell.answer("reward", "add", "coffee", "--cost", "20")
    await shell.answer("reward", "redeem", "coffee")
    await shell.answer("reward", "undo")

    text = (await shell.run("wallet", "--csv")).out
    known = (await shell.answer("wallet"))["transactions"]

    assert "\r" not in text
    rows = [*csv.DictReader(io.StringIO(text))]
    assert [[*one] for one in rows] == [[*one] for one in known]
    assert [(one["coins"], one["undone"]) for one in rows] == [
        ("20", "true"),
        ("-20", "false"),
        ("30", "false"),
    ]
    assert rows[2]["reason"] == "'=1+1", "no program runs it as a formula"
    assert rows[2]["habitId"] == ""


async def test_it_is_one_or_the_other(shell: Shell) -> None:
    assert (await shell.refusal("wallet", "--csv"))[:2] == (Exit.USAGE, "two_formats")


@pytest.mark.parametrize(
    ("option", "value", "field"),
    [
        ("--cost", "0", "cost"),
        ("--cooldown-hours", "0", "cooldown_hours"),
        ("--per-day", "0", "per_day"),
        ("--stock", "-1", "stock"),
        ("--icon", "far too long", "icon"),
        ("--image", "http://example.org/a.png", "image"),
    ],
)
async def test_a_refusal_says_which_option_it_is_about(
    shell: Shell, option: str, value: str, field: str
) -> None:
    ended = await shell.run("reward", "add", "coffee", "--cost", "5", option, value, "--json")

    error = json.loads(ended.out)["error"]
    assert (error["code"], error["field"]) == ("bad_reward", field)
