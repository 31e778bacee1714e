"""README's tour, word for word: for whoever has nothing left to reach, and for whoever is on the way."""

import re
import shlex
from collections.abc import AsyncIterator, Callable
from datetime import date, time
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.terminal import Terminal
from tests.fakes.hiscores import FakeCharacter, FakeHiscores
from tests.fakes.hiscores_rows import OSRS_SKILLS
from tracker.goals.games.game import game_of
from tracker.goals.words.parse import parse_goal
from tracker.habits.schedule import PerWeek
from tracker.habits.words.parse import parse_habit

README = (Path(__file__).parents[3] / "README.md").read_text()
TODAY = date(2026, 12, 24)
OFFLINE, ONLINE = "first without any network:", "with the hiscores of a game."


def tour(part: str) -> list[list[str]]:
    """The commands of the block that follows these words."""
    block = README.partition(part)[2].partition("\n\n")[2].partition("\n\n")[0]
    lines = [shlex.split(line, comments=True) for line in block.splitlines()]
    assert len(lines) > 5
    assert all(words[0] == "questlog" for words in lines)
    return [words[1:] for words in lines]


def maxed(character: FakeCharacter) -> None:
    """200m in everything, and half of what else there is."""
    character.train_all(list(OSRS_SKILLS), 200_000_000)
    character.score("Clue Scrolls (all)", 5_432, rank=12)


def on_the_way(character: FakeCharacter) -> None:
    character.train_all(list(OSRS_SKILLS[:-4]), 737_627)
    character.score("Clue Scrolls (all)", 7, rank=1_203_456)


@pytest.fixture(params=[maxed, on_the_way], ids=["maxed", "on the way"])
async def terminal(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Terminal]:
    play: Callable[[FakeCharacter], None] = request.param
    async with FakeHiscores.running() as game:
        for name in ("Lynx Titan", "Zezima"):
            play(game.osrs(name))
        yield Terminal(tmp_path, game)


async def test_every_command_of_the_tour_works_in_its_order(terminal: Terminal) -> None:
    for words in [*tour(OFFLINE), *tour(ONLINE)]:
        ended = await terminal.run(*words)
        assert (ended.code, ended.err) == (Exit.OK, ""), words
        assert ended.out, words

    assert (terminal.folder / "out.png").stat().st_size > 10_000
    [goal] = (await terminal.answer("goal", "list"))["goals"]
    assert goal["character"] == "Zezima"


async def test_the_first_part_needs_no_network(tmp_path: Path, unused_tcp_port: int) -> None:
    nobody = FakeHiscores()
    nobody.url = f"http://127.0.0.1:{unused_tcp_port}"
    terminal = Terminal(tmp_path, nobody)
    for words in tour(OFFLINE):
        ended = await terminal.run(*words)
        assert (ended.code, ended.err) == (Exit.OK, ""), words


def test_what_the_readme_says_that_people_say_is_understood_whole() -> None:
    goal, habit = re.findall(r'[Yy]ou say "([^"]+)"', README)
    meant = parse_goal(goal, game_of("osrs"), TODAY)
    assert (meant.attribute, meant.target, meant.due) == ("woodcutting", 99, date(2027, 3, 1))
    gym = parse_habit(habit, TODAY)
    assert (gym.name, gym.schedule, gym.reminders) == ("Gym", PerWeek(times=3), (time(18),))


def test_whatever_else_the_readme_says_to_type_is_a_command() -> None:
    from bot.cli.registry import places  # noqa: PLC0415 - all that this test needs
    from bot.features import FEATURES  # noqa: PLC0415

    typed = set(re.findall(r"^    questlog (\S+)", README, re.MULTILINE))
    assert typed <= places(FEATURES).keys()
