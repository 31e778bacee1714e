"""Where everything of a chart of standings is: the columns of its rows, and how high each row is."""

from collections.abc import Iterator

from bot.charts.format import Format
from bot.charts.standings.values import StandingsChart
from bot.charts.year.layout import Box
from tracker.frozen import frozen

LETTERS = 10.5
"""How large most words are, in points."""

_EDGE, _RANK, _GAP, _FLAME = 0.16, 0.36, 0.12, 0.78
"""Inches: around the rows, of the number of a rank, between columns, and of a flame with its number."""
_NAME = 0.23
"""The share of the picture that names have."""
_LEAST_ROW, _MOST_ROW, _BAR = 0.2, 0.46, 0.58
"""Inches that a row is high, and how much of it its bar is."""
_LABEL, _BELOW = 0.3, 0.3
"""Inches above the rows, for what is asked for, and below them, for those who are not shown."""
_BOTTOM = 0.12


@frozen
class StandingsLayout:
    """In whole pixels from the lower left corner, so that edges are sharp."""

    height: int
    """Of the whole picture: a few people need less of it."""
    row: int
    rank: int
    """Where numbers of ranks end."""
    names: tuple[int, int]
    bars: tuple[int, int]
    """From nothing to the end of the scale."""
    flames: int
    """Where they begin."""
    top: int
    """Of the first row."""
    width: int

    def rows(self, count: int) -> Iterator[Box]:
        for number in range(1, count + 1):
            yield Box(0, self.top - number * self.row, self.width, self.row)

    def bar(self, row: Box, share: float) -> Box:
        left, right = self.bars
        high = round(row.height * _BAR)
        return Box(left, row.bottom + (row.height - high) // 2, round((right - left) * share), high)

    def at(self, share: float) -> int:
        left, right = self.bars
        return left + round((right - left) * share)


def layout_of(chart: StandingsChart, shape: Format, amounts: float) -> StandingsLayout:
    """`amounts` is how many pixels wide the widest of the amounts beside the bars is."""
    inch, width = shape.dpi, round(shape.width * shape.dpi)
    top_gap = (1 - shape.top) * shape.height + _LABEL
    below = _BOTTOM + (_BELOW if chart.more else 0)
    room = shape.height - top_gap - below
    row = min(max(room / max(len(chart.rows), 1), _LEAST_ROW), _MOST_ROW)
    needed = top_gap + row * max(len(chart.rows), 2) + below
    height = round((shape.height if shape.headline else min(needed, shape.height)) * inch)
    rank = round((_EDGE + _RANK) * inch)
    name = rank + round(_GAP * inch), rank + round(_NAME * width)
    flames = width - round((_EDGE + _FLAME) * inch)
    left = name[1] + round(_GAP * inch)
    right = max(flames - round(2 * _GAP * inch + amounts), left + round(inch))
    return StandingsLayout(
        height=height,
        row=round(row * inch),
        rank=rank,
        names=name,
        bars=(left, right),
        flames=flames,
        top=height - round(top_gap * inch),
        width=width,
    )
