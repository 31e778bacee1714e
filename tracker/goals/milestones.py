"""Parts of the way to a goal that are done, as items: of all sorts of goals alike."""

from collections.abc import Iterator
from datetime import datetime

from tracker.goals.composite.model import GoalMilestone
from tracker.goals.games.game import Game
from tracker.goals.model import Goal
from tracker.goals.recording.crossings import PERCENT_MILESTONES
from tracker.goals.words.wording import goal_title
from tracker.store.conditions import ABSENT
from tracker.store.entity import from_items, to_item
from tracker.store.keys import MilestoneKey
from tracker.store.query import Query
from tracker.store.steps import ReadSteps, every_item
from tracker.store.table import Operation, Put

NUMBER_MARKS = (*PERCENT_MILESTONES, 100)


def milestone_place(goal: Goal) -> str:
    """What its milestones lie under: its id alone is unique only within its character."""
    return f"{goal.character}.{goal.id}"


def passed(goal: Goal, game: Game, marks: tuple[int, ...], at: datetime) -> Iterator[Operation]:
    """One that is there stays as it is: what fell and rose again was reached when it first was."""
    for mark in marks:
        found = milestone(goal.user, milestone_place(goal), goal_title(goal, game), mark, at)
        yield Put(to_item(found, found.key, *found.places()), ABSENT)


def milestone(user_id: str, place: str, title: str, mark: int, at: datetime) -> GoalMilestone:
    return GoalMilestone(
        user=user_id,
        goal=place,
        id=f"{mark:03d}",
        name=f"{title}: {mark} %",
        percentage=mark,
        achieved_at=at,
        description=title,
    )


def milestones_of(user_id: str, place: str) -> ReadSteps[list[GoalMilestone]]:
    """In their order."""
    every = MilestoneKey.prefix(user=user_id, goal=place)
    return [*from_items(GoalMilestone, (yield from every_item(Query(every.pk, prefix=every.prefix))))]
