"""One look at somebody's numbers: what is said, what of it is new, and what is remembered."""

import re
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest

from tracker.analysis.series import DailySeries
from tracker.insights.look import InsightLook, look_at
from tracker.insights.model import Insight, InsightBook, InsightType
from tracker.insights.numbers import DAYS, KnownNumber, NumberKind, looked_at
from tracker.store.segments import Subject

TODAY = date(2026, 11, 18)
NOW = datetime(2026, 11, 18, 8, tzinfo=UTC)
WEEK = timedelta(days=7)

Values = np.ndarray[tuple[int], np.dtype[np.float64]]


def noise(seed: int, days: int = DAYS) -> Values:
    return np.random.default_rng(seed).standard_normal(days)


def number(
    name: str,
    values: Values,
    *,
    kind: NumberKind = NumberKind.METRIC,
    unit: str = "kg",
    today: date = TODAY,
    adds_up: bool = False,
    is_outcome: bool = False,
    sources: frozenset[Subject] = frozenset(),
) -> KnownNumber:
    series = DailySeries(today - timedelta(days=1), values)
    return KnownNumber(
        name.lower(), name, unit, kind, series, adds_up=adds_up, is_outcome=is_outcome, sources=sources
    )


def looked(*known: KnownNumber, book: InsightBook | None = None, weeks: int = 0) -> InsightLook:
    return look_at(known, book or InsightBook(), TODAY + weeks * WEEK, NOW + weeks * WEEK)


def of(look: InsightLook, kind: InsightType) -> list[Insight]:
    return [one for one in look.insights if one.kind is kind]


def pair(seed: int = 1) -> tuple[KnownNumber, KnownNumber]:
    sleep = noise(seed)
    mood = 0.7 * sleep + 0.7 * noise(seed + 100)
    return (
        number("Mood", mood, kind=NumberKind.RATING, unit=""),
        number("Sleep", sleep, unit="hours", adds_up=True),
    )


def test_a_number_that_rises_is_said_to_rise_with_how_many_days_say_so() -> None:
    look = looked(number("Weight", 80 + 0.1 * np.arange(DAYS) + noise(1)))

    [trend] = of(look, InsightType.TREND)
    assert trend.content.startswith("Weight: rising by about 0.")
    assert "kg a week (84 values in 84 days). It may be chance." in trend.content
    assert look.new == trend


def test_what_was_found_a_week_ago_is_not_new() -> None:
    rising = number("Weight", 80 + 0.1 * np.arange(DAYS) + noise(1))
    first = looked(rising)

    second = looked(rising, book=first.book, weeks=1)

    assert of(second, InsightType.TREND)
    assert second.new is None


def test_weekdays_that_differ_are_named() -> None:
    values = noise(2)
    steps = number("Steps", values, unit="steps")
    values[steps.series.weekdays >= 5] += 3.0

    [pattern] = of(looked(steps), InsightType.PATTERN)

    assert "usually highest on S" in pattern.content
    assert pattern.content.endswith("It may be chance.")


@pytest.mark.parametrize(
    ("since", "known"), [(0, "60 values in 60 days"), (DAYS - 31, "30 values in 30 days")]
)
def test_a_record_is_stated_without_a_cause_and_asks_whether_it_was_mistyped(since: int, known: str) -> None:
    values = noise(3) + 80
    values[:since] = np.nan
    values[-2] = 804.0

    [anomaly] = of(looked(number("Weight", values)), InsightType.ANOMALY)

    assert anomaly.content == (
        f"Weight: 804 kg on Monday, by far the highest ({known}). If that was mistyped, correct it."
    )


def test_one_record_of_a_number_is_said_in_two_weeks() -> None:
    values = noise(3)
    values[-1] = 50.0
    first = looked(number("Weight", values))
    values[-1] = 60.0

    again = looked(number("Weight", values, today=TODAY + timedelta(days=3)), book=first.book)

    assert of(first, InsightType.ANOMALY)
    assert not of(again, InsightType.ANOMALY)


def test_two_numbers_go_together_only_once_that_has_held_for_a_week() -> None:
    first = looked(*pair())
    same_day = looked(*pair(), book=first.book)
    second = looked(*pair(), book=same_day.book, weeks=1)

    assert not of(first, InsightType.CORRELATION)
    assert not of(same_day, InsightType.CORRELATION), "looking often is not holding for long"
    [found] = of(second, InsightType.CORRELATION)
    assert found.content.startswith("On days with more Sleep, Mood tended to be higher (r .")
    assert "180 values in 180 days" in found.content
    assert found.content.endswith("does not say that one makes the other.")
    assert second.new == found


def test_what_does_not_hold_all_week_begins_anew() -> None:
    first = looked(*pair())
    unrelated = looked(
        *(number(one.name, noise(n), kind=one.kind) for n, one in enumerate(pair())), book=first.book
    )
    again = looked(*pair(), book=unrelated.book, weeks=1)

    assert not of(again, InsightType.CORRELATION)


def test_what_is_made_of_the_same_number_is_never_compared() -> None:
    shared = frozenset({Subject("metric", "sleep")})
    known = [
        number("Sleep", noise(1), is_outcome=True, sources=shared),
        number("Bed in time", noise(1), kind=NumberKind.HABIT, sources=shared),
    ]

    first = looked(*known)
    second = looked(*known, book=first.book, weeks=1)

    assert looked_at(known).never == [frozenset({"sleep", "bed in time"})]
    assert not of(second, InsightType.CORRELATION)


def test_at_most_two_numbers_are_explained_and_what_was_chosen_comes_first() -> None:
    known = [
        number("Mood", noise(1), kind=NumberKind.RATING),
        number("Energy", noise(2), kind=NumberKind.RATING),
        number("Weight", noise(3), is_outcome=True),
    ]

    assert looked_at(known).outcomes == ["weight", "mood"]


def test_a_week_to_come_is_predicted_with_its_band_and_is_no_news() -> None:
    look = looked(number("Weight", 80 + noise(5)))

    [band] = of(look, InsightType.PREDICTION)
    assert band.content.startswith("Weight: probably ")
    assert "4 times out of 5" in band.content
    assert "180 values in 180 days" in band.content
    assert look.new is None


def test_mood_is_neither_predicted_nor_a_record_and_what_is_said_of_it_is_private() -> None:
    values = noise(6) + 0.1 * np.arange(DAYS)
    values[-2] = 100.0
    look = looked(number("Mood", values, kind=NumberKind.RATING, unit=""))

    assert {one.kind for one in look.insights} == {InsightType.TREND}
    assert all(one.is_private for one in look.insights)
    assert "Mood: rising by about 0.7" in look.insights[0].content
    assert "steps a week (84 values in 84 days)" in look.insights[0].content


@pytest.mark.parametrize(
    ("unit", "size", "words"),
    [
        ("count", 1.0, (r"by about 0\.7\d* a week", r"probably 9\d\.\d+ to 9\d\.\d+ on average")),
        ("percent", 1.0, (r"by about 0\.7\d* % a week", r"probably 9\d\.\d+ to 9\d\.\d+ % on average")),
        ("g", 0.001, (r"by about 0\.0007\d? g a week", r"probably 0\.09\d to 0\.09\d g on average")),
    ],
)
def test_amounts_are_said_as_everywhere_in_their_unit_and_never_as_nothing(
    unit: str, size: float, words: tuple[str, str]
) -> None:
    values = (80 + 0.1 * np.arange(DAYS) + noise(1)) * size

    said = " ".join(one.content for one in looked(number("It", values, unit=unit)).insights)

    assert [word for word in words if not re.search(word, said)] == []


def test_a_record_keeps_the_digits_that_were_logged() -> None:
    values = noise(3) * 10 + 80
    values[-2] = 12345.67

    [anomaly] = of(looked(number("Spent", values, unit="dollars")), InsightType.ANOMALY)

    assert anomaly.content.startswith("Spent: 12,345.67 dollars on Monday, by far")


def test_what_is_hidden_is_not_shown_and_not_told_again() -> None:
    rising = number("Weight", 80 + 0.1 * np.arange(DAYS) + noise(1))
    [trend] = of(looked(rising), InsightType.TREND)

    look = looked(rising, book=InsightBook(hidden=(trend.handle,)))

    assert not of(look, InsightType.TREND)
    assert look.new is None


def test_the_same_numbers_say_the_same_at_any_time() -> None:
    assert looked(*pair()) == looked(*pair())


@pytest.mark.parametrize(
    "values",
    [
        np.full(DAYS, np.nan),
        np.full(DAYS, 5.0),
        np.where(np.arange(DAYS) == 0, 1.0, np.nan),
        np.where(np.arange(DAYS) > DAYS - 3, 1.0, np.nan),
        np.where(np.arange(DAYS) == DAYS - 1, 1e9, 1.0),
    ],
    ids=["nothing", "constant", "one value", "two values", "one spike"],
)
def test_odd_numbers_do_no_harm(values: Values) -> None:
    look = looked(number("Odd", values), number("Other", noise(1), is_outcome=True))

    assert not [one for one in look.insights if "nan" in one.content or "inf" in one.content]


def test_keys_of_several_about_one_metric_differ() -> None:
    mood = number("Mood", noise(1), kind=NumberKind.RATING)
    drivers = [number(f"N{n}", mood.series.values * 0.7 + 0.7 * noise(n + 50)) for n in range(3)]
    first = looked(mood, *drivers)
    look = looked(mood, *drivers, book=first.book, weeks=1)

    assert len(of(look, InsightType.CORRELATION)) == 3
    assert len({one.key.key for one in look.book.current}) == len(look.insights)
