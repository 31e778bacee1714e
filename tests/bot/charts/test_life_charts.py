"""The picture of balance, and how far its words reach."""

from io import BytesIO

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from bot.charts.balance_chart import BalanceChart, draw
from bot.charts.lettering import fit, font

LONG = "Family & friends, who live far away from here"


@pytest.mark.parametrize("dark", [True, False])
def test_the_name_of_an_area_ends_within_the_picture(dark: bool) -> None:  # noqa: FBT001 - as pytest gives it
    chart = BalanceChart("What you did in 30 days", (("Health", 12), (LONG, 7)), LONG)
    pixels = np.asarray(Image.open(BytesIO(draw(chart, dark=dark))).convert("L"))
    edge = pixels[:, : pixels.shape[1] // 50]
    assert (edge == edge[0, 0]).all()
    assert LONG in str(Image.open(BytesIO(draw(chart, dark=dark))).info["Description"])


def test_a_small_text_is_cut_and_never_made_larger() -> None:
    figure = Figure(figsize=(4, 1), dpi=100)
    renderer = FigureCanvasAgg(figure).get_renderer()
    text = figure.text(0, 0.5, LONG, font=font(9))
    fit(text, 150, renderer)
    assert text.get_fontsize() <= 9
    assert text.get_window_extent(renderer).width <= 150
    assert text.get_text().endswith("\N{HORIZONTAL ELLIPSIS}")
