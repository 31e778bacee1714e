"""`questlog goal` with a title: what is usual for somebody, and how what they read is written."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.cli.shell import Shell, shell_in


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


async def test_new_goals_and_tasks_are_in_the_usual_area_unless_another_is_said(shell: Shell) -> None:
    await shell.answer("account", "set", "--default-area", "health")

    run = await shell.answer("goal", "add", "--title", "Run")
    save = await shell.answer("goal", "add", "--title", "Save", "--area", "money")
    rest = await shell.answer("goal", "add", "--title", "Rest", "--area", "none")
    task = await shell.answer("task", "add", "Buy shoes")

    assert [one["goal"]["area"] for one in (run, save, rest)] == ["health", "money", None]
    assert task["task"]["area"] == "health"


async def test_dates_and_numbers_of_its_parts_are_written_as_its_person_writes(shell: Shell) -> None:
    """They are worded where the goal is read."""
    await shell.answer("account", "set", "--language", "de", "--country", "DE")
    await shell.answer("goal", "add", "--title", "Get fit", "--by", "2027-06-01")
    for text in ("Run 5 km", "Swim", "Climb"):
        await shell.answer("goal", "link", "get fit", "--criterion", text, "--by", "2027-03-01")
    await shell.answer("goal", "tick", "get fit", "swim")

    shown = "\n".join(await shell.lines("goal", "show", "get fit"))

    assert "33,3 %" in shown
    assert "due 1. März" in shown
    assert "1. Juni" in shown
    assert "From 0 % to 33,3 %" in shown
