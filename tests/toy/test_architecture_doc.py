"""docs/architecture.md shows the moon as it is, and names only what is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "architecture.md").read_text()
PAGE = DOCUMENT.split("\n## Adding a feature\n", 1)[1].split("\n## ", 1)[0]


def pieces() -> list[tuple[str, str]]:
    """The file that is named last before each piece of code, and the code."""
    found: list[tuple[str, str]] = []
    named = ""
    for file, code in re.findall(r"^`(tests/\S+)`$|```python\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL):
        if code:
            found.append((named, code))
        named = file or named
    return found


def test_every_piece_of_code_stands_in_its_file() -> None:
    for file, code in pieces():
        assert code in (ROOT / file).read_text(), file


def test_every_file_of_the_moon_is_shown() -> None:
    there = {one.name for one in (ROOT / "tests" / "toy" / "moon").glob("*.py")}
    assert {Path(file).name for file, _ in pieces()} == there


def test_every_path_that_it_names_is_there() -> None:
    named = set(re.findall(r"`((?:bot|scheduler|tracker|tests|docs|benchmarks|deploy)/[\w./*]*)`", DOCUMENT))
    later = {"tracker/moon/"}
    assert len(named) > 100
    assert {one for one in named if not list(ROOT.glob(one))} == later
