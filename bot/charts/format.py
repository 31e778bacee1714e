"""How large a chart is, and what is around it: on a page of its own, or in a card that has a title."""

from tracker.frozen import frozen


@frozen
class Format:
    width: float
    """In inches, of which letters have their share: in a smaller picture they are larger."""
    height: float
    dpi: int
    left: float
    """Where the chart begins and ends, as shares of the picture."""
    right: float
    bottom: float
    top: float
    headline: bool

    @property
    def letter(self) -> float:
        """How wide a letter at an axis is, as a share of the picture."""
        return 0.085 / self.width


PAGE = Format(10, 6, 100, left=0.085, right=0.94, bottom=0.145, top=0.82, headline=True)
CARD = Format(7, 3.9, 150, left=0.11, right=0.925, bottom=0.21, top=0.97, headline=False)
"""Discord shows it about 550 pixels wide."""
