"""Removal of goals and characters with all that hangs on them; stopped anywhere, a second run finishes it.

What a goal recorded goes before the goal, goals go before their character, and with the last character that
leads to a subject goes the subject.
"""

from collections.abc import Sequence

from tracker.goals.characters.watching import announced, forget_readings, observed_of, unwatched
from tracker.goals.creation import counted, noticed
from tracker.goals.listeners import CharacterListener
from tracker.goals.lookup import ATTEMPTS, character_at, goals_of, restless
from tracker.goals.milestones import milestone_place
from tracker.goals.model import LIVE, Character, Goal, LatestProgress
from tracker.shares.model import Shareable
from tracker.shares.things import end_links_to
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import from_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import CharacterKey, GoalKey, MilestoneKey, ProgressKey, SubjectKey
from tracker.store.segments import timestamp
from tracker.store.table import Delete, Operation, Table
from tracker.store.values import Item, Key, key_of


async def remove_goal(table: Table, key: GoalKey) -> bool:
    """Whether there was such a goal."""
    for _ in range(ATTEMPTS):
        item = await table.get(key.key)
        if item is None:
            return False
        goal = from_item(Goal, item)
        character = CharacterKey(goal.user, goal.character).key
        found = await table.get_many([goal.latest_key.key, character, SubjectKey(goal.subject).key])
        await _remove_records(table, goal)
        try:
            await table.transact(_goal_removal(goal, found))
        except ConditionFailed:
            continue  # it moved, or its character did
        return True
    raise restless()


async def _remove_records(table: Table, goal: Goal) -> None:
    recorded = ProgressKey.prefix(user=goal.user, character=goal.character, goal=goal.id)
    told = MilestoneKey.prefix(user=goal.user, goal=milestone_place(goal))
    for some in (recorded, told):
        while items := (await table.query(some.pk, prefix=some.prefix)).items:
            await table.write_many(deletes=[key_of(item) for item in items])
    await end_links_to(table, goal.user, Shareable.GOAL, milestone_place(goal))


def _goal_removal(goal: Goal, found: dict[Key, Item]) -> list[Operation]:
    """The goal, if nothing was recorded for it meanwhile: then its records are gone, and none come after."""
    latest = found.get(goal.latest_key.key)
    unmoved = ABSENT if latest is None else eq("timestamp", timestamp(from_item(LatestProgress, latest).at))
    operations: list[Operation] = [
        Delete(goal.key.key, eq("status", goal.status.value)),
        Delete(goal.latest_key.key, unmoved),
        Delete(goal.earliest_key.key),
    ]
    character = found.get(CharacterKey(goal.user, goal.character).key)
    if character is not None:
        by = {goal.target_attribute: -1} if goal.status in LIVE else {}
        operations += counted(from_item(Character, character), by)
    if SubjectKey(goal.subject).key in found:
        operations += noticed(goal.subject)
    return operations


async def remove_character(
    table: Table, key: CharacterKey, listeners: Sequence[CharacterListener]
) -> int | None:
    """How many goals went with it; None where there is no such character."""
    removed: int | None = None
    for _ in range(ATTEMPTS):
        if (await table.get(key.key)) is None:
            return removed
        removed = removed or 0
        for goal in await goals_of(table, key.user, key.character):
            removed += await remove_goal(table, goal.key)
        if await _remove_bare(table, key, listeners):
            return removed
    raise restless()


async def _remove_bare(table: Table, key: CharacterKey, listeners: Sequence[CharacterListener]) -> bool:
    """Whether the character could be removed: not where it has goals, or somebody changed it meanwhile."""
    character = await character_at(table, key)
    if character is None:
        return True
    if await goals_of(table, key.user, key.character):
        return False
    for operation in [found for one in listeners for found in await one.removed(character)]:
        await table.transact([operation])
    observed = await observed_of(table, character.subject)
    try:
        await table.transact(
            [
                Delete(key.key, eq("revision", character.revision)),
                *unwatched(observed),
                *announced(character.subject),
            ]
        )
    except ConditionFailed:
        return False
    if observed is not None and observed.watchers <= 1:
        await forget_readings(table, character.subject)
    return True
