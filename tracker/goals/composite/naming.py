"""Which of all goals of a person a text means: those of characters and metrics, and those made of parts."""

from collections.abc import Sequence

from tracker.finding import Finder, plain
from tracker.goals.composite.model import CompositeGoal
from tracker.goals.errors import AmbiguousGoal, NoSuchGoal
from tracker.goals.finding import Owned, described, find_goal, meant
from tracker.goals.model import Goal
from tracker.store.entity import from_items
from tracker.store.keys import CompositeGoalKey
from tracker.store.query import Query
from tracker.store.steps import ReadSteps, every_item
from tracker.store.table import Table
from tracker.words import quoted, some_of

_MOST_SHOWN = 5

FINDER: Finder[CompositeGoal] = Finder(
    "goal",
    name=lambda goal: goal.title,
    ids=lambda goal: (goal.id, goal.handle),
    missing=NoSuchGoal,
    ambiguous=AmbiguousGoal,
    is_live=lambda goal: goal.status.is_open,
)


def composite_goals(user_id: str) -> ReadSteps[list[CompositeGoal]]:
    """All of a person, in the order in which they were made."""
    mine = CompositeGoalKey.prefix(user=user_id)
    items = yield from every_item(Query(mine.pk, prefix=mine.prefix))
    return sorted(from_items(CompositeGoal, items), key=lambda one: (one.created_at, one.id))


async def composites_of(table: Table, user_id: str) -> list[CompositeGoal]:
    return await table.read_in_steps(composite_goals(user_id))


def called(owned: Sequence[Owned], composites: Sequence[CompositeGoal], text: str) -> Goal | CompositeGoal:
    """Raises NoSuchGoal, AmbiguousGoal."""
    made_of_parts = FINDER.meant(composites, text)
    of_numbers = meant(owned, text)
    if made_of_parts and of_numbers:
        wanted = plain(text)
        exactly = [one for one in made_of_parts if wanted in (plain(one.title), *_ids(one))]
        if len(exactly) == 1:
            return exactly[0]
        if exact_number := [goal for goal, _ in of_numbers if goal.id == wanted]:
            return exact_number[0]
        names = [*(one.title for one in made_of_parts), *(described(*one) for one in of_numbers)]
        raise AmbiguousGoal(f"{quoted(text)} may be {some_of(names, _MOST_SHOWN)}. Say more of its name.")
    if made_of_parts:
        return FINDER.only(made_of_parts, text)
    if of_numbers or not composites:
        return find_goal(owned, text)
    if owned and FINDER.nearest(composites, text) is None:
        return find_goal(owned, text)
    raise FINDER.unknown(composites, text)


def _ids(goal: CompositeGoal) -> tuple[str, ...]:
    return goal.id.casefold(), goal.handle
