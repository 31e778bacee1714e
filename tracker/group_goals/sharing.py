"""What members add is counted: by readings as they come, by marks of habits soon after.

A share and the sum of its goal change in one transaction, under the revision of the share that was read. So
each change is added once, however often it is looked at, and two members never wait for each other.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from tracker.clock import Clock
from tracker.goals.characters.watching import latest_reading
from tracker.goals.model import Character
from tracker.group_goals.book import ATTEMPTS, restless, share_change, shares_of, touched
from tracker.group_goals.counting import with_days, with_reading
from tracker.group_goals.leaving import released
from tracker.group_goals.model import GroupGoal, GroupShare, GroupStatus
from tracker.group_goals.things import character_in
from tracker.habits.day_context import read_logs
from tracker.readings import Number, Quantity
from tracker.rewards.taken import giving_up, holders, taking
from tracker.store.entity import change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import SubjectWatcherKey
from tracker.store.keys import GroupGoalKey, GroupShareKey, HabitKey
from tracker.store.table import Operation, Table, Update
from tracker.store.values import Item

Count: TypeAlias = Callable[[GroupGoal, GroupShare], Awaitable[GroupShare]]
"""The share as it is now, by what is read for it."""


class Sharing:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def heard(
        self,
        watchers: Sequence[Item],
        before: Mapping[Quantity, Number],
        after: Mapping[Quantity, Number],
        /,
        *,
        at: datetime,
        since: datetime | None,
    ) -> None:
        """A reading: what is added by it belongs to the day on which it was seen."""
        del since
        shares = [one for one in watchers if one["type"] == GroupShareKey.item_type]
        if not shares:
            return
        found = await self._table.get_many([GroupGoalKey(one.group).key for one in _shares(shares)])
        goals = {one.id: one for one in from_items(GroupGoal, found.values())}
        for share in _shares(shares):
            quantity = goals[share.group].quantity if share.group in goals else None
            value = None if quantity is None else after.get(quantity)
            if (
                quantity is not None
                and value is not None
                and (before.get(quantity) != value or share.last_value != value)
            ):
                await self._seen(share, value, at)

    async def _seen(self, share: GroupShare, value: Number, at: datetime) -> None:
        async def counted(goal: GroupGoal, known: GroupShare) -> GroupShare:
            return known if known.subject != share.subject else with_reading(goal, known, value, at)

        await self._count(share.user, share.group, counted)

    async def recount(self, user_id: str, group: str) -> None:
        """From what is there now: where it was marked, and once more before a goal is settled."""
        await self._count(user_id, group, self._whole)

    async def _whole(self, goal: GroupGoal, share: GroupShare) -> GroupShare:
        if share.habit is not None:
            if await self._table.get(HabitKey(share.user, share.habit).key) is None:
                return share  # what it added stays
            logs = await read_logs(self._table, share.habit, max(goal.starts, share.since))
            return with_days(goal, share, logs)
        latest = None if share.subject is None else await latest_reading(self._table, share.subject)
        value = None if latest is None or goal.quantity is None else latest.quantities.get(goal.quantity)
        return share if latest is None or value is None else with_reading(goal, share, value, latest.at)

    async def _count(self, user_id: str, group: str, count: Count) -> None:
        """In a goal that is over nothing counts, and the share hears of nothing more."""
        share_key, goal_key = GroupShareKey(user_id, group).key, GroupGoalKey(group).key
        for _ in range(ATTEMPTS):
            found = await self._table.get_many([share_key, goal_key])
            share = next(from_items(GroupShare, _some(found.get(share_key))), None)
            goal = next(from_items(GroupGoal, _some(found.get(goal_key))), None)
            if share is None or goal is None:
                return
            if goal.status is GroupStatus.ACTIVE:
                after = (await count(goal, share)).model_copy(update={"due_at": None})
                operations = self._writes(share, after)
            else:
                after = share.model_copy(update={"due_at": None, "subject": None})
                operations = [share_change(share, after), *await released(self._table, share)]
            if after == share:
                return
            try:
                await self._table.transact(operations)
            except ConditionFailed:
                continue
            return
        raise restless()

    def _writes(self, before: GroupShare, after: GroupShare) -> list[Operation]:
        added = after.contribution - before.contribution
        reached = after.has_reached - before.has_reached
        moved = [touched(after.group, self._now(), total=added, reached=reached)] if added or reached else []
        return [share_change(before, after), *moved]

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


class SharedCharacters:
    """The characters by which people add to group goals: a share follows one that is renamed, and stays as it
    is without one that is gone."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def renamed(self, old: Character, new: Character) -> list[Operation]:
        """What is somebody else's already stays theirs."""
        mine = await self._by(old)
        before = [character_in(one.group, old.subject) for one in mine]
        after = [character_in(one.group, new.subject) for one in mine]
        known = await holders(self._table, [*before, *after])
        return [
            *(_followed(one, new) for one in mine),
            *giving_up(old.user, before, known),
            *taking(old.user, after, known),
        ]

    async def removed(self, character: Character) -> list[Operation]:
        """It can add for others from now on."""
        mine = await self._by(character)
        things = [character_in(one.group, character.subject) for one in mine]
        left = [change(GroupShare, one.key, {"subject": None}, leave=[SubjectWatcherKey]) for one in mine]
        known = await holders(self._table, things)
        return [*map(_counted_up, left), *giving_up(character.user, things, known)]

    async def hanging(self, character: Character) -> list[str]:
        found = [GroupGoalKey(one.group).key for one in await self._by(character)]
        goals = from_items(GroupGoal, (await self._table.get_many(found)).values())
        names = sorted(one.name for one in goals)
        return [f"Nothing more is added to the group goal {name}; what was added stays." for name in names]

    async def _by(self, character: Character) -> list[GroupShare]:
        mine = await shares_of(self._table, character.user)
        return [one for one in mine if one.character == character.id and one.subject is not None]


def _followed(share: GroupShare, new: Character) -> Update:
    place = SubjectWatcherKey(new.subject, share.user, share.group)
    return _counted_up(change(GroupShare, share.key, {"subject": new.subject}, enter=[place]))


def _counted_up(update: Update) -> Update:
    """Whoever counts the share at the same time looks again."""
    return replace(update, add={"revision": 1})


def _shares(items: Sequence[Item]) -> list[GroupShare]:
    return [*from_items(GroupShare, items)]


def _some(item: Item | None) -> list[Item]:
    return [] if item is None else [item]
