"""Where the embedded store is when nobody says so, and that looking makes none."""

import os
import subprocess
from pathlib import Path

import pytest

from bot.command_store import home
from tests.bot.cli.mother import mother
from tests.bot.service import service

HABIT = ("habit", "add", "gym 3x a week")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "data" / "questlog" / "questlog.db"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "anywhere"
    made.mkdir()
    return made


def questlog(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.upper().startswith("QUESTLOG_")}
    variables = {**own, "XDG_DATA_HOME": str(folder.parent / "data"), "COLUMNS": "200"}
    return mother().run_now(arguments, folder, variables)


@pytest.mark.parametrize(
    "reading",
    [
        "goal list",
        "gains",
        "stats",
        "today",
        "habit list",
        "task list",
        "project list",
        "metric list",
        "log show",
        "log month",
        "log search rain",
        "character list",
        "character popular",
        "challenge list",
        "group list",
        "room list",
        "room blocked",
        "announce list",
        "offer list",
        "assist list",
        "area list",
        "find rain",
        "recap",
        "insights",
        "digest --preview",
        "messages list",
        "token list",
        "session list",
        "points",
        "wallet",
        "reward list",
        "leaderboard show",
    ],
)
def test_reading_makes_no_store_and_says_first_where_it_looked(
    folder: Path, place: Path, reading: str
) -> None:
    ended = questlog(folder, *reading.split())

    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[0] == f"Looked into the SQLite file {place}, which is not there yet."
    assert [*folder.iterdir(), *folder.parent.glob("data")] == []


@pytest.mark.parametrize("other", ["channel list", "account show", "timeline", "doctor", "dispatch --once"])
def test_nor_does_any_other_command_that_writes_nothing(folder: Path, other: str) -> None:
    ended = questlog(folder, *other.split())

    assert (ended.returncode, ended.stderr) == (0, "")
    assert [*folder.iterdir(), *folder.parent.glob("data")] == []


def test_what_is_written_first_makes_the_store_which_every_folder_finds(folder: Path, place: Path) -> None:
    assert questlog(folder, *HABIT).returncode == 0
    assert place.is_file()
    assert place.parent.stat().st_mode & 0o077 == 0

    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    own = {**os.environ, "XDG_DATA_HOME": str(place.parents[1])}
    assert "Gym" in mother().run_now(["habit", "list"], elsewhere, own).stdout
    assert [path.name for path in folder.rglob("*")] == ["elsewhere"]


def test_a_setting_that_is_changed_is_something_written(folder: Path, place: Path) -> None:
    assert questlog(folder, "account", "set", "--timezone", "Europe/Berlin").returncode == 0
    assert place.is_file()
    assert "Europe/Berlin" in questlog(folder, "account", "show").stdout


def test_an_empty_answer_of_a_store_that_is_there_says_which(folder: Path, place: Path) -> None:
    questlog(folder, *HABIT)
    assert questlog(folder, "goal", "list").stdout.splitlines()[0] == f"Looked into the SQLite file {place}."


def test_a_file_in_the_folder_wins(folder: Path, place: Path) -> None:
    questlog(folder, *HABIT)
    place.rename(folder / "questlog.db")
    assert "Gym" in questlog(folder, "habit", "list").stdout
    assert not place.exists()


def test_the_service_makes_its_home(folder: Path, place: Path) -> None:
    path = {"QUESTLOG_STORE__PATH": str(place), "XDG_DATA_HOME": str(place.parents[1])}
    with service(folder, **path) as running:
        running.ready()
        assert place.is_file()
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("said", [{}, {"XDG_DATA_HOME": ""}, {"XDG_DATA_HOME": "relative/path"}])
def test_without_a_usable_variable_the_home_is_where_programs_keep_data(said: dict[str, str]) -> None:
    assert home(said) == Path.home() / ".local" / "share" / "questlog"
