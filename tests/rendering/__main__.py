"""`make pictures`: the pictures of the documents, made anew into a folder."""

import asyncio
import logging
import sys
import tempfile
from pathlib import Path

import structlog

from tests.rendering.chromium import NoChromium, NoPicture, find_chromium, photograph
from tests.rendering.pictures import picture
from tests.rendering.scenes import pages
from tests.rendering.screens import photographs
from tests.rendering.words import words_of


def main(folder: Path) -> int:
    """The exit code."""
    try:
        make(folder, find_chromium())
    except (NoChromium, NoPicture) as why:
        sys.stderr.write(f"{why}\n")
        return 1
    return 0


def make(folder: Path, chromium: str) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory(prefix="questlog-scenes-") as name:
        made = asyncio.run(pages(Path(name)))
        of_pages = asyncio.run(photographs(Path(name), chromium))
    taken = {name: (photograph(chromium, page), words_of(page)) for name, page in made.items()}
    for name, (photo, words) in {**taken, **of_pages}.items():
        kept = folder / f"{name}.png"
        kept.write_bytes(picture(photo, words))
        sys.stdout.write(f"{kept}: {kept.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    [where] = sys.argv[1:]
    sys.exit(main(Path(where)))
