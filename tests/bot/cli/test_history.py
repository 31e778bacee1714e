"""`questlog history`: every recorded value of a goal."""

import csv
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.shell import Shell, shell_in
from tracker.goals.games.game import game_of


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


@pytest.fixture
async def days(shell: Shell) -> Shell:
    """40 days from 1 February on: one kill of Zulrah each day, but none on the second."""
    async with shell.diary(timezone="Europe/Berlin") as diary:
        character = await diary.character(zulrah_score=10)
        await diary.goal(character, "500 zulrah kc")
        for day in range(1, 41):
            await diary.live(zulrah_score=10 if day == 1 else 10 + day)
    return shell


async def test_only_changes_are_there_oldest_first(days: Shell) -> None:
    answer = await days.answer("history", "zulrah")

    assert answer["goal"] == {
        "id": answer["goal"]["id"],
        "character": "Oak Chopper",
        "attribute": "zulrah",
        "type": "score",
        "title": "500 Zulrah kc",
        "unit": "kc",
    }
    assert answer["history"][:2] == [
        {"at": "2027-02-01T12:00:00Z", "value": 10, "since": None, "day": "2027-02-01", "appeared": 0},
        {
            "at": "2027-02-03T12:00:00Z",
            "value": 12,
            "since": "2027-02-02T12:00:00Z",
            "day": "2027-02-03",
            "appeared": 0,
        },
    ]
    assert [row["value"] for row in answer["history"]] == [10, *range(12, 51)]


async def test_a_spreadsheet_gets_the_same(days: Shell) -> None:
    history = (await days.answer("history", "zulrah"))["history"]

    text = (await days.run("history", "zulrah", "--csv")).out

    assert text.splitlines()[:3] == [
        "at,day,value,since",
        "2027-02-01T12:00:00Z,2027-02-01,10,",
        "2027-02-03T12:00:00Z,2027-02-03,12,2027-02-02T12:00:00Z",
    ]
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["at"] for row in rows] == [row["at"] for row in history]


async def test_days_can_be_chosen_and_both_count(days: Shell) -> None:
    options = ["--from", "2027-02-05", "--to", "2027-02-07"]

    history = (await days.answer("history", "zulrah", *options))["history"]

    assert [row["day"] for row in history] == ["2027-02-05", "2027-02-06", "2027-02-07"]


async def test_days_are_named_as_people_name_them(days: Shell) -> None:
    """It is Saturday 13 March."""
    history = (await days.answer("history", "zulrah", "--from", "1 march", "--to", "last friday"))["history"]

    assert [row["day"] for row in history] == [f"2027-03-{day:02}" for day in range(1, 13)]


async def test_a_limit_leaves_the_newest(days: Shell) -> None:
    history = (await days.answer("history", "zulrah", "--limit", "3"))["history"]

    assert [row["value"] for row in history] == [48, 49, 50]


async def test_people_see_the_last_ones_in_their_own_time(days: Shell) -> None:
    lines = await days.lines("history", "zulrah")

    assert lines[0] == "500 Zulrah kc for Oak Chopper"
    assert re.split("  +", lines[1].strip()) == ["when", "value", "change"]
    assert re.match(r"2027-03-13 13:00 +50 kc +\+1 kc", lines[-2])
    assert lines[-1].startswith("These are the last 30;")
    assert len(lines) == 33


async def test_what_is_not_there_is_said_kindly(days: Shell) -> None:
    lines = await days.lines("history", "zulrah", "--from", "2026-01-01", "--to", "2026-12-31")

    assert lines[1] == "Nothing is recorded there."


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (["attack"], Exit.PROBLEM, "no_such_goal"),
        (["zulrah", "--csv"], Exit.USAGE, "two_formats"),
        (["zulrah", "--from", "soon"], Exit.USAGE, "no_such_date"),
    ],
)
async def test_what_makes_no_sense_is_refused(
    days: Shell, arguments: list[str], status: Exit, code: str
) -> None:
    assert (await days.refusal("history", *arguments))[:2] == (status, code)


async def test_a_skill_that_appeared_is_said_apart_from_what_was_gained(shell: Shell) -> None:
    skills = dict.fromkeys(game_of("osrs").skills, 1_000)
    async with shell.diary() as diary:
        character = await diary.character(**xp(skills, but="agility"))
        await diary.goal(character, "base 70")
        await diary.live(**xp({**skills, "attack": 1_200}, but="agility"))
        await diary.live(**xp({**skills, "attack": 1_250, "agility": 50_000}))
        await diary.live(**xp({**skills, "attack": 1_250, "agility": 50_100}))

    history = (await shell.answer("history", "all skills"))["history"]
    lines = await shell.lines("history", "all skills")
    gains = {row["period"]: row["amount"] for row in (await shell.answer("gains"))["gains"]}

    assert [row["appeared"] for row in history] == [0, 0, 50_000, 50_000]
    assert [line.split(" xp", 1)[1].strip() for line in lines[-4:]] == [
        "\N{EN DASH}",
        "+200 xp",
        "+50 xp, 50,000 xp appeared",
        "+100 xp",
    ]
    assert (gains["day"], gains["all-time"]) == (100, 350)


def xp(skills: dict[str, int], but: str = "") -> dict[str, int]:
    return {f"{name}_xp": amount for name, amount in skills.items() if name != but}


async def test_a_better_rank_is_said_to_be_better(shell: Shell) -> None:
    async with shell.diary() as diary:
        character = await diary.character(slayer_rank=1200)
        await diary.goal(character, "rank 500 slayer")
        for rank in (1000, 1001):
            await diary.live(slayer_rank=rank)

    lines = await shell.lines("history", "slayer")

    assert [re.split(r"  +", line.strip())[1:] for line in lines[-3:]] == [
        ["rank 1,200", "\N{EN DASH}"],
        ["rank 1,000", "up 200 ranks"],
        ["rank 1,001", "down 1 rank"],
    ]
