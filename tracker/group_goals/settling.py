"""What the sum of a group goal means: marks are kept and told, and in the end what came of it.

What is to be told is written into the goal with what caused it, told, and then taken out. A crash in between
tells it again, which the outbox takes once.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal

from tracker.accounts.model import User
from tracker.accounts.service import present_people
from tracker.clock import Clock
from tracker.due import Due
from tracker.goals.milestones import milestone
from tracker.goals.sharing import SHARE_KIND
from tracker.group_goals.book import ATTEMPTS, goal_change, goal_with, restless, shares_in
from tracker.group_goals.counting import is_settled, settled
from tracker.group_goals.leaving import clear
from tracker.group_goals.messages import message
from tracker.group_goals.model import GOAL_KIND, GroupGoal, GroupStatus
from tracker.group_goals.sharing import Sharing
from tracker.notify import outbox
from tracker.store.entity import from_items, rewrite
from tracker.store.errors import ConditionFailed
from tracker.store.keys import UserKey
from tracker.store.table import Operation, Table


class GroupGoalDue(Due, frozen=True):
    """A group goal of which something may be told: the goal itself stands in the list of what is due."""

    type: Literal["groupGoal"] = "groupGoal"  # pyright: ignore[reportIncompatibleVariableOverride] - itself
    kind: str = GOAL_KIND


class GroupShareDue(Due, frozen=True):
    """A share that is to be counted anew: the share itself stands in the list of what is due."""

    type: Literal["groupShare"] = "groupShare"  # pyright: ignore[reportIncompatibleVariableOverride] - itself
    kind: str = SHARE_KIND


class Settling:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock
        self._sharing = Sharing(table, clock)

    async def settle(self, group: str) -> GroupGoal | None:
        """The goal as it is now, with everything told. None where there is none."""
        for _ in range(ATTEMPTS):
            if (goal := await goal_with(self._table, group)) is None:
                return None
            now = self._now()
            if goal.status is GroupStatus.REMOVED:
                await clear(self._table, goal, now)
                return None
            if goal.status is GroupStatus.ACTIVE and is_settled(goal, now):
                goal = await self._recounted(goal)
            if (after := settled(goal, now)) != goal:
                if not await self._written([*_operations(goal, after, now)]):
                    continue
                goal = after.model_copy(update={"revision": goal.revision + 1})
            if not goal.news:
                return goal
            await self._tell(goal)
            done = settled(goal.model_copy(update={"news": ()}), now)
            if await self._written([goal_change(goal, done)]):
                return done
        raise restless()

    async def _recounted(self, goal: GroupGoal) -> GroupGoal:
        """Everybody once more from what is there: then it stays."""
        for share in await shares_in(self._table, goal.id):
            await self._sharing.recount(share.user, goal.id)
        return await goal_with(self._table, goal.id) or goal

    async def _tell(self, goal: GroupGoal) -> None:
        """A server in its channel; of a person's goal, everybody in it, each as they like to be told."""
        everybody = await self._to(goal)
        for news in goal.news:
            for person in everybody:
                if person.id != news.by:
                    await outbox.enqueue(self._table, message(person, goal, news))

    async def _to(self, goal: GroupGoal) -> Sequence[User]:
        item = await self._table.get(UserKey(goal.user).key)
        owner = next(from_items(User, [item] if item else []), None)
        if owner is not None and owner.guild is not None:
            return [owner]
        shares = await shares_in(self._table, goal.id)
        return [*(await present_people(self._table, (one.user for one in shares))).values()]

    async def _written(self, operations: Sequence[Operation]) -> bool:
        try:
            await self._table.transact(operations)
        except ConditionFailed:
            return False
        return True

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _operations(before: GroupGoal, after: GroupGoal, now: datetime) -> Iterator[Operation]:
    """The goal, and its marks as milestones of whoever owns it."""
    yield goal_change(before, after)
    for mark in after.milestones:
        if mark not in before.milestones:
            reached = milestone(after.user, after.id, after.name, mark, now)
            yield rewrite(reached, reached.key, *reached.places())
