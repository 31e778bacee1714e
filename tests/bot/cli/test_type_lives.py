"""That the commands of `tests/type_commands.py` do what is said there: items come, and go.

Of the types of which one person alone makes an item that a command takes away wholly.
"""

import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bot.cli.shell import MONDAY, shell_in
from tests.fakes.clock import HandClock
from tests.type_commands import TYPE_COMMANDS, By
from tracker.store.sqlite import SqliteTable


class Life(NamedTuple):
    types: frozenset[str]
    make: tuple[str, ...]
    remove: tuple[str, ...]


def life(types: str, make: str, remove: str) -> Life:
    """Lines of commands, apart by semicolons."""
    return Life(frozenset(types.split()), tuple(make.split("; ")), tuple(remove.split("; ")))


FIT = "goal add --title Fit"
LIVES = (
    life("compositeGoal", FIT, "goal remove Fit --yes"),
    life("goalTask", f"{FIT}; task add Shoes; goal link Fit --task Shoes", "goal unlink Fit --task Shoes"),
    life("goalHabit", f"{FIT}; habit add Gym; goal link Fit --habit Gym", "goal unlink Fit --habit Gym"),
    life(
        "goalMetric",
        f"{FIT}; metric add Steps; goal link Fit --metric Steps",
        "goal unlink Fit --metric Steps",
    ),
    life("token tokenHolder", "token new --name phone", "token revoke phone"),
    life("loginLink loginLinkHolder", "web", "session end-all --yes"),
    life("habit", "habit add Gym", "habit remove Gym --yes"),
    life("habitLog", "habit add Gym; habit done Gym", "habit undo Gym"),
    life("streak", "habit add Gym; habit done Gym", "habit remove Gym --yes"),
    life("boardPlace taken", "habit add Gym; habit done Gym; leaderboard join Ada", "leaderboard leave"),
    life("reward", "reward add Coffee --cost 5", "reward remove Coffee --yes"),
    life(
        "challenge",
        "challenge create Weekly --counts habits",
        "challenge remove Weekly --yes",
    ),
    life(
        "challenger",
        "challenge create Weekly --counts habits; challenge join Weekly --as Ada",
        "challenge leave Weekly",
    ),
    life(
        "groupGoal groupOwnership",
        "group add June '20 days' --until 2027-03-01",
        "group remove June --yes",
    ),
    life(
        "groupShare",
        "group add June '20 days' --until 2027-03-01; habit add Gym; group join June --habit Gym --as Ada",
        "group leave June",
    ),
    life("task", "task add Shoes", "task remove Shoes --yes"),
    life(
        "taskDependency taskBlocks",
        "task add Paint; task add Wash; task depend Paint --on Wash",
        "task depend Paint --on Wash --remove",
    ),
    life("areaBook", "area add Health", "area remove Health"),
    life("project", "project add House; task add 'Paint #House'", "project remove House --yes"),
    life("projectTask", "project add House; task add 'Paint #House'", "task remove Paint --yes"),
    life("metric", "metric add Steps", "metric remove Steps --yes"),
    life("metricLog metricDay", "metric add Steps; metric log Steps 5", "metric undo Steps"),
    life("logbook", "log add 'A good day'", "log remove --yes"),
    life("channel", "channel add webhook https://example.org/hook", "channel remove webhook"),
    life("room", "room create Friends --as Ada", "room leave Friends --yes"),
    life(
        "roomShare",
        "room create Friends --as Ada; habit add Gym; room share Friends Gym",
        "room unshare Friends Gym",
    ),
)


@pytest.mark.parametrize("one", LIVES, ids=lambda one: "+".join(sorted(one.types)))
async def test_what_a_command_makes_is_there_until_another_takes_it_away(one: Life, tmp_path: Path) -> None:
    rows = [TYPE_COMMANDS[name] for name in one.types]
    async with shell_in(tmp_path) as shell:
        for line in one.make:
            await shell.lines(*shlex.split(line))
        assert one.types <= await _types(tmp_path)
        for row in rows:
            assert isinstance(row, By)
            assert any(line.startswith(row.make) for line in one.make)
            assert any(line.startswith(row.remove) for line in one.remove)
        for line in one.remove:
            await shell.lines(*shlex.split(line))
        assert not one.types & await _types(tmp_path)


async def _types(folder: Path) -> set[str]:
    table = await SqliteTable.open(folder / "questlog.db", HandClock(MONDAY))
    try:
        return {str(item["type"]) async for item in table.scan()}
    finally:
        await table.close()
