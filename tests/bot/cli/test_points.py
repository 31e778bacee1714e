"""`questlog points`, `achievements` and `leaderboard`: what habits give, and who is ahead by it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.shell import DAY, Shell, shell_in
from tracker.accounts.identity import parse_identity
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.rewards.achievements import ACHIEVEMENTS

ADA = ("--identity", "email:ada@example.org")


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


async def test_points_say_what_gave_them_and_what_was_taken_back(shell: Shell) -> None:
    looked, empty = (await shell.lines("points"))[:2]
    assert looked.endswith("questlog.db, which is not there yet.")
    assert empty == "0 points: level 1, 100 points to the next one."
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
        "levelPercent": 20,
        "coins": 20,
        "completions": 2,
        "today": 0,
        "page": 0,
        "pages": 1,
    }
    assert [(line["points"], line["day"], line["undone"]) for line in found["ledger"]] == [
        (-11, "2027-02-03", True),
        (11, "2027-02-03", False),
        (10, "2027-02-02", False),
        (10, "2027-02-01", False),
    ]
    assert found["ledger"][0]["name"] == "Gym"
    lines = [line.rstrip() for line in await shell.lines("points", "--limit", "2")]
    assert lines == [
        "Your points  20 coins · habits done 2 times",
        "▰▱▱▱▱▱▱▱ 20 points · level 1 · 80 points to level 2",
        "-11 Gym, undone  12:00",
        "+11 Gym          3 February, 12:00",
    ]
    await shell.answer("habit", "remove", "gym", "--yes")
    assert "Gym" in (await shell.run("points")).out


async def test_achievements_have_a_date_once_they_are_unlocked(shell: Shell) -> None:
    assert (await shell.lines("achievements"))[0] == f"Your achievements  0 of {len(ACHIEVEMENTS)}"
    await shell.answer("habit", "add", "gym")
    await shell.answer("habit", "done", "gym")
    shell.clock.advance(DAY)

    first, *others = (await shell.answer("achievements"))["achievements"]
    lines = [line.rstrip() for line in await shell.lines("achievements")]

    assert (first["id"], first["unlockedAt"]) == ("first", "2027-02-01T12:00:00Z")
    assert len(others) == len(ACHIEVEMENTS) - 1
    assert {one["unlockedAt"] for one in others} == {None}
    assert lines[0] == f"Your achievements  1 of {len(ACHIEVEMENTS)}"
    assert lines[1].startswith("★ First step")
    assert lines[1].endswith("1 February")
    assert lines[2].startswith("· Three in a row")


async def test_who_joins_is_seen_under_the_name_they_chose_until_they_leave(shell: Shell) -> None:
    async with shell.diary() as diary:
        ada = await diary.desk.accounts.register(parse_identity("email:ada@example.org"))
        for user, name in ((diary.user, "gym"), (ada, "swim"), (ada, "read")):
            habit = await diary.desk.habits.add_written(user, name)
            await diary.desk.habits.complete(user.id, habit.id, DayReport(habit.began, FrontEnd.TERMINAL))

    looked, _, *board = await shell.lines("leaderboard", "show")
    assert looked.startswith("Looked into the SQLite file ")
    assert board == [
        "Nobody is on this leaderboard yet.",
        "You are not on this leaderboard. It shows only who joined: questlog leaderboard join NAME",
    ]
    assert (await shell.refusal("leaderboard", "join"))[:2] == (Exit.USAGE, "name_missing")
    assert (await shell.refusal("leaderboard", "join", "x" * 33))[:2] == (Exit.USAGE, "bad_name")
    assert await shell.lines("leaderboard", "join", "Oak", "Chopper") == [
        (
            "You are on the leaderboard of everybody. You are number 1 with 10 points. "
            "Everybody there sees you as Oak Chopper, with your points, and nothing else of you."
        ),
        (
            "You are not told when somebody gets ahead of you. "
            "To change that: questlog leaderboard join --overtakes"
        ),
        "You have the same name on all leaderboards. questlog leaderboard leave takes you off.",
    ]
    joined = await shell.answer("leaderboard", "join", "Ada", "--overtakes", *ADA)
    assert joined == {
        "board": "everybody",
        "joined": True,
        "wasJoined": False,
        "name": "Ada",
        "previousName": "",
        "overtakes": True,
        "you": {"rank": 1, "name": "Ada", "points": 20, "you": True},
        "isPublic": False,
        "message": "You are on the leaderboard of everybody.",
    }
    assert (await shell.answer("leaderboard", "join", *ADA))["name"] == "Ada"

    assert await shell.answer("leaderboard", "show", "--span", "week", "--limit", "1") == {
        "scope": "global",
        "board": "everybody",
        "span": "week",
        "joined": True,
        "top": [{"rank": 1, "name": "Ada", "points": 20, "you": False}],
        "you": {"rank": 2, "name": "Oak Chopper", "points": 10, "you": True},
        "page": 0,
        "pages": 2,
        "isPublic": False,
    }
    lines = [line.rstrip() for line in await shell.lines("leaderboard", "show", "--limit", "1")]
    assert lines == [
        "The leaderboard of everybody  all time",
        "1  Ada                20 points",
        "2  Oak Chopper (you)  10 points",
    ]
    assert (await shell.refusal("leaderboard", "show", "--span", "year"))[:2] == (Exit.USAGE, "bad_span")
    assert (await shell.refusal("leaderboard", "show", "--of", "Clan"))[:2] == (
        Exit.PROBLEM,
        "no_such_board",
    )
    shell.clock.advance(40 * DAY)
    assert "no points in that time yet" in (await shell.run("leaderboard", "show", "--span", "month")).out

    assert await shell.lines("leaderboard", "leave") == [
        "You are no longer on the leaderboard of everybody; your points stay."
    ]
    assert await shell.answer("leaderboard", "leave") == {
        "board": "everybody",
        "joined": False,
        "wasJoined": False,
        "name": "Oak Chopper",
        "previousName": "Oak Chopper",
        "overtakes": False,
        "you": None,
        "isPublic": False,
        "message": "You are on no leaderboard.",
    }
    left = await shell.answer("leaderboard", "show")
    assert ([one["name"] for one in left["top"]], left["you"], left["joined"]) == (["Ada"], None, False)
