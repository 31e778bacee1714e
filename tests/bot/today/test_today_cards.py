"""Every day as a card: within Discord's limits, and no name becomes layout; and what is said of a day."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.goals.documents import goal_today
from bot.habits.documents import habit_document
from bot.sections import Section
from bot.today.documents import Today
from bot.today.slash_cards import page_of_day, today_card
from bot.today.view import entries
from scheduler.channels.colours import AMBER, BLUE, GREEN, RED
from tests.bot.habits.habit_scenes import DAY, habit, habits, watched
from tests.bot.habits.habit_scenes import tame as tame_habit
from tests.bot.slash.accepted import accepted, layouts
from tests.bot.slash.card_text import card_lines, card_text
from tests.bot.slash.shown_scenes import (
    NOW,
    OWNER,
    TODAY,
    ShownGoal,
    in_state,
    names,
    shown,
    shown_goals,
    steady,
    woodcutting,
)
from tests.bot.slash.test_cards import tame, worst
from tests.bot.visits import visit
from tracker.goals.pace.state import GoalState
from tracker.goals.words.request import GoalType
from tracker.habits.states import DayEntry, Logged
from tracker.habits.today import habits_for_today
from tracker.habits.watched import Watched
from tracker.subjects import Outage, OutageKind

FARTHEST = 2**64 - 1
MOST_CARDS = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
ALL_DONE = "│ -# all done for today"
ZULRAH = woodcutting(
    id="zul500", target_type=GoalType.SCORE, target_attribute="zulrah", target_value=500, start_value=100
)
RANK = woodcutting(
    target_type=GoalType.RANK, target_attribute="slayer", target_value=1000, start_value=4000, falling=True
)


def day(some: Iterable[Watched] = (), goals: Iterable[ShownGoal] = ()) -> Today:
    """With goals in the order given."""
    listed = tuple(map(habit_document, habits_for_today(some)))
    aims = tuple(goal_today(one.standing, one.character) for one in goals)
    sections = {
        "habits": Section(items=listed, owned=bool(listed)), "goals": Section(items=aims, owned=bool(aims))
    }  # fmt: skip
    return Today(day=TODAY, sections=sections)


def lines(found: Today) -> list[str]:
    return card_lines(today_card(visit(), found, OWNER))


def test_today_says_for_each_goal_what_is_done_and_what_is_left() -> None:
    goals = [shown(ZULRAH, steady(100, 3)), shown(), shown(RANK, steady(4000, -50)), shown(points=())]

    assert lines(day(goals=goals)) == [
        f"┌ #{RED:06x}",
        "│ ## Today, Wednesday 20 January",
        "│ ────",
        "│ 🔻 **500 Zulrah kc** · Nightowl",
        "│ ▰▰▰▱▱▱▱▱▱▱ 3 of 8 kc · behind",
        "│ -# expected {4 May 2027}",
        "│ ✅ **99 Woodcutting** · Nightowl",
        "│ ▰▰▰▰▰▰▰▰▰▰ 60,000 xp, done for today · on track",
        "│ -# expected {26 February 2027}",
        "│ ✅ **Rank 1,000 Slayer** · Nightowl",
        "│ up 50 ranks, free: you are 4 days ahead · on track",
        "│ -# expected {19 February 2027}",
        "│ ❓ **99 Woodcutting** · Nightowl",
        "│ no number yet",
    ]


def test_when_all_is_done_the_card_is_green_and_says_so() -> None:
    found = lines(day(goals=[in_state(GoalState.AT_RISK, shown())]))

    assert (found[0], found[2]) == (f"┌ #{GREEN:06x}", ALL_DONE)


@pytest.mark.parametrize(
    ("others", "done"),
    [
        ([], True),
        ([shown(woodcutting(target_date=None))], True),
        ([shown(RANK, steady(4000, -50))], True),
        ([shown(ZULRAH, steady(100, 3))], False),
        ([shown(woodcutting(target_date=date(2027, 1, 10)))], False),
        ([shown(outage=Outage(kind=OutageKind.DOWN, since=NOW - 2 * DAY))], False),
    ],
)
def test_all_is_done_when_nothing_that_was_asked_for_is_left(others: list[ShownGoal], *, done: bool) -> None:
    assert (ALL_DONE in lines(day(goals=[shown(), *others]))) == done


def test_where_nothing_is_asked_for_nothing_is_done() -> None:
    assert ALL_DONE not in lines(day(goals=[shown(woodcutting(target_date=None))]))


def test_a_day_is_green_when_everything_that_was_to_be_done_is() -> None:
    due, done = watched(habit()), watched(habit(), {TODAY: DayEntry(Logged.DONE)})
    skipped = watched(habit(), {TODAY: DayEntry(Logged.SKIPPED)})
    risky = in_state(GoalState.AT_RISK, shown(ZULRAH, steady(100, 3)))
    colours = [
        today_card(visit(), found, OWNER).to_components()[0]["accent_color"]
        for found in (day([due, done]), day([done, skipped]), day([skipped]), day([done], [risky]))
    ]

    assert colours == [BLUE, GREEN, BLUE, AMBER]


def test_a_goal_takes_as_much_room_as_two_habits() -> None:
    every = entries(visit(), day([watched(habit()) for _ in range(16)], [shown() for _ in range(7)]))

    assert [len(page_of_day(every, number).items) for number in range(3)] == [18, 5, 5]
    assert page_of_day(every, 9).number == 1


def test_with_nothing_under_way_it_says_how_to_begin() -> None:
    text = card_text(today_card(visit(), day(), OWNER))

    assert "`/goal add goal:99 wc by 1 march`" in text
    assert "`/habit add habit:gym 3x a week`" in text


# Within the limits, and harmless.


@MOST_CARDS
@given(
    some=st.lists(habits(), max_size=24),
    goals=st.lists(shown_goals(), max_size=11),
    notice=st.none() | names.filter(bool),
    number=st.integers(0, 5),
)
def test_any_day_is_one_that_discord_takes(
    some: list[Watched], goals: list[ShownGoal], notice: str | None, number: int
) -> None:
    def card(some: Sequence[Watched], goals: Sequence[ShownGoal], notice: str | None) -> list[str]:
        said = notice and f"{notice} is done today."
        return layouts(today_card(visit(), day(some, goals), FARTHEST, number, said))

    plain = card([tame_habit(one) for one in some], [tame(one) for one in goals], notice and "Gym")
    assert card(some, goals, notice) == plain


@pytest.mark.parametrize("attribute", ["_" * 99, "\\" * 99, "\U0001f600" * 99, "@everyone" * 9, "://" * 33])
def test_a_page_of_the_longest_is_one_that_discord_takes(attribute: str) -> None:
    goals = [replace(worst(attribute)) for _ in range(11)]
    long = [watched(habit(name=attribute[:60], amount=10**9, unit=attribute[:20])) for _ in range(24)]

    for number in range(4):
        accepted(today_card(visit(), day(long, goals), FARTHEST, number, attribute))
