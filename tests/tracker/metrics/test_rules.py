"""What a day comes to, whether it was good, and how long it has been: against slow recounts."""

import itertools
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.metrics.aggregation import day_of, mean, total_of, value_of
from tracker.metrics.judging import is_good
from tracker.metrics.model import Aggregation, Direction, Metric, MetricLog
from tracker.metrics.streaks import REMEMBERED, GoodDay, LogStreak, streak_at, streak_of
from tracker.readings import Number

DAY = date(2100, 1, 1)
NOW = datetime(2100, 1, 1, 12, tzinfo=UTC)
NUMBERS = st.decimals(-(10**9), 10**9, places=3) | st.integers(-(10**14), 10**14)


def metric(**said: object) -> Metric:
    return Metric(id="m", user="u", name="M", created_at=NOW, **said)  # type: ignore[arg-type]


def logs_of(values: Sequence[Number]) -> list[MetricLog]:
    return [
        MetricLog(metric="m", value=value, logged_at=NOW + timedelta(seconds=place), day=DAY)
        for place, value in enumerate(values)
    ]


@given(st.lists(NUMBERS, min_size=1, max_size=12), st.randoms())
def test_a_day_comes_to_what_its_logs_come_to_in_any_order(values: list[Number], chance: object) -> None:
    logs = logs_of(values)
    getattr(chance, "shuffle")(logs)  # noqa: B009 - hypothesis has no type for it
    day = day_of(logs)
    assert day is not None
    exact = [*map(Fraction, values)]
    expected = {
        Aggregation.LAST: exact[-1],
        Aggregation.SUM: sum(exact),
        Aggregation.MEDIAN: median(exact),
        Aggregation.MIN: min(exact),
        Aggregation.MAX: max(exact),
        Aggregation.COUNT: len(exact),
    }
    assert {one: Fraction(value_of(metric(aggregation=one), day)) for one in expected} == expected
    average = value_of(metric(aggregation=Aggregation.MEAN), day)
    assert abs(Fraction(average) - sum(exact) / len(exact)) <= Fraction(1, 200)


def test_a_day_without_logs_is_no_day() -> None:
    assert day_of([]) is None


def test_one_spike_among_small_numbers_loses_no_digit() -> None:
    values = [Decimal("0.1"), 10**9, Decimal("0.000000001")]
    assert total_of(values) == Decimal("1000000000.100000001")
    day = day_of(logs_of(values))
    assert day is not None
    assert (day.median, day.max) == (Decimal("0.1"), 10**9)


@pytest.mark.parametrize(
    ("total", "count", "expected"), [(10, 3, "3.33"), (10, 2, "5"), ("0.1", 3, "0.033"), (-1, 8, "-0.12")]
)
def test_a_mean_has_two_digits_more(total: Number, count: int, expected: str) -> None:
    assert mean(Decimal(total), count) == Decimal(expected)


@pytest.mark.parametrize(
    ("said", "good", "bad"),
    [
        ({"direction": Direction.HIGHER, "target_value": 10}, [10, 11], [9, Decimal("9.99")]),
        ({"direction": Direction.LOWER, "target_value": 75}, [75, 60], [Decimal("75.01")]),
        ({"direction": Direction.TARGET, "target_value": 80}, [76, 84], [Decimal("75.9"), 85]),
        ({"direction": Direction.TARGET, "target_value": -80}, [-76, -84], [80, -85]),
        ({"direction": Direction.TARGET, "target_value": 0, "tolerance": 1}, [0, -1, 1], [2]),
        ({"direction": Direction.HIGHER}, [-5, 0, 5], []),
    ],
)
def test_a_day_is_good_by_direction_target_and_tolerance(
    said: dict[str, object], good: list[Number], bad: list[Number]
) -> None:
    assert [*(is_good(metric(**said), value) for value in [*good, *bad])] == [
        *[True] * len(good),
        *[False] * len(bad),
    ]


def slow_streak(days: Sequence[GoodDay], today: date) -> int:
    """Day after day through the calendar."""
    good = {one.day: one.good for one in days}
    run, logged, missed = 0, list[date](), 0
    for number in range((today - days[0].day).days + 1):
        day = days[0].day + timedelta(days=number)
        if day not in good:
            missed += day != today  # today is not over
            gaps = [(late - early).days for early, late in itertools.pairwise(logged)][-15:]
            usual = sorted(gaps)[(len(gaps) - 1) // 2] if len(gaps) >= 3 else 99
            run = 0 if missed > min(7, 2 * usual) else run
            continue
        run = run + 1 if good[day] else 0
        logged.append(day)
        missed = 0
    return run


DAYS = st.lists(st.tuples(st.integers(1, 12) | st.just(1), st.sampled_from([True] * 4 + [False])), min_size=1)


@given(DAYS, st.integers(0, 12))
def test_a_streak_is_what_a_walk_through_the_calendar_finds(days: list[tuple[int, bool]], later: int) -> None:
    judged, day = list[GoodDay](), DAY
    for gap, good in days:
        day += timedelta(days=gap)
        judged.append(GoodDay(day, good))
    streak = streak_of(judged)
    assert streak is not None
    today = day + timedelta(days=later)
    assert streak.on(today) == slow_streak(judged, today)


@given(DAYS, st.lists(st.booleans(), min_size=1, max_size=4))
def test_the_last_day_can_be_judged_again_and_again(days: list[tuple[int, bool]], again: list[bool]) -> None:
    judged, day = list[GoodDay](), DAY
    for gap, good in days:
        day += timedelta(days=gap)
        judged.append(GoodDay(day, good))
    streak = streak_of(judged)
    for good in again:
        assert streak is not None
        streak = streak.with_day(GoodDay(day, good))
    assert streak is not None
    assert is_as_counted(streak, [*judged[:-1], GoodDay(day, again[-1])])


def is_as_counted(streak: LogStreak | None, days: Sequence[GoodDay]) -> bool:
    """Of the runs only the last ones may be known, and in them nothing else."""
    counted = streak_of(days)
    if streak is None or counted is None:
        return streak is counted
    known = counted.runs[len(counted.runs) - len(streak.runs) :]
    return streak == counted.model_copy(update={"runs": known})


@given(DAYS, DAYS, st.integers(0, 99), st.sampled_from([True, False, None]), st.integers(0, 60))
def test_a_day_changes_without_a_count_of_all_that_came_before(
    long_ago: list[tuple[int, bool]],
    lately: list[tuple[int, bool]],
    which: int,
    other: bool | None,  # noqa: FBT001 - whether it is good then; None where it has no log any more
    kept: int,
) -> None:
    steps = [*long_ago, *[(1, True)] * kept, *lately, *[(1, True)] * (REMEMBERED + 3)]
    ends = itertools.accumulate(
        (gap for gap, _ in steps), lambda day, gap: day + timedelta(days=gap), initial=DAY
    )
    days = [GoodDay(day, good) for day, (_, good) in zip([*ends][1:], steps, strict=True)]
    streak, place = streak_of(days), len(days) - 1 - which % len(days)
    assert streak is not None
    first = max(place - REMEMBERED - 2, 0)
    newest = days[first:]
    begun = streak_at(streak, newest, REMEMBERED) if place - first > REMEMBERED + 1 else None
    if begun is None:
        return
    changed = GoodDay(days[place].day, other) if other is not None else None
    after = [*days[:place], *([changed] if changed else []), *days[place + 1 :]]
    assert is_as_counted(streak_of([one for one in after if one.day > begun.day], begun), after)


def test_a_day_without_a_log_does_nothing_for_twice_the_usual_gap() -> None:
    streak = streak_of([GoodDay(DAY + timedelta(days=number), good=True) for number in range(10)])
    assert isinstance(streak, LogStreak)
    last = DAY + timedelta(days=9)
    assert [streak.on(last + timedelta(days=later)) for later in (1, 2, 3, 4)] == [10, 10, 10, 0]


def test_who_logs_once_a_week_may_miss_a_week_and_no_more() -> None:
    streak = streak_of([GoodDay(DAY + timedelta(days=7 * number), good=True) for number in range(5)])
    assert streak is not None
    last = DAY + timedelta(days=28)
    assert [streak.on(last + timedelta(days=later)) for later in (7, 8, 9)] == [5, 5, 0]
