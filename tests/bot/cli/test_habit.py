"""`questlog habit`: what a person does again and again, told day by day, and what becomes of it."""

import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.exits import Exit
from bot.habits.requests import HabitOptions
from tests.bot.cli.shell import DAY, Shell, shell_in
from tests.bot.cli.typed import typed
from tracker.accounts.identity import parse_identity
from tracker.front_ends import FrontEnd
from tracker.habits import feeds
from tracker.habits.changing import DayReport
from tracker.habits.words import options

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


# Beginning and changing them.


async def test_a_habit_is_answered_in_the_shape_of_the_list(shell: Shell) -> None:
    added = await shell.answer(
        *("habit", "add", "gym 3x a week", "--remind", "20:00, 7:30", "--area", "health"),
        *("--category", "body", "--trigger", "after breakfast", "--skips", "2", "--freezes", "off"),
    )

    habit = added["habit"]
    assert habit == {
        "id": habit["id"],
        "name": "Gym",
        "type": "build",
        "often": "3 times a week",
        "schedule": {"kind": "perWeek", "times": 3},
        "wanted": "3 times a week",
        "target": None,
        "unit": None,
        "status": "active",
        "amount": None,
        "atRisk": False,
        "tags": [],
        "due": True,
        "state": "open",
        "today": {
            "day": "2027-02-01",
            "state": "open",
            "amount": None,
            "due": True,
            "logged": False,
            "text": "to do",
        },
        "period": {
            "from": "2027-02-01",
            "to": "2027-02-07",
            "done": 0,
            "needed": 3,
            "text": "0 of 3 this week",
        },
        "streak": {"current": 0, "longest": 0, "unit": "week", "text": None},
        "strength": 0,
        "rate": None,
        "kept": 0,
        "missed": 0,
        "daysDone": 0,
        "bestWeekday": None,
        "freezes": 0,
        "usesFreezes": False,
        "skipsPerMonth": 2,
        "reminders": ["07:30", "20:00"],
        "area": "health",
        "category": "body",
        "trigger": "after breakfast",
        "action": None,
        "reward": None,
        "frictionUp": None,
        "frictionDown": None,
        "description": None,
        "fedBy": None,
        "goals": [],
        "away": [],
        "began": "2027-02-01",
        "createdAt": "2027-02-01T12:00:00Z",
        "message": "Gym: to do",
    }
    assert added["understood"] == "Gym, 3 times a week, reminders at 07:30 and 20:00"
    assert await shell.answer("habit", "list") == {
        "day": "2027-02-01",
        "archived": False,
        "habits": [habit],
        "total": 1,
        "page": 0,
        "pages": 1,
    }
    for name in (habit["id"], habit["id"].lower(), "GYM", "gy"):
        assert (await shell.answer("habit", "show", name))["habit"] == habit


async def test_people_are_told_what_was_understood_and_what_to_type_next(shell: Shell) -> None:
    assert (await shell.lines("habit", "list"))[1:] == [
        "You have no habits yet. Begin one in your own words: questlog habit add 'gym 3x a week'",
        "Or: read 20 pages daily, run mon wed fri, no smoking.",
    ]
    assert await shell.lines("habit", "add", "water", "plants", "every 3 days", "--remind", "8am") == [
        "Water plants, every 3 days, a reminder at 08:00.",
        "When it is done: questlog habit done 'water plants'",
        "Not what you meant? questlog habit edit 'water plants' \"NEW WORDS\", or --often ... --remind ...",
    ]
    lines = await shell.lines("habit", "add", "coffee at most 2 cups")
    assert lines[:3] == [
        "Coffee, at most 2 cups, every day.",
        "Days you don't log count as kept.",
        "When it happens: questlog habit done coffee --amount 1",
    ]
    assert "--amount 1 for a part of it" in (await shell.run("habit", "add", "read 20 pages daily")).out


def test_everything_that_can_be_said_of_a_habit_can_be_said_here() -> None:
    assert set(HabitOptions.described()) == {*options.OPTIONS, *feeds.LINKS}


async def test_what_is_no_habit_is_refused_and_changes_nothing(shell: Shell) -> None:
    await shell.answer("habit", "add", "gym")

    for arguments, code in (
        (["3x a week"], "bad_habit"),
        (["gym 2x a week"], "bad_habit"),
        (["swim 9x a week"], "bad_habit"),
        (["swim", "--remind", "25:00"], "bad_habit"),
        (["swim", "--type", "nonsense"], "bad_habit"),
        (["swim", "--fed", "zezima wc"], "bad_feed"),
        (["swim", "--goals", "wc"], "no_such_goal"),
        (["sw\x1b[31mim"], "bad_habit"),
    ):
        assert (await shell.refusal("habit", "add", *arguments))[:2] == (Exit.PROBLEM, code)
    assert (await shell.run("habit", "add")).code == Exit.USAGE
    assert [one["name"] for one in (await shell.answer("habit", "list"))["habits"]] == ["Gym"]


async def test_a_habit_is_changed_and_says_what_it_is_now(shell: Shell) -> None:
    await shell.answer("habit", "add", "gym 3x a week", "--trigger", "after work", "--reward", "tea")
    await shell.answer("habit", "add", "read")

    lines = await shell.lines("habit", "edit", "gym", "--often", "mon wed fri", "--trigger", "none")
    assert lines[:2] == [
        "Changed. Its days stay, and its streak is recalculated for the new schedule.",
        "Gym, on Mon, Wed, Fri.",
    ]
    await shell.lines("habit", "edit", "gym", "workout", "2x", "a", "week", "--remind", "18:00")
    habit = (await shell.answer("habit", "show", "workout"))["habit"]

    assert (habit["often"], habit["reminders"]) == ("twice a week", ["18:00"])
    assert (habit["trigger"], habit["reward"]) == (None, "tea")
    assert (await shell.refusal("habit", "edit", "workout"))[1] == "nothing_to_change"
    assert (await shell.refusal("habit", "edit", "workout", "read daily"))[1] == "bad_habit"
    assert (await shell.refusal("habit", "edit", "gym", "--often", "daily"))[1] == "no_such_habit"
    assert (await shell.answer("habit", "show", "workout"))["habit"] == habit


async def test_a_number_can_count_as_doing_it(shell: Shell) -> None:
    async with shell.diary() as diary:
        character = await diary.character(woodcutting_xp=1000)
        await diary.goal(character, "99 wc")

    lines = await shell.lines("habit", "add", "chop trees", "--fed", "woodcutting", "--goals", "wc")
    habit = (await shell.answer("habit", "show", "chop"))["habit"]

    assert lines[0] == "Chop trees, every day, counted from Woodcutting xp of Oak Chopper."
    assert habit["fedBy"] == "Woodcutting xp of Oak Chopper"
    assert habit["goals"] == [goal["id"] for goal in (await shell.answer("goal", "list"))["goals"]]
    assert (await shell.answer("habit", "edit", "chop", "--fed", "none"))["habit"]["fedBy"] is None


# Telling days.


async def test_a_day_is_told_once_and_undone_with_all_that_it_gave(shell: Shell) -> None:
    await shell.answer("habit", "add", "gym")

    told = await shell.answer("habit", "done", "gym", "--note", "legs")
    assert {name: told[name] for name in told if name not in {"habit", "message"}} == {
        "day": "2027-02-01",
        "state": "done",
        "changed": True,
        "amount": None,
        "streak": 1,
        "undone": False,
        "note": "legs",
        "isToday": True,
        "points": 10,
        "unlocked": ["first"],
    }
    assert told["message"] == (
        "Gym is done today. 1 day in a row. +10 points. Achievement unlocked: First step."
    )
    assert (told["streak"], told["state"]) == (1, "done")
    again = await shell.answer("habit", "done", "gym")
    assert (again["changed"], again["points"]) == (False, 0)
    assert await shell.lines("habit", "done", "gym") == ["Gym is done today already; it counts once."]

    [day] = (await shell.answer("habit", "show", "gym"))["log"]
    assert (day["note"], day["via"], day["points"]) == ("legs", "terminal", 10)
    undone = await shell.answer("habit", "undo")
    assert (undone["state"], undone["points"], undone["streak"]) == ("open", -10, 0)
    assert (await shell.answer("habit", "show", "gym"))["log"] == []
    code, name, message = await shell.refusal("habit", "undo")
    assert (code, name) == (Exit.PROBLEM, "nothing_to_undo")
    assert message == "There is nothing to undo. Name a habit, and the day if you like."


async def test_days_of_the_last_week_can_be_told_and_undone_in_any_order(shell: Shell) -> None:
    await shell.answer("habit", "add", "gym")
    shell.clock.advance(3 * DAY)

    for day in ("yesterday", "tuesday", "2027-02-01"):
        assert (await shell.answer("habit", "done", "gym", "--day", day))["changed"]
    assert (await shell.answer("habit", "done", "gym"))["streak"] == 4
    undone = await shell.answer("habit", "undo", "gym", "--day", "tuesday")
    assert undone["day"] == "2027-02-02"
    assert undone["message"] == "Gym on Tuesday is undone. 2 days in a row. \N{MINUS SIGN}10 points."
    assert (await shell.answer("habit", "show", "gym"))["habit"]["streak"]["current"] == 2
    await shell.answer("habit", "done", "gym", "--day", "tuesday")
    assert (await shell.answer("habit", "undo", "gym"))["day"] == "2027-02-02"  # what was told last of it
    for day in ("2027-02-04", "2027-02-01", "2027-02-03"):
        assert (await shell.answer("habit", "undo", "gym"))["day"] == day
    assert "nothing to undo on that day" in (await shell.refusal("habit", "undo", "gym"))[2]


async def test_amounts_of_a_day_add_up(shell: Shell) -> None:
    await shell.answer("habit", "add", "read 20 pages daily")

    assert await shell.lines("habit", "done", "read", "--amount", "5") == ["Read today: 5 of 20 pages."]
    half = await shell.answer("habit", "done", "read", "--amount", "7.5")
    assert (half["state"], half["amount"], half["points"]) == ("partial", 12.5, 0)
    assert "◐ 12.5 of 20 pages" in (await shell.run("habit", "list")).out
    assert "20 of 20 pages" in (await shell.run("habit", "done", "read")).out


async def test_what_makes_no_sense_of_a_day_is_refused_and_changes_nothing(shell: Shell) -> None:
    await shell.answer("habit", "add", "gym")

    for arguments, code in (
        (["done", "gym", "--day", "someday"], (Exit.USAGE, "no_such_date")),
        (["done", "gym", "--day", "2027-03-01"], (Exit.PROBLEM, "wrong_day")),
        (["done", "gym", "--day", "2027-01-01"], (Exit.PROBLEM, "wrong_day")),
        (["done", "gym", "--amount", "many"], (Exit.USAGE, "bad_amount")),
        (["done", "gym", "--amount", "-5"], (Exit.USAGE, "bad_amount")),
        (["done", "gym", "--amount", "0"], (Exit.USAGE, "bad_amount")),
        (["done", "gym", "--note", "x" * 201], (Exit.USAGE, "bad_note")),
        (["done", "swim"], (Exit.PROBLEM, "no_such_habit")),
        (["undo", "--day", "yesterday"], (Exit.USAGE, "habit_missing")),
        (["undo", "gym", "--day", "yesterday"], (Exit.PROBLEM, "nothing_to_undo")),
    ):
        assert (await shell.refusal("habit", *arguments))[:2] == code
    assert (await shell.answer("habit", "show", "gym"))["log"] == []


async def test_skips_keep_a_streak_and_are_counted(shell: Shell) -> None:
    await shell.answer("habit", "add", "gym", "--skips", "1")
    await shell.answer("habit", "done", "gym")
    shell.clock.advance(DAY)

    assert await shell.lines("habit", "skip", "gym", "--note", "ill") == [
        "Gym is skipped today. 1 day in a row."
    ]
    assert await shell.lines("habit", "skip", "gym") == ["Gym is skipped today already."]
    assert "skips      0 of 1 left this month" in (await shell.run("habit", "show", "gym")).out
    shell.clock.advance(DAY)
    assert (await shell.refusal("habit", "skip", "gym"))[:2] == (Exit.PROBLEM, "no_skips_left")
    assert (await shell.answer("habit", "done", "gym"))["streak"] == 2


async def test_what_should_not_happen_is_told_when_it_does(shell: Shell) -> None:
    await shell.answer("habit", "add", "no smoking")
    shell.clock.advance(4 * DAY)
    assert (await shell.answer("habit", "show", "smoking"))["habit"]["streak"]["current"] == 4

    [line] = await shell.lines("habit", "done", "smoking")

    assert line.startswith("Noted for today: Smoking. That ends 4 days in a row. Tomorrow is a new day")
    assert "✗ it happened" in (await shell.run("habit", "list")).out
    assert "✗ slipped" in (await shell.run("habit", "show", "smoking")).out


# Seeing them.


@pytest.fixture
async def weeks(shell: Shell) -> Shell:
    """Three weeks and a day: gym on four days of each week, water with one day missed."""
    await shell.answer("habit", "add", "gym 3x a week")
    await shell.answer("habit", "add", "water 8 glasses", "--freezes", "off", "--area", "health")
    async with shell.diary() as diary:
        gym, water = await diary.desk.habits.list(diary.user.id)
        for number in range(22):
            today = diary.desk.habits.today(diary.user)
            if today.weekday() in (0, 2, 4, 5):
                await diary.desk.habits.complete(diary.user.id, gym.id, DayReport(today, FrontEnd.TERMINAL))
            if number != 15:
                await diary.desk.habits.complete(diary.user.id, water.id, DayReport(today, FrontEnd.TERMINAL))
            shell.clock.advance(DAY)
    return shell


async def test_the_table_says_what_today_is_and_fits_80_columns(weeks: Shell) -> None:
    lines = [line.rstrip() for line in await weeks.lines("habit", "list")]

    assert lines[0].split() == ["habit", "today", "streak", "strength"]
    assert re.match(r"Gym +○ to do +3 weeks in a row +▰▰▰▰▱▱▱▱ +5\d %", lines[1])
    assert re.match(r"3 times a week +1 of 3 this week", lines[2])
    assert re.match(r"Water +○ to do +6 days in a row +▰▰▰▰▰▱▱▱ +65 %", lines[3])
    assert re.match(r"8 glasses, every day +15 days$", lines[4])
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize("columns", range(30, 70, 4))
@pytest.mark.parametrize("command", [("habit", "list"), ("today",)], ids=" ".join)
async def test_however_narrow_the_terminal_is_no_word_is_cut(
    weeks: Shell, command: tuple[str, ...], columns: int
) -> None:
    wide = set(" ".join(await weeks.lines(*command)).split())
    weeks.columns = columns

    lines = await weeks.lines(*command)

    assert wide - set(" ".join(lines).split()) <= {"\N{EN DASH}", "habit"}, (
        "what is below need not say nothing"
    )
    assert all(len(line) <= columns for line in lines if "questlog" not in line), "that is for copying"


async def test_one_habit_is_shown_with_all_its_numbers_and_its_last_weeks(weeks: Shell) -> None:
    await weeks.answer("habit", "done", "water", "--amount", "3", "--note", "hot today")

    lines = [line.rstrip() for line in await weeks.lines("habit", "show", "water")]

    assert re.match("Water  8 glasses, every day  [0-9A-Z]{26}", lines[0])
    assert lines[1] == "◐ 3 of 8 glasses"
    shown = {line[:11].strip(): line[11:].strip() for line in lines[2:]}
    assert shown["streak"] == "6 days in a row · longest 15 days"
    assert shown["strength"] == "▰▰▰▰▰▱▱▱ 65 %"
    assert shown["kept"] == "21 of 22 days, 95 %"
    assert shown["done"] == "on 21 days · most often on Mondays"
    assert shown["freezes"] == "switched off"
    assert "a habit to build · health · since 1 February" in lines
    assert shown["15 Feb"] == "✓ ✗ ✓ ✓ ✓ ✓ ✓"
    assert shown["22 Feb"] == "✓ ◐ · · · · ·"
    assert shown["today"] == "hot today"
    gym = (await weeks.answer("habit", "show", "gym"))["habit"]
    assert (gym["kept"], gym["rate"], gym["daysDone"], gym["bestWeekday"]) == (3, 100, 13, "monday")
    assert "○ to do · 1 of 3 this week" in (await weeks.run("habit", "show", "gym")).out

    await weeks.answer("account", "set", "--language", "de")
    assert any(line.endswith("most often on Montag") for line in await weeks.lines("habit", "show", "water"))


async def test_a_chart_takes_the_place_of_an_older_one(weeks: Shell) -> None:
    chart = weeks.folder / "gym.png"
    chart.write_bytes(b"an older one")

    answer = await weeks.answer("habit", "show", "gym", "--chart", str(chart), "--dark")

    assert answer["chart"] == str(chart)
    assert chart.read_bytes().startswith(PNG)
    assert (await weeks.refusal("habit", "show", "gym", "--chart", "gym.jpg"))[:2] == (Exit.USAGE, "not_png")


async def test_another_person_has_other_habits(shell: Shell) -> None:
    await shell.answer("habit", "add", "gym")
    async with shell.diary() as diary:
        await diary.desk.accounts.register(parse_identity("email:ada@example.org"))

    ada = ("--identity", "email:ada@example.org")
    assert await shell.answer("habit", "list", *ada) == {
        "day": "2027-02-01",
        "archived": False,
        "habits": [],
        "total": 0,
        "page": 0,
        "pages": 1,
    }
    assert (await shell.refusal("habit", "done", "gym", *ada))[1] == "no_such_habit"
    assert (await shell.refusal("habit", "list", "--identity", "email:bob@example.org"))[1] == "no_such_user"


# Leaving them.


async def test_on_a_holiday_nothing_is_missed_also_afterwards(shell: Shell) -> None:
    for words in ("gym", "read"):
        await shell.answer("habit", "add", words)
        await shell.answer("habit", "done", words)
        shell.clock.advance(60)
    shell.clock.advance(5 * DAY)
    assert (await shell.answer("habit", "show", "gym"))["habit"]["streak"]["current"] == 0

    assert await shell.lines("habit", "away", "gym", "2 february", "friday") == [
        "Nothing is expected from Tuesday 2 February 2027 to Friday 5 February 2027: Gym.",
        "Not what you meant? questlog habit away gym 2027-02-02 2027-02-05 --back",
    ]
    gym = (await shell.answer("habit", "show", "gym"))["habit"]
    assert (gym["streak"]["current"], gym["missed"]) == (1, 0)
    assert gym["away"] == [{"from": "2027-02-02", "to": "2027-02-05"}]

    everything = await shell.answer("habit", "away", "--all", "tomorrow", "in 3 days")
    assert (everything["from"], everything["to"]) == ("2027-02-07", "2027-02-09")
    assert [len(one["away"]) for one in everything["habits"]] == [2, 1]
    back = await shell.answer("habit", "away", "--all", "2027-02-02", "2027-02-03", "--back")
    [one] = back["habits"]
    assert one["away"][0] == {"from": "2027-02-04", "to": "2027-02-05"}
    assert one["streak"]["current"] == 0


async def test_a_holiday_that_makes_no_sense_is_refused_for_all_of_them(shell: Shell) -> None:
    assert (await shell.refusal("habit", "away", "--all", "today", "tomorrow"))[1] == "nothing_to_change"
    await shell.answer("habit", "add", "gym")

    for arguments, code in (
        (["gym"], (Exit.USAGE, "usage")),
        (["today", "tomorrow"], (Exit.USAGE, "usage")),
        (["--all", "gym", "today", "tomorrow"], (Exit.USAGE, "usage")),
        (["gym", "1", "march", "14", "march"], (Exit.USAGE, "no_such_date")),
        (["gym", "tomorrow", "today"], (Exit.PROBLEM, "bad_habit")),
        (["--all", "today", "in 2 years"], (Exit.PROBLEM, "bad_habit")),
        (["gym", "today", "tomorrow", "--back"], (Exit.PROBLEM, "nothing_to_change")),
        (["--all", "today", "tomorrow", "--back"], (Exit.PROBLEM, "nothing_to_change")),
        (["swim", "today", "tomorrow"], (Exit.PROBLEM, "no_such_habit")),
    ):
        assert (await shell.refusal("habit", "away", *arguments))[:2] == code
    assert (await shell.answer("habit", "show", "gym"))["habit"]["away"] == []


async def test_a_habit_is_paused_resumed_and_archived(shell: Shell) -> None:
    await shell.answer("habit", "add", "morning run")
    await shell.answer("habit", "done", "run")

    assert (await shell.answer("habit", "pause", "morning", "run"))["habit"]["status"] == "paused"
    assert "· paused" in (await shell.run("habit", "list")).out
    assert (await shell.refusal("habit", "pause", "run"))[1] == "nothing_to_change"
    shell.clock.advance(10 * DAY)
    assert await shell.lines("habit", "resume", "run") == ["Morning run is resumed."]
    assert (await shell.answer("habit", "done", "run"))["streak"] == 2

    assert (await shell.answer("habit", "archive", "run"))["habit"]["status"] == "archived"
    assert (await shell.answer("habit", "list"))["habits"] == []
    assert "· archived" in (await shell.run("habit", "list", "--all")).out
    assert (await shell.refusal("habit", "done", "run"))[1] == "no_such_habit"
    assert (await shell.answer("habit", "show", "run"))["habit"]["status"] == "archived"
    assert (await shell.answer("habit", "resume", "run"))["habit"]["status"] == "active"


async def test_a_whole_name_means_that_habit_though_it_is_archived(shell: Shell) -> None:
    await shell.answer("habit", "add", "gym")
    await shell.answer("habit", "add", "gym class")
    await shell.answer("habit", "archive", "gym")

    assert (await shell.answer("habit", "show", "gym"))["habit"]["name"] == "Gym"
    assert (await shell.answer("habit", "show", "gym", "c"))["habit"]["name"] == "Gym class"
    assert "Gym is archived. Resume it first." in (await shell.refusal("habit", "done", "gym"))[2]
    assert "Did you mean Gym class?" in (await shell.refusal("habit", "remove", "class", "--yes"))[2]


async def test_a_habit_is_removed_only_if_somebody_says_so(shell: Shell) -> None:
    await shell.answer("habit", "add", "gym")
    await shell.answer("habit", "done", "gym")

    assert (await shell.refusal("habit", "remove", "gym"))[:2] == (Exit.PROBLEM, "not_confirmed")
    status, seen = await typed(shell, "n\n", "habit", "remove", "gym")
    assert status == Exit.PROBLEM
    assert "questlog habit archive keeps it" in seen
    assert len((await shell.answer("habit", "list"))["habits"]) == 1

    assert await shell.lines("habit", "remove", "gym", "--yes") == [
        "Gym is removed. The points and achievements it gave stay yours."
    ]
    assert await shell.answer("habit", "list", "--all") == {
        "day": "2027-02-01",
        "archived": False,
        "habits": [],
        "total": 0,
        "page": 0,
        "pages": 1,
    }
    assert (await shell.answer("points"))["points"] == 10
    assert (await shell.refusal("habit", "undo"))[1] == "nothing_to_undo"


# Real processes.


@pytest.mark.parametrize("command", [["habit", "add", "gym"], ["today"]])
def test_programs_wait_for_no_heavy_library(tmp_path: Path, command: list[str]) -> None:
    result = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bot", *command, "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    imported = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in result.stderr.splitlines()}
    assert imported & {"numpy", "matplotlib", "aiohttp", "botocore", "discord"} == set()


async def test_what_is_removed_is_named_in_full(shell: Shell) -> None:
    for name in ("draw", "draw maps"):
        await shell.answer("habit", "add", name)
    await shell.answer("habit", "remove", "draw", "--yes")

    _, code, message = await shell.refusal("habit", "remove", "draw", "--yes")

    assert (code, "Did you mean Draw maps?" in message) == ("no_such_habit", True)
    assert [one["name"] for one in (await shell.answer("habit", "list"))["habits"]] == ["Draw maps"]


async def test_a_new_amount_holds_from_today_on_and_says_so(shell: Shell) -> None:
    await shell.answer("habit", "add", "read 20 pages")
    await shell.answer("habit", "done", "read")
    shell.clock.advance(DAY)
    await shell.answer("habit", "done", "read")

    lines = await shell.lines("habit", "edit", "read", "read 30 pages")

    assert lines[0] == "Changed. That holds from today on; days before it stay what they were."
    habit = (await shell.answer("habit", "show", "read"))["habit"]
    assert (habit["streak"]["current"], habit["today"]["state"]) == (1, "partial")


async def test_freezes_are_shown_only_where_they_can_be_used(shell: Shell) -> None:
    for text in ("gym", "no smoking"):
        await shell.answer("habit", "add", text)

    gym, smoking = [(await shell.run("habit", "show", name)).out for name in ("gym", "smoking")]

    assert ("freezes" in gym, "freezes" in smoking) == (True, False)
