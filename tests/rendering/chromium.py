"""Chromium without a window: from a page to a picture of what is on it."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.patience import PATIENCE

SCALE = 2
"""Pixels of the picture for each of the page, so that it is sharp on every screen."""

FETCHED = Path(__file__).parents[2] / ".cache" / "browser" / "chromium"
"""Where `make test` puts one that is fetched (`tests/servers/fetch_chromium.py`)."""

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_VARIABLE = "CHROMIUM"
_FLAGS = (
    "--headless", "--no-sandbox", "--no-zygote", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    "--force-color-profile=srgb", "--font-render-hinting=none", "--default-background-color=00000000",
)  # fmt: skip
_ROOM = (800, 3000)
"""The window, larger than any message: what is not on the page stays transparent, and is cut off later."""


class NoChromium(Exception):
    """Says where it was looked for."""


class NoPicture(Exception):
    """Says what Chromium had to say."""


def find_chromium(environment: Mapping[str, str] = os.environ, fetched: Path = FETCHED) -> str:
    """The one that is installed, else the one that was fetched. Raises NoChromium."""
    try:
        return find_installed(environment)
    except NoChromium:
        if environment.get(_VARIABLE) or not (fetched / "chromium").exists():
            raise
        return str(fetched / "chromium")


def environment_of(chromium: str) -> dict[str, str]:
    """What it is started with: the one that was fetched brings libraries of its own."""
    libraries = Path(chromium).parent / "lib"
    return {**os.environ, **({"LD_LIBRARY_PATH": str(libraries)} if libraries.is_dir() else {})}


def find_installed(environment: Mapping[str, str] = os.environ) -> str:
    """Raises NoChromium."""
    wanted = [environment[_VARIABLE]] if environment.get(_VARIABLE) else _PROGRAMS
    path = environment.get("PATH", os.defpath)
    for name in wanted:
        if found := shutil.which(name, path=path):
            return found
    raise NoChromium(
        f"Pages are drawn by Chromium, and there is none: no {', '.join(wanted)} in {path}. "
        f"Install it (Debian: apt-get install chromium fonts-noto-core fonts-noto-color-emoji), "
        f"or say where it is: make pictures {_VARIABLE}=/path/to/chromium"
    )


def photograph(chromium: str, page: str) -> bytes:
    """A PNG of the page in the corner of a large transparent window. Raises NoPicture."""
    with tempfile.TemporaryDirectory(prefix="questlog-picture-") as name:
        folder = Path(name)
        (folder / "page.html").write_text(page)
        command = [
            chromium,
            *_FLAGS,
            f"--user-data-dir={folder / 'profile'}",
            f"--window-size={_ROOM[0]},{_ROOM[1]}",
            f"--force-device-scale-factor={SCALE}",
            f"--screenshot={folder / 'page.png'}",
            (folder / "page.html").as_uri(),
        ]
        done = subprocess.run(
            command,
            env=environment_of(chromium),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        if not (folder / "page.png").exists():
            raise NoPicture(f"{chromium} made no picture (code {done.returncode}): {done.stderr}")
        return (folder / "page.png").read_bytes()
