"""When a thread is over: a week after its task is done or its goal reached; without either, after a month."""

from contextlib import suppress
from datetime import datetime, timedelta

from tracker.clock import Clock
from tracker.due import forget, moved
from tracker.goals.composite.model import CompositeGoal
from tracker.goals.model import Goal
from tracker.rooms.assist.model import AssistEnd, AssistThread, ThreadStatus
from tracker.rooms.assist.reading import thread_at
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import change, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import CompositeGoalKey, GoalKey, TaskKey
from tracker.store.table import Put, Table, Update
from tracker.tasks.model import Task

LIFE, AFTER, LOOK, KEPT = timedelta(days=30), timedelta(days=7), timedelta(days=1), timedelta(days=90)


def first_end(thread: AssistThread) -> Put:
    at = thread.created_at + (LOOK if thread.task or thread.goal else LIFE)
    new = AssistEnd(user=thread.asker, id=thread.id, due_at=at)
    return Put(to_item(new, new.key, new.place), ABSENT)


def closed(thread: AssistThread, status: ThreadStatus, now: datetime) -> Update:
    return change(
        AssistThread,
        thread.key,
        {"status": status, "ttl": int((now + KEPT).timestamp())},
        enter=[*thread.places(status)],
        when=eq("status", ThreadStatus.OPEN.value),
    )


class ThreadEndings:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def hold(self, work: AssistEnd) -> None:
        now = self._clock().replace(microsecond=0)
        thread = await thread_at(self._table, work.id)
        if thread is None or thread.status is not ThreadStatus.OPEN:
            await forget(self._table, work)
            return
        if (at := await self._ends(thread, now)) > now:
            await self._table.update(moved(work, at))
            return
        with suppress(ConditionFailed):  # it was solved in the same moment
            await self._table.update(closed(thread, ThreadStatus.OVER, now))
        await forget(self._table, work)

    async def _ends(self, thread: AssistThread, now: datetime) -> datetime:
        """When to look again; now where it is over."""
        if thread.task is not None:
            item = await self._table.get(TaskKey(thread.asker, thread.task).key)
            task = next(from_items(Task, [item] if item else []), None)
            return now if task is None else _after(task.completed_date, now)
        if thread.goal is not None and thread.character is None:
            item = await self._table.get(CompositeGoalKey(thread.asker, thread.goal).key)
            parts = next(from_items(CompositeGoal, [item] if item else []), None)
            return now if parts is None else _after(parts.completed_date, now)
        if thread.goal is not None:
            item = await self._table.get(GoalKey(thread.asker, thread.character or "", thread.goal).key)
            goal = next(from_items(Goal, [item] if item else []), None)
            return now if goal is None else _after(goal.reached_at, now)
        return thread.created_at + LIFE


def _after(done: datetime | None, now: datetime) -> datetime:
    return now + LOOK if done is None else max(done + AFTER, now)
