"""Today and gains on cards."""

from datetime import date

import pytest

from bot.page import page_of
from bot.shown import ShownGoal
from bot.slash.day_cards import (
    GAINS_PER_PAGE,
    PERIODS,
    TODAY_PER_PAGE,
    GoalGains,
    for_today,
    gains_card,
    today_card,
)
from bot.slash.looks import GREEN, RED
from bot.slash.paging import Place
from tests.bot.slash.card_text import card_lines, card_text
from tests.bot.slash.shown_scenes import DAY, NOW, OWNER, in_state, shown, steady, woodcutting
from tracker.goals.model import Outage, OutageKind
from tracker.goals.pace.gains import Gain
from tracker.goals.pace.state import GoalState
from tracker.goals.words.request import GoalType

PLACE = Place("today", OWNER)
ZULRAH = woodcutting(
    id="zul500", target_type=GoalType.SCORE, target_attribute="zulrah", target_value=500, start_value=100
)
RANK = woodcutting(
    target_type=GoalType.RANK, target_attribute="slayer", target_value=1000, start_value=4000, falling=True
)


def test_today_says_for_each_goal_what_is_done_and_what_is_left() -> None:
    goals = for_today(
        [shown(), shown(ZULRAH, steady(100, 3)), shown(RANK, steady(4000, -50)), shown(points=())]
    )

    assert card_lines(today_card(page_of(goals, 0, TODAY_PER_PAGE), PLACE)) == [
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
        "│ up 50 ranks · free, you are 4 days ahead · on track",
        "│ -# expected {19 February 2027}",
        "│ ❓ **99 Woodcutting** · Nightowl",
        "│ no number yet",
    ]


def test_what_needs_somebody_comes_first_and_what_needs_nobody_is_left_out() -> None:
    states = [GoalState.NO_DATA, GoalState.ON_TRACK, GoalState.AT_RISK, GoalState.BEHIND, GoalState.REACHED]
    goals = [in_state(state, shown()) for state in states]
    put_away = [shown(woodcutting(status=status)) for status in ("paused", "archived", "reached")]

    assert [one.standing.state for one in for_today([*goals, *put_away])] == [
        GoalState.BEHIND, GoalState.AT_RISK, GoalState.ON_TRACK, GoalState.NO_DATA,
    ]  # fmt: skip


def test_when_all_is_done_the_card_is_green_and_says_so() -> None:
    done = in_state(GoalState.AT_RISK, shown())
    found = card_lines(today_card(page_of([done], 0, TODAY_PER_PAGE), PLACE))

    assert found[0] == f"┌ #{GREEN:06x}"
    assert found[2] == "│ -# all done for today"


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
    page = page_of([shown(), *others], 0, TODAY_PER_PAGE)

    assert ("│ -# all done for today" in card_lines(today_card(page, PLACE))) == done


def test_where_nothing_is_asked_for_nothing_is_done() -> None:
    page = page_of([shown(woodcutting(target_date=None))], 0, TODAY_PER_PAGE)

    assert "│ -# all done for today" not in card_lines(today_card(page, PLACE))


def test_with_nothing_under_way_it_says_how_to_begin() -> None:
    assert "`/goal add goal:99 wc by 1 march`" in card_text(today_card(page_of([], 0, TODAY_PER_PAGE), PLACE))


def gained(goal: object, *amounts: int | None, name: str = "Nightowl") -> GoalGains:
    gains = [None if amount is None else Gain(amount, NOW, NOW) for amount in amounts]
    return GoalGains(goal, name, dict(zip(PERIODS.values(), gains, strict=False)))


def test_gains_stand_under_their_character_for_each_span_of_time() -> None:
    rows = [
        gained(woodcutting(), 60_000, 180_000, 1_200_000, 1_800_000),
        gained(ZULRAH, 0, 7, 7, None),
        gained(RANK.model_copy(update={"character": "iron"}), -50, 20, 0, name="Iron Bob"),
    ]

    assert card_lines(gains_card(page_of(rows, 0, GAINS_PER_PAGE), PLACE)) == [
        "┌ #3b8fd0",
        "│ ## Gains",
        "│ ────",
        "│ ### Nightowl",
        "│ **99 Woodcutting**",
        "│ +60,000 xp today · +180,000 xp this week · +1,200,000 xp this month · +1,800,000 xp in all",
        "│ **500 Zulrah kc**",
        "│ 0 kc today · +7 kc this week · +7 kc this month · \N{EN DASH} in all",
        "│ ────",
        "│ ### Iron Bob",
        "│ **Rank 1,000 Slayer**",
        "│ up 50 ranks today · down 20 ranks this week · no change this month",
    ]


def test_gains_say_of_which_days_they_are_and_on_which_page() -> None:
    rows = [gained(woodcutting(), 1)] * (GAINS_PER_PAGE + 1)
    found = card_lines(gains_card(page_of(rows, 0, GAINS_PER_PAGE), PLACE, below="since Monday"))

    assert found[2] == "│ -# since Monday · page 1 of 2"
    assert found[-1] == "│ (Back, off) (Next)"


def test_without_goals_there_are_no_gains() -> None:
    assert "`/goal add goal:99 wc by 1 march`" in card_text(gains_card(page_of([], 0, GAINS_PER_PAGE), PLACE))
