"""How far a goal of parts was over time, as the list of what happened to it says after each change."""

from collections.abc import Iterable, Iterator

from tracker.days import Span
from tracker.goals.composite.model import ActivityKind, GoalActivity
from tracker.goals.pace.gains import Point
from tracker.store.entity import from_items
from tracker.store.keys import GoalActivityKey
from tracker.store.table import Table

_PAGE = 500


async def progress_between(table: Table, goal_id: str, span: Span, most: int) -> tuple[list[Point], bool]:
    """The newest changes of the percentage in a span, in order of time, and whether there are older ones."""
    within = GoalActivityKey.between(*span, goal=goal_id)
    found: list[GoalActivity] = []
    cursor: str | None = None
    while len(found) < most:
        wanted = min(_PAGE, most - len(found))
        page = await table.query(
            within.pk, lo=within.lo, hi=within.hi, reverse=True, limit=wanted, cursor=cursor
        )
        found += from_items(GoalActivity, page.items)
        if (cursor := page.cursor) is None:
            break
    return [*_changes(reversed(found))], cursor is not None


def _changes(activity: Iterable[GoalActivity]) -> Iterator[Point]:
    """Much happens to a goal that moves nothing; also what somebody says of it by hand moves no part."""
    last = None
    for one in activity:
        if one.kind is ActivityKind.PROGRESS and one.progress is not None and one.progress != last:
            last = one.progress
            yield Point(one.at, last)
