"""Level curves: the xp at which each level begins, and the level that some xp makes."""

import tomllib
from bisect import bisect_right
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Any

from tracker.frozen import frozen

REGULAR = "regular"


@frozen
class Curve:
    name: str
    begins: tuple[int, ...]
    """The xp of level 1, of level 2, and so on, each more than the one before."""

    @property
    def highest(self) -> int:
        """The last level that has an xp; beyond the game's cap levels are virtual."""
        return len(self.begins)

    def level(self, xp: int) -> int:
        """The virtual level: the game shows the same, up to the cap of the skill."""
        return max(1, bisect_right(self.begins, xp))

    def xp(self, level: int) -> int:
        if not 1 <= level <= self.highest:
            raise ValueError(f"the levels of the {self.name} curve are 1 to {self.highest}, not {level}")
        return self.begins[level - 1]


@cache
def curves() -> dict[str, Curve]:
    """Every curve by its name."""
    return {name: _curve(name, values) for name, values in read_toml("curves").items()}


def read_toml(name: str) -> dict[str, Any]:
    """A data file of this package."""
    return tomllib.loads(files("tracker.goals.games").joinpath("data", f"{name}.toml").read_text("utf-8"))


def _curve(name: str, values: dict[str, Any]) -> Curve:
    return Curve(name, tuple(values["xp"]) if "xp" in values else _regular(values["levels"]))


def _regular(levels: int) -> tuple[int, ...]:
    """xp(L) = floor(sum of floor(i + 300 * 2^(i/7)) for i from 1 to L - 1, divided by 4)."""
    points = accumulate((int(i + 300 * 2 ** (i / 7)) for i in range(1, levels)), initial=0)
    return tuple(total // 4 for total in points)
