"""docs/goals.md says what is true: its examples are goals, and its codes are all there are."""

import re
from datetime import date
from pathlib import Path

import pytest

from tracker.dates import DateRefused
from tracker.goals.errors import GoalRefused
from tracker.goals.games.game import game_of
from tracker.goals.words.parse import parse_goal
from tracker.numbers import AmbiguousNumber
from tracker.refusals import Refused

PAGE = (Path(__file__).parents[3] / "docs" / "goals.md").read_text("utf-8")
TODAY = date(2026, 8, 26)


def first_cells(heading: str) -> list[str]:
    """What stands in code marks in the first column of the table with this heading."""
    rows = PAGE.split(heading, 1)[1].split("\n\n", 1)[0].strip().splitlines()[1:]
    return [marked for row in rows for marked in re.findall("`([^`]+)`", row.split("|")[1])]


TYPED = first_cells("| typed | meaning |")


@pytest.mark.parametrize("typed", TYPED)
def test_each_example_is_a_goal(typed: str) -> None:
    assert parse_goal(typed, game_of("osrs"), TODAY).attribute


def test_the_page_has_examples() -> None:
    assert len(TYPED) > 20


def codes(kind: type[Refused]) -> set[str]:
    """Of what goals and their dates refuse; other features refuse more dates."""
    below = (
        one for one in kind.__subclasses__() if one.__module__.startswith(("tracker.goals", "tracker.dates"))
    )
    return {code for one in below for code in {one.code, *codes(one)}}


def test_every_code_of_a_refusal_is_on_the_page() -> None:
    assert set(first_cells("| code | example |")) == codes(GoalRefused) | codes(DateRefused) | {
        AmbiguousNumber.code
    }
