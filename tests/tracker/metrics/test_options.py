"""What is said of a metric besides its name, and what follows where nothing is said."""

from datetime import UTC, datetime, time
from decimal import Decimal
from typing import Any

import pytest

from tracker.metrics.errors import BadMetric
from tracker.metrics.lifecycle import made
from tracker.metrics.model import Aggregation, Direction, Metric, MetricStatus, Question
from tracker.metrics.units import UNITS, AmbiguousUnit, WrongUnit
from tracker.metrics.words.options import kept_unit, read_edit, read_new, unit_of
from tracker.metrics.words.wording import example_of, metric_text, question_for
from tracker.refusals import Refused

NOW = datetime(2026, 11, 17, tzinfo=UTC)


def metric(name: str, **said: str) -> Metric:
    return made("m", "u", read_new(name, said), NOW)


@pytest.mark.parametrize(
    ("text", "name", "unit", "direction", "per_day"),
    [
        ("weight", "weight", None, "Lower", "last"),
        ("Weight in kg", "Weight", "kg", "Lower", "last"),
        ("run (km)", "run", "km", "Higher", "sum"),
        ("body fat", "body fat", "percent", "Lower", "last"),
        ("hours slept", "hours slept", "hours", "Higher", "sum"),
        ("minutes meditated", "minutes meditated", "minutes", "Higher", "sum"),
        ("dollars spent", "dollars spent", "dollars", "Lower", "sum"),
        ("steps", "steps", "steps", "Higher", "sum"),
        ("screen time", "screen time", "hours", "Lower", "sum"),
        ("calories", "calories", "kcal", "Lower", "sum"),
        ("resting heart rate", "resting heart rate", "bpm", "Lower", "last"),
        ("mood", "mood", None, "Higher", "mean"),
        ("stress", "stress", None, "Lower", "mean"),
        ("time in bed", "time in bed", None, "Higher", "last"),
        ("widgets", "widgets", None, "Higher", "last"),
        ("temperature", "temperature", None, "Higher", "last"),
    ],
)
def test_a_name_is_enough(text: str, name: str, unit: str | None, direction: str, per_day: str) -> None:
    found = metric(text)
    assert (found.name, found.unit_name, found.direction.value, found.aggregation.value) == (
        name,
        unit,
        direction,
        per_day,
    )


def test_what_is_said_counts_before_what_the_name_says() -> None:
    found = metric("weight", unit="lb", direction="higher", per_day="mean", target="90 kg", low="150")
    assert (found.unit, found.direction, found.aggregation) == ("lb", Direction.HIGHER, Aggregation.MEAN)
    assert (found.target_value, found.threshold_low) == (Decimal("198.42"), 150)


def test_a_unit_decides_what_a_day_comes_to_where_the_name_says_nothing() -> None:
    per_day = {unit: metric("x", unit=unit).aggregation.value for unit in ("count", "km", "kg", "cm", "cups")}
    assert per_day == {"count": "sum", "km": "sum", "kg": "last", "cm": "last", "cups": "sum"}


def test_a_target_with_a_unit_says_what_the_metric_is_in() -> None:
    assert metric("weight", target="75 kg").unit == "kg"


def test_near_a_target_is_something_only_with_one() -> None:
    assert metric("temperature", target="20").direction is Direction.TARGET
    with pytest.raises(BadMetric, match="Say the target"):
        metric("temperature", direction="target")


def test_a_question_has_a_time_and_words_of_its_own_or_usual_ones() -> None:
    assert metric("weight", ask="8:00").question == Question(text="What do you weigh?", at=time(8))
    asked = metric("weight", ask="9pm", question="How heavy?")
    assert asked.question == Question(text="How heavy?", at=time(21))
    assert read_edit(asked, {"ask": "none"}) == {"question": None}
    assert read_edit(asked, {"question": "Well?"}) == {"question": Question(text="Well?", at=time(21))}
    assert question_for("Guitar practice") == "What is your guitar practice today?"
    with pytest.raises(BadMetric, match="Say the time"):
        metric("weight", question="How heavy?")


@pytest.mark.parametrize(
    ("name", "said", "field"),
    [
        ("", {}, "name"),
        ("82", {}, "name"),
        ("x" * 61, {}, "name"),
        ("weight", {"unit": "5"}, "unit"),
        ("weight", {"unit": "m"}, "unit"),
        ("weight", {"direction": "sideways"}, "direction"),
        ("weight", {"per_day": "often"}, "per_day"),
        ("weight", {"target": "much"}, "target"),
        ("weight", {"unit": "kg", "target": "5 km"}, "target"),
        ("weight", {"low": "90", "high": "70"}, "low"),
        ("weight", {"ask": "25:00"}, "ask"),
        ("weight", {"area": "x" * 41}, "area"),
        ("weight", {"direction": "target", "target": "5", "tolerance": "-1"}, "tolerance"),
    ],
)
def test_a_refusal_says_which_option_it_is_about(name: str, said: dict[str, str], field: str) -> None:
    with pytest.raises(Refused) as refused:
        metric(name, **said)
    assert refused.value.field == field


def test_an_edit_changes_what_is_said_and_nothing_else() -> None:
    before = metric("weight", unit="kg", target="75", low="70")
    changes: dict[str, Any] = dict(read_edit(before, {"target": "180 lb", "low": "none", "status": "paused"}))
    assert changes == {
        "target_value": Decimal("81.647"),
        "threshold_low": None,
        "status": MetricStatus.PAUSED,
    }
    with pytest.raises(BadMetric, match="Say what to change"):
        read_edit(before, {})


def test_the_first_unit_that_is_said_is_kept_with_what_is_usual_of_it() -> None:
    reading = metric("notes")
    assert kept_unit(reading, UNITS["hours"]) == {
        "unit": "hours",
        "custom_unit": None,
        "aggregation": Aggregation.SUM,
    }
    assert unit_of(metric("weight")) is None
    with pytest.raises(WrongUnit, match="set its unit to kg first"):
        kept_unit(metric("weight").model_copy(update={"logs": 3}), UNITS["kg"])


def test_a_metric_is_told_in_words() -> None:
    said = metric("weight", unit="kg", target="75", low="70", high="90", ask="8:00")
    assert metric_text(said) == (
        "in kg, less is better, target 75 kg, alert below 70 kg or above 90 kg, asked at 08:00;"
        " the last number of a day counts"
    )
    assert metric_text(metric("steps")) == "more is better; the numbers of a day add up"
    assert example_of(metric("weight")) == "82.4 kg"
    with pytest.raises(AmbiguousUnit):
        metric("x", unit="m")
