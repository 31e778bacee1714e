"""What a goal measures in a reading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.goals.errors import AboveCap
from tracker.goals.games.game import ALL_SKILLS, OVERALL, game_of
from tracker.goals.words.aims import Aim, aim_of, check_cap, highest
from tracker.goals.words.request import GoalType
from tracker.readings import Measure, Number, Quantity

OSRS, RS3 = game_of("osrs"), game_of("rs3")
XP_OF_70, XP_OF_99 = 737_627, 13_034_431


def xp(attribute: str) -> Quantity:
    return Quantity(attribute, Measure.XP)


def level(attribute: str) -> Quantity:
    return Quantity(attribute, Measure.LEVEL)


def every_skill(value: int) -> dict[Quantity, Number]:
    return {xp(attribute): value for attribute in OSRS.skills}


def test_a_level_goal_is_an_xp_goal() -> None:
    aim = aim_of(OSRS, "woodcutting", GoalType.LEVEL, 99)

    assert aim.target == XP_OF_99
    assert aim.value({xp("woodcutting"): 5_000_000, level("woodcutting"): 89}) == 5_000_000


def test_invention_is_measured_on_its_own_curve() -> None:
    assert aim_of(RS3, "invention", GoalType.LEVEL, 99).target == 36_073_511
    assert aim_of(RS3, "invention", GoalType.VIRTUAL_LEVEL, 150).target == 194_927_409


def test_who_has_the_level_by_the_games_own_word_has_the_xp_for_it() -> None:
    aim = aim_of(RS3, "woodcutting", GoalType.LEVEL, 99)

    assert aim.value({xp("woodcutting"): 12_000_000, level("woodcutting"): 99}) == XP_OF_99
    assert aim.value({level("woodcutting"): 99}) == XP_OF_99
    assert aim.value({level("woodcutting"): 98}) is None


def test_a_virtual_level_is_never_reported_by_the_game() -> None:
    aim = aim_of(OSRS, "attack", GoalType.VIRTUAL_LEVEL, 99)

    assert aim.value({xp("attack"): 12_000_000, level("attack"): 99}) == 12_000_000


@pytest.mark.parametrize(
    ("attribute", "goal_type", "quantity"),
    [
        ("attack", GoalType.XP, Quantity("attack", Measure.XP)),
        ("attack", GoalType.RANK, Quantity("attack", Measure.RANK)),
        ("zulrah", GoalType.SCORE, Quantity("zulrah", Measure.SCORE)),
        ("zulrah", GoalType.RANK, Quantity("zulrah", Measure.RANK)),
        (OVERALL, GoalType.LEVEL, Quantity(OVERALL, Measure.LEVEL)),
        (OVERALL, GoalType.XP, Quantity(OVERALL, Measure.XP)),
        ("value", GoalType.VALUE, Quantity("value", Measure.VALUE)),
    ],
)
def test_each_type_reads_its_own_number(attribute: str, goal_type: GoalType, quantity: Quantity) -> None:
    aim = aim_of(OSRS, attribute, goal_type, 50)

    assert aim.target == 50
    assert aim.value({quantity: 7}) == 7
    assert aim.value({}) is None
    assert aim.unknown({}) == (attribute,)


def test_a_skill_that_only_a_reading_knows_is_measured_like_most() -> None:
    assert aim_of(OSRS, "shamanism", GoalType.LEVEL, 99).target == XP_OF_99
    assert aim_of(OSRS, "shamanism", GoalType.VIRTUAL_LEVEL, 126).target == 188_884_740


def test_all_skills_are_measured_as_far_as_the_goal_asks() -> None:
    base = aim_of(OSRS, ALL_SKILLS, GoalType.LEVEL, 70)
    half = every_skill(0) | {xp("attack"): 200_000_000}

    assert base.target == 24 * XP_OF_70
    assert base.value(half) == XP_OF_70
    assert base.value(every_skill(XP_OF_70)) == base.target


def test_a_skill_that_is_not_ranked_counts_as_not_begun_and_is_named() -> None:
    base = aim_of(OSRS, ALL_SKILLS, GoalType.LEVEL, 70)
    known = every_skill(XP_OF_70)
    known.pop(xp("sailing"))
    known.pop(xp("hitpoints"))

    assert base.value(known) == 22 * XP_OF_70 + 1_154
    assert base.unknown(known) == ("hitpoints", "sailing")
    assert base.value({}) is None


SOME_VALUES = st.dictionaries(st.sampled_from([xp(it) for it in OSRS.skills]), st.integers(0, 200_000_000))


@given(SOME_VALUES, st.integers(1, 99))
def test_all_skills_are_reached_exactly_when_each_one_is(values: dict[Quantity, Number], said: int) -> None:
    base = aim_of(OSRS, ALL_SKILLS, GoalType.LEVEL, said)
    value = base.value(values)
    each = [OSRS.skills[it].level(int(values.get(xp(it), OSRS.skills[it].starts_at))) for it in OSRS.skills]

    assert (value is not None and value >= base.target) == (bool(values) and min(each) >= said)


@pytest.mark.parametrize(
    ("attribute", "goal_type", "most"),
    [
        ("attack", GoalType.XP, 200_000_000),
        ("attack", GoalType.LEVEL, 99),
        ("attack", GoalType.VIRTUAL_LEVEL, 126),
        ("invention", GoalType.LEVEL, 120),
        ("invention", GoalType.VIRTUAL_LEVEL, 150),
        (ALL_SKILLS, GoalType.LEVEL, 99),
        (ALL_SKILLS, GoalType.VIRTUAL_LEVEL, 126),
        (OVERALL, GoalType.XP, 29 * 200_000_000),
        ("runescore", GoalType.SCORE, None),
        ("attack", GoalType.RANK, None),
    ],
)
def test_there_is_a_most_that_can_be_asked_for(attribute: str, goal_type: GoalType, most: int | None) -> None:
    assert highest(RS3, attribute, goal_type) == most
    check_cap(RS3, attribute, goal_type, most or 10**12)
    if most is not None:
        with pytest.raises(AboveCap):
            check_cap(RS3, attribute, goal_type, most + 1)


def test_an_aim_can_be_made_again_from_what_a_goal_keeps() -> None:
    aim = aim_of(OSRS, "zulrah", GoalType.SCORE, 500)

    assert aim_of(OSRS, aim.attribute, aim.type, aim.stated) == aim
    assert isinstance(aim, Aim)
