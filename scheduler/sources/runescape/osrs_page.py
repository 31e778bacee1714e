"""From `index_lite.json` to values: rows by name, each for itself.

What the rows mean is worked out once for each layout of the page, which changes every couple of months, and
not for each of the many pages in between.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar, cast

from scheduler.sources.runescape.osrs_rows import ACTIVITIES, SKILLS, SPELLINGS
from scheduler.sources.runescape.rows import (
    ActivityQuantities,
    PageValues,
    SkillQuantities,
    activity,
    read_activities,
    read_skills,
    skill,
)
from scheduler.sources.source import LATER, Malformed
from tracker.frozen import frozen

_Row = TypeVar("_Row", SkillQuantities, ActivityQuantities)

_MOST_ROWS = 500  # the game has 116
_LONGEST_NAME = 80


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


_LISTED = {
    **{_letters(other): name.lower() for other, name in SPELLINGS.items()},
    **{_letters(name): name.lower() for name in (*SKILLS, *ACTIVITIES)},
}


def attribute_of(name: str | None) -> str | None:
    """What a row is kept under: the listed row's name in any spelling, or else its own in small letters.

    None for what cannot be a name: it would be no key of a table and no word in a message.
    """
    if name is None or len(name) > _LONGEST_NAME or not name.isprintable():
        return None
    return _LISTED.get(_letters(name)) or " ".join(name.lower().split()) or None


@frozen
class _Layout(Generic[_Row]):
    """What each row of a table stands for, by its place on this very page; None for a row to pass over."""

    names: Sequence[str | None]
    rows: Sequence[_Row | None]
    notes: Sequence[str]


class _Table(Generic[_Row]):
    """One table of the page, with the layout that it had last."""

    def __init__(self, listed: Iterable[str], make: Callable[[str], _Row]) -> None:
        self._listed = {name.lower() for name in listed}
        self._make = make
        self._last = self._work_out([])

    def layout(self, rows: list[Any]) -> _Layout[_Row]:
        names = _column(rows, "name")
        if names != self._last.names:
            # Only text is kept: to compare two documents of any depth later could be too deep for Python.
            self._last = self._work_out([name if isinstance(name, str) else None for name in names])
        return self._last

    def _work_out(self, names: list[str | None]) -> _Layout[_Row]:
        """The first of two rows with one name stands."""
        seen: dict[str, _Row] = {}
        rows: list[_Row | None] = []
        notes: list[str] = []
        for attribute in map(attribute_of, names):
            if attribute is None or attribute in seen:
                notes.append(
                    f"a row that is there twice: {attribute}" if attribute else "a row without a name"
                )
                rows.append(None)
            else:
                seen[attribute] = self._make(attribute)
                rows.append(seen[attribute])
        notes += [f"a new row: {name}" for name in sorted(seen.keys() - self._listed)]
        notes += [f"a row is missing: {name}" for name in sorted(self._listed - seen.keys())]
        return _Layout(names, rows, notes)


_SKILLS = _Table(SKILLS, skill)
_ACTIVITIES = _Table(ACTIVITIES, activity)


def read(document: object, server: str) -> PageValues:
    """Raises Malformed when it is no page of the hiscores at all."""
    skills, activities = _rows(document, "skills"), _rows(document, "activities")
    if not 0 < len(skills) + len(activities) <= _MOST_ROWS:
        raise Malformed(
            f"{server} answered without the rows that Questlog looks for. {LATER}",
            cause="an answer without the rows that Questlog looks for",
        )
    layout, others = _SKILLS.layout(skills), _ACTIVITIES.layout(activities)
    page = PageValues(row_notes=[*layout.notes, *others.notes])
    read_skills(page, layout.rows, *(_column(skills, name) for name in ("rank", "level", "xp")))
    read_activities(page, others.rows, *(_column(activities, name) for name in ("rank", "score")))
    return page


def _rows(document: object, table: str) -> list[Any]:
    rows = cast("dict[str, object]", document).get(table) if isinstance(document, dict) else None
    return cast("list[Any]", rows) if isinstance(rows, list) else []


def _column(rows: list[Any], name: str) -> list[object]:
    """That number of every row; None where there is none."""
    try:
        return [row[name] for row in rows]
    except (LookupError, TypeError):
        return [cast("dict[str, object]", row).get(name) if isinstance(row, dict) else None for row in rows]
