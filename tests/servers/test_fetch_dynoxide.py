"""Fetching dynoxide: only the right file is ever put in place, and without it the work goes on."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("fetch_dynoxide.py")
WRONG_ARCHIVE = "mkdir package && echo wrong > package/dynoxide && tar czf wrong.tgz package"

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="dynoxide is built for Linux on x86-64"
)


def fetch_with(npm: str | None, tmp_path: Path) -> tuple[int, str, list[Path]]:
    """Run the script with a stand-in for npm; its exit code, its words, and what it left behind."""
    tools, target = tmp_path / "bin", tmp_path / "target"
    tools.mkdir()
    if npm is not None:
        (tools / "npm").write_text(f"#!/bin/sh\nexport PATH=/usr/bin:/bin\n{npm}\n")
        (tools / "npm").chmod(0o755)
    done = subprocess.run(
        [sys.executable, SCRIPT, target],
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr, list(target.rglob("*"))


def test_without_npm_it_says_so_and_succeeds(tmp_path: Path) -> None:
    code, words, left = fetch_with(None, tmp_path)

    assert (code, left) == (0, [])
    assert words == "No dynoxide: npm is not installed. The store's tests on it will be skipped.\n"


def test_a_fetch_that_fails_gives_the_reason_in_one_line_and_succeeds(tmp_path: Path) -> None:
    code, words, left = fetch_with("echo npm error code E404 >&2; echo more >&2; exit 1", tmp_path)

    assert (code, left) == (0, [])
    assert "npm error code E404. The store's tests" in words
    assert words.count("\n") == 1


def test_a_file_with_another_checksum_is_not_put_in_place(tmp_path: Path) -> None:
    code, words, left = fetch_with(WRONG_ARCHIVE, tmp_path)

    assert (code, left) == (0, [])
    assert "checksum differs" in words
