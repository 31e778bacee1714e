"""Rows of the hiscores as numbers: what counts as known, and under which name it is kept."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeGuard

from tracker.readings import Measure, Number, Quantity

Values: TypeAlias = dict[Quantity, Number]

OVERALL = "overall"
_BEYOND = 10**15


class SkillQuantities(NamedTuple):
    attribute: str
    rank: Quantity
    level: Quantity
    xp: Quantity


class ActivityQuantities(NamedTuple):
    attribute: str
    rank: Quantity
    score: Quantity


def skill(attribute: str) -> SkillQuantities:
    rank, level, xp = (Quantity(attribute, which) for which in (Measure.RANK, Measure.LEVEL, Measure.XP))
    return SkillQuantities(attribute, rank, level, xp)


def activity(attribute: str) -> ActivityQuantities:
    rank, score = (Quantity(attribute, which) for which in (Measure.RANK, Measure.SCORE))
    return ActivityQuantities(attribute, rank, score)


def known(number: object) -> TypeGuard[int]:
    """Unranked is -1 or 0; what is no whole number, or absurd, is not known either."""
    return type(number) is int and 0 < number < _BEYOND


@dataclass(slots=True)
class PageValues:
    """What one page says."""

    values: Values = field(default_factory=Values)
    row_notes: list[str] = field(default_factory=list[str])
    """Odd rows: the same on every page until Questlog learns them, so worth saying once."""
    notes: list[str] = field(default_factory=list[str])
    """What is odd about this page alone."""


_OVERALL = skill(OVERALL)


def read_skills(
    page: PageValues,
    rows: Iterable[SkillQuantities | None],
    ranks: Iterable[object],
    levels: Iterable[object],
    xps: Iterable[object],
) -> None:
    """Each number stands for itself: a rank of -1 says nothing about the xp beside it.

    Level 1 without xp is how an unranked skill is padded (`-1,1,0`, `-1,1,-1`), so it is not known.
    """
    values, all_levels, all_xp = page.values, 0, 0
    for row, rank, level, xp in zip(rows, ranks, levels, xps, strict=False):
        if row is None:
            continue
        # `known` is written out in these loops: they are most of what reading a page costs.
        if type(xp) is int and 0 < xp < _BEYOND:
            values[row.xp] = xp
            all_xp += xp
        if type(level) is int and 0 < level < _BEYOND:
            all_levels += level
            if level > 1 or row.xp in values:
                values[row.level] = level
        if type(rank) is int and 0 < rank < _BEYOND:
            values[row.rank] = rank
    _note_stale_overall(page, all_levels, all_xp)


def _note_stale_overall(page: PageValues, all_levels: int, all_xp: int) -> None:
    """The total can lag behind the skills as the page shows them. It catches up by itself."""
    level, xp = page.values.get(_OVERALL.level), page.values.get(_OVERALL.xp)
    if level is not None and level < all_levels - level:
        page.notes.append(
            f"overall is stale: total level {level}, but the skills add up to {all_levels - level}"
        )
    elif xp is not None and xp < all_xp - xp:
        page.notes.append(f"overall is stale: total xp {xp}, but the skills add up to {all_xp - xp}")


def read_activities(
    page: PageValues,
    rows: Iterable[ActivityQuantities | None],
    ranks: Iterable[object],
    scores: Iterable[object],
) -> None:
    values = page.values
    for row, rank, score in zip(rows, ranks, scores, strict=False):
        if row is None:
            continue
        if type(score) is int and 0 < score < _BEYOND:
            values[row.score] = score
        if type(rank) is int and 0 < rank < _BEYOND:
            values[row.rank] = rank


class Once:
    """Lets each note through the first time in the life of the process, so that a log says it once."""

    _MOST = 1000  # a server that makes up new names for ever must not fill the memory

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, notes: Iterable[str]) -> tuple[str, ...]:
        new = tuple(note for note in dict.fromkeys(notes) if note not in self._told)
        if new and len(self._told) < self._MOST:
            self._told.update(new)
            return new
        return ()
