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


async def test_its_parts_are_called_as_they_were_named(shell: Shell) -> None:
    await shell.answer("goal", "add", "--title", "Get fit")
    lines = await shell.lines("goal", "link", "get fit", "--criterion", "Run 5 km")

    assert any(line.startswith("Run 5 km ") for line in lines), lines
    assert any(line.startswith("criteria ") for line in lines), "what is no name begins small"


async def test_a_task_that_is_done_can_be_linked_and_unlinked_by_its_words(shell: Shell) -> None:
    await shell.answer("goal", "add", "--title", "Get fit")
    await shell.answer("task", "add", "Buy shoes")
    await shell.answer("task", "done", "shoes")

    linked = await shell.answer("goal", "link", "get fit", "--task", "shoes")
    unlinked = await shell.answer("goal", "unlink", "get fit", "--task", "shoes")

    assert (linked["goal"]["progress"], unlinked["goal"]["progress"]) == (100, None)
    assert unlinked["message"] == "Buy shoes no longer counts towards Get fit."


async def test_a_task_that_is_not_there_is_not_said_to_be_the_first(shell: Shell) -> None:
    await shell.answer("task", "add", "Buy shoes")
    await shell.answer("task", "done", "shoes")

    _, code, text = await shell.refusal("task", "edit", "socks", "--priority", "P1")

    assert (code, text) == ("no_such_task", "You have no task 'socks', and none that is open.")


async def test_what_pausing_and_archiving_do_to_it_is_said(shell: Shell) -> None:
    await shell.answer("goal", "add", "--title", "Get fit")

    said = [(await shell.answer("goal", way, "get fit"))["message"] for way in ("pause", "resume", "archive")]

    assert said == [
        "Paused. Its status is planning; its parts still count.",
        "Resumed. It is under way again.",
        "Archived. Its status is abandoned.",
    ]


async def test_a_metric_on_its_way_says_where_it_is_and_from_where_to_where(shell: Shell) -> None:
    await shell.answer("goal", "add", "--title", "Get fit")
    await shell.answer("metric", "add", "weight", "--unit", "kg", "--target", "80")
    await shell.answer("metric", "log", "weight", "90")

    linked = await shell.answer("goal", "link", "get fit", "--metric", "weight")

    assert linked["goal"]["parts"][0]["text"] == "90 kg, on the way from 90 to 80"


async def test_the_answer_to_a_new_country_is_written_as_it_is_there(shell: Shell) -> None:
    lines = await shell.lines("account", "set", "--country", "US")

    assert any(line.split() == ["here", "since", "February", "1"] for line in lines), lines
