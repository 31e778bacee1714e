"""Fetching with npm: only the right file is ever put in place, and without it the work goes on."""

import platform
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
WRONG_ARCHIVE = "mkdir package && echo wrong > package/dynoxide && tar czf wrong.tgz package"

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="both are built for Linux on x86-64"
)


class Fetcher(NamedTuple):
    module: str
    without: str
    """How it says that it has none, before the reason."""
    then: str
    """And after it."""


DYNOXIDE = Fetcher("fetch_dynoxide", "No dynoxide: ", "The store's tests on it will be skipped.")
CHROMIUM = Fetcher("fetch_chromium", "No Chromium: ", "The tests of pages in a browser will not run.")
each = pytest.mark.parametrize("fetcher", [DYNOXIDE, CHROMIUM], ids=lambda one: one.module)


def fetch_with(fetcher: Fetcher, npm: str | None, tmp_path: Path) -> tuple[int, str, list[Path]]:
    """Run it with a stand-in for npm; its exit code, its words, and what it left behind."""
    tools, target = tmp_path / "bin", tmp_path / "target"
    tools.mkdir()
    if npm is not None:
        (tools / "npm").write_text(f"#!/bin/sh\nexport PATH=/usr/bin:/bin\n{npm}\n")
        (tools / "npm").chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", f"tests.servers.{fetcher.module}", target],
        cwd=ROOT,
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr, list(target.rglob("*"))


@each
def test_without_npm_it_says_so_and_succeeds(fetcher: Fetcher, tmp_path: Path) -> None:
    code, words, left = fetch_with(fetcher, None, tmp_path)

    assert (code, left) == (0, [])
    assert words == f"{fetcher.without}npm is not installed. {fetcher.then}\n"


@each
def test_a_fetch_that_fails_gives_the_reason_in_one_line_and_succeeds(
    fetcher: Fetcher, tmp_path: Path
) -> None:
    code, words, left = fetch_with(fetcher, "echo npm error code E404 >&2; echo more >&2; exit 1", tmp_path)

    assert (code, left) == (0, [])
    assert f"npm error code E404. {fetcher.then}" in words
    assert words.count("\n") == 1


@each
def test_a_file_with_another_checksum_is_not_put_in_place(fetcher: Fetcher, tmp_path: Path) -> None:
    code, words, left = fetch_with(fetcher, WRONG_ARCHIVE, tmp_path)

    assert (code, left) == (0, [])
    assert "checksum differs" in words
