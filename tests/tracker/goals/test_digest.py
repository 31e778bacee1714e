"""The text of a digest, by examples."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.fakes.clock import START
from tests.tracker.goals.scenes import DAY, HOUR, latest_of, person, steady, woodcutting
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.pace.gains import Point
from tracker.goals.pace.quota import quota_of
from tracker.goals.pace.standing import GoalStanding, LocalNow, standing_of
from tracker.goals.rounds.digest import DigestEntry, digest_text, eta_text
from tracker.goals.words.request import GoalType
from tracker.goals.words.standings import today_text

MORNING = START + 10 * DAY + 8 * HOUR
YESTERDAY = date(2100, 1, 10)
BAR = "\N{BLACK PARALLELOGRAM}\N{WHITE PARALLELOGRAM}" + 8 * "\N{WHITE PARALLELOGRAM}"


def standing(goal: Goal, points: list[Point]) -> GoalStanding:
    latest = latest_of(points, founded=goal.created_at) if points else None
    return standing_of(goal, LocalNow.of(person(), MORNING), latest=latest)


def entry(goal: Goal, points: list[Point], gain: int | Decimal | None = 0, **other: Any) -> DigestEntry:  # noqa: ANN401 - any field
    return DigestEntry(standing(goal, points), gain, **{"since": YESTERDAY, **other})


def lines(*entries: DigestEntry) -> list[str]:
    return digest_text(entries).splitlines()


def test_a_goal_with_a_date_says_everything_that_matters_today() -> None:
    goal = woodcutting(target_date=date(2100, 3, 20))

    assert digest_text([entry(goal, steady(10, 120_000), 120_000)]) == "\n".join(
        [
            "99 Woodcutting: 12 %, behind",
            f"{BAR} 4,234,431 xp, +120,000 since yesterday",
            "Expected about 25 March at 120,000 xp a day; due 20 March",
            "Needed today: 127,537 xp",
            "Next: level 88 in 151,345 xp",
        ]
    )


def test_the_digest_asks_for_what_today_asks_for() -> None:
    found = standing(woodcutting(target_date=date(2100, 3, 20)), steady(10, 120_000))
    quota = quota_of(found)

    assert quota is not None
    wanted = f"{quota.wanted:,} xp"
    assert f"Needed today: {wanted}" in lines(DigestEntry(found, 0, since=YESTERDAY))
    assert (today_text(found, quota) or "").endswith(f"of {wanted}")


def test_who_is_ahead_may_rest() -> None:
    goal = woodcutting(target_date=date(2100, 12, 31))

    said = lines(entry(goal, steady(10, 120_000), 120_000))

    assert said[0] == "99 Woodcutting: 12 %, on track"
    assert said[3] == "Today: free, you are 33 days ahead; 24,813 xp a day would do"


def test_uneven_days_give_a_range() -> None:
    points = [Point(START, 0), *(Point(START + n * DAY + HOUR, 90_000 * (n // 2)) for n in range(1, 10))]

    said = eta_text(standing(woodcutting(start_value=0), points))

    assert said.startswith("about ")
    assert "(" in said
    assert " \N{EN DASH} " in said
    assert said.endswith(")")


def test_without_days_enough_it_says_so() -> None:
    said = lines(entry(woodcutting(), [Point(MORNING - HOUR, 4_000_000)], None))

    assert said[0] == "99 Woodcutting: 9.6 %, too early to say"
    assert said[1].endswith(" 4,000,000 xp")
    assert said[2] == "No forecast: not enough days yet"


def test_beyond_the_horizon_no_date_is_named() -> None:
    said = lines(entry(woodcutting(), steady(10, 120), 120))

    assert said[0].endswith("far off")  # there is no date to be at risk for
    assert said[2] == "Expected in more than 5 years at 120 xp a day"


def test_who_does_nothing_is_told_no_date_at_all() -> None:
    said = lines(entry(woodcutting(), [Point(START, 4_000_000)], 0))

    assert said[1].endswith("4,000,000 xp, no change since yesterday")
    assert said[2] == "No forecast: nothing gained in 10 days"


def test_a_number_that_was_never_seen_is_one_line() -> None:
    assert lines(entry(woodcutting(), [], None)) == ["99 Woodcutting: the number has not been seen yet"]


def test_a_date_that_is_over_leaves_what_is_to_go() -> None:
    said = lines(entry(woodcutting(target_date=date(2100, 1, 9)), steady(10, 120_000), 120_000))

    assert said[2].endswith("; was due 9 January")
    assert said[3] == "The date is over; 8,800,000 xp to go"


def test_a_goal_with_a_pace_whose_date_is_unknown_asks_for_the_pace() -> None:
    goal = woodcutting(per_day="50000/1", start_value=None)

    assert "Needed today: 50,000 xp" in lines(entry(goal, [Point(MORNING - HOUR, 4_000_000)], None))


def test_half_a_kill_is_none() -> None:
    goal = woodcutting(
        target_attribute="zulrah",
        target_type=GoalType.SCORE,
        target_value=500,
        start_value=10,
        target_date=date(2100, 6, 1),
    )

    said = lines(entry(goal, steady(10, 1, start=10), 1))

    assert said[:2] == [
        "500 Zulrah kc: 2 %, behind",
        "\N{WHITE PARALLELOGRAM}" * 10 + " 20 kc, +1 since yesterday",
    ]
    assert said[3] == "Needed today: 4 kc"


@pytest.mark.parametrize(("gain", "words"), [(-212, "up 212"), (30, "down 30")])
def test_a_rank_goes_up_by_getting_smaller(gain: int, words: str) -> None:
    goal = woodcutting(target_type=GoalType.RANK, target_value=1000, start_value=2000, falling=True)

    said = lines(entry(goal, steady(10, -21, start=2000), gain))

    assert said[0] == "Rank 1,000 Woodcutting: 21 %, under way"
    assert said[1].endswith(f" rank 1,790, {words} since yesterday")


def test_a_plain_number_keeps_its_digits() -> None:
    goal = woodcutting(target_attribute="weight", target_type=GoalType.VALUE, target_value=75, falling=True)
    goal = goal.model_copy(update={"start_value": Decimal("80.5")})
    points = [Point(START, Decimal("80.5")), Point(START + DAY, Decimal("79.25"))]

    assert lines(entry(goal, points, Decimal("-1.25")))[1].endswith(" 79.25, -1.25 since yesterday")


@pytest.mark.parametrize(
    ("since", "words"),
    [
        (date(2100, 1, 11), "today"),
        (YESTERDAY, "since yesterday"),
        (date(2100, 1, 4), "since 4 January"),
        (date(2099, 12, 28), "since 28 December 2099"),
    ],
)
def test_a_gain_says_since_when(since: date, words: str) -> None:
    said = lines(entry(woodcutting(), steady(10, 120_000), 5, since=since))

    assert said[1].endswith(f"+5 {words}")


def test_the_next_level_is_left_out_where_it_is_the_goal() -> None:
    goal = woodcutting(target_value=88)

    assert not any("Next" in line for line in lines(entry(goal, steady(10, 120_000))))


def test_numbers_from_before_an_outage_say_so() -> None:
    said = lines(entry(woodcutting(), steady(10, 120_000), unseen_since=YESTERDAY))

    assert said[2] == "No new numbers since 10 January: this is how it was then"


def test_what_was_reached_is_congratulated_in_one_line_and_first() -> None:
    done = woodcutting("done", status=GoalStatus.REACHED, target_attribute="fishing")

    said = lines(entry(woodcutting(), steady(10, 120_000)), entry(done, steady(10, 120_000)))

    assert said[:3] == ["99 Fishing is reached. Congratulations!", "", "99 Woodcutting: 12 %, under way"]


def test_trouble_comes_before_what_goes_well() -> None:
    well = woodcutting("a", target_attribute="fishing")
    badly = woodcutting("b", target_date=date(2100, 1, 20))
    new = woodcutting("c", target_attribute="mining")

    blocks = digest_text(
        [entry(new, []), entry(well, steady(10, 120_000)), entry(badly, steady(10, 120_000))]
    ).split("\n\n")

    assert [block.split(":")[0] for block in blocks] == ["99 Woodcutting", "99 Fishing", "99 Mining"]


def test_of_several_characters_the_goal_says_whose_it_is() -> None:
    assert lines(entry(woodcutting(), [], None, character="Oak Chopper"))[0].startswith(
        "99 Woodcutting (Oak Chopper): "
    )
