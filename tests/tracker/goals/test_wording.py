"""Goals in the words that people use for them."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.fakes.clock import START
from tracker.goals.games.game import ALL_SKILLS, game_of
from tracker.goals.model import Goal
from tracker.goals.words.parse import parse_goal
from tracker.goals.words.request import GoalType
from tracker.goals.words.wording import goal_title, measured, request_title, standing_at, unit_of
from tracker.readings import Measure, Number, Quantity
from tracker.store.segments import Subject
from tracker.words import bar, compact, day_text, people, percent_text, with_unit

OSRS = game_of("osrs")


def goal_of(attribute: str, kind: GoalType, target: Number, **other: Any) -> Goal:  # noqa: ANN401 - any field
    return Goal(
        id="g",
        user="anna",
        character="zezima",
        subject=Subject("osrs", "main:zezima"),
        target_attribute=attribute,
        target_type=kind,
        target_value=target,
        begun=START.date(),
        created_at=START,
        **other,
    )


@pytest.mark.parametrize(
    ("attribute", "kind", "target", "title"),
    [
        ("woodcutting", GoalType.LEVEL, 99, "99 Woodcutting"),
        ("attack", GoalType.VIRTUAL_LEVEL, 120, "virtual level 120 Attack"),
        ("attack", GoalType.XP, 200_000_000, "200m Attack xp"),
        ("attack", GoalType.XP, 13_034_431, "13,034,431 Attack xp"),
        ("zulrah", GoalType.SCORE, 500, "500 Zulrah kc"),
        ("overall", GoalType.LEVEL, 2_000, "total level 2,000"),
        ("overall", GoalType.XP, 1_000_000_000, "1b total xp"),
        ("overall", GoalType.RANK, 1_000, "rank 1,000 Overall"),
        (ALL_SKILLS, GoalType.LEVEL, 70, "base 70"),
        (ALL_SKILLS, GoalType.XP, 200_000_000, "200m xp in all skills"),
        ("a brand new boss", GoalType.SCORE, 10, "10 A brand new boss kc"),
        ("clue scrolls (all)", GoalType.SCORE, 100, "100 Clue Scrolls (all)"),
        ("league points", GoalType.SCORE, 100, "100 League Points"),
        ("collections logged", GoalType.SCORE, 100, "100 Collections Logged items"),
    ],
)
def test_a_goal_is_called_what_its_owner_would_call_it(
    attribute: str, kind: GoalType, target: Number, title: str
) -> None:
    assert goal_title(goal_of(attribute, kind, target), OSRS) == title


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("200m wc", "200m Woodcutting xp"),
        ("99 wc by 2101-03-01", "99 Woodcutting by 1 March 2101"),
        ("99 wc at 50k/week", "99 Woodcutting at 50,000 a week"),
        ("+5 wc", "5 more levels in Woodcutting"),
        ("+5 virtual wc", "5 more virtual levels in Woodcutting"),
        ("+5m wc by 2100-03-01", "5m more Woodcutting xp by 1 March"),
        ("+50 zulrah", "50 more Zulrah kc"),
        ("+50 all clues", "50 more Clue Scrolls (all)"),
        ("+50 total", "50 more total levels"),
        ("+50m total xp", "50m more total xp"),
        ("50k/day wc until 2100-03-01", "Woodcutting at 50,000 a day by 1 March"),
        ("rank 100 wc", "rank 100 Woodcutting"),
        ("base 80", "base 80"),
    ],
)
def test_what_is_asked_for_to_come_next_reads_like_a_title(typed: str, title: str) -> None:
    goal = goal_of("attack", GoalType.LEVEL, 99)
    today = START.date()

    assert request_title(parse_goal(typed, OSRS, today), goal, OSRS, today) == title


def test_a_number_on_the_web_keeps_its_own_name_in_what_comes_next() -> None:
    web = game_of("http_json").knowing({Quantity("value", Measure.VALUE): 82})
    goal = goal_of("value", GoalType.VALUE, 80, label="Weight", unit="kg")

    titles = [
        request_title(parse_goal(typed, web, date(2100, 1, 1)), goal, web, date(2100, 1, 1))
        for typed in ("75", "+5")
    ]

    assert titles == ["Weight 75 kg", "Weight, 5 more kg"]


@pytest.mark.parametrize(
    ("attribute", "kind", "value", "amount", "standing"),
    [
        ("woodcutting", GoalType.LEVEL, 13_034_431, "13,034,431 xp", "13,034,431 xp"),
        ("zulrah", GoalType.SCORE, 523, "523 kc", "523 kc"),
        ("overall", GoalType.LEVEL, 2_277, "2,277 levels", "total level 2,277"),
        ("overall", GoalType.RANK, 1_204, "1,204 ranks", "rank 1,204"),
        ("value", GoalType.VALUE, Decimal("82.50"), "82.5", "82.5"),
    ],
)
def test_an_amount_has_a_unit_and_a_standing_a_name(
    attribute: str, kind: GoalType, value: Number, amount: str, standing: str
) -> None:
    goal = goal_of(attribute, kind, 1)

    assert measured(goal, OSRS, value) == amount
    assert standing_at(goal, OSRS, value) == standing


def test_what_the_data_knows_of_an_activity_is_its_unit() -> None:
    clues = next(it for it in OSRS.activities.values() if it.unit != "kc")

    assert unit_of(goal_of(clues.attribute, GoalType.SCORE, 1), OSRS) == clues.unit


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "0"),
        (5, "5"),
        (Decimal("5.126"), "5.126"),
        (Decimal("0.10"), "0.1"),
        (Decimal("182.4"), "182.4"),
        (Decimal("1234.20"), "1,234.2"),
        (Decimal("1E+3"), "1,000"),
        (5.126, "5.13"),
        (99.996, "100"),
        (123.456, "123.5"),
        (12_345.678, "12,346"),
        (-7, "-7"),
        (4_800_000_000, "4,800,000,000"),
    ],
)
def test_people_read_all_digits_that_were_typed_and_a_few_that_were_worked_out(
    value: float, words: str
) -> None:
    assert people(value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (200_000_000, "200m"),
        (1_500_000, "1.5m"),
        (13_034_431, "13,034,431"),
        (999_999, "999,999"),
        (50_000, "50,000"),
    ],
)
def test_a_number_is_short_only_where_nothing_is_lost(value: int, words: str) -> None:
    assert compact(value) == words


@pytest.mark.parametrize(
    ("percent", "full"), [(0.0, 0), (9.9, 0), (10.0, 1), (45.2, 4), (99.9, 9), (100.0, 10)]
)
def test_a_bar_is_full_only_at_the_end(percent: float, full: int) -> None:
    drawn = bar(percent)

    assert len(drawn) == 10
    assert drawn == bar(100.0)[:full] + bar(0.0)[full:]


@pytest.mark.parametrize(
    ("day", "words"), [(date(2027, 3, 1), "1 March"), (date(2028, 12, 31), "31 December 2028")]
)
def test_a_day_has_its_year_where_it_is_another(day: date, words: str) -> None:
    assert day_text(day, date(2027, 2, 17)) == words


@pytest.mark.parametrize(
    ("percent", "text"), [(0.0, "0 %"), (45.2, "45.2 %"), (99.9, "99.9 %"), (100.0, "100 %")]
)
def test_percents_have_no_more_digits_than_they_need(percent: float, text: str) -> None:
    assert percent_text(percent) == text


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (1, "levels", "1 level"),
        (-1, "levels", "-1 level"),
        (2, "levels", "2 levels"),
        (1, "xp", "1 xp"),
        (1, "lbs", "1 lbs"),
        (1, "glasses", "1 glasses"),
        (1, "", "1"),
        (Decimal("1.5"), "pages", "1.5 pages"),
    ],
)
def test_one_of_a_unit_is_one(value: Number, unit: str, words: str) -> None:
    assert with_unit(value, unit) == words
