"""`questlog` itself: its version, its help, its commands, and that it does not load what it does not use."""

import os
import subprocess
import sys
from importlib import import_module, metadata
from pathlib import Path

import click
import pytest

from bot.cli.registry import places
from bot.cli.root import new_root
from bot.features import FEATURES
from tests.bot.cli.mother import mother
from tests.bot.service import HERE

root = new_root(FEATURES)

HEAVY = {"aioboto3", "aiobotocore", "botocore", "aiohttp", "apscheduler", "pydantic", "structlog", "rich"}


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
