"""However stdout and stderr were left to a command, it does its work and calls nothing a bug that is none."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.service import HERE

FULL = Path("/dev/full")

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


def questlog(
    folder: Path, line: str, encoding: str = "utf-8", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Through a shell, which closes and redirects as people do."""
    own = {name: value for name, value in os.environ.items() if not name.upper().startswith("QUESTLOG_")}
    own |= HERE
    return subprocess.run(
        ["/bin/sh", "-c", f'"$PYTHON" -m bot {line}'],
        cwd=folder,
        env={**own, "PYTHON": sys.executable, "PYTHONIOENCODING": encoding, "COLUMNS": "200", **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(
    "command", ["--help", "--version", "doctor", "doctor --json", "account show", "account show --json"]
)
def test_a_full_stdout_is_one_clear_line(tmp_path: Path, command: str, unbuffered: str) -> None:
    result = questlog(tmp_path, f"{command} >/dev/full", PYTHONUNBUFFERED=unbuffered)
    assert result.returncode == Exit.PROBLEM
    (line,) = result.stderr.splitlines()
    assert line.startswith("questlog: cannot write the output: No space left on device; make room")


def test_output_larger_than_any_buffer_is_not_lost_in_silence_either(tmp_path: Path) -> None:
    script = """if True:
        import click
        from bot import cli
        words = [click.Argument(["word"])]
        wordy = click.Command("wordy", callback=lambda **_: print("x" * 10**6), params=words)
        cli.new_root = lambda features: wordy
        cli.main()
    """
    result = subprocess.run(
        ["/bin/sh", "-c", '"$0" -c "$1" account >/dev/full', sys.executable, script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == Exit.PROBLEM
    assert "cannot write the output" in result.stderr


def test_a_failure_is_told_where_its_json_cannot_be(tmp_path: Path) -> None:
    result = questlog(tmp_path, "account show --json >/dev/full", QUESTLOG_WEB__PORT="x")
    assert result.returncode == Exit.PROBLEM
    first, second = result.stderr.splitlines()
    assert "web.port" in first
    assert "cannot write the output" in second


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full", "<&- 2>&-"])
def test_without_stderr_the_answer_is_the_same(tmp_path: Path, closed: str) -> None:
    result = questlog(tmp_path, f"account show --json {closed}")
    assert result.returncode == Exit.OK
    assert json.loads(result.stdout)["account"]["identities"] == {"local": "me"}


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full"])
def test_without_stderr_a_failure_keeps_its_code(tmp_path: Path, closed: str) -> None:
    result = questlog(tmp_path, f"account show --json {closed}", QUESTLOG_WEB__PORT="x")
    assert result.returncode == Exit.CONFIG
    assert json.loads(result.stdout)["error"]["code"] == "config"


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_without_stdout_a_command_does_its_work(tmp_path: Path, closed: str) -> None:
    result = questlog(tmp_path, f"account set --day-start 4 {closed}")
    assert (result.returncode, result.stderr) == (Exit.OK, "")
    shown = questlog(tmp_path, "account show --json")
    assert json.loads(shown.stdout)["account"]["settings"]["dayStart"] == "04:00"


def test_a_reader_who_leaves_is_no_failure(tmp_path: Path) -> None:
    assert questlog(tmp_path, "--help | true").stderr == ""


@pytest.mark.parametrize("command", ["doctor", "account set --nickname ünï", "account show --json"])
def test_a_letter_that_the_encoding_lacks_stops_nothing(tmp_path: Path, command: str) -> None:
    folder = tmp_path / "café"
    folder.mkdir()
    result = questlog(folder, command, encoding="ascii")
    assert result.returncode != Exit.BUG
    assert result.stderr == ""


def test_the_doctor_escapes_a_letter_that_the_encoding_lacks(tmp_path: Path) -> None:
    folder = tmp_path / "é"
    folder.mkdir()
    assert r"/\xe9/questlog.db" in questlog(folder, "doctor", encoding="ascii").stdout


def test_a_problem_with_a_letter_that_the_encoding_lacks_is_told(tmp_path: Path) -> None:
    result = questlog(tmp_path, "--config café.toml account show", encoding="ascii")
    assert result.returncode == Exit.CONFIG
    assert result.stderr.startswith(r"questlog: caf\xe9.toml: cannot be read")
