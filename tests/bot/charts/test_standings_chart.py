"""The chart of standings: that it can be read, in both themes, without colours, whatever the names are."""

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Rectangle
from numpy.typing import NDArray
from PIL import Image

from bot.charts.format import CARD, PAGE, Format
from bot.charts.standings.chart import StandingsChart, describe, draw_standings, figure_of
from bot.charts.standings.scene import StandingsLayout, layout_of
from bot.charts.theme import DARK, LIGHT, Palette
from tests.bot.charts.standings_charts import ADA, BOB, CASES, CID, USUAL, standings

SHAPES = [PAGE, CARD]
BUSIEST = CASES["ten and more, oneself far down"]


@pytest.fixture(params=CASES)
def chart(request: pytest.FixtureRequest) -> StandingsChart:
    return CASES[request.param]


def words(figure: Figure) -> list[str]:
    return [text.get_text() for text in (*figure.texts, *figure.axes[0].texts)]


def pixels(figure: Figure) -> NDArray[np.uint8]:
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3]


def bars(figure: Figure) -> list[Rectangle]:
    """From the top: all that begins where bars do, and not at the edge."""
    found = [one for one in figure.axes[0].patches if isinstance(one, Rectangle) and one.get_x() > 100]
    return sorted(found, key=lambda one: -one.get_y())


def flames(figure: Figure) -> list[PathPatch]:
    return [one for one in figure.axes[0].patches if isinstance(one, PathPatch)]


# The picture.


@pytest.mark.parametrize("shape", SHAPES)
def test_it_is_a_whole_png_that_carries_its_description(chart: StandingsChart, shape: Format) -> None:
    image = Image.open(io.BytesIO(draw_standings(chart, shape)), formats=["PNG"])
    image.load()

    assert image.width == round(shape.width * shape.dpi)
    assert image.height <= round(shape.height * shape.dpi)
    assert image.info["Title"] == chart.title
    assert image.info["Description"] == describe(chart)
    assert image.info["Software"] == "Questlog"


def test_few_people_need_a_low_card_and_a_page_is_always_whole() -> None:
    heights = [Image.open(io.BytesIO(draw_standings(one, CARD))).height for one in (USUAL, BUSIEST)]

    assert heights == [288, 585]
    assert Image.open(io.BytesIO(draw_standings(USUAL, PAGE))).height == 600


@pytest.mark.parametrize("dark", [False, True])
def test_the_same_chart_is_the_same_bytes_whatever_was_drawn_before(*, dark: bool) -> None:
    first = draw_standings(USUAL, dark=dark)
    draw_standings(BUSIEST, dark=not dark)

    assert draw_standings(USUAL, dark=dark) == first


def test_threads_that_draw_at_once_draw_the_same_as_one_alone() -> None:
    wanted = [USUAL, BUSIEST, CASES["odd names"], CASES["nobody"]] * 2
    alone = [draw_standings(one, CARD) for one in wanted[:4]] * 2

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda one: draw_standings(one, CARD), wanted)) == alone


@pytest.mark.parametrize("shape", SHAPES)
def test_no_two_words_lie_on_top_of_each_other_and_none_leaves_the_picture(
    chart: StandingsChart, shape: Format
) -> None:
    figure = figure_of(chart, shape)
    FigureCanvasAgg(figure).draw()
    texts = [*figure.texts, *figure.axes[0].texts]
    boxes = [(text, text.get_window_extent()) for text in texts if text.get_text()]

    for text, box in boxes:
        assert 0 <= box.x0 <= box.x1 <= figure.bbox.width, text
        assert 0 <= box.y0 <= box.y1 <= figure.bbox.height, text
    for (one, a), (other, b) in combinations(boxes, 2):
        assert not a.padded(-0.5).overlaps(b.padded(-0.5)), (one, other)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_line_runs_through_no_word_and_no_flame(chart: StandingsChart, shape: Format) -> None:
    figure = figure_of(chart, shape)
    FigureCanvasAgg(figure).draw()
    [line] = figure.axes[0].lines
    at, top = line.get_xdata()[0], max(line.get_ydata())

    for text in figure.axes[0].texts:
        box = text.get_window_extent()
        assert not box.x0 < at < box.x1 or box.y0 > top, text
    for flame in flames(figure):
        assert flame.get_window_extent().x0 > at


@pytest.mark.parametrize(("theme", "dark"), [(LIGHT, False), (DARK, True)])
def test_it_brings_its_own_background(theme: Palette, *, dark: bool) -> None:
    figure = figure_of(USUAL, CARD, dark=dark)
    drawn = pixels(figure)

    expected = np.array([round(255 * part) for part in to_rgb(theme.background)])
    assert (drawn[[0, 0, -1, -1], [0, -1, 0, -1]] == expected).all()
    colors = {to_rgb(text.get_color()) for text in figure.axes[0].texts}
    assert colors == {to_rgb(one) for one in (theme.text, theme.muted, theme.target)}


# Bars, flames and marks.


@pytest.mark.parametrize("shape", SHAPES)
def test_bars_are_as_long_as_what_was_done_and_reach_the_line_where_it_is_enough(shape: Format) -> None:
    figure = figure_of(USUAL, shape)
    [line] = figure.axes[0].lines
    at = line.get_xdata()[0]
    ada, bob, cid = bars(figure)

    assert ada.get_width() / bob.get_width() == pytest.approx(12 / 5, rel=0.02)
    assert bob.get_x() + bob.get_width() == pytest.approx(at, abs=1)
    assert cid.get_x() + cid.get_width() < at


def test_a_good_week_is_full_and_another_is_hollow() -> None:
    figure = figure_of(USUAL)
    drawn = pixels(figure).astype(int)
    inside = [
        drawn[
            drawn.shape[0] - round(one.get_y() + one.get_height() / 2),
            round(one.get_x() + one.get_width() / 2),
        ]
        for one in bars(figure)
    ]

    full, hollow = (np.array([round(255 * part) for part in to_rgb(one)]) for one in ("#0072b2", "#ffffff"))
    assert [(one == full).all() for one in inside] == [True, True, False]
    assert (inside[2] == hollow).all()


def test_who_did_nothing_has_no_bar_and_who_did_little_has_one_that_can_be_seen() -> None:
    far_apart = bars(figure_of(CASES["xp far apart"], CARD))

    assert len(far_apart) == 2
    assert far_apart[1].get_width() >= 3
    assert bars(figure_of(CASES["one person who did nothing"])) == []


@pytest.mark.parametrize("dark", [False, True])
def test_a_streak_has_a_flame_with_its_number_and_no_streak_has_none(*, dark: bool) -> None:
    figure = figure_of(USUAL, dark=dark)

    assert len(flames(figure)) == 2 * 2  # an outer and an inner shape
    assert "4" in words(figure)
    assert flames(figure_of(standings(CID))) == []
    drawn, background = pixels(figure), pixels(figure_of(standings(CID), dark=dark))[0, 0]
    box = flames(figure)[0].get_window_extent()
    part = drawn[drawn.shape[0] - int(box.y1) : drawn.shape[0] - int(box.y0), int(box.x0) : int(box.x1)]
    assert 0.3 < (np.abs(part.astype(int) - background).sum(axis=2) > 60).mean() < 0.9


@pytest.mark.parametrize("dark", [False, True])
def test_the_own_row_is_marked_and_its_name_is_bold(*, dark: bool) -> None:
    plain, marked = (
        figure_of(standings(ADA, replace(BOB, is_own=own), CID), CARD, dark=dark) for own in (False, True)
    )

    fonts = {text.get_text(): text.get_fontproperties().get_file() for text in marked.axes[0].texts}
    assert "Bold" in str(fonts["Bob"])
    assert "Bold" not in str(fonts["Ada"])
    changed = (pixels(plain).astype(int) != pixels(marked).astype(int)).any(axis=(1, 2))
    assert 0.1 < changed.mean() < 0.4  # its own row, and no other


# What is written.


def test_everything_is_written_that_is_to_be_read() -> None:
    assert words(figure_of(USUAL)) == [
        "Weekly commits",
        "week 46, 9 to 15 November 2026 · 2 of 3 had a good week · 19 commits in all",
        "1", "Ada", "12 commits", "4",
        "2", "Bob", "5 commits", "1",
        "3", "Cid", "2 commits",
        "at least 5 commits",
    ]  # fmt: skip


def test_in_a_card_that_has_its_title_already_there_is_no_second_one() -> None:
    assert words(figure_of(USUAL, CARD)) == words(figure_of(USUAL))[2:]


def test_those_who_are_not_shown_are_counted() -> None:
    assert words(figure_of(BUSIEST, CARD))[-1] == "and 9,988 more"
    assert "1,234" in words(figure_of(BUSIEST, CARD))


def test_where_nobody_was_counted_it_says_so() -> None:
    assert "Nobody was counted yet." in words(figure_of(CASES["nobody"], CARD))


def test_names_may_hold_anything() -> None:
    shown = words(figure_of(CASES["odd names"], CARD))

    assert "$x_1$ **b**" in shown
    assert "\u6f22\u5b57" in shown
    assert "\N{RUNNER} Runner" in shown
    assert "\N{RUNNER}" in shown
    assert any(one.startswith("WWW") and one.endswith("\N{HORIZONTAL ELLIPSIS}") for one in shown)


# Where everything is.


@pytest.mark.parametrize("shape", SHAPES)
def test_columns_and_rows_stand_beside_each_other(chart: StandingsChart, shape: Format) -> None:
    found: StandingsLayout = layout_of(chart, shape, 150.0)
    boxes = list(found.rows(len(chart.rows)))

    assert 0 < found.rank < found.names[0] < found.names[1] < found.bars[0] < found.bars[1]
    assert found.bars[1] + 150 < found.flames < found.width
    assert all(lower.top == upper.bottom for upper, lower in pairwise(boxes))
    assert all(box.bottom >= 0 for box in boxes)
