"""Any two of target, date and pace give the third; and what is refused when that is compared with today."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.dates import DateInPast, NoSuchDate
from tracker.goals.errors import AboveCap, AlreadyReached, GoalRefused, Incomplete, Overdetermined
from tracker.goals.games.game import ALL_SKILLS, game_of
from tracker.goals.plans import Plan, derive
from tracker.goals.words.parse import parse_goal
from tracker.goals.words.request import GoalRequest, GoalType, Pace, PaceUnit
from tracker.readings import Measure, Number, Quantity

TODAY = date(2026, 8, 26)
OSRS, RS3, WEB = game_of("osrs"), game_of("rs3"), game_of("http_json")
WC, WC_LEVEL = Quantity("woodcutting", Measure.XP), Quantity("woodcutting", Measure.LEVEL)
STANDING = {
    WC: 3_034_431,
    WC_LEVEL: 84,
    Quantity("slayer", Measure.RANK): 5_000,
    Quantity("zulrah", Measure.SCORE): 450,
    Quantity("overall", Measure.LEVEL): 1_900,
}


def plan(typed: str, values: dict[Quantity, Number] | None = None) -> Plan:
    return derive(parse_goal(typed, OSRS, TODAY), OSRS, STANDING if values is None else values, TODAY)


def test_a_target_alone_is_enough() -> None:
    made = plan("99 wc")

    assert (made.start, made.aim.target, made.due, made.per_day) == (3_034_431, 13_034_431, None, None)
    assert made.begun == TODAY


def test_target_and_date_give_the_pace() -> None:
    made = plan("99 wc in 100 days")

    assert made.due == date(2026, 12, 4)
    assert made.per_day == 100_000


def test_target_and_pace_give_the_date() -> None:
    made = plan("99 wc at 100k/day")

    assert made.due == date(2026, 12, 4)
    assert made.per_day == 100_000


def test_date_and_pace_give_the_target() -> None:
    made = plan("100k/day wc until 4 december")

    assert made.aim.target == 13_034_431
    assert made.aim.type is GoalType.XP


def test_a_gain_starts_from_now() -> None:
    assert plan("+5m wc").aim.target == 8_034_431
    assert plan("+5 levels wc").aim.stated == 89
    assert plan("+50 zulrah").aim.target == 500
    assert plan("+100 total").aim.target == 2_000


def test_a_virtual_level_is_gained_on_the_virtual_one() -> None:
    values = {Quantity("attack", Measure.XP): 104_273_167, Quantity("attack", Measure.LEVEL): 99}

    assert plan("+1 virtual attack", values).aim.stated == 121


def test_a_rank_is_reached_downwards() -> None:
    made = plan("rank 1000 slayer")

    assert made.falling
    assert (made.start, made.aim.target) == (5_000, 1_000)


def test_a_number_of_the_web_goes_whichever_way_the_target_lies() -> None:
    value = Quantity("value", Measure.VALUE)
    down = derive(GoalRequest("value", GoalType.VALUE, 80), WEB, {value: Decimal("92.5")}, TODAY)
    up = derive(GoalRequest("value", GoalType.VALUE, 80), WEB, {value: 12}, TODAY)

    assert down.falling
    assert not up.falling


def test_a_number_of_the_web_without_a_value_goes_no_way() -> None:
    steps = WEB.calling("Steps", None)

    with pytest.raises(Incomplete, match="Steps has no value yet"):
        derive(GoalRequest("value", GoalType.VALUE, 80), steps, {}, TODAY)
    with pytest.raises(Incomplete, match="`50k/day steps until 1 march`"):
        derive(
            GoalRequest("value", GoalType.VALUE, pace=Pace(5, PaceUnit.DAY)),
            steps,
            {Quantity("value", Measure.VALUE): 12},
            TODAY,
        )


def test_a_goal_can_be_set_while_the_number_is_unknown() -> None:
    made = plan("50 vorkath by 1 march", {})

    assert (made.start, made.due, made.per_day) == (None, date(2027, 3, 1), None)


@pytest.mark.parametrize(
    ("typed", "refusal", "said"),
    [
        ("84 wc", AlreadyReached, "Woodcutting is level 84, with 3,034,431 xp"),
        ("3m wc", AlreadyReached, "Woodcutting is at 3,034,431"),
        ("450 zulrah", AlreadyReached, "Zulrah is at 450"),
        ("rank 5000 slayer", AlreadyReached, "Slayer is at rank 5,000"),
        ("1900 total", AlreadyReached, "Overall is at level 1,900"),
        ("50k/day wc", Incomplete, "until when"),
        ("+5m fishing", Incomplete, "no number yet"),
        ("+5 all", Incomplete, "All skills together"),
        ("50k/day fishing until 1 march", Incomplete, "no number yet"),
        ("99 wc by 1 march at 50k/day", Overdetermined, "two of target, date and pace"),
        ("+199m wc", AboveCap, "ends at 200,000,000"),
        ("+20 wc", AboveCap, "no level 104"),
        ("99 wc at 1 xp a year", NoSuchDate, "hundred years"),
    ],
)
def test_what_cannot_be_planned_is_refused(typed: str, refusal: type[GoalRefused], said: str) -> None:
    with pytest.raises(refusal, match=said) as caught:
        plan(typed)

    assert type(caught.value) is refusal


def test_all_skills_may_be_reached_already() -> None:
    values = {Quantity(it, Measure.XP): 14_000_000 for it in OSRS.skills}

    with pytest.raises(AlreadyReached, match="all skills are at 99 or above"):
        derive(GoalRequest(ALL_SKILLS, GoalType.LEVEL, 99), OSRS, values, TODAY)


def test_a_date_from_elsewhere_may_be_over_as_well() -> None:
    request = replace(parse_goal("99 wc", OSRS, TODAY), due=TODAY - timedelta(days=1))

    with pytest.raises(DateInPast):
        derive(request, OSRS, STANDING, TODAY)


def test_a_level_above_the_cap_of_the_data_is_accepted_where_the_game_shows_it() -> None:
    values = {Quantity("crafting", Measure.XP): 40_000_000, Quantity("crafting", Measure.LEVEL): 110}

    with pytest.raises(AboveCap):
        derive(GoalRequest("crafting", GoalType.LEVEL, 110), RS3, {}, TODAY)
    with pytest.raises(AlreadyReached):
        derive(GoalRequest("crafting", GoalType.LEVEL, 110), RS3, values, TODAY)


NUMBERS = st.integers(0, 100_000_000)


@given(NUMBERS, st.integers(1, 100_000_000), st.integers(1, 3_000))
def test_the_pace_that_a_date_makes_necessary_gives_the_date_again(start: int, more: int, days: int) -> None:
    due = TODAY + timedelta(days=days)
    by_date = derive(GoalRequest("attack", GoalType.XP, start + more, due=due), OSRS, at(start), TODAY)

    assert by_date.per_day == Fraction(more, days)
    pace = Pace(Decimal(more) / days if days % 2 == 0 else -(-more // days))
    by_pace = derive(GoalRequest("attack", GoalType.XP, start + more, pace=pace), OSRS, at(start), TODAY)
    assert by_pace.due is not None
    assert by_pace.due <= due + timedelta(days=1)
    assert by_pace.per_day is not None
    assert by_pace.per_day * (by_pace.due - TODAY).days >= more


@given(NUMBERS, st.integers(1, 10_000), st.sampled_from(PaceUnit), st.integers(400, 3_000))
def test_a_pace_until_a_date_is_what_that_many_days_bring(
    start: int, amount: int, unit: PaceUnit, days: int
) -> None:
    request = GoalRequest("attack", GoalType.XP, due=TODAY + timedelta(days=days), pace=Pace(amount, unit))
    made = derive(request, OSRS, at(start), TODAY)
    year = {"day": 365, "week": Fraction(365, 7), "month": 12, "year": 1}[unit] * amount

    assert 0 <= Fraction(year * days, 365) - (made.aim.target - start) < 1


def at(value: int) -> dict[Quantity, Number]:
    return {Quantity("attack", Measure.XP): value}
