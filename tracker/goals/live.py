"""The live goals of a subject, and who set them. The index suggests; the items themselves decide."""

from collections.abc import Iterable, Sequence

from tracker.frozen import frozen
from tracker.goals.model import LIVE, Character, Goal, LatestProgress
from tracker.store.entity import Model, from_items
from tracker.store.index_keys import SubjectWatcherKey
from tracker.store.keys import CharacterKey, GoalKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.store.values import Item


@frozen
class LiveGoal:
    goal: Goal
    latest: LatestProgress | None


async def watchers_of(table: Table, subject: Subject) -> list[Item]:
    """The goals that watch a subject and the habits that it feeds, as the index has them."""
    place = SubjectWatcherKey.prefix(subject=subject)
    return [item async for item in table.query_all(place.pk, prefix=place.prefix or None, index=place.index)]


async def live_goals(
    table: Table, subject: Subject, watchers: Sequence[Item] | None = None
) -> list[LiveGoal]:
    """Those that record progress, each with its newest. `watchers` where those are known."""
    listed = await watchers_of(table, subject) if watchers is None else watchers
    goals = from_items(Goal, (item for item in listed if item["type"] == GoalKey.item_type))
    suggested = [goal for goal in goals if goal.status in LIVE]
    if not suggested:
        return []
    keys = [key for goal in suggested for key in (goal.key.key, goal.latest_key.key)]
    found = await table.get_many(keys)
    read = (_live(found.get(one.key.key), found.get(one.latest_key.key)) for one in suggested)
    return [one for one in read if one is not None and one.goal.subject == subject]


async def live_goal(table: Table, goal: Goal) -> LiveGoal | None:
    """The goal as it is now."""
    found = await table.get_many([goal.key.key, goal.latest_key.key])
    return _live(found.get(goal.key.key), found.get(goal.latest_key.key))


async def characters_by_key(table: Table, goals: Iterable[Goal]) -> dict[CharacterKey, Character]:
    """The characters that these goals belong to."""
    keys = {CharacterKey(goal.user, goal.character).key for goal in goals}
    return {one.key: one for one in from_items(Character, (await table.get_many(keys)).values())}


async def character_of(table: Table, goal: Goal) -> Character | None:
    return (await characters_by_key(table, [goal])).get(CharacterKey(goal.user, goal.character))


async def goal_at(table: Table, key: GoalKey) -> Goal | None:
    return _one(Goal, await table.get(key.key))


def _live(goal_item: Item | None, latest_item: Item | None) -> LiveGoal | None:
    goal, latest = _one(Goal, goal_item), _one(LatestProgress, latest_item)
    # A newest progress that cannot be read is not the same as none: the goal would begin again.
    if goal is None or goal.status not in LIVE or (latest is None and latest_item is not None):
        return None
    return LiveGoal(goal, latest)


def _one(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, [] if item is None else [item]), None)
