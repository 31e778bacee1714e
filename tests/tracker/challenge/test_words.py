"""Challenges as people write them in one line, and weeks as they say them."""

from datetime import date

import pytest

from tracker.challenge.errors import NoSuchWeek
from tracker.challenge.model import Counted
from tracker.challenge.words import NewChallenge, parse_challenge, parse_join, parse_said_week
from tracker.store.segments import Week

TODAY = date(2026, 11, 18)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("Weekly commits", ("Weekly commits", Counted.COMMITS, 1)),
        ("Weekly code, 5 commits a week", ("Weekly code", Counted.COMMITS, 5)),
        ("Grind: at least 100k xp", ("Grind", Counted.XP, 100_000)),
        ("Daily bread 3 habits per week", ("Daily bread", Counted.HABITS, 3)),
        ("5 commits", ("5 commits", Counted.COMMITS, 5)),
        ("Half 0.5 xp", ("Half 0.5 xp", Counted.COMMITS, 1)),
        ("1 commit wonders", ("1 commit wonders", Counted.COMMITS, 1)),
        ("2 or 3 fine commits", ("2 or 3 fine commits", Counted.COMMITS, 1)),
        ("Choppers, 100k woodcutting xp a week", ("Choppers", None, 100_000, "woodcutting")),
        ("Race 50 theatre of blood kc", ("Race", None, 50, "theatre of blood")),
        ("Slayers: 3 kills", ("Slayers", Counted.KILLS, 3)),
    ],
)
def test_what_is_asked_for_stands_at_the_end(text: str, means: tuple[object, ...]) -> None:
    assert parse_challenge(text) == NewChallenge(*means)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("text", "challenge", "options"),
    [
        ("weekly", "weekly", {}),
        ("weekly as Ada L", "weekly", {"name": "Ada L"}),
        ("weekly code GitHub octocat as Ada", "weekly code", {"github": "octocat", "name": "Ada"}),
        ("grind character Iron Bob", "grind", {"character": "Iron Bob"}),
        ("bread habit deep work", "bread", {"habit": "deep work"}),
        ("asgard", "asgard", {}),
    ],
)
def test_who_joins_says_which_one_and_how(text: str, challenge: str, options: dict[str, str]) -> None:
    assert parse_join(text) == (challenge, options)


@pytest.mark.parametrize(
    ("text", "week"),
    [
        ("this week", Week(2026, 47)),
        (" Last  WEEK", Week(2026, 46)),
        ("2026-w01", Week(2026, 1)),
        ("2020-W53", Week(2020, 53)),
    ],
)
def test_a_week_is_said_by_its_number_or_by_how_near_it_is(text: str, week: Week) -> None:
    assert parse_said_week(text).on(TODAY) == week


@pytest.mark.parametrize("text", ["", "46", "2026-W54", "next week", "2026-W48", "1999-W01", "3000-W01"])
def test_what_is_no_week_or_has_not_begun_is_refused(text: str) -> None:
    with pytest.raises(NoSuchWeek):
        parse_said_week(text).on(TODAY)
