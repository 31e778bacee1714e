"""`questlog` itself: its version, its help, its commands, and that it does not load what it does not use."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from bot.cli.registry import places
from bot.cli.root import new_root
from bot.features import FEATURES
from tests.bot.cli.mother import mother
from tests.bot.cli.terminal import Terminal
from tests.bot.service import HERE

ROOT = Path(__file__).parents[3]
root = new_root(FEATURES)

HEAVY = {"aioboto3", "aiobotocore", "botocore", "aiohttp", "apscheduler", "pydantic", "structlog", "rich"}
LIBRARIES = {
    "annotated_types",
    "click",
    "pydantic",
    "pydantic_core",
    "rich",
    "typing_extensions",
    "typing_inspection",
}
"""Of what people type often. All others are for the network, for pictures, for the clock or for logs."""
UNUSED = (
    "bot.app",
    "bot.demo",
    "bot.doctor",
    "bot.email",
    "bot.slash",
    "bot.web",
    "html",
    "http",
    "multiprocessing",
    "scheduler.context",
    "scheduler.dispatch",
    "scheduler.jobs",
    "scheduler.poll",
    "scheduler.sources",
    "unittest",
    "urllib.request",
    "xml",
)
"""What no such command has a use for."""
WRITING = (
    "bot.metrics.requests",
    "bot.tasks.requests",
    "tracker.goals.service",
    "tracker.goals.characters.service",
    "tracker.habits.events",
    "tracker.metrics.service",
    "tracker.tasks.service",
)
"""What a day is only looked at without."""
IN_A_DAY = {one.name for one in FEATURES if find_spec(f"{one.folder}.today")}
LISTED = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"


def questlog(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return mother().run_now(arguments, folder, {**os.environ, **HERE})


def test_the_version_is_that_of_the_distribution(tmp_path: Path) -> None:
    result = questlog(tmp_path, "--version")
    assert (result.returncode, result.stdout) == (0, f"questlog {metadata.version('questlog')}\n")


def test_the_help_lists_every_command_with_its_summary(tmp_path: Path) -> None:
    result = questlog(tmp_path, "--help")
    assert result.returncode == 0
    listed = {tuple(line.split(maxsplit=1)) for line in result.stdout.splitlines() if line.startswith("  ")}
    assert {(name, place.summary) for name, place in places(FEATURES).items()} <= listed


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_import_no_heavy_library(tmp_path: Path, option: str) -> None:
    result = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bot", option],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    imported = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in result.stderr.splitlines()}
    assert "click" in imported
    assert imported & HEAVY == set()


def every(command: click.Command, name: str = "questlog") -> Iterator[click.Context]:
    """It and all below it."""
    context = click.Context(command, info_name=name)
    yield context
    if isinstance(command, click.Group):
        for one in command.list_commands(context):
            found = command.get_command(context, one)
            assert found is not None
            yield from every(found, f"{name} {one}")


def test_no_help_shows_what_only_a_program_means() -> None:
    helps = {one.info_name: one.get_help() for one in every(root)}
    assert len(helps) > 100
    assert [name for name, text in helps.items() if re.search(r"\bNone\b|[<>]=None|object at 0x", text)] == []


def loaded(terminal: Terminal, command: str) -> set[str]:
    """All modules at the end of a command, but for those that any program has here."""
    run = f"{LISTED}; sys.argv[1:] = {command.split()}; from bot.cli import main; main()"
    bare, whole = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=terminal.folder,
            env={**terminal.environment, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stderr.split()
        for program in (LISTED, run)
    ]
    return set(whole) - set(bare)


@pytest.mark.parametrize(
    ("command", "features", "unused"),
    [
        ("goal list", {"goals", "goal-parts", "characters"}, UNUSED),
        ("today", {"today", "characters", "goal-parts", *IN_A_DAY}, (*UNUSED, *WRITING)),
        ("habit done gym", {"habits"}, UNUSED),
    ],
)
async def test_what_is_typed_often_loads_only_what_it_needs(
    terminal: Terminal, command: str, features: set[str], unused: tuple[str, ...]
) -> None:
    """A command is mostly loading: whatever makes it slow has a name here. How long it takes, says
    `python -m benchmarks commands`."""
    terminal.game.osrs("Zezima")
    await terminal.lines("character", "add", "Zezima")
    await terminal.lines("goal", "add", "99 woodcutting")
    await terminal.lines("habit", "add", "gym 3x a week")
    await terminal.lines("task", "add", "call the bank today")

    found = loaded(terminal, command)

    assert "bot.cli.render" in found  # it came to its answer
    assert {
        one.name for one in FEATURES if any(name.startswith(f"{one.folder}.") for name in found)
    } <= features
    tops = {name.split(".")[0] for name in found if name[0] != "_"} - set(sys.stdlib_module_names)
    assert tops == {"bot", "scheduler", "tracker", *LIBRARIES}
    assert {name for name in found if f"{name}.".startswith(tuple(f"{one}." for one in unused))} == set()


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("docter", "did you mean 'doctor'?"), ("zzzzzz", f"there are {', '.join(places(FEATURES))}; see")],
)
def test_an_unknown_command_gets_the_nearest_one(tmp_path: Path, typed: str, hint: str) -> None:
    result = questlog(tmp_path, typed)
    assert result.returncode == 2
    assert f"There is no command '{typed}'; {hint}" in result.stderr


@pytest.mark.parametrize("name", places(FEATURES))
def test_every_command_of_the_registry_exists_and_says_what_the_registry_says(name: str) -> None:
    module, attribute = places(FEATURES)[name].target.split(":")
    command = getattr(import_module(module), attribute)
    assert isinstance(command, click.Command)
    assert command.get_short_help_str(limit=200) == places(FEATURES)[name].summary
    assert root.get_command(click.Context(root), name) is command


def test_a_named_configuration_that_is_missing_stops_a_command(tmp_path: Path) -> None:
    result = questlog(tmp_path, "--config", "none.toml", "health")
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == "questlog: none.toml: cannot be read: No such file or directory\n"
