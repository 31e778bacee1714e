"""What people type, and the goal that it means or the answer that it gets. Today is a Wednesday in August."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.dates import AmbiguousDate, DateInPast, NoSuchDate
from tracker.goals.errors import (
    AboveCap,
    AlreadyReached,
    AmbiguousName,
    NameMissing,
    NoSuchMeasure,
    NoSuchName,
    NotUnderstood,
    NumberMissing,
    TwoTargets,
)
from tracker.goals.games.game import ALL_SKILLS, OVERALL, WEB, Game, game_of
from tracker.goals.words.parse import LONGEST_TEXT, parse_goal, types_of
from tracker.goals.words.request import GoalRequest, GoalType, Pace, PaceUnit
from tracker.numbers import AmbiguousNumber
from tracker.readings import Measure, Number, Quantity
from tracker.refusals import Refused

TODAY = date(2026, 8, 26)
MARCH = date(2027, 3, 1)
OSRS, RS3 = game_of("osrs"), game_of("rs3")
XP, LEVEL, VIRTUAL, SCORE, RANK, VALUE = (
    GoalType.XP, GoalType.LEVEL, GoalType.VIRTUAL_LEVEL, GoalType.SCORE, GoalType.RANK, GoalType.VALUE,
)  # fmt: skip


def goal(attribute: str, goal_type: GoalType, target: Number | None = None, **rest: object) -> GoalRequest:
    return replace(GoalRequest(attribute, goal_type, target), **rest)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("99 wc", goal("woodcutting", LEVEL, 99)),
        ("wc 99", goal("woodcutting", LEVEL, 99)),
        ("level 99 in Woodcutting, please", goal("woodcutting", LEVEL, 99)),
        ("13m woodcutting", goal("woodcutting", XP, 13_000_000)),
        ("13,034,431 wc", goal("woodcutting", XP, 13_034_431)),
        ("13 034 431 wc", goal("woodcutting", XP, 13_034_431)),
        ("1.5m xp fletch", goal("fletching", XP, 1_500_000)),
        ("200m attack", goal("attack", XP, 200_000_000)),
        ("500 xp attack", goal("attack", XP, 500)),
        ("500 zulrah kc", goal("zulrah", SCORE, 500)),
        ("zulrah 1k kill count", goal("zulrah", SCORE, 1_000)),
        ("200 raids 3", goal("tombs of amascut", SCORE, 200)),
        ("500 Theatre of Blood: Hard Mode", goal("theatre of blood: hard mode", SCORE, 500)),
        ("all clues 500", goal("clue scrolls (all)", SCORE, 500)),
        ("base 70", goal(ALL_SKILLS, LEVEL, 70)),
        ("base 70s", goal(ALL_SKILLS, LEVEL, 70)),
        ("all skills 80", goal(ALL_SKILLS, LEVEL, 80)),
        ("200m all", goal(ALL_SKILLS, XP, 200_000_000)),
        ("max", goal(ALL_SKILLS, LEVEL, 99)),
        ("max cape", goal(ALL_SKILLS, LEVEL, 99)),
        ("max wc", goal("woodcutting", LEVEL, 99)),
        ("2000 total", goal(OVERALL, LEVEL, 2_000)),
        ("total level 2000", goal(OVERALL, LEVEL, 2_000)),
        ("total xp 1b", goal(OVERALL, XP, 1_000_000_000)),
        ("1b total", goal(OVERALL, XP, 1_000_000_000)),
        ("rank 1000 slayer", goal("slayer", RANK, 1_000)),
        ("#1000 slayer", goal("slayer", RANK, 1_000)),
        ("top 500 zulrah", goal("zulrah", RANK, 500)),
        ("zulrah # 500", goal("zulrah", RANK, 500)),
        ("level 120 virtual attack", goal("attack", VIRTUAL, 120)),
        ("120 vlvl attack", goal("attack", VIRTUAL, 120)),
        ("lms 1200", goal("lms - rank", SCORE, 1_200)),
        ("99wc", goal("woodcutting", LEVEL, 99)),
        ("wc99", goal("woodcutting", LEVEL, 99)),
        ("500kc zulrah", goal("zulrah", SCORE, 500)),
        ("13mwc", goal("woodcutting", XP, 13_000_000)),
        ("200mxp attack", goal("attack", XP, 200_000_000)),
        ("13,034,431wc", goal("woodcutting", XP, 13_034_431)),
        ("5mining", goal("mining", LEVEL, 5)),
        ("10kbd", goal("king black dragon", SCORE, 10)),
        ("base70", goal(ALL_SKILLS, LEVEL, 70)),
        ("200 raids3", goal("tombs of amascut", SCORE, 200)),
        ("99 wc!", goal("woodcutting", LEVEL, 99)),
        ("max wc 99", goal("woodcutting", LEVEL, 99)),
        ("1,5k wc", goal("woodcutting", XP, 1_500)),
    ],
)
def test_a_goal_is_what_and_how_much(typed: str, meant: GoalRequest) -> None:
    assert parse_goal(typed, OSRS, TODAY) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("99 wc by 1 march", goal("woodcutting", LEVEL, 99, due=MARCH)),
        ("by 2027-03-01 99 wc", goal("woodcutting", LEVEL, 99, due=MARCH)),
        ("90 agility in 6 weeks", goal("agility", LEVEL, 90, due=date(2026, 10, 7))),
        ("max by end of year", goal(ALL_SKILLS, LEVEL, 99, due=date(2026, 12, 31))),
        ("99 hp tomorrow", goal("hitpoints", LEVEL, 99, due=date(2026, 8, 27))),
        ("99 mining at 50k/day", goal("mining", LEVEL, 99, pace=Pace(50_000))),
        ("99 mining at 50k xp a day", goal("mining", LEVEL, 99, pace=Pace(50_000))),
        ("50k/day mining", goal("mining", XP, pace=Pace(50_000))),
        ("20 zulrah/day until 1 march", goal("zulrah", SCORE, due=MARCH, pace=Pace(20))),
        ("50k mining xp a day", goal("mining", XP, pace=Pace(50_000))),
        ("50k xp per day mining until 1 march", goal("mining", XP, due=MARCH, pace=Pace(50_000))),
        ("20 kc a week zulrah by 1 march", goal("zulrah", SCORE, due=MARCH, pace=Pace(20, PaceUnit.WEEK))),
        ("100m fishing 1m monthly", goal("fishing", XP, 100_000_000, pace=Pace(1_000_000, PaceUnit.MONTH))),
        ("+5m fishing this month", goal("fishing", XP, gain=5_000_000, due=date(2026, 8, 31))),
        ("gain 5m in fishing", goal("fishing", XP, gain=5_000_000)),
        ("+5 wc", goal("woodcutting", LEVEL, gain=5)),
        ("100 more zulrah kills", goal("zulrah", SCORE, gain=100)),
        ("99wc in 6weeks", goal("woodcutting", LEVEL, 99, due=date(2026, 10, 7))),
        ("99wc by 1st march", goal("woodcutting", LEVEL, 99, due=MARCH)),
        ("99 mining - 50k/day", goal("mining", LEVEL, 99, pace=Pace(50_000))),
        ("99 mining at +50k/day", goal("mining", LEVEL, 99, pace=Pace(50_000))),
        ("50kxp/day mining until 1march", goal("mining", XP, due=MARCH, pace=Pace(50_000))),
    ],
)
def test_a_goal_may_have_a_date_or_a_pace(typed: str, meant: GoalRequest) -> None:
    assert parse_goal(typed, OSRS, TODAY) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("99 wc then 200m", goal("woodcutting", LEVEL, 99, then=goal("woodcutting", XP, 200_000_000))),
        ("99 wc -> 50 zulrah", goal("woodcutting", LEVEL, 99, then=goal("zulrah", SCORE, 50))),
        (
            "base 70 then base 80 by 1 march then max",
            goal(
                ALL_SKILLS,
                LEVEL,
                70,
                then=goal(ALL_SKILLS, LEVEL, 80, due=MARCH, then=goal(ALL_SKILLS, LEVEL, 99)),
            ),
        ),
        ("rank 1000 slayer then rank 100", goal("slayer", RANK, 1_000, then=goal("slayer", RANK, 100))),
    ],
)
def test_goals_follow_each_other_with_then(typed: str, meant: GoalRequest) -> None:
    assert parse_goal(typed, OSRS, TODAY) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("120 invention", goal("invention", LEVEL, 120)),
        ("150 virtual invention", goal("invention", VIRTUAL, 150)),
        ("110 mining", goal("mining", LEVEL, 110)),
        ("max slayer", goal("slayer", LEVEL, 120)),
        ("99 hp", goal("constitution", LEVEL, 99)),
        ("3000 total", goal(OVERALL, LEVEL, 3_000)),
        ("5k runescore", goal("runescore", SCORE, 5_000)),
    ],
)
def test_runescape_3_has_caps_of_its_own(typed: str, meant: GoalRequest) -> None:
    assert parse_goal(typed, RS3, TODAY) == meant


@pytest.mark.parametrize(
    ("typed", "refusal", "said"),
    [
        ("99 woodcuting", NoSuchName, "did you mean woodcutting"),
        ("99woodcuting", NoSuchName, "'woodcuting'.*did you mean woodcutting"),
        ("99 qqqqq", NoSuchName, "no skill or boss 'qqqqq' in Old School"),
        ("500 dks", AmbiguousName, "say which"),
        ("wc", NumberMissing, "How much of Woodcutting"),
        ("rank slayer", NumberMissing, "How much of Slayer"),
        ("99", NameMissing, "Which skill or boss"),
        ("", NameMissing, "Goals look like"),
        ("99 wc 98", TwoTargets, "99 or 98"),
        ("99 200m wc", TwoTargets, "99 or 200m"),
        ("99 wc 99", TwoTargets, "^99 is there twice, and a goal has one target. Say it once.$"),
        ("99 wc and 99 fishing", TwoTargets, "Woodcutting or Fishing"),
        ("99 wc fishing", TwoTargets, "Woodcutting or Fishing"),
        ("rank 100 xp wc", TwoTargets, "rank or xp"),
        ("99 wc by 1 march by 2 march", TwoTargets, "one date"),
        ("99 wc at 5k/day 6k/day", TwoTargets, "one pace"),
        ("201m attack", AboveCap, "ends at 200,000,000"),
        ("120 attack", AboveCap, "highest is 99.*virtual level 120 attack"),
        ("500 attack", AboveCap, "no level 500 in Attack"),
        ("127 virtual attack", AboveCap, "highest is 126"),
        ("100 all", AboveCap, "no level 100 in All skills"),
        ("2400 total", AboveCap, "highest is 2,376"),
        ("5b total xp", AboveCap, "ends at 4,800,000,000"),
        ("level 50 zulrah", NoSuchMeasure, "its score or rank"),
        ("500 wc kc", NoSuchMeasure, "Woodcutting has no score"),
        ("20 kc/day wc", NoSuchMeasure, "Woodcutting has no score"),
        ("virtual total 2400", NoSuchMeasure, "no virtual level"),
        ("99 wc by 1/3/2027", AmbiguousDate, "1 march or 3 january"),
        ("99 wc by 2020-01-01", DateInPast, "in the past"),
        ("99 wc by 31 june", NoSuchDate, "in the calendar"),
        ("99 wc by soon", NoSuchDate, "'soon' is not a date"),
        ("99 wc by 1 march then 200m by 1 january", DateInPast, "must come later"),
        ("99 wc then 50", AlreadyReached, "reached with what comes before"),
        ("99 wc then 13m", AlreadyReached, "level 99 woodcutting"),
        ("99 wc then 99 fishing then 98 wc", AlreadyReached, "level 99 woodcutting"),
        ("rank 100 wc then rank 1000", AlreadyReached, "rank 100 woodcutting"),
        ("13.5 wc", NotUnderstood, "whole number"),
        ("0 wc", NotUnderstood, "must be above 0"),
        ("-5 wc", NotUnderstood, "must be above 0"),
        ("0/day wc", NotUnderstood, "must be above 0"),
        ("98 herblore at -5k/day", NotUnderstood, "must be above 0"),
        ("98 herblore at \N{MINUS SIGN}5k/day", NotUnderstood, "must be above 0"),
        ("100% collections logged", NotUnderstood, "I do not understand '%'"),
        ("99+ wc", NotUnderstood, r"I do not understand '\+'"),
        ("~99 wc", NotUnderstood, "I do not understand '~'"),
        ("max 50 wc", TwoTargets, "50 or the most there is"),
        ("13.034 wc", AmbiguousNumber, "Write 13,034 for thousands"),
        ("1 level a week wc", NotUnderstood, "50k/day"),
        ("rank 100 wc at 5/day", NotUnderstood, "no pace"),
        ("2000 total at 5/day", NotUnderstood, "total level has no pace"),
        ("base 70 wc", TwoTargets, "All skills or Woodcutting"),
        ("99 wc quickly", NotUnderstood, "'quickly'"),
        ("99999999999999999999 wc", NotUnderstood, "not a number"),
        ("99 wc " * 100, NotUnderstood, "too long"),
        (" then ".join(["99 wc"] * 11), NotUnderstood, "up to 10"),
    ],
)
def test_what_makes_no_goal_is_refused_with_what_to_write(
    typed: str, refusal: type[Refused], said: str
) -> None:
    with pytest.raises(refusal, match=said) as caught:
        parse_goal(typed, OSRS, TODAY)

    assert type(caught.value) is refusal
    assert caught.value.code == refusal.code


def test_a_row_that_only_the_reading_has_can_be_a_goal() -> None:
    game = OSRS.knowing({Quantity("old wyrm", Measure.SCORE): 5, Quantity("shamanism", Measure.XP): 83})

    assert parse_goal("50 old wyrm kc", game, TODAY) == goal("old wyrm", SCORE, 50)
    assert parse_goal("99 shamanism", game, TODAY) == goal("shamanism", LEVEL, 99)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1000", goal("value", VALUE, 1_000)),
        ("1000 value by 1 march", goal("value", VALUE, 1_000, due=MARCH)),
        ("1000 commits by 1 march", goal("value", VALUE, 1_000, due=MARCH)),
        ("my commits to 1.5k", goal("value", VALUE, 1_500)),
        ("1000commits", goal("value", VALUE, 1_000)),
        ("1000 git pushes", goal("value", VALUE, 1_000)),
        ("+50 commits", goal("value", VALUE, gain=50)),
        ("5 commits/day until 1 march", goal("value", VALUE, pace=Pace(5, PaceUnit.DAY), due=MARCH)),
        ("5 git pushes/week until 1 march", goal("value", VALUE, pace=Pace(5, PaceUnit.WEEK), due=MARCH)),
        ("5 a day until 1 march", goal("value", VALUE, pace=Pace(5, PaceUnit.DAY), due=MARCH)),
    ],
)
def test_a_number_on_the_web_is_named_as_somebody_calls_it_or_not_at_all(
    typed: str, meant: GoalRequest
) -> None:
    assert parse_goal(typed, game_of(WEB).calling("Git pushes", "commits"), TODAY) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("$1,234.20", goal("value", VALUE, Decimal("1234.2"))),
        ("1.234,20 $", goal("value", VALUE, Decimal("1234.2"))),
        ("$5/day until 1 march", goal("value", VALUE, pace=Pace(5, PaceUnit.DAY), due=MARCH)),
        ("5 $/day until 1 march", goal("value", VALUE, pace=Pace(5, PaceUnit.DAY), due=MARCH)),
    ],
)
def test_a_unit_that_is_a_sign_may_be_said(typed: str, meant: GoalRequest) -> None:
    assert parse_goal(typed, game_of(WEB).calling("Savings", "$"), TODAY) == meant
    with pytest.raises(Refused, match="I do not understand"):
        parse_goal(typed, game_of(WEB).calling("Savings", "euros"), TODAY)


@pytest.mark.parametrize("typed", ["1000 stars", "99 wc", "5 stars/day until 1 march"])
def test_other_words_are_no_part_of_a_goal_on_a_number(typed: str) -> None:
    game = game_of(WEB).calling("Git pushes", "commits")

    with pytest.raises(NoSuchName, match=r"I do not understand '(?:stars|wc)'\. Goals look like `1000`, "):
        parse_goal(typed, game, TODAY)


def test_a_number_on_the_web_has_neither_a_rank_nor_levels() -> None:
    game = game_of(WEB).calling("Git pushes", None)

    with pytest.raises(NoSuchMeasure, match="Git pushes has no rank; a goal may be about its value"):
        parse_goal("rank 5", game, TODAY)
    with pytest.raises(NumberMissing, match=r"How much of Git pushes\? Goals look like `1000`"):
        parse_goal("git pushes", game, TODAY)


def requests(game: Game) -> st.SearchStrategy[GoalRequest]:
    """Goals that make sense one by one."""
    attributes = st.sampled_from([OVERALL, ALL_SKILLS, *game.skills, *game.activities])
    days = st.none() | st.dates(TODAY, date(2100, 1, 1))
    paces = st.none() | st.builds(Pace, st.integers(1, 10**9), st.sampled_from(PaceUnit))

    @st.composite
    def request(draw: st.DrawFn) -> GoalRequest:
        attribute = draw(attributes)
        goal_type = draw(st.sampled_from(types_of(game, attribute)))
        number = draw(st.integers(1, 99 if "level" in goal_type else 10**8))
        no_pace = goal_type is RANK or (attribute == OVERALL and goal_type is LEVEL)
        pace = None if no_pace else draw(paces)
        as_gain = goal_type is not RANK and draw(st.booleans())
        target, gain = (None, number) if as_gain else (number, None)
        return GoalRequest(attribute, goal_type, target, gain, draw(days), pace)

    return request()


@given(st.sampled_from([OSRS, RS3]).flatmap(lambda game: st.tuples(st.just(game), requests(game))))
def test_the_canonical_spelling_is_read_back(case: tuple[Game, GoalRequest]) -> None:
    game, request = case

    assert parse_goal(str(request), game, TODAY) == request


def test_the_canonical_spelling_of_a_chain_is_read_back() -> None:
    chain = parse_goal("99 wc by 1 march then 200m at 1m/week then 99 fishing", OSRS, TODAY)

    assert str(chain) == (
        "level 99 woodcutting by 2027-03-01 then xp 200000000 woodcutting at 1000000 a week"
        " then level 99 fishing"
    )
    assert parse_goal(str(chain), OSRS, TODAY) == chain


TYPED = ("99 wc by 1 march", "+5m fishing at 50k/day", "base 70 then max", "500 zulrah kc", "#1000 slayer")
SIGNS = "%~*=<>^&@$\u20ac\\{}[]_\u2212"


@given(st.sampled_from(TYPED), st.sampled_from(SIGNS), st.data())
def test_a_sign_that_means_nothing_is_refused_and_never_another_goal(
    typed: str, sign: str, data: st.DataObject
) -> None:
    """Inside of a name it may be passed over, as all punctuation is there."""
    at = data.draw(st.integers(0, len(typed)))
    try:
        request = parse_goal(f"{typed[:at]}{sign}{typed[at:]}", OSRS, TODAY)
    except Refused:
        return

    assert request == parse_goal(typed, OSRS, TODAY)


def test_three_decimals_are_spelled_so_that_they_are_read_back() -> None:
    game = game_of(WEB).calling("Weight", "kg")
    request = parse_goal("75.1250", game, TODAY)

    assert request.target == Decimal("75.125")
    assert parse_goal(str(request), game, TODAY) == request


WORDS = (
    "99", "13m", "1.5b", "+5", "-3", "1,5", "0", "200", "2027-03-01", "1/3/2027", "31", "#", "50k/day",
    "99wc", "5mxp", "kc500",
    "k", "/", "wc", "zulrah", "raids", "3", "dks", "total", "lms - rank", "k'ril", "max", "base", "all",
    "level", "xp", "kc", "rank", "virtual", "by", "until", "in", "weeks", "march", "friday", "next",
    "end of month", "at", "a", "day", "per", "week", "daily", "then", "->", "more", "|", "'", "s", "the",
)  # fmt: skip


@given(st.text(max_size=LONGEST_TEXT + 10) | st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join))
def test_any_text_is_a_goal_or_refused_with_a_message(text: str) -> None:
    try:
        request = parse_goal(text, OSRS, TODAY)
    except Refused as refused:
        message = str(refused)
    else:
        message = str(request)

    assert message
    assert len(message) < 1_000
