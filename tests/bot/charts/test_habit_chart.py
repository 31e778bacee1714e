"""The chart of a habit: that it can be read, in both themes, without colours, and whatever its days are."""

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from numpy.typing import NDArray
from PIL import Image

from bot.charts.format import CARD, PAGE, Format
from bot.charts.habit.chart import HabitChart, describe, draw_habit, figure_of
from bot.charts.habit.legend import signs_of
from bot.charts.habit.values import WEEKS, DayShown
from bot.charts.theme import DARK, LIGHT, Palette
from bot.charts.year.layout import LEAST_WEEKS, Box, Calendar, YearLayout, calendar_of, layout_of
from tests.bot.charts.habit_charts import CASES, DAY, TODAY, habit
from tracker.habits.states import DayState

SIZES = {PAGE: (1000, 600), CARD: (1050, 585)}


@pytest.fixture(params=CASES)
def chart(request: pytest.FixtureRequest) -> HabitChart:
    return CASES[request.param]


def words(figure: Figure) -> list[str]:
    """In the whole picture, but for the axes of the curve."""
    texts = [*figure.texts, *(text for axes in figure.axes for text in axes.texts)]
    return [text.get_text() for text in texts]


def pixels(figure: Figure) -> NDArray[np.uint8]:
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3]


# The picture.


@pytest.mark.parametrize("shape", SIZES)
def test_it_is_a_whole_png_of_that_size_that_carries_its_description(
    chart: HabitChart, shape: Format
) -> None:
    image = Image.open(io.BytesIO(draw_habit(chart, shape)), formats=["PNG"])
    image.load()

    assert image.size == SIZES[shape]
    assert image.info["Title"] == chart.name
    assert image.info["Description"] == describe(chart)
    assert image.info["Software"] == "Questlog"


@pytest.mark.parametrize("dark", [False, True])
def test_the_same_chart_is_the_same_bytes_whatever_was_drawn_before(*, dark: bool) -> None:
    usual = CASES["three times a week"]
    first = draw_habit(usual, dark=dark)
    draw_habit(CASES["quit"], dark=not dark)

    assert draw_habit(usual, dark=dark) == first


def test_threads_that_draw_at_once_draw_the_same_as_one_alone() -> None:
    wanted = [CASES[name] for name in ("a year with everything", "quit", "odd letters", "three days")] * 2
    alone = [draw_habit(one, CARD) for one in wanted[:4]] * 2

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda one: draw_habit(one, CARD), wanted)) == alone


@pytest.mark.parametrize("shape", SIZES)
def test_no_two_words_lie_on_top_of_each_other_and_none_leaves_the_picture(
    chart: HabitChart, shape: Format
) -> None:
    figure = figure_of(chart, shape)
    FigureCanvasAgg(figure).draw()
    curve = figure.axes[1]
    inside = [text for axes in figure.axes for text in axes.texts]
    texts = [*figure.texts, *inside, *curve.get_xticklabels(), *curve.get_yticklabels()]
    boxes = [(text, text.get_window_extent()) for text in texts if text.get_text()]

    width, height = SIZES[shape]
    for text, box in boxes:
        assert 0 <= box.x0 <= box.x1 <= width, text
        assert 0 <= box.y0 <= box.y1 <= height, text
    for (one, a), (other, b) in combinations(boxes, 2):
        assert not a.padded(-0.5).overlaps(b.padded(-0.5)), (one, other)


@pytest.mark.parametrize(("theme", "dark"), [(LIGHT, False), (DARK, True)])
def test_it_brings_its_own_background(theme: Palette, *, dark: bool) -> None:
    drawn = pixels(figure_of(CASES["a year with everything"], dark=dark))

    expected = np.array([round(255 * part) for part in to_rgb(theme.background)])
    assert (drawn[[0, 0, -1, -1], [0, -1, 0, -1]] == expected).all()
    figure = figure_of(CASES["a year with everything"], dark=dark)
    colors = {to_rgb(text.get_color()) for axes in figure.axes for text in axes.texts}
    assert colors == {to_rgb(theme.muted), to_rgb(theme.history)}  # those of which the contrast is known


# The days.


def layout(chart: HabitChart, shape: Format = PAGE) -> YearLayout:
    return layout_of(calendar_of(chart.begins, chart.today), shape, 1)


def part(drawn: NDArray[np.uint8], box: Box) -> NDArray[np.float64]:
    """As somebody sees it who sees no colours."""
    rows = drawn[drawn.shape[0] - box.top : drawn.shape[0] - box.bottom, box.left : box.right]
    return rows @ np.array([0.2126, 0.7152, 0.0722])


def cells(
    chart: HabitChart, *days: date, shape: Format = PAGE, dark: bool = False
) -> list[NDArray[np.float64]]:
    """What is drawn for these days."""
    found, drawn = layout(chart, shape), pixels(figure_of(chart, shape, dark=dark))
    wide, high = found.cell_size
    places = [found.calendar.place(day) for day in days]
    corners = [(found.days.left + column * wide, found.days.top - (row + 1) * high) for column, row in places]
    return [part(drawn, Box(left, bottom, wide, high)) for left, bottom in corners]


def with_days(*shown: DayShown | None) -> tuple[HabitChart, list[date]]:
    """A year, and the days in it that are as told, each with good ones around it."""
    usual = habit("x" * 400)
    changed = {TODAY - 15 * number * DAY: one for number, one in enumerate(shown, start=1)}
    days = {**usual.days, **changed}
    return replace(usual, days={day: one for day, one in days.items() if one is not None}), list(changed)


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("dark", [False, True])
def test_every_state_can_be_told_from_every_other_without_colours(shape: Format, *, dark: bool) -> None:
    states = [*DayState, None]
    chart, days = with_days(*(state and DayShown(state, 0.5) for state in states))
    drawn = zip(states, cells(chart, *days, shape=shape, dark=dark), strict=True)

    for (one, a), (other, b) in combinations(drawn, 2):
        assert (np.abs(a - b) > 60).mean() > 0.04, (one, other)


def test_the_more_of_a_day_is_done_the_fuller_it_is() -> None:
    chart, days = with_days(*(DayShown(DayState.PARTIAL, share) for share in (0, 0.25, 0.5, 0.75, 1)))
    lights = [one.mean() for one in cells(chart, *days)]

    assert all(after < before - 5 for before, after in pairwise(lights))  # darker on white


def test_before_a_habit_began_there_is_nothing_and_what_is_ahead_is_faint() -> None:
    tuesday = habit("xx")

    [before, ahead] = cells(tuesday, date(2027, 1, 18), TODAY + 14 * DAY)
    assert before.min() > 254
    assert 225 < ahead.min() < 254


def test_today_has_a_ring() -> None:
    [with_ring, without] = cells(habit("x" * 400), TODAY, TODAY - 14 * DAY)

    assert (with_ring < 50).mean() > 0.1 > (without < 50).mean()


# The calendar.


def test_weeks_are_columns_with_monday_on_top() -> None:
    calendar = calendar_of(CASES["three years"].begins, CASES["three years"].today)

    assert (calendar.begins, calendar.weeks) == (date(2026, 1, 19), WEEKS)
    assert calendar.place(date(2026, 1, 19)) == (0, 0)
    assert calendar.place(TODAY) == (52, 2)
    assert list(calendar.days())[-1] == date(2027, 1, 24)


def test_a_young_habit_has_its_next_weeks_in_the_picture() -> None:
    assert calendar_of(CASES["three days"].begins, CASES["three days"].today) == Calendar(
        date(2027, 1, 18), LEAST_WEEKS
    )
    older = habit("x" * 7 * 40)
    assert calendar_of(older.begins, older.today).weeks == 41


@given(first=st.dates(date(1900, 1, 1), date(2200, 1, 1)), lived=st.integers(0, 1000))
def test_each_day_has_a_place_of_its_own_and_months_are_in_order(first: date, lived: int) -> None:
    today = first + lived * DAY
    usual = replace(CASES["three days"], first=first, today=today)
    calendar = calendar_of(usual.begins, usual.today)

    assert calendar.begins.weekday() == 0
    assert LEAST_WEEKS <= calendar.weeks <= WEEKS
    places = [calendar.place(day) for day in calendar.days()]
    assert len(set(places)) == calendar.weeks * 7
    assert calendar.place(today) in places
    months = [calendar.along(day) for day, _ in calendar.months(3)]
    assert all(after - before > 2 for before, after in pairwise(months))


def test_a_year_is_named_in_place_of_its_january() -> None:
    names = [name for _, name in Calendar(date(2026, 10, 26), 26).months(3)]

    assert names == ["Nov", "Dec", "2027", "Feb", "Mar", "Apr"]


@pytest.mark.parametrize("shape", SIZES)
def test_the_days_of_the_curve_are_below_those_of_the_weeks(chart: HabitChart, shape: Format) -> None:
    found = layout(chart, shape)

    assert (found.curve.left, found.curve.width) == (found.days.left, found.days.width)
    assert found.days.width == found.cell_size[0] * found.calendar.weeks
    assert (
        0 < found.curve.bottom < found.curve.top < found.legend.bottom < found.legend.top < found.days.bottom
    )
    assert found.curve.height > 100


# What is written.


def test_the_legend_has_only_what_occurs() -> None:
    assert [sign.words for sign in signs_of(habit("xx-xx"))] == ["done", "missed", "today"]
    assert [sign.words for sign in signs_of(CASES["three times a week"])] == ["done", "nothing due", "today"]
    assert [sign.words for sign in signs_of(CASES["quit"])] == ["kept", "slipped", "today"]
    assert [sign.words for sign in signs_of(CASES["a year with everything"])] == [
        "done", "partly done", "missed", "skipped", "frozen", "away", "unknown", "still open", "today",
    ]  # fmt: skip
    assert list(signs_of(CASES["begins tomorrow"])) == []


def test_headline_weekdays_months_legend_and_strength_are_written() -> None:
    assert words(figure_of(habit("x" * 36, name="Read 20 pages"))) == [
        "Read 20 pages",
        "36 days in a row \N{MIDDLE DOT} the longest so far \N{MIDDLE DOT} 100 % kept",
        "Mon", "Wed", "Fri",
        "Dec", "2027", "Feb", "Mar", "Apr", "May", "Jun",
        "done", "today",
        "strength", "85 %",
    ]  # fmt: skip


def test_in_a_card_that_has_its_title_already_there_is_no_second_one() -> None:
    assert figure_of(CASES["quit"], CARD).texts == []
    assert words(figure_of(CASES["quit"], CARD)) == words(figure_of(CASES["quit"]))[2:]


def test_what_begins_tomorrow_says_so() -> None:
    assert "It begins on 21 January." in words(figure_of(CASES["begins tomorrow"]))


def test_a_name_may_hold_anything() -> None:
    title = figure_of(CASES["odd letters"]).texts[0].get_text()

    assert title.startswith("$x_1$ **b** ")
    assert title.endswith(" \u6f22")


def test_an_emoji_is_part_of_the_headline() -> None:
    running = "Run \N{RUNNER}\N{EMOJI MODIFIER FITZPATRICK TYPE-3}\u200d\N{FEMALE SIGN}\ufe0f daily"

    assert figure_of(habit("xxx", name=running)).texts[0].get_text() == running


# The curve.


def test_the_curve_begins_with_none_and_ends_where_the_habit_stands() -> None:
    young = habit("x" * 13)
    line = figure_of(young).axes[1].lines[0]

    assert line.get_ydata()[0] == 0
    assert line.get_ydata()[-1] == young.current_strength == pytest.approx(0.5, abs=0.001)
    assert line.get_xdata()[-1] - line.get_xdata()[0] == pytest.approx(13 / 7)


def test_the_curve_of_an_old_habit_begins_where_it_stood() -> None:
    line = figure_of(habit("x" * 1000)).axes[1].lines[0]

    assert line.get_ydata()[0] == pytest.approx(1.0, abs=0.001)
    assert line.get_xdata()[0] == pytest.approx(1 / 7)


def test_the_axes_of_the_curve_are_marked_with_shares_and_months() -> None:
    curve = figure_of(habit("x" * 36)).axes[1]

    assert [label.get_text() for label in curve.get_yticklabels()] == ["0 %", "50 %", "100 %"]
    assert [label.get_text() for label in curve.get_xticklabels()][:3] == ["Dec", "2027", "Feb"]
