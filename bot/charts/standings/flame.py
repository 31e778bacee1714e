"""A flame as a shape: it looks the same everywhere, and no font has to have it."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

from bot.charts.theme import Palette
from bot.charts.year.layout import Box

_CURVE = (Path.CURVE4,) * 3
_OUTER = Path(
    [
        (0.50, 0.00),
        *((0.20, 0.00), (0.05, 0.18), (0.05, 0.40)),
        *((0.05, 0.55), (0.13, 0.66), (0.20, 0.76)),
        *((0.24, 0.68), (0.29, 0.63), (0.35, 0.60)),
        *((0.36, 0.76), (0.44, 0.92), (0.58, 1.00)),
        *((0.58, 0.84), (0.68, 0.76), (0.78, 0.66)),
        *((0.88, 0.56), (0.95, 0.48), (0.95, 0.36)),
        *((0.95, 0.14), (0.76, 0.00), (0.50, 0.00)),
    ],
    [Path.MOVETO, *_CURVE * 7],
)
_INNER = Path(
    [
        (0.50, 0.07),
        *((0.35, 0.07), (0.28, 0.17), (0.28, 0.27)),
        *((0.28, 0.39), (0.39, 0.44), (0.47, 0.58)),
        *((0.61, 0.48), (0.71, 0.41), (0.71, 0.26)),
        *((0.71, 0.15), (0.63, 0.07), (0.50, 0.07)),
    ],
    [Path.MOVETO, *_CURVE * 4],
)
WIDE = 0.8
"""To its height."""


def draw_flame(axes: Axes, box: Box, theme: Palette) -> None:
    """On axes whose units are pixels."""
    place = Affine2D().scale(box.width, box.height).translate(box.left, box.bottom)
    for shape, color in ((_OUTER, theme.target), (_INNER, theme.background)):
        axes.add_patch(PathPatch(shape.transformed(place), facecolor=color, lw=0, zorder=4))
