"""The pictures of the documents show what Questlog says today; a word that has changed makes them anew."""

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.rendering import screens
from tests.rendering.pictures import words_in
from tests.rendering.scenes import EMAIL, GOAL, HABIT, LIST, MESSAGE, pages
from tests.rendering.words import words_of

ROOT = Path(__file__).parents[2]
KEPT = (GOAL, LIST, MESSAGE, EMAIL, HABIT, screens.TODAY, screens.GOAL)
MOST_BYTES = 250_000
SHOWN = (
    re.compile(r'<img src="(?P<path>[^"]+)" width="\d+" alt="(?P<words>[^"]*)">'),
    re.compile(r"!\[(?P<words>[^\]]*)\]\((?P<path>(?!https:)[^)]+)\)"),  # badges are of somebody else's site
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    return asyncio.run(pages(tmp_path_factory.mktemp("scenes")))


def kept(name: str) -> Path:
    return ROOT / "docs" / "img" / f"{name}.png"


def test_they_show_what_is_said_today(made: Mapping[str, str]) -> None:
    shown = {name: words_in(kept(name)) for name in made}

    assert shown == {name: words_of(page) for name, page in made.items()}, "make pictures makes them anew"


def test_those_of_pages_show_what_pages_say_today(tmp_path: Path) -> None:
    words = asyncio.run(screens.screens(tmp_path))

    assert {name: words_in(kept(name)) for name in words} == words, "make pictures makes them anew"


def test_they_tell_of_goals_in_every_state_that_matters(made: Mapping[str, str]) -> None:
    words = words_of(made[LIST])

    for state in ("on track", "at risk", "behind", "reached"):
        assert f" {state}\n" in words


@pytest.mark.parametrize("name", KEPT)
def test_they_are_quick_to_load(name: str) -> None:
    assert kept(name).stat().st_size < MOST_BYTES


def test_every_picture_that_a_document_shows_is_there_and_has_words_for_those_who_cannot_see_it() -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = [
        (document.parent / found["path"], found["words"])
        for document in documents
        for pattern in SHOWN
        for found in pattern.finditer(document.read_text())
    ]

    assert {path.name for path, _ in shown} >= {kept(name).name for name in KEPT}
    assert [path for path, words in shown if not path.is_file() or len(words) < 15] == []
