"""`questlog goal`: what a person wants to reach, where it stands, and what is said about it."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.shell import Shell, shell_in
from tests.bot.cli.terminal import Terminal
from tests.bot.cli.typed import typed
from tests.bot.service import service
from tests.fakes.hiscores_rows import OSRS_SKILLS
from tracker.accounts.identity import parse_identity

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


def listing(*goals: object, characters: int = 1, archived: bool = False) -> dict[str, object]:
    """The answer of `goal list` for all of somebody's goals."""
    return {
        "goals": [*goals],
        "total": len(goals),
        "page": 0,
        "pages": 1,
        "characters": characters,
        "archived": archived,
        "ofCharacter": None,
        "characterId": None,
    }


@pytest.fixture
async def chopper(shell: Shell) -> Shell:
    """Who follows one character: level 60 woodcutting, 100 kills of Zulrah."""
    character = shell.game.osrs("Oak Chopper").train("Woodcutting", 273_742, rank=5000)
    character.score("Zulrah", 100)
    await shell.answer("character", "add", "Oak Chopper")
    return shell


# Setting goals.


async def test_a_goal_is_answered_in_the_shape_of_the_list(chopper: Shell) -> None:
    added = await chopper.answer("goal", "add", "oak_chopper", "99 wc", "--by", "2027-03-01")

    assert added["goal"] == {
        "id": added["goal"]["id"],
        "character": "Oak Chopper",
        "title": "99 Woodcutting",
        "attribute": "woodcutting",
        "type": "level",
        "kind": "number",
        "progress": 0.0,
        "target": 99,
        "current": 60,
        "currentText": "level 60 (273,742 xp)",
        "start": 60,
        "startText": "level 60 (273,742 xp)",
        "currentXp": 273_742,
        "targetXp": 13_034_431,
        "startXp": 273_742,
        "unit": "xp",
        "percent": 0,
        "remaining": 12_760_689,
        "state": "no-data",
        "stateText": "too early to say",
        "status": "active",
        "open": True,
        "due": "2027-03-01",
        "eta": None,
        "etaRange": None,
        "forecastDays": None,
        "requiredPerDay": pytest.approx(12_760_689 / 28.5, abs=0.01),
        "ownPerDay": None,
        "safeDays": 0,
        "gainedToday": 0,
        "todayText": "0 of 440,024 xp",
        "nextLevel": {"level": 61, "xp": 302_288, "remaining": 28_546, "virtual": False},
        "frequency": "daily",
        "channel": None,
        "after": None,
        "then": None,
        "thenText": None,
        "begun": "2027-02-01",
        "createdAt": "2027-02-01T12:00:00Z",
        "reachedAt": None,
        "asOf": "2027-02-01T12:00:00Z",
        "outageSince": None,
        "short": [],
        "game": "Old School RuneScape",
        "characterId": "oak chopper",
        "namesCharacter": False,
    }
    assert re.fullmatch("[a-z0-9]{6}", added["goal"]["id"])
    assert await chopper.answer("goal", "list") == listing(added["goal"])


@pytest.mark.parametrize(
    ("text", "attribute", "kind", "target", "current", "unit"),
    [
        ("13m woodcutting", "woodcutting", "xp", 13_000_000, 273_742, "xp"),
        ("500 zulrah kc", "zulrah", "score", 500, 100, "kc"),
        ("rank 1000 wc", "woodcutting", "rank", 1000, 5000, "ranks"),
        ("virtual level 120 wc", "woodcutting", "virtual-level", 120, 60, "xp"),
    ],
)
async def test_target_and_current_are_in_the_unit_that_was_asked_for(  # noqa: PLR0917 - one row of the table above
    chopper: Shell, text: str, attribute: str, kind: str, target: int, current: int, unit: str
) -> None:
    goal = (await chopper.answer("goal", "add", "Oak Chopper", text))["goal"]

    assert (goal["attribute"], goal["type"], goal["unit"]) == (attribute, kind, unit)
    assert (goal["target"], goal["current"], goal["start"]) == (target, current, current)


async def test_a_goal_on_all_skills_shows_the_lowest_of_them(shell: Shell) -> None:
    shell.game.osrs("Oak Chopper").train_all(OSRS_SKILLS, 1_000_000).train("Agility", 50_000)
    await shell.answer("character", "add", "Oak Chopper")

    goal = (await shell.answer("goal", "add", "base 70"))["goal"]

    assert (goal["attribute"], goal["target"], goal["current"]) == ("all skills", 70, 42)
    assert goal["targetXp"] == 737_627 * len(OSRS_SKILLS[1:])
    assert goal["currentXp"] == goal["targetXp"] - 737_627 + 50_000
    assert goal["short"] == [
        {
            "attribute": "agility",
            "name": "Agility",
            "level": 42,
            "xp": 50_000,
            "remaining": 687_627,
            "levels": 28,
        }
    ]
    shown = await shell.lines("goal", "show", goal["id"])
    assert any(re.search(r"short: 1 +Agility 28 levels \(687,627 xp\)", line) for line in shown)


async def test_people_are_told_what_was_understood(chopper: Shell) -> None:
    lines = await chopper.lines("goal", "add", "99 wc then 200m", "--by", "1 march", "--frequency", "weekly")

    assert lines[:4] == [
        "99 Woodcutting for Oak Chopper, by 1 March.",
        "You are at level 60 (273,742 xp): 12,760,689 xp to go, which takes 447,744 xp a day.",
        "After that: 200m Woodcutting xp.",
        "Messages come every Monday.",
    ]
    assert re.match('Not what you meant[?] questlog goal edit [a-z0-9]{6} "', lines[4])


async def test_a_number_that_is_not_known_yet_is_no_obstacle(chopper: Shell) -> None:
    lines = await chopper.lines("goal", "add", "99 fishing")
    [goal] = (await chopper.answer("goal", "list"))["goals"]

    assert lines[1] == "Its number is not known yet; the first reading that has it will be the start."
    assert [goal[name] for name in ("current", "percent", "remaining", "state", "asOf")] == [
        None,
        None,
        None,
        "no-data",
        None,
    ]
    assert "? no number" in (await chopper.run("goal", "list")).out
    assert "? no number" in (await chopper.run("goal", "show", "fishing")).out


async def test_quotes_may_be_left_out(chopper: Shell) -> None:
    first = await chopper.answer("goal", "add", "Oak Chopper", "99", "wc")
    second = await chopper.answer("goal", "add", "500", "zulrah", "kc")

    assert [first["goal"]["title"], second["goal"]["title"]] == ["99 Woodcutting", "500 Zulrah kc"]


async def test_who_has_several_characters_says_whose_goal_it_is(chopper: Shell) -> None:
    chopper.clock.advance(60)
    chopper.game.osrs("Elm Chopper").train("Woodcutting", 100)
    await chopper.answer("character", "add", "Elm Chopper")

    code, name, message = await chopper.refusal("goal", "add", "99 wc")

    assert (code, name) == (Exit.USAGE, "character_missing")
    assert "Oak Chopper, Elm Chopper" in message
    assert (await chopper.answer("goal", "add", "elm chopper", "99 wc"))["goal"]["current"] == 2


async def test_without_a_character_one_is_to_be_added_first(shell: Shell) -> None:
    code, name, message = await shell.refusal("goal", "add", "99 wc")

    assert (code, name) == (Exit.PROBLEM, "no_such_character")
    assert "questlog character add" in message


async def test_who_has_a_metric_alone_is_told_what_goals_of_a_game_need(shell: Shell) -> None:
    await shell.answer("metric", "add", "weight", "--unit", "kg")
    code, name, message = await shell.refusal("goal", "add", "+10 clue scrolls this month")

    assert (code, name) == (Exit.PROBLEM, "no_such_name")
    assert message.endswith("For goals in a game, first say whom you play: questlog character add Zezima")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["99 woodcuting"], "no_such_name"),
        (["201m wc"], "above_cap"),
        (["50 wc"], "already_reached"),
        (["99 wc by 2020-01-01"], "date_in_past"),
        (["99 wc", "--by", "1/3/2027"], "ambiguous_date"),
        (["99 wc by 1 march", "--by", "2 march"], "two_targets"),
        (["98 wc"], "duplicate_goal"),
        (["Elm Chopper", "99 wc"], "no_such_character"),
    ],
)
async def test_what_is_no_goal_is_refused_with_a_code_of_its_own(
    chopper: Shell, arguments: list[str], code: str
) -> None:
    await chopper.answer("goal", "add", "98 wc")

    assert (await chopper.refusal("goal", "add", *arguments))[:2] == (Exit.PROBLEM, code)
    assert len((await chopper.answer("goal", "list"))["goals"]) == 1


async def test_who_sets_a_goal_twice_is_told_how_to_change_it(chopper: Shell) -> None:
    goal = (await chopper.answer("goal", "add", "98 wc"))["goal"]

    refusal = await chopper.refusal("goal", "add", "98 wc by 1 march")

    assert refusal[2] == (
        f"You have that goal already: {goal['id']} (98 Woodcutting of Oak Chopper)."
        f" To give it a date: questlog goal edit {goal['id']} --by DATE"
    )


async def test_what_comes_then_reads_like_a_title(chopper: Shell) -> None:
    await chopper.answer("goal", "add", "98 wc then 99 by 2101-05-01 then 200m")

    lines = await chopper.lines("goal", "show", "wc")

    then = next(line for line in lines if line.startswith("then"))
    assert then.split(maxsplit=1)[1].rstrip() == "99 Woodcutting by 1 May 2101, then 200m Woodcutting xp"


async def test_a_channel_that_is_not_there_yet_is_pointed_out(chopper: Shell) -> None:
    known = await chopper.run("goal", "add", "99 wc", "--channel", "console")
    unknown = await chopper.run("goal", "edit", "wc", "--channel", "pigeon")

    assert (known.code, known.err) == (Exit.OK, "")
    assert unknown.code == Exit.OK
    assert unknown.err.startswith("You have no channel pigeon ")
    assert (await chopper.answer("goal", "show", "wc"))["goal"]["channel"] == "pigeon"


# Seeing them.


async def test_without_goals_nothing_looks_like_a_mistake(shell: Shell) -> None:
    assert await shell.answer("goal", "list") == listing(characters=0)
    assert (await shell.lines("goal", "list"))[1:] == [
        "You have no goals yet. First say whom you play: questlog character add Zezima",
        "Then set a goal in your own words: questlog goal add '99 wc by 1 march'",
    ]
    shell.game.osrs("Oak Chopper").train("Woodcutting", 100)
    await shell.answer("character", "add", "Oak Chopper")
    _, line, _ = await shell.lines("goal", "list")
    assert line.startswith("You have no goals yet. Set one: questlog goal add")


@pytest.fixture
async def weeks(shell: Shell) -> Shell:
    """Three weeks: attack by 20,000 xp a day, slayer by hardly any, mining done."""
    async with shell.diary() as diary:
        character = await diary.character(attack_xp=1_000_000, slayer_xp=500_000, mining_xp=12_900_000)
        for text in ("2m attack by 2027-04-15", "99 slayer by 2027-03-15", "99 mining", "500 zulrah kc"):
            await diary.goal(character, text)
        for day in range(1, 22):
            await diary.live(
                attack_xp=1_000_000 + 20_000 * day,
                slayer_xp=500_000 + 100 * day,
                mining_xp=12_900_000 + 10_000 * day,
            )
    return shell


async def test_a_list_says_how_far_each_goal_is_and_when_it_ends(weeks: Shell) -> None:
    attack, slayer, mining, zulrah = sorted(
        (await weeks.answer("goal", "list"))["goals"],
        key=lambda goal: ["attack", "slayer", "mining", "zulrah"].index(goal["attribute"]),
    )

    assert (attack["percent"], attack["remaining"], attack["state"]) == (42.0, 580_000, "on-track")
    assert attack["ownPerDay"] == pytest.approx(20_000, rel=0.01)
    assert "2027-03-21" <= attack["etaRange"]["early"] <= attack["eta"] <= attack["etaRange"]["late"]
    assert attack["etaRange"]["late"] <= "2027-03-25"
    assert attack["etaRange"]["middle"] == attack["eta"]
    assert attack["gainedToday"] == 20_000
    assert attack["safeDays"] > 9
    assert (slayer["state"], slayer["eta"]) == ("behind", None)
    assert slayer["etaRange"] == {"early": None, "middle": None, "late": None}
    assert (mining["state"], mining["status"], mining["percent"]) == ("reached", "reached", 100)
    assert (mining["reachedAt"], mining["eta"]) == ("2027-02-15T12:00:00Z", None)
    assert (zulrah["state"], zulrah["current"]) == ("no-data", None)


async def test_the_table_has_bars_and_words_and_fits_80_columns(weeks: Shell) -> None:
    lines = await weeks.lines("goal", "list")

    rows = {line.split()[1]: line for line in lines if re.match("[a-z0-9]{6} ", line)}
    assert lines[0].split() == ["id", "goal", "progress", "to", "go", "expected", "state"]
    assert lines[1].strip() == "Oak Chopper"
    assert re.search(r"2m Attack xp +▰▰▰▱▱▱▱▱ 42 % +580,000 xp +\d\d March +✓ on track", rows["2m"])
    assert any(re.search("12,532,331 xp +over 5 years +✗ behind", line) for line in lines)
    assert any(re.search(r"▰▰▰▰▰▰▰▰ 100 % +\S +15 February +★ reached", line) for line in lines)
    assert any("by 15 April" in line and "a day" in line for line in lines)
    assert all(len(line) <= 80 for line in lines)


async def test_where_columns_have_no_room_each_goal_keeps_its_name(weeks: Shell) -> None:
    weeks.columns = 50
    lines = await weeks.lines("goal", "list")

    assert lines[0] == "Oak Chopper"
    at = next(number for number, line in enumerate(lines) if line.startswith("2m Attack xp"))
    assert [line.split()[0] for line in lines[at + 1 : at + 3]] == ["progress", "to"]
    assert "  state ✓ on track" in lines
    assert all(len(line) <= 50 for line in lines)


async def test_one_character_can_be_listed_alone(weeks: Shell) -> None:
    weeks.game.osrs("Elm Chopper").train("Woodcutting", 100)
    await weeks.answer("character", "add", "Elm Chopper")
    await weeks.answer("goal", "add", "Elm Chopper", "99 wc")

    assert len((await weeks.answer("goal", "list"))["goals"]) == 5
    [goal] = (await weeks.answer("goal", "list", "ELM chopper"))["goals"]
    assert goal["character"] == "Elm Chopper"
    assert (await weeks.refusal("goal", "list", "Birch"))[1] == "no_such_character"


async def test_one_goal_is_shown_with_all_its_numbers(weeks: Shell) -> None:
    lines = await weeks.lines("goal", "show", "attack")

    assert re.match("2m Attack xp  Oak Chopper · Old School RuneScape  [a-z0-9]{6}", lines[0])
    assert lines[1] == "✓ ▰▰▰▱▱▱▱▱ 42 % · on track"
    shown = {line[:10].strip(): line[10:].strip() for line in lines[2:]}
    assert shown["now"] == "1,420,000 xp, since 12:00"
    assert shown["to go"] == "580,000 xp"
    assert shown["began"] == "1,000,000 xp, on 1 February"
    assert shown["due"].startswith("15 April, in 52 days: ")
    assert shown["pace"] == "20,000 xp a day"
    assert " March" in shown["expected"]
    assert shown["next"] == "level 77, in 55,581 xp"
    assert shown["today"] == "+20,000 xp, free: you are 9 days ahead"
    assert shown["messages"] == "every day"
    assert (await weeks.answer("goal", "show", "attack"))["goal"]["percent"] == 42.0


async def test_a_goal_is_found_by_its_id_by_the_beginning_of_it_and_by_its_name(weeks: Shell) -> None:
    goals = (await weeks.answer("goal", "list"))["goals"]
    attack = next(goal for goal in goals if goal["attribute"] == "attack")

    for name in (attack["id"], attack["id"][:5], "atk", "Attack"):
        assert (await weeks.answer("goal", "show", name))["goal"]["id"] == attack["id"]
    assert (await weeks.refusal("goal", "show", "zzzz"))[1] == "no_such_goal"


async def test_names_of_others_cannot_steer_the_terminal(shell: Shell) -> None:
    async with shell.diary() as diary:
        evil = "[bold]evil\x9b\u202e"
        character = await diary.character(**{f"{evil}_score": 5})
        goal = await diary.goal(character, "500 bold evil")

    for command in (["goal", "list"], ["goal", "show", goal.id], ["gains"], ["history", goal.id]):
        out = (await shell.run(*command)).out
        assert "[bold]evil" in out
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", out)
    assert (await shell.answer("goal", "list"))["goals"][0]["attribute"] == evil
    assert "\u202e" not in (await shell.run("goal", "list", "--json")).out


async def test_another_person_has_other_goals(weeks: Shell) -> None:
    async with weeks.diary() as diary:
        await diary.desk.accounts.register(parse_identity("email:ada@example.org"))

    assert await weeks.answer("goal", "list", "--identity", "email:ada@example.org") == listing(characters=0)
    assert (await weeks.refusal("goal", "list", "--identity", "email:bob@example.org"))[1] == "no_such_user"


# Charts.


@pytest.mark.parametrize("option", [[], ["--dark"]])
async def test_a_chart_takes_the_place_of_an_older_one(weeks: Shell, option: list[str]) -> None:
    chart = weeks.folder / "attack.png"
    chart.write_bytes(b"an older one")

    answer = await weeks.answer("goal", "show", "attack", "--chart", str(chart), *option)

    assert answer["chart"] == str(chart)
    assert chart.read_bytes().startswith(PNG)
    assert sorted(path.name for path in weeks.folder.iterdir() if "questlog.db" not in path.name) == [
        "attack.png"
    ]


async def test_where_there_is_nothing_to_draw_no_file_is_written_and_nothing_is_blamed(shell: Shell) -> None:
    await shell.answer("area", "add", "health")
    file = shell.folder / "balance.png"

    _, code, message = await shell.refusal("area", "show", "health", "--chart", str(file))

    assert (code, message) == ("nothing_to_draw", "There is nothing to draw yet, so no file was written.")
    assert not file.exists()


async def test_a_chart_that_cannot_be_written_is_refused_in_words(weeks: Shell) -> None:
    (weeks.folder / "folder.png").mkdir()
    (weeks.folder / "link.png").symlink_to(weeks.folder / "questlog.db")
    before = (weeks.folder / "questlog.db").read_bytes()

    async def refusal(name: str) -> tuple[int, str, str]:
        return await weeks.refusal("goal", "show", "attack", "--chart", str(weeks.folder / name))

    assert (await refusal("attack.jpg"))[:2] == (Exit.USAGE, "not_png")
    assert (await refusal("none/attack.png"))[:2] == (Exit.PROBLEM, "cannot_write")
    assert (await refusal("folder.png"))[:2] == (Exit.PROBLEM, "cannot_write")
    assert "keeps its database there" in (await refusal("link.png"))[2]
    assert (weeks.folder / "questlog.db").read_bytes() == before


# Changing them.


async def test_a_goal_that_is_changed_says_what_became_of_what_was_to_come_after_it(chopper: Shell) -> None:
    await chopper.answer("goal", "add", "99 wc then 200m")

    assert "After that: 200m Woodcutting xp." in await chopper.lines("goal", "edit", "wc", "98 wc")
    lines = await chopper.lines("goal", "edit", "wc", "200m wc xp")

    assert lines[0] == "Changed. Its history goes on. Nothing comes after it any more."


async def test_a_goal_is_changed_and_says_what_it_is_now(chopper: Shell) -> None:
    await chopper.answer("goal", "add", "99 wc", "--by", "1 march")

    lines = await chopper.lines("goal", "edit", "wc", "98 wc", "--by", "none", "--frequency", "milestones")

    assert lines[:2] == ["Changed. Its history goes on.", "98 Woodcutting for Oak Chopper."]
    assert "Messages come at milestones." in lines
    goal = (await chopper.answer("goal", "show", "wc"))["goal"]
    assert (goal["target"], goal["due"], goal["frequency"]) == (98, None, "milestones")
    assert (await chopper.refusal("goal", "edit", "wc"))[1] == "nothing_to_change"
    assert (await chopper.run("goal", "edit", "wc", "--frequency", "hourly")).code == Exit.USAGE


async def test_a_goal_is_paused_resumed_and_archived(chopper: Shell) -> None:
    await chopper.answer("goal", "add", "99 wc")

    assert (await chopper.answer("goal", "pause", "wc"))["goal"]["state"] == "paused"
    assert "‖ paused" in (await chopper.run("goal", "list")).out
    assert (await chopper.refusal("goal", "pause", "wc"))[1] == "nothing_to_change"
    assert await chopper.lines("goal", "resume", "wc") == [
        "99 Woodcutting for Oak Chopper: Resumed. I send messages about it again."
    ]
    archived = (await chopper.answer("goal", "archive", "wc"))["goal"]

    assert archived["status"] == "archived"
    assert await chopper.answer("goal", "list") == listing()
    [listed] = (await chopper.answer("goal", "list", "--all"))["goals"]
    assert listed["id"] == archived["id"]
    assert "▪ archived" in (await chopper.run("goal", "list", "--all")).out


async def test_a_goal_is_removed_only_if_somebody_says_so(chopper: Shell) -> None:
    await chopper.answer("goal", "add", "99 wc")

    assert (await chopper.refusal("goal", "remove", "wc"))[:2] == (Exit.PROBLEM, "not_confirmed")
    status, seen = await typed(chopper, "n\n", "goal", "remove", "wc")
    assert status == Exit.PROBLEM
    assert "goal archive" in seen
    assert len((await chopper.answer("goal", "list"))["goals"]) == 1

    assert await chopper.lines("goal", "remove", "wc", "--yes") == [
        "99 Woodcutting for Oak Chopper: Removed for good."
    ]
    assert await chopper.answer("goal", "list", "--all") == listing(archived=True)


# Real processes.


async def test_all_of_it_works_while_the_service_runs(terminal: Terminal) -> None:
    terminal.game.osrs("Oak Chopper").train("Woodcutting", 273_742)
    with service(terminal.folder) as running:
        await asyncio.to_thread(running.ready)
        await terminal.answer("character", "add", "Oak Chopper")
        goal = (await terminal.answer("goal", "add", "99 wc"))["goal"]
        assert [it["id"] for it in (await terminal.answer("goal", "list"))["goals"]] == [goal["id"]]
        assert running.process.poll() is None


def test_a_list_without_forecasts_loads_no_heavy_library(tmp_path: Path) -> None:
    for command in (["goal", "list"], ["character", "list"], ["gains"]):
        result = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "bot", *command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        imported = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in result.stderr.splitlines()}
        assert imported & {"numpy", "matplotlib", "aiohttp", "botocore"} == set()
