"""The picture of insights: a panel for each of the surest, and words for those who cannot see it."""

import io
from datetime import timedelta

import numpy as np
import pytest
from PIL import Image

from bot.charts.insights_chart import DaysPanel, PairPanel, WeekdaysPanel, figure_of
from bot.insights.panels import panel_of
from bot.insights.picture import drawn, to_be_seen
from tests.tracker.insights.test_look import NOW, TODAY, noise, number, pair
from tracker.accounts.model import User
from tracker.insights.look import look_at
from tracker.insights.model import Insight, InsightBook, InsightType
from tracker.insights.numbers import KnownNumber
from tracker.locales import written_for

WEEK = timedelta(days=7)


@pytest.fixture(scope="module")
def known() -> list[KnownNumber]:
    steps = number("步数 \N{FOOTPRINTS}", 8000 + 800 * noise(2), unit="steps")
    steps.series.values[steps.series.weekdays >= 5] += 3000
    steps.series.values[-2] = 90_000
    return [*pair(), steps]


@pytest.fixture(scope="module")
def insights(known: list[KnownNumber]) -> tuple[Insight, ...]:
    first = look_at(known, InsightBook(), TODAY, NOW)
    return look_at(known, first.book, TODAY + WEEK, NOW + WEEK).insights


def test_the_surest_are_drawn_in_one_picture_and_said_in_words(
    known: list[KnownNumber], insights: tuple[Insight, ...]
) -> None:
    picture = drawn(to_be_seen(insights, known), known)

    image = Image.open(io.BytesIO(picture.png))
    assert image.format == "PNG"
    assert image.size == (1050, 585), "as all charts of cards: it is read on phones"
    assert picture.words == " ".join(one.content for one in insights[:3])
    assert image.info["Description"] == picture.words


def test_each_kind_shows_the_values_behind_it(
    known: list[KnownNumber], insights: tuple[Insight, ...]
) -> None:
    by_id = {one.id: one for one in known}
    panels = {one.kind: panel_of(one, by_id) for one in reversed(insights)}

    weekdays, together, record, week = (
        panels[kind]
        for kind in (
            InsightType.PATTERN, InsightType.CORRELATION, InsightType.ANOMALY, InsightType.PREDICTION
        )
    )  # fmt: skip
    assert isinstance(weekdays, WeekdaysPanel)
    assert min(weekdays.medians[5:]) > max(weekdays.medians[:5])
    assert isinstance(together, PairPanel)
    assert (together.across, together.up, len(together.points)) == ("Sleep", "Mood", 182)
    assert isinstance(record, DaysPanel)
    assert record.marked == 2
    assert isinstance(week, DaysPanel)
    assert week.band is not None


@pytest.mark.parametrize("dark", [False, True])
def test_one_value_and_no_spread_can_be_drawn(*, dark: bool) -> None:
    panels = [DaysPanel("One", "kg", (1,), (5.0,)), WeekdaysPanel("Same", "kg", (5.0,) * 7)]

    figure = figure_of(panels, dark=dark)

    assert len(figure.axes) == 2


@pytest.mark.parametrize(
    ("reader", "days", "first"),
    [
        (None, ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"], 1),
        ({"country": "US"}, ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"], 7),
        ({"language": "de"}, ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"], 1),
    ],
)
def test_a_week_begins_and_is_named_as_whoever_looks_has_it(
    reader: dict[str, str] | None, days: list[str], first: float
) -> None:
    person = None if reader is None else User(id="ada", created_at=NOW, **reader)  # type: ignore[arg-type]
    with written_for(person):
        [axes] = figure_of([WeekdaysPanel("Steps", "", (1, 2, 3, 4, 5, 6, 7))]).axes

    assert [one.get_text() for one in axes.get_xticklabels()] == days
    assert np.asarray(axes.lines[0].get_ydata())[0] == first


def test_the_surest_of_three_is_as_wide_as_both_others_and_nothing_overlaps(
    known: list[KnownNumber], insights: tuple[Insight, ...]
) -> None:
    by_id = {one.id: one for one in known}
    figure = figure_of([panel_of(one, by_id) for one in insights[:3]])

    drawn_in = [one.get_tightbbox() for one in figure.axes]
    assert None not in drawn_in
    first, left, right = (one for one in drawn_in if one is not None)
    assert first.width > left.width + right.width
    assert first.ymin > max(left.ymax, right.ymax)
    assert left.xmax < right.xmin
    assert all(
        0 <= one.xmin < one.xmax <= 1050 and 0 <= one.ymin < one.ymax <= 585 for one in drawn_in if one
    )


def test_what_was_removed_since_is_left_out(known: list[KnownNumber], insights: tuple[Insight, ...]) -> None:
    left = [one for one in known if one.name != "Sleep"]

    assert len(to_be_seen(insights, left)) == 2
    assert not [one for one in to_be_seen(insights, left) if "Sleep" in one.content]
    assert to_be_seen(insights, []) == ()
