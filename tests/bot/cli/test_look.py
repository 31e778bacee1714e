"""`questlog look`: a real process that asks a stand-in for the game's servers."""

import json
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.mother import mother
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.web_faults import blocked


@pytest.fixture
async def game() -> AsyncIterator[FakeHiscores]:
    async with FakeHiscores.running() as running:
        yield running


async def look(game: FakeHiscores, *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr."""
    urls = {f"QUESTLOG_SOURCES__RUNESCAPE__{name}_URL": game.url for name in ("OSRS", "RS3", "RUNEMETRICS")}
    return await mother().run(["look", *arguments], Path.cwd(), {**os.environ, **urls})


async def test_it_shows_what_is_known_with_numbers_for_people(game: FakeHiscores) -> None:
    game.osrs("Oak Chopper").train("Woodcutting", 13_034_431, level=99, rank=1234).score("Zulrah", 512)
    code, out, _ = await look(game, "oak_chopper")
    assert code == Exit.OK
    assert ["woodcutting", "99", "13,034,431", "1,234"] in [line.split() for line in out.splitlines()]
    assert ["zulrah", "512", "1,000"] in [line.split() for line in out.splitlines()]
    assert "attack" not in out


async def test_in_json_every_number_is_exact(game: FakeHiscores) -> None:
    game.osrs("Oak Chopper", "ironman").train("Woodcutting", 13_034_431, level=99, rank=1234)
    code, out, _ = await look(game, "Oak Chopper", "--mode", "ironman", "--json")
    answer = json.loads(out)
    assert code == Exit.OK
    assert answer["character"] == "ironman:oak chopper"
    assert answer["values"]["woodcutting"] == {"level": 99, "xp": 13_034_431, "rank": 1234}


async def test_a_character_of_the_other_game_is_found_there(game: FakeHiscores) -> None:
    game.rs3("Oak Chopper").train("Invention", 36_073_511, level=99)
    code, out, _ = await look(game, "Oak Chopper", "--game", "rs3", "--json")
    assert code == Exit.OK
    assert json.loads(out)["values"]["invention"]["xp"] == 36_073_511


async def test_nobody_of_that_name_is_told_from_a_server_that_blocks_us(game: FakeHiscores) -> None:
    assert await refusal(game, "Nobody") == "not-found"
    game.osrs("Oak Chopper").train("Woodcutting", 100)
    game.stay_wrong(blocked())
    assert await refusal(game, "Oak Chopper") == "blocked"


async def test_a_name_that_cannot_be_is_refused_without_asking(game: FakeHiscores) -> None:
    code, out, err = await look(game, "far too long for a name", "--json")
    assert code == Exit.USAGE
    assert json.loads(out)["error"]["code"] == "bad-name"
    assert err.startswith("questlog: ")
    assert game.asked == []


async def refusal(game: FakeHiscores, name: str) -> str:
    code, out, err = await look(game, name, "--json")
    assert code == Exit.PROBLEM
    assert err.splitlines()[-1].startswith("questlog: ")
    return json.loads(out)["error"]["code"]
