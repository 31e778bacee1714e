"""`questlog points`, `achievements` and `leaderboard`: what habits give, and who is ahead by it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.shell import DAY, Shell, shell_in
from tracker.accounts.identity import parse_identity
from tracker.habits.changing import Told
from tracker.rewards.achievements import ACHIEVEMENTS

ADA = ("--identity", "email:ada@example.org")


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


async def test_points_say_what_gave_them_and_what_was_taken_back(shell: Shell) -> None:
    assert (await shell.lines("points"))[0] == "0 points: level 1, 100 points to the next one."
    await shell.answer("habit", "add", "gym")
    for _ in range(3):
        await shell.answer("habit", "done", "gym")
        shell.clock.advance(DAY)
    await shell.answer("habit", "undo")

    found = await shell.answer("points")
    assert {name: found[name] for name in found if name != "ledger"} == {
        "points": 20,
        "level": 1,
        "toNextLevel": 80,
        "coins": 20,
        "completions": 2,
        "today": 0,
    }
    assert [(line["points"], line["day"], line["undone"]) for line in found["ledger"]] == [
        (-11, "2027-02-03", True),
        (11, "2027-02-03", False),
        (10, "2027-02-02", False),
        (10, "2027-02-01", False),
    ]
    assert found["ledger"][0]["name"] == "Gym"
    lines = [line.rstrip() for line in await shell.lines("points", "--limit", "2")]
    assert lines[:2] == [
        "20 points: level 1, 80 points to the next one.",
        "Today +0; 2 days of habits done in all.",
    ]
    assert [line.split(maxsplit=1) for line in lines[2:]] == [
        ["-11", "Gym, undone  3 February"],
        ["+11", "Gym          3 February"],
    ]
    await shell.answer("habit", "remove", "gym", "--yes")
    assert "a habit that is removed" in (await shell.run("points")).out


async def test_achievements_have_a_date_once_they_are_unlocked(shell: Shell) -> None:
    assert (await shell.lines("achievements"))[0] == f"0 of {len(ACHIEVEMENTS)} achieved"
    await shell.answer("habit", "add", "gym")
    await shell.answer("habit", "done", "gym")
    shell.clock.advance(DAY)

    first, *others = (await shell.answer("achievements"))["achievements"]
    lines = [line.rstrip() for line in await shell.lines("achievements")]

    assert (first["id"], first["unlockedAt"]) == ("first", "2027-02-01T12:00:00Z")
    assert len(others) == len(ACHIEVEMENTS) - 1
    assert {one["unlockedAt"] for one in others} == {None}
    assert lines[0] == f"1 of {len(ACHIEVEMENTS)} achieved"
    assert lines[1].startswith("★ First step")
    assert lines[1].endswith("1 February")
    assert lines[2].startswith("☆ Three in a row")


async def test_who_joins_is_seen_under_the_name_they_chose_until_they_leave(shell: Shell) -> None:
    async with shell.diary() as diary:
        ada = await diary.desk.accounts.register(parse_identity("email:ada@example.org"))
        for user, name in ((diary.user, "gym"), (ada, "swim"), (ada, "read")):
            habit = await diary.desk.habits.add_written(user, name)
            await diary.desk.habits.complete(user.id, habit.id, Told(habit.began, "terminal"))

    assert (await shell.lines("leaderboard", "show"))[1:] == [
        "Nobody is on it yet.",
        "You are not on it; it shows only who joined: questlog leaderboard join NAME",
    ]
    assert (await shell.refusal("leaderboard", "join"))[:2] == (Exit.USAGE, "name_missing")
    assert (await shell.refusal("leaderboard", "join", "x" * 33))[:2] == (Exit.PROBLEM, "bad_name")
    assert await shell.lines("leaderboard", "join", "Oak", "Chopper") == [
        "You are on the leaderboard as Oak Chopper, number 1 with 10 points.",
        "To be told when somebody gets ahead of you: questlog leaderboard join --overtakes",
    ]
    joined = await shell.answer("leaderboard", "join", "Ada", "--overtakes", *ADA)
    assert joined == {
        "joined": True,
        "name": "Ada",
        "overtakes": True,
        "you": {"rank": 1, "name": "Ada", "points": 20},
    }
    assert (await shell.answer("leaderboard", "join", *ADA))["name"] == "Ada"

    assert await shell.answer("leaderboard", "show", "--span", "week", "--limit", "1") == {
        "span": "week",
        "joined": True,
        "top": [{"rank": 1, "name": "Ada", "points": 20, "you": False}],
        "you": {"rank": 2, "name": "Oak Chopper", "points": 10},
    }
    lines = [line.rstrip() for line in await shell.lines("leaderboard", "show", "--limit", "1")]
    assert lines == [
        "Leaderboard, all time",
        "1  Ada                20 points",
        "2  Oak Chopper (you)  10 points",
    ]
    shell.clock.advance(40 * DAY)
    assert "no points in that time yet" in (await shell.run("leaderboard", "show", "--span", "month")).out

    assert await shell.lines("leaderboard", "leave") == ["You are off the leaderboard; your points stay."]
    assert await shell.answer("leaderboard", "leave") == {"joined": False, "wasJoined": False}
    left = await shell.answer("leaderboard", "show")
    assert ([one["name"] for one in left["top"]], left["you"], left["joined"]) == (["Ada"], None, False)
