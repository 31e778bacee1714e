"""`questlog character`: whose numbers a person follows."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.shell import Shell, shell_in
from tests.bot.cli.typed import typed
from tests.fakes.hiscores_rows import RS3_SKILLS
from tests.fakes.json_site import JsonSite
from tests.fakes.web_faults import Fault, blocked, garbage, rate_limited, server_error
from tests.tracker.store.items import everything


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


@pytest.fixture
async def site(shell: Shell) -> AsyncIterator[JsonSite]:
    """A site on the web, for an operator who allows private addresses."""
    shell.variables["QUESTLOG_SOURCES__HTTP_JSON__ALLOW_PRIVATE"] = "true"
    async with JsonSite.running() as running:
        yield running


async def stored(shell: Shell) -> object:
    async with shell.store() as store:
        return await everything(store.table)


async def test_a_character_is_followed_and_listed(shell: Shell) -> None:
    shell.game.osrs("Oak Chopper", "ironman").train("Woodcutting", 1000)

    added = (await shell.answer("character", "add", "Oak Chopper", "--mode", "ironman"))["character"]

    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", added.pop("createdAt"))
    assert added == {
        "id": "oak chopper@ironman",
        "name": "Oak Chopper",
        "game": "osrs",
        "mode": "ironman",
        "subject": "osrs:ironman:oak chopper",
        "trackedAttributes": {},
    }
    [listed] = (await shell.answer("character", "list"))["characters"]
    assert listed["id"] == added["id"]


async def test_people_read_what_to_do_next(shell: Shell) -> None:
    assert (await shell.lines("character", "list"))[1:] == [
        "You follow nobody yet. Say whom you play: questlog character add Zezima",
        "Old School RuneScape or RuneScape 3. I read the public hiscores; no password is needed.",
        "Any other number that is served as JSON: questlog character add-number",
    ]
    shell.game.osrs("Oak Chopper").train("Woodcutting", 1000)

    done, then = await shell.lines("character", "add", "Oak Chopper")

    assert done == "You follow Oak Chopper now (Old School RuneScape)."
    assert "questlog goal add 'Oak Chopper' \"99 wc" in then
    heading, row = await shell.lines("character", "list")
    assert heading.split() == ["name", "where", "goals", "since"]
    assert [one.strip() for one in row.split("  ") if one][1:] == [
        "Old School RuneScape",
        "no goals yet",
        "1 February",
    ]


async def test_nobody_of_that_name_is_not_followed(shell: Shell) -> None:
    code, name, message = await shell.refusal("character", "add", "Nobody")

    assert (code, name) == (Exit.PROBLEM, "not-found")
    assert "Nothing was added." in message
    assert (await shell.answer("character", "list"))["characters"] == []


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (server_error(), "unavailable"),
        (blocked(), "blocked"),
        (rate_limited(), "rate-limited"),
        (garbage(), "malformed"),
    ],
)
async def test_trouble_with_the_hiscores_is_one_line_with_a_code_of_its_own(
    shell: Shell, fault: Fault, code: str
) -> None:
    await shell.answer("character", "list")
    before = await stored(shell)
    shell.game.osrs("Oak Chopper").train("Woodcutting", 1000)
    shell.game.stay_wrong(fault)

    assert (await shell.refusal("character", "add", "Oak Chopper"))[1] == code
    ended = await shell.run("character", "add", "Oak Chopper")

    assert (ended.code, ended.out) == (Exit.PROBLEM, "")
    assert re.fullmatch(r"questlog: .* Please try again later\.\n", ended.err)
    assert await stored(shell) == before


async def test_a_private_profile_is_told_from_a_wrong_name(shell: Shell) -> None:
    shell.game.no_profile("Hidden", "PROFILE_PRIVATE")

    assert (await shell.refusal("character", "add", "Hidden", "--game", "rs3"))[1] == "private"
    assert (await shell.refusal("character", "add", "Nobody", "--game", "rs3"))[1] == "not-found"


@pytest.mark.parametrize(
    "arguments", [("far too long for a name",), ("Oak Chopper", "--mode", "easy"), ("b\x1b[31m",)]
)
async def test_a_name_that_cannot_be_is_a_mistake_of_usage(shell: Shell, arguments: tuple[str, ...]) -> None:
    code, name, message = await shell.refusal("character", "add", *arguments)

    assert (code, name) == (Exit.USAGE, "bad-name")
    assert "\x1b" not in message
    assert shell.game.asked == []


async def test_the_same_character_is_not_followed_twice(shell: Shell) -> None:
    shell.game.osrs("Oak Chopper").train("Woodcutting", 1000)
    await shell.answer("character", "add", "Oak Chopper")

    assert (await shell.refusal("character", "add", "oak_chopper"))[1] == "already_linked"


async def test_a_character_of_runescape_3_brings_its_months_along(shell: Shell) -> None:
    shell.game.rs3("Oak Chopper").train_all(RS3_SKILLS, 1_000_000)
    shell.game.rs3("Oak Chopper").skills.pop("Archaeology")  # so that the profile is asked for the rest
    shell.game.profile("Oak Chopper", {"Archaeology": (70, 10_000_000)})

    added = (await shell.answer("character", "add", "oak chopper", "--game", "rs3"))["character"]

    assert (added["name"], added["subject"]) == ("Oak Chopper", "rs3:main:oak chopper")
    assert sum("monthly" in asked.path for asked in shell.game.asked) == len(RS3_SKILLS)


async def test_a_number_on_the_web_is_followed_and_its_secrets_are_not_shown(
    shell: Shell, site: JsonSite
) -> None:
    url = site.serve("/n.json", {"data": [{"count": 42}]}) + "?key=geheim"
    options = ["--path", "data[0].count", "--unit", "commits", "--header", "X-Token: geheim"]

    ended = await shell.run("character", "add-number", "Commits", url, *options, "--json")
    goal = await shell.answer("goal", "add", "commits", "100")

    assert ended.code == Exit.OK
    assert "geheim" not in ended.out + ended.err
    assert site.asked[0][1]["X-Token"] == "geheim"
    assert (goal["goal"]["attribute"], goal["goal"]["current"]) == ("commits", 42)
    assert goal["goal"]["title"] == "Commits 100"
    assert "a number on the web" in (await shell.lines("character", "list"))[1]


@pytest.mark.parametrize(
    "arguments",
    [("ftp://example.org/n",), ("http://example.org", "--header", "X-Token geheim"), ("x", "--path", "a[")],
)
async def test_a_definition_that_cannot_be_used_is_a_mistake_of_usage(
    shell: Shell, arguments: tuple[str, ...]
) -> None:
    code, name, message = await shell.refusal("character", "add-number", "Commits", *arguments)

    assert (code, name) == (Exit.USAGE, "bad-definition")
    assert "geheim" not in message


async def test_a_private_address_is_read_only_if_the_operator_allows_it(shell: Shell) -> None:
    code, name, _ = await shell.refusal(
        "character", "add-number", "Commits", f"{shell.game.url}/n", "--path", "n"
    )

    assert (code, name) == (Exit.PROBLEM, "blocked")


async def test_a_renamed_character_keeps_its_goals(shell: Shell) -> None:
    shell.game.osrs("Oak Chopper").train("Woodcutting", 1000)
    shell.game.osrs("Elm Chopper").train("Woodcutting", 2000)
    await shell.answer("character", "add", "Oak Chopper")
    await shell.answer("goal", "add", "99 wc")

    renamed = (await shell.answer("character", "rename", "oak chopper", "Elm Chopper"))["character"]

    assert (renamed["name"], renamed["subject"]) == ("Elm Chopper", "osrs:main:elm chopper")
    assert renamed["trackedAttributes"] == {"woodcutting": 1}
    [goal] = (await shell.answer("goal", "list"))["goals"]
    assert goal["character"] == "Elm Chopper"


async def test_who_has_less_is_another_character_unless_one_insists(shell: Shell) -> None:
    shell.game.osrs("Oak Chopper").train("Woodcutting", 1000)
    shell.game.osrs("Elm Chopper").train("Woodcutting", 10)
    await shell.answer("character", "add", "Oak Chopper")
    names = ("Oak Chopper", "Elm Chopper")

    assert (await shell.refusal("character", "rename", *names))[1] == "another_character"
    assert (await shell.refusal("character", "rename", "Oak Chopper", "Nobody"))[1] == "not-found"
    assert (await shell.refusal("character", "rename", "Birch", "Nobody"))[1] == "no_such_character"
    assert await shell.lines("character", "rename", *names, "--anyway") == [
        "Oak Chopper is Elm Chopper now. Goals and history are kept."
    ]


async def test_removing_takes_the_goals_along_and_must_be_said_twice(shell: Shell) -> None:
    shell.game.osrs("Oak Chopper").train("Woodcutting", 1000)
    await shell.answer("character", "add", "Oak Chopper")
    await shell.answer("goal", "add", "99 wc")

    code, name, message = await shell.refusal("character", "remove", "oak chopper")
    assert (code, name) == (Exit.PROBLEM, "not_confirmed")
    assert "--yes" in message

    status, seen = await typed(shell, "n\n", "character", "remove", "oak chopper")
    assert status == Exit.PROBLEM
    assert "removes Oak Chopper with 1 goal and all of their history" in seen
    assert len((await shell.answer("goal", "list"))["goals"]) == 1

    removed = await shell.answer("character", "remove", "oak chopper", "--yes")
    assert (removed["character"]["name"], removed["removedGoals"]) == ("Oak Chopper", 1)
    assert (await shell.answer("goal", "list"))["goals"] == []
    assert await shell.answer("character", "list") == {
        "characters": [],
        "total": 0,
        "page": 0,
        "pages": 1,
    }


async def test_before_a_character_goes_it_is_said_what_hangs_on_it(shell: Shell) -> None:
    shell.game.osrs("Oak Chopper").train("Woodcutting", 1000)
    await shell.answer("character", "add", "Oak Chopper")
    await shell.answer("habit", "add", "chop", "--fed", "Oak Chopper woodcutting")
    await shell.answer("challenge", "create", "Xp race", "--counts", "xp", "--threshold", "1000")
    await shell.answer("challenge", "join", "Xp race", "--as", "Ada")

    _, seen = await typed(shell, "n\n", "character", "remove", "oak chopper")
    assert "The habit Chop is no longer counted by itself" in seen
    assert "In the challenge Xp race nothing more counts for you" in seen

    removed = await shell.answer("character", "remove", "oak chopper", "--yes")
    assert [one.split()[1] for one in removed["consequences"]] == ["habit", "the"]


async def test_a_yes_at_the_terminal_removes(shell: Shell) -> None:
    shell.game.osrs("Oak Chopper").train("Woodcutting", 1000)
    await shell.answer("character", "add", "Oak Chopper")

    status, seen = await typed(shell, "y\n", "character", "remove", "Oak Chopper")

    assert status == Exit.OK
    assert "Oak Chopper is removed, with no goals." in seen


async def test_what_most_goals_are_about_is_counted_over_all_people_and_games(shell: Shell) -> None:
    assert (await shell.lines("character", "popular"))[-1] == "There are no goals yet."
    shell.game.osrs("Oak Chopper").train("Woodcutting", 1000).train("Attack", 1000)
    shell.game.rs3("Elm Chopper").train("Attack", 1000)
    await shell.answer("character", "add", "Oak Chopper")
    await shell.answer("character", "add", "Elm Chopper", "--game", "rs3")
    await shell.answer("goal", "add", "Oak Chopper", "99 wc")
    await shell.answer("goal", "add", "Oak Chopper", "13m attack")
    await shell.answer("goal", "add", "Oak Chopper", "90 attack")
    await shell.answer("goal", "add", "Elm Chopper", "99 attack")

    found = (await shell.answer("character", "popular"))["popular"]

    assert found[0] == {"game": "osrs", "attribute": "attack", "goals": 2}
    assert {"game": "rs3", "attribute": "attack", "goals": 1} in found
    assert (await shell.answer("character", "popular", "--game", "rs3"))["popular"] == [
        {"game": "rs3", "attribute": "attack", "goals": 1}
    ]
    assert (await shell.lines("character", "popular"))[0] == "     2  Attack (Old School RuneScape)"
