"""Somebody leaves a group goal, and what they added goes with them; a goal is removed, or gets another owner.

Stopped anywhere, each of these is finished by doing it again.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from tracker.accounts.service import present_people
from tracker.goals.milestones import milestones_of
from tracker.group_goals.book import (
    ATTEMPTS,
    goal_change,
    goal_with,
    owned_ids,
    restless,
    share_in,
    shares_in,
    shares_of,
    touched,
)
from tracker.group_goals.messages import removed
from tracker.group_goals.model import GroupGoal, GroupNews, GroupOwnership, GroupShare, GroupStatus, NewsKind
from tracker.group_goals.things import character_in, give_up_things
from tracker.habits.lifecycle import share_habit
from tracker.habits.model import Habit, StreakItem
from tracker.notify import outbox
from tracker.rewards.taken import giving_up, holders
from tracker.store.conditions import EXISTS, eq
from tracker.store.entity import PRESENT, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import GroupOwnershipKey, GroupShareKey, HabitKey, MilestoneKey, StreakKey, UserKey
from tracker.store.table import Check, Delete, Operation, Put, Table
from tracker.store.values import key_of
from tracker.words import count_of


async def leave(table: Table, user_id: str, group: str, now: datetime) -> GroupShare | None:
    """What the person had added; None where they were not in it."""
    for _ in range(ATTEMPTS):
        if (share := await share_in(table, user_id, group)) is None:
            return None
        operations: list[Operation] = [
            Delete(share.key.key, eq("revision", share.revision)),
            *await _unshared(table, share),
            *await give_up_things(table, share),
        ]
        if await goal_with(table, group) is not None:
            operations.append(
                touched(group, now, total=-share.contribution, reached=-int(share.has_reached), people=-1)
            )
        with suppress(ConditionFailed):
            await table.transact(operations)
            return share
    raise restless()


async def released(table: Table, share: GroupShare) -> list[Operation]:
    """With a share of a goal that is over: what the person joined with has nothing to do with it any more."""
    things = [] if share.subject is None else [character_in(share.group, share.subject)]
    return [*await _unshared(table, share), *giving_up(share.user, things, await holders(table, things))]


async def _unshared(table: Table, share: GroupShare) -> list[Operation]:
    """The habit by which they added counts there no longer."""
    if share.habit is None:
        return []
    habit, streak = await habit_with(table, share.user, share.habit)
    if habit is None or share.group not in habit.shared_in:
        return []
    return share_habit(habit, streak, tuple(one for one in habit.shared_in if one != share.group))


async def habit_with(table: Table, user_id: str, habit_id: str) -> tuple[Habit | None, StreakItem | None]:
    keys = HabitKey(user_id, habit_id).key, StreakKey(user_id, habit_id).key
    found = await table.get_many(keys)
    habit = next(from_items(Habit, [found[keys[0]]] if keys[0] in found else []), None)
    return habit, next(from_items(StreakItem, [found[keys[1]]] if keys[1] in found else []), None)


async def clear(table: Table, goal: GroupGoal, now: datetime, *, by: str | None = None) -> None:
    """Everybody in it is told but whoever removes it, and nothing is left of it."""
    news = GroupNews(kind=NewsKind.CHANGED, at=now)
    for share in await shares_in(table, goal.id):
        if share.user != by:
            await outbox.enqueue(table, removed(share.user, goal, news))
        await leave(table, share.user, goal.id, now)
    told = MilestoneKey.prefix(user=goal.user, goal=goal.id)
    milestones = [key_of(one) async for one in table.query_all(told.pk, prefix=told.prefix)]
    await table.write_many(deletes=milestones)
    await table.transact([Delete(goal.key.key), Delete(goal.ownership.key)])


async def farewell(table: Table, user_id: str, now: datetime) -> None:
    """Before a person is deleted: what they added goes, and what they set passes to who joined first."""
    for share in await shares_of(table, user_id):
        await leave(table, user_id, share.group, now)
    for group in await owned_ids(table, user_id):
        await _pass_on(table, user_id, group, now)


async def parting_notes(table: Table, user_id: str) -> list[str]:
    notes: list[str] = []
    for group in await owned_ids(table, user_id):
        goal = await goal_with(table, group)
        if goal is None or not goal.is_there:
            continue
        heirs = await _heirs(table, goal)
        passes = (
            f"passes to {heirs[0].name}, who joined first" if heirs else "is removed: nobody else is in it"
        )
        notes.append(f"The group goal {goal.name} {passes}.")
    if joined := len(await shares_of(table, user_id)):
        notes.append(f"What you added leaves {count_of(joined, 'group goal')}.")
    return notes


async def _heirs(table: Table, goal: GroupGoal) -> Sequence[GroupShare]:
    every = [one for one in await shares_in(table, goal.id) if one.user != goal.user]
    present = await present_people(table, (one.user for one in every))
    return sorted((one for one in every if one.user in present), key=lambda one: (one.joined_at, one.user))


async def _pass_on(table: Table, user_id: str, group: str, now: datetime) -> None:
    for number in range(ATTEMPTS):
        goal = await goal_with(table, group)
        if goal is None or goal.user != user_id:  # it was removed, or passed on before
            await table.delete(GroupOwnershipKey(user_id, group).key)
            return
        heirs = await _heirs(table, goal)
        if not heirs or goal.status is GroupStatus.REMOVED:
            await clear(table, goal, now, by=user_id)
            return
        heir = heirs[number % len(heirs)]  # one who is just leaving is passed over
        with suppress(ConditionFailed):
            await table.transact(await _passing(table, goal, heir, now))
            return
    raise restless()


async def _passing(table: Table, goal: GroupGoal, heir: GroupShare, now: datetime) -> list[Operation]:
    text = (
        f"Whoever set it has deleted their account. It goes on, and belongs to {heir.name}, who joined first."
    )
    news = GroupNews(kind=NewsKind.CHANGED, at=now, text=text)
    after = goal.model_copy(update={"user": heir.user, "news": (*goal.news, news), "due_at": now})
    reached = await table.read_in_steps(milestones_of(goal.user, goal.id))
    moved = [one.model_copy(update={"user": heir.user}) for one in reached]
    return [
        Check(UserKey(heir.user).key, PRESENT),
        Check(GroupShareKey(heir.user, goal.id).key, EXISTS),
        goal_change(goal, after),
        Delete(goal.ownership.key),
        Put(to_item(GroupOwnership(), after.ownership)),
        *(Delete(one.key.key) for one in reached),
        *(Put(to_item(one, one.key, *one.places())) for one in moved),
    ]
