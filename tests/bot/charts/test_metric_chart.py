"""The chart of a metric: that it can be read in both themes, whatever its days are."""

import io
import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from bot.charts.format import CARD, PAGE, Format
from bot.charts.metric.chart import MetricChart, describe, draw_metric, figure_of
from bot.charts.metric.scene import scene_of, without_spikes
from bot.charts.metric.values import Outlook, level, outlook_words
from bot.charts.metric.year import SHADES, shading_of, week_totals
from bot.charts.year.layout import calendar_of
from tracker.readings import Number

TODAY, DAY = date(2026, 11, 17), timedelta(days=1)
SIZES = {PAGE: (1000, 600), CARD: (1050, 585)}


def course(count: int, *, start: float = 84, drift: float = -0.02, noise: float = 0.4) -> dict[date, Number]:
    chance = random.Random(7)  # noqa: S311 - the same picture every time
    values = (start + drift * number + chance.gauss(0, noise) for number in range(count))
    return {TODAY - (count - 1 - n) * DAY: Decimal(f"{value:.1f}") for n, value in enumerate(values)}


def chart(days: Mapping[date, Number], unit: str = "kg", **more: object) -> MetricChart:
    return MetricChart(title="Weight", subtitle="82.4 kg", unit=unit, days=days, today=TODAY, **more)  # type: ignore[arg-type]


LEVELS = {
    "nothing": chart({}, target=75),
    "one": chart({TODAY: Decimal("82.4")}, target=75),
    "two": chart({TODAY - 3 * DAY: 83, TODAY: Decimal("82.4")}),
    "a year": chart(course(366), target=75, low=70, high=84, outlook=Outlook(TODAY + 28 * DAY, 75.1, 77.9)),
    "ten years": chart(course(3650, drift=-0.002), target=75),
    "negative": chart({day: value - 90 for day, value in course(60).items()}, target=0),
    "constant": chart(dict.fromkeys(course(60), 70)),
    "a spike": chart({**course(60), TODAY - 20 * DAY: 10**9}, target=80),
    "gaps": chart({day: value for day, value in course(200).items() if not 50 < (TODAY - day).days < 100}),
}
AMOUNTS = {
    "no amounts": chart({}, "pages", adds_up=True),
    "one amount": chart({TODAY: 4000}, "steps", adds_up=True),
    "a year of amounts": chart(course(366, start=9000, noise=3000), "steps", adds_up=True, target=8000),
    "a spike of amounts": chart(
        {**course(100, start=9000, noise=3000), TODAY - 30 * DAY: 10**9}, "steps", adds_up=True
    ),
    "losses": chart(
        {day: value - 84 for day, value in course(200, noise=30).items()}, "dollars", adds_up=True
    ),
    "the same": chart(dict.fromkeys(course(90), 10), "pages", adds_up=True),
}
CASES = LEVELS | AMOUNTS


@pytest.mark.parametrize("name", CASES)
def test_it_is_a_whole_png_that_carries_its_description(name: str) -> None:
    shape = CARD if len(name) % 2 else PAGE
    image = Image.open(io.BytesIO(draw_metric(CASES[name], shape, dark=shape is CARD)), formats=["PNG"])
    image.load()

    assert image.size == SIZES[shape]
    assert image.info["Title"] == "Weight"
    assert image.info["Description"] == describe(CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_no_two_labels_lie_on_top_of_each_other_and_none_leaves_the_picture(name: str) -> None:
    figure = figure_of(CASES[name], CARD)
    FigureCanvasAgg(figure).draw()
    texts = [text for axes in figure.axes for text in axes.texts if text.get_text()]
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts]

    width, height = SIZES[CARD]
    for text, box in boxes:
        assert 0 <= box.x0 <= box.x1 <= width, text
        assert 0 <= box.y0 <= box.y1 <= height, text
    for (one, a), (other, b) in combinations(boxes, 2):
        assert not a.padded(-0.5).overlaps(b.padded(-0.5)), (one, other)


def labels(name: str, shape: Format = CARD) -> list[str]:
    return [text.get_text() for axes in figure_of(CASES[name], shape).axes for text in axes.texts]


def test_what_is_wanted_is_written_at_its_line() -> None:
    assert {"target 75", "low 70", "high 84", "in 4 weeks: 75.1 to 77.9"} <= {*labels("a year")}
    assert "82.4 kg" in labels("one")
    assert labels("nothing")[0] == "No numbers yet."


def test_a_spike_is_marked_at_the_edge_and_leaves_the_others_readable() -> None:
    scene = scene_of(CASES["a spike"])
    assert scene.top < 100
    [(dot, value)] = scene.outside
    assert (dot.y, value) == (scene.top, 10**9)
    assert "1b" in labels("a spike")
    assert "1b" in labels("a spike of amounts")


def test_a_number_that_jumps_for_good_is_no_spike() -> None:
    assert without_spikes([1.0] * 30 + [100.0] * 20) == [1.0] * 30 + [100.0] * 20
    assert without_spikes([1.0, 2.0, 1e9]) == [1.0, 2.0, 1e9]


def test_no_trend_line_is_drawn_over_a_long_gap() -> None:
    assert len(scene_of(CASES["gaps"]).level) == 2
    assert len(scene_of(CASES["a year"]).level) == 1


def test_a_far_threshold_does_not_flatten_the_picture() -> None:
    near = scene_of(chart(course(30), high=86))
    far = scene_of(chart(course(30), high=500))
    assert near.high == 86
    assert far.high is None
    assert far.top < 100


def test_the_trend_follows_a_value_by_a_tenth_a_day() -> None:
    found = level({TODAY - 2 * DAY: 80, TODAY - DAY: 90, TODAY: 90})
    assert [round(value, 3) for _, value in found] == [80, 81, 81.9]
    assert level({TODAY - 10 * DAY: 80, TODAY: 90})[-1][1] == pytest.approx(90 - 10 * 0.9**10)


def test_shades_go_by_quarters_of_the_days() -> None:
    many = shading_of([*range(1, 101), 10**9])
    assert [many.of(value) for value in (1, 30, 60, 90, 10**9)] == [0, 1, 2, 3, 3]
    assert shading_of([5, 5, 5]).of(5) == len(SHADES) - 1
    two = shading_of([1, 1, 7])
    assert (two.of(1), two.of(7)) == (2, 3)


def test_weeks_add_up_from_monday_to_sunday() -> None:
    some = chart({date(2026, 11, 15): 5, date(2026, 11, 16): 7, TODAY: Decimal("0.5")}, adds_up=True)
    calendar = calendar_of(date(2026, 11, 9), TODAY)
    assert week_totals(some, calendar) == {0: 5, 1: Decimal("7.5")}


def test_it_is_told_in_words() -> None:
    assert describe(CASES["one"]) == "Weight: 82.4 kg. 82.4 kg on 17 November. The target is 75 kg."
    assert describe(CASES["nothing"]) == "Weight: 82.4 kg. There are no numbers yet."
    assert "In all 900 pages." in describe(CASES["the same"])
    assert outlook_words(Outlook(TODAY + 10 * DAY, 1.0, 2.0), TODAY) == "in 10 days: 1 to 2"


@settings(max_examples=12, deadline=None)
@given(
    values=st.dictionaries(
        st.integers(0, 400),
        st.decimals(-(10**12), 10**12, places=2, allow_nan=False, allow_infinity=False),
        max_size=30,
    ),
    adds_up=st.booleans(),
)
def test_whatever_the_values_are_a_picture_can_be_drawn(values: dict[int, Decimal], *, adds_up: bool) -> None:
    days: dict[date, Number] = {TODAY - ago * DAY: value for ago, value in values.items()}
    assert draw_metric(replace(chart(days), adds_up=adds_up), CARD)[:4] == b"\x89PNG"
