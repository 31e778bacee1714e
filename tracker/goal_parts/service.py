"""Goals made of parts: the one door to what can be done with them.

What is above what, and how many goals there are, changes one after another (`next_change`), so that two
writers at once close no circle. Whatever else changes names the goal's revision.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import TypeAlias

from tracker.accounts.changes import next_change
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.finding import plain
from tracker.goal_parts.recounting import ATTEMPTS, Recounting, activity, difference
from tracker.goals.composite.errors import BadGoal
from tracker.goals.composite.hierarchy import check_parent
from tracker.goals.composite.marking import marked
from tracker.goals.composite.model import (
    MOST_GOALS,
    ActivityKind,
    CompositeGoal,
)
from tracker.goals.composite.naming import composites_of
from tracker.goals.errors import GoalUnchanged, NoSuchGoal, TooMany
from tracker.ids import Ids
from tracker.store.conditions import ABSENT
from tracker.store.entity import from_item, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import CompositeGoalKey
from tracker.store.table import Operation, Put, Table
from tracker.words import listed

_CHANGES = "goalChanges"
_WORDS = {
    "sub_category": "category",
    "time_horizon": "horizon",
    "target_date": "date",
    "progress_config": "weights",
    "parent": "the goal above it",
}

Write: TypeAlias = Callable[[Sequence[CompositeGoal]], Awaitable[Sequence[Operation]]]
Change: TypeAlias = Callable[[CompositeGoal], tuple[CompositeGoal, str]]
"""The goal as it will be, and what is said of that in its feed."""


class GoalsOfParts:
    def __init__(self, table: Table, clock: Clock, new_id: Ids) -> None:
        """`new_id` answers ULIDs: by them goals of parts are told from all others."""
        self._table, self._clock, self._new_id = table, clock, new_id
        self.recounting = Recounting(table, clock)

    async def list(self, user_id: str) -> list[CompositeGoal]:
        """All of a person, recounted where that is due, in the order in which they were made."""
        return await self.recounting.settle(user_id)

    async def get(self, user_id: str, goal_id: str) -> CompositeGoal:
        """As it was last recounted. Raises NoSuchGoal."""
        item = await self._table.get(CompositeGoalKey(user_id, goal_id).key)
        if item is None:
            raise NoSuchGoal("This goal no longer exists.")
        return from_item(CompositeGoal, item)

    async def add(self, user: User, title: str, fields: Mapping[str, object]) -> CompositeGoal:
        """Raises BadGoal, TooMany, GoalCycle, TooDeep."""
        now = self._now()
        new = CompositeGoal.model_validate(
            {
                "start_date": local_day(now, user.zone, user.day_start),
                **fields,
                "id": self._new_id(),
                "user": user.id,
                "title": title,
                "last_activity_at": now,
                "due_at": now,
                "created_at": now,
            }
        )
        new = _ended(_checked(new), now)

        async def write(others: Sequence[CompositeGoal]) -> Sequence[Operation]:
            if len(others) >= MOST_GOALS:
                raise TooMany(f"You have {MOST_GOALS} goals of parts, and that is the most. Remove one.")
            _refuse_title(others, new)
            check_parent(others, new)
            return [
                Put(to_item(new, new.key, *new.places()), ABSENT),
                *_adopted(others, new.id, None, new.parent, now),
                activity(new, ActivityKind.PARTS, "Goal set.", now),
            ]

        await self._write(user.id, write)
        return await self._recounted(new)

    async def edit(self, user_id: str, goal_id: str, fields: Mapping[str, object]) -> CompositeGoal:
        """Raises BadGoal, GoalUnchanged, GoalCycle, TooDeep, NoSuchGoal."""
        now = self._now()
        found: list[CompositeGoal] = []

        async def write(others: Sequence[CompositeGoal]) -> Sequence[Operation]:
            before = _among(others, goal_id)
            after = _checked(before.model_copy(update=dict(fields)))
            if after == before:
                raise GoalUnchanged("That is what the goal says already.")
            _refuse_title([one for one in others if one.id != goal_id], after)
            if after.parent != before.parent:
                check_parent(others, after)
            if after.status is not before.status:
                after = _ended(after, now)
            after = _touched(after, now)
            found[:] = [after]
            said = _edited_text(before, after, fields)
            kind = ActivityKind.STATUS if after.status is not before.status else ActivityKind.PARTS
            # What is achieved or given up counts otherwise for the goal above.
            above = [after.parent] if after.parent and after.status is not before.status else []
            return [
                difference(before, after),
                *_adopted(others, goal_id, before.parent, after.parent, now),
                *(marked(user_id, one, now) for one in above if before.parent == after.parent),
                activity(after, kind, said, now),
            ]

        await self._write(user_id, write)
        after = await self._recounted(found[0])
        if after.parent is not None:
            await self.recounting.settle(user_id)
        return after

    async def remove(self, user_id: str, goal_id: str) -> CompositeGoal:
        """What counts towards it stays, and so do goals below it. Stopped anywhere, a second run ends it."""
        from tracker.goal_parts.removal import forget_parts, removed  # noqa: PLC0415 - few remove

        found: list[CompositeGoal] = []

        async def write(others: Sequence[CompositeGoal]) -> Sequence[Operation]:
            goal = _among(others, goal_id)
            found[:] = [goal]
            await forget_parts(self._table, user_id, goal, self._now())
            return [
                *removed(goal),
                *_adopted(others, goal_id, goal.parent, None, self._now()),
                *(_orphaned(one, self._now()) for one in others if one.parent == goal_id),
            ]

        await self._write(user_id, write)
        await self.recounting.settle(user_id)
        return found[0]

    async def change(
        self, user_id: str, goal_id: str, make: Change, kind: ActivityKind = ActivityKind.PARTS
    ) -> CompositeGoal:
        """What the goal itself holds is another one: a criterion, a progress that is said by hand."""
        for _ in range(ATTEMPTS):
            before, now = await self.get(user_id, goal_id), self._now()
            new, said = make(before)
            after = _touched(new, now)
            try:
                await self._table.transact([difference(before, after), activity(after, kind, said, now)])
            except ConditionFailed:
                continue
            return await self._recounted(after)
        raise _restless()

    async def happened(self, goal: CompositeGoal, said: str) -> CompositeGoal:
        """After a part was linked or unlinked: it is told in the feed, and the goal is recounted."""
        return await self.change(goal.user, goal.id, lambda one: (one, said))

    async def _recounted(self, goal: CompositeGoal) -> CompositeGoal:
        return await self.recounting.recount(goal.user, goal.id) or goal

    async def _write(self, user_id: str, write: Write) -> None:
        """What follows from all goals of a person; where one changed meanwhile, once more."""
        for _ in range(ATTEMPTS):
            claimed = await next_change(self._table, user_id, _CHANGES)
            if claimed is None:
                raise NoSuchUser("There is no such account, or it is being deleted.")
            operations = await write(await composites_of(self._table, user_id))
            try:
                await self._table.transact([claimed, *operations])
            except ConditionFailed:
                continue
            return
        raise _restless()

    def today(self, user: User) -> date:
        return local_day(self._now(), user.zone, user.day_start)

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _edited_text(before: CompositeGoal, after: CompositeGoal, fields: Iterable[str]) -> str:
    """What of it was changed, in the words of who changes it: `Changed: title and date.`"""
    changed = [name for name in fields if name != "status" and getattr(after, name) != getattr(before, name)]
    said = [f"Status: {after.status.words}."] if after.status is not before.status else []
    said += [f"Changed: {listed([_WORDS.get(name, name) for name in changed])}."] if changed else []
    return " ".join(said)


def _touched(goal: CompositeGoal, now: datetime) -> CompositeGoal:
    """Due for a recount at once."""
    return goal.model_copy(update={"due_at": now, "last_activity_at": now, "revision": goal.revision + 1})


def _ended(goal: CompositeGoal, now: datetime) -> CompositeGoal:
    """With the time at which it came to its end, or without one."""
    return goal.model_copy(update={"completed_date": None if goal.status.is_open else now})


def _adopted(
    others: Sequence[CompositeGoal], goal_id: str, before: str | None, after: str | None, now: datetime
) -> list[Operation]:
    """The goals above have one below them more, or less."""
    if before == after:
        return []
    changed: list[Operation] = []
    for parent in others:
        if parent.id in (before, after):
            children = [one for one in parent.children if one != goal_id]
            children += [goal_id] if parent.id == after else []
            new = parent.model_copy(update={"children": tuple(children), "manual_override": None})
            changed.append(difference(parent, _touched(new, now)))
    return changed


def _orphaned(goal: CompositeGoal, now: datetime) -> Operation:
    return difference(goal, _touched(goal.model_copy(update={"parent": None}), now))


def _among(others: Sequence[CompositeGoal], goal_id: str) -> CompositeGoal:
    found = next((one for one in others if one.id == goal_id), None)
    if found is None:
        raise NoSuchGoal("This goal no longer exists.")
    return found


def _refuse_title(others: Sequence[CompositeGoal], new: CompositeGoal) -> None:
    taken = (plain(one.title) for one in others if one.status.is_open)
    if new.status.is_open and plain(new.title) in taken:
        raise BadGoal(f"You have a goal called {new.title} already.", field="title")


def _checked(goal: CompositeGoal) -> CompositeGoal:
    if goal.target_date is not None and goal.target_date < goal.start_date:
        raise BadGoal("A goal is due on the day on which it starts, or later.", field="by")
    return goal


def _restless() -> Throttled:
    return Throttled("the goal keeps changing under our hands; try again in a moment")
