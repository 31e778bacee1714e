"""What a chart of standings shows, and the same in words."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from bot.charts.standings.values import describe
from tests.bot.charts.standings_charts import ADA, BOB, CASES, CID, USUAL, challenge, standings
from tracker.accounts.model import User
from tracker.challenge.model import Counted
from tracker.challenge.wording import week_words
from tracker.locales import written_for
from tracker.weeks import week_of


def test_a_chart_in_words_says_all_that_is_to_be_seen() -> None:
    shown = standings(ADA, replace(BOB, is_own=True), CID, people=15)

    assert describe(shown) == (
        "Weekly commits: week 46, 9 to 15 November 2026 · 2 of 15 had a good week · 19 commits in all. "
        "A good week has at least 5 commits. "
        "1. Ada, 12 commits, streak 4 weeks in a row. "
        "2. Bob (marked), 5 commits, streak 1 week. "
        "3. Cid, 2 commits. "
        "And 12 more."
    )


def test_amounts_are_in_the_unit_of_the_challenge() -> None:
    words = describe(standings(ADA, of=challenge(Counted.XP, 1_000_000)))

    assert "at least 1,000,000 xp" in words
    assert "1. Ada, 12 xp" in words


def test_where_nobody_was_counted_it_says_so() -> None:
    assert "nobody was counted yet" in describe(CASES["nobody"])


def test_the_scale_ends_with_the_most_or_with_what_is_asked_for() -> None:
    assert USUAL.most == 12
    assert CASES["more than anybody has"].most == 1_000_000_000
    assert CASES["nobody"].most == 5


def test_a_number_of_people_that_lags_behind_makes_nobody_fewer_than_none() -> None:
    assert standings(ADA, BOB, people=1).more == 0


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (date(2026, 11, 12), "week 46, 9 to 15 November 2026"),
        (date(2026, 9, 30), "week 40, 28 September to 4 October 2026"),
        (date(2027, 1, 1), "week 53, 28 December 2026 to 3 January 2027"),
    ],
)
def test_a_week_is_named_by_its_number_and_its_days(day: date, words: str) -> None:
    assert week_words(week_of(day)) == words


def test_the_days_of_a_week_are_written_as_their_reader_writes_them() -> None:
    german = User(id="hans", created_at=datetime(2026, 1, 1, tzinfo=UTC), language="de", country="DE")
    with written_for(german):
        assert week_words(week_of(date(2026, 11, 12))) == "week 46, 9. November to 15. November 2026"
