"""`questlog gains`: how much goals moved, by the person's own calendar."""

import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.shell import DAY, Shell, shell_in
from tracker.goals.characters.service import CharacterLink
from tracker.readings import Measure, Quantity, Reading
from tracker.store.segments import Subject

HOUR = 3600
OAK = Subject("osrs", "main:oak chopper")
ATTACK = Quantity("attack", Measure.XP)


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


@pytest.fixture
async def fortnight(shell: Shell) -> Shell:
    """From Monday 1 February, noon, to Wednesday 17 February: 1,000 xp in attack a day, 2 kills of Zulrah."""
    async with shell.diary() as diary:
        character = await diary.character(attack_xp=100_000)
        await diary.goal(character, "99 attack")
        await diary.goal(character, "500 zulrah kc")
        for day in range(1, 17):
            await diary.live(attack_xp=100_000 + 1000 * day, zulrah_score=10 + 2 * day)
    return shell


async def test_each_goal_has_a_gain_for_each_period(fortnight: Shell) -> None:
    gains = (await fortnight.answer("gains"))["gains"]

    attack = [row for row in gains if row["attribute"] == "attack"]
    assert attack[0] == {
        "goal": attack[0]["goal"],
        "character": "Oak Chopper",
        "title": "99 Attack",
        "attribute": "attack",
        "unit": "xp",
        "period": "day",
        "from": "2027-02-17",
        "to": "2027-02-17",
        "amount": 1000,
        "text": "+1,000 xp",
        "since": "2027-02-17T00:00:00Z",
    }
    assert [(row["period"], row["from"], row["amount"]) for row in attack] == [
        ("day", "2027-02-17", 1000),
        ("week", "2027-02-15", 3000),
        ("month", "2027-02-01", 16_000),
        ("all-time", "2027-02-01", 16_000),
    ]
    assert len(gains) == 8


async def test_the_month_before_a_goal_was_set_is_a_gain_of_all_time_alone(shell: Shell) -> None:
    seed = Reading(OAK, shell.clock() - timedelta(days=30), {ATTACK: 1_000})
    async with shell.diary() as diary:
        now = Reading(OAK, shell.clock(), {ATTACK: 90_000})
        link = CharacterLink("osrs", "main", "Oak Chopper", OAK, now, (seed,))
        character = await diary.desk.characters.add(diary.user.id, link)
        shell.clock.advance(60)
        await diary.goal(character, "99 attack")
        await diary.live(HOUR, attack_xp=90_500)

    gains = (await shell.answer("gains"))["gains"]
    [goal] = (await shell.answer("goal", "list"))["goals"]

    assert [(row["period"], row["amount"]) for row in gains] == [
        ("day", 500),
        ("week", 500),
        ("month", 500),
        ("all-time", 89_500),
    ]
    assert (gains[0]["since"], goal["gainedToday"]) == ("2027-02-01T12:00:00Z", 500)


async def test_a_number_that_appeared_later_is_known_since_then(fortnight: Shell) -> None:
    month, all_time = (await fortnight.answer("gains", "zulrah"))["gains"][2:]

    assert (month["amount"], month["since"]) == (30, "2027-02-02T12:00:00Z")
    assert (all_time["amount"], all_time["from"], all_time["since"]) == (
        30,
        "2027-02-02",
        "2027-02-02T12:00:00Z",
    )


async def test_of_a_character_all_that_moved_is_shown_with_or_without_a_goal(shell: Shell) -> None:
    async with shell.diary() as diary:
        character = await diary.character(attack_xp=100_000, mining_xp=5_000, zulrah_score=10, fishing_xp=7)
        await diary.goal(character, "99 attack")
        for day in range(1, 17):
            await diary.live(
                attack_xp=100_000 + 1000 * day,
                mining_xp=5_000 + 10 * day,
                zulrah_score=10 + day,
                fishing_xp=7,
            )

    found = await shell.answer("gains", "--character", "Oak Chopper")
    assert {row["attribute"] for row in found["gains"]} == {"attack"}
    assert [(row["title"], row["period"], row["text"]) for row in found["attributes"]] == [
        ("Mining", "day", "+10 xp"),
        ("Mining", "week", "+30 xp"),
        ("Mining", "month", "+160 xp"),
        ("Mining", "all-time", "+160 xp"),
        ("Zulrah", "day", "+1 kc"),
        ("Zulrah", "week", "+3 kc"),
        ("Zulrah", "month", "+16 kc"),
        ("Zulrah", "all-time", "+16 kc"),
    ]
    lines = await shell.lines("gains", "oak chopper", "--period", "week")
    assert [line.split()[0] for line in lines if "xp" in line or "kc" in line] == ["99", "Mining", "Zulrah"]
    chosen = await shell.answer("gains", "oak chopper", "--from", "2027-02-03", "--to", "2027-02-05")
    assert [(row["amount"], row["period"]) for row in chosen["attributes"]] == [(30, "custom"), (3, "custom")]
    assert (await shell.answer("gains", "attack"))["attributes"] == []


async def test_one_period_can_be_asked_for(fortnight: Shell) -> None:
    [row] = (await fortnight.answer("gains", "attack", "--period", "week"))["gains"]

    assert (row["period"], row["amount"]) == ("week", 3000)


async def test_days_can_be_chosen_and_both_count(fortnight: Shell) -> None:
    options = ["--from", "2027-02-03", "--to", "2027-02-05"]
    [row] = (await fortnight.answer("gains", "attack", *options))["gains"]

    assert (row["period"], row["from"], row["to"]) == ("custom", "2027-02-03", "2027-02-05")
    assert row["amount"] == 3000
    [yesterday] = (await fortnight.answer("gains", "attack", "--from", "yesterday"))["gains"]
    assert (yesterday["from"], yesterday["to"], yesterday["amount"]) == ("2027-02-16", "2027-02-17", 2000)


@pytest.mark.parametrize(
    ("first", "last", "meant", "amount"),
    [
        ("monday", None, ("2027-02-15", "2027-02-17"), 3000),
        ("7 days ago", "yesterday", ("2027-02-10", "2027-02-16"), 7000),
        ("3 feb", "2 weeks ago", ("2027-02-03", "2027-02-03"), 1000),
        ("start of last week", "end of last week", ("2027-02-08", "2027-02-14"), 7000),
    ],
)
async def test_days_are_named_as_people_name_them(
    fortnight: Shell, first: str, last: str | None, meant: tuple[str, str], amount: int
) -> None:
    until = ["--to", last] if last else []
    [row] = (await fortnight.answer("gains", "attack", "--from", first, *until))["gains"]

    assert ((row["from"], row["to"]), row["amount"]) == (meant, amount)


async def test_what_was_before_the_first_look_is_unknown_and_not_nothing(fortnight: Shell) -> None:
    [row] = (await fortnight.answer("gains", "attack", "--from", "2027-01-01", "--to", "2027-01-31"))["gains"]

    assert (row["amount"], row["since"]) == (None, None)


async def test_a_character_stands_for_its_goals(fortnight: Shell) -> None:
    rows = (await fortnight.answer("gains", "oak_chopper", "--period", "day"))["gains"]

    assert [(row["attribute"], row["amount"]) for row in sorted(rows, key=lambda row: row["attribute"])] == [
        ("attack", 1000),
        ("zulrah", 2),
    ]


async def test_days_are_those_of_the_person(shell: Shell) -> None:
    """In Auckland it is 13 hours later than in UTC, and this person's day begins at 04:00."""
    async with shell.diary(timezone="Pacific/Auckland", day_start="04:00") as diary:
        character = await diary.character(attack_xp=100_000)  # Tuesday 01:00, which is Monday still
        await diary.goal(character, "99 attack")
        await diary.live(2 * HOUR, attack_xp=100_100)  # 03:00
        await diary.live(2 * HOUR, attack_xp=100_250)  # 05:00
        await diary.live(DAY - HOUR, attack_xp=100_300)  # 04:00 of the next day

    day, week, *_ = (await shell.answer("gains"))["gains"]

    assert (day["from"], day["amount"], day["since"]) == ("2027-02-03", 50, "2027-02-02T15:00:00Z")
    assert (week["from"], week["amount"]) == ("2027-02-01", 300)
    [tuesday] = (await shell.answer("gains", "--from", "2027-02-02", "--to", "2027-02-02"))["gains"]
    assert tuesday["amount"] == 150


async def test_people_see_one_row_for_each_goal(fortnight: Shell) -> None:
    lines = await fortnight.lines("gains")

    assert re.split("  +", lines[0].strip()) == ["goal", "today", "this week", "this month", "in all"]
    assert lines[1].strip() == "Oak Chopper"
    assert any(
        re.match(r"99 Attack +\+1,000 xp +\+3,000 xp +\+16,000 xp +\+16,000 xp", line) for line in lines
    )
    assert all(len(line) <= 80 for line in lines)
    assert any(
        re.match(r"500 Zulrah kc +\+6 kc +15 February", line)
        for line in await fortnight.lines("gains", "--period", "week")
    )


async def test_without_goals_there_are_no_gains(shell: Shell) -> None:
    assert (await shell.answer("gains"))["gains"] == []
    assert (await shell.answer("gains"))["total"] == 0
    assert (await shell.lines("gains"))[1].startswith("You have no goals yet. First say whom you play: ")


@pytest.mark.parametrize(
    ("options", "status", "code"),
    [
        (["--from", "soon"], Exit.USAGE, "no_such_date"),
        (["--from", "2027-02-05", "--to", "2027-02-03"], Exit.USAGE, "no_such_date"),
        (["--to", "0001-01-01"], Exit.USAGE, "no_such_date"),
        (["--from", "2027-02-18"], Exit.USAGE, "no_such_date"),
        (["--from", "1/2/2027"], Exit.USAGE, "ambiguous_date"),
        (["--period", "day", "--from", "today"], Exit.USAGE, "two_periods"),
        (["birch"], Exit.PROBLEM, "no_such_goal"),
    ],
)
async def test_what_makes_no_sense_is_refused(
    fortnight: Shell, options: list[str], status: Exit, code: str
) -> None:
    assert (await fortnight.refusal("gains", *options))[:2] == (status, code)
