"""`questlog today`: what there is to do, habits and goals, what needs somebody first."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.cli.shell import DAY, Shell, shell_in


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


async def test_without_anything_to_do_it_says_how_to_begin(shell: Shell) -> None:
    assert await shell.answer("today") == {
        "day": "2027-02-01",
        "habits": [],
        "tasks": [],
        "metrics": [],
        "logbook": [],
        "goals": [],
        "goalsOfParts": [],
    }
    assert (await shell.lines("today"))[1:] == [
        "There is nothing to do yet. Begin a habit: questlog habit add 'gym 3x a week'",
        "Add a task: questlog task add 'call the bank tomorrow p1'",
        "Keep a number: questlog metric add weight",
        (
            "For goals, say whom you play: questlog character add Zezima, then set one:"
            " questlog goal add '99 wc by 1 march'"
        ),
    ]

    await shell.answer("habit", "add", "swim on sundays")
    assert (await shell.lines("today"))[0] == (
        "There is nothing to do today. All that you have: "
        "questlog habit list, questlog task list, questlog metric list, questlog goal list"
    )


async def test_habits_are_ticked_off_until_all_is_done(shell: Shell) -> None:
    for words in ("gym 3x a week", "water 8 glasses", "no smoking", "swim on sundays"):
        await shell.answer("habit", "add", words)
        shell.clock.advance(1)
    await shell.answer("habit", "done", "water", "--amount", "3")

    lines = [line.rstrip() for line in await shell.lines("today")]
    assert lines[0] == "Today, Monday 1 February"
    assert re.match("Water +◐ 3 of 8 glasses", lines[3])
    assert re.match("Gym +○ to do +0 of 3 this week", lines[4])
    assert re.match("Smoking +· nothing so far", lines[5])
    assert lines[6:] == ["", "When one is done: questlog habit done water"]

    await shell.answer("habit", "done", "gym")
    await shell.answer("habit", "done", "smoking")
    found = await shell.answer("today")
    assert [(one["name"], one["today"]["due"], one["today"]["state"]) for one in found["habits"]] == [
        ("Water", True, "partial"),
        ("Gym", False, "done"),
        ("Smoking", False, "missed"),
    ]
    await shell.answer("habit", "done", "water")
    assert (await shell.lines("today"))[-1].rstrip() == "Nothing is left to do today."
    shell.clock.advance(DAY)
    assert [one["name"] for one in (await shell.answer("today"))["habits"]] == ["Gym", "Water", "Smoking"]


async def test_goals_say_what_they_ask_for_today_and_what_needs_you_comes_first(shell: Shell) -> None:
    async with shell.diary() as diary:
        character = await diary.character(attack_xp=1_000_000, slayer_xp=500_000, mining_xp=1_000_000)
        for text in ("2m attack by 2027-04-15", "99 slayer by 2027-03-15", "99 mining", "500 zulrah kc"):
            await diary.goal(character, text)
        for day in range(1, 15):
            await diary.live(
                attack_xp=1_000_000 + 20_000 * day, slayer_xp=500_000 + 100 * day, mining_xp=1_000_000 + day
            )
    await shell.answer("goal", "pause", "zulrah")

    first, *others = (await shell.answer("today"))["goals"]
    assert (first["attribute"], first["state"], first["quota"]["done"]) == ("slayer", "behind", 100)
    assert first["quota"]["wanted"] > 400_000
    assert {goal["attribute"]: goal["quota"] is None for goal in others} == {"attack": False, "mining": True}

    lines = [line.rstrip() for line in await shell.lines("today")]
    assert re.match(r"99 Slayer  Oak Chopper +100 of 4\d\d,\d\d\d xp +✗ behind", lines[3])
    assert any(re.match(r"2m Attack xp .+ \+20,000 xp, free: you are \d days ahead", line) for line in lines)
    assert any(re.match(r"99 Mining  Oak Chopper +\+1 xp", line) for line in lines)
    assert lines[-1] == "No habit is left to do today."
    assert all(len(line) <= 80 for line in lines)
