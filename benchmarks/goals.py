"""Goals of parts: a task done that counts towards five of them, each four deep, against one for none."""

import statistics
import time
from collections import deque
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import ROUNDS, Limit, Measured, rate
from bot.memory import set_aside
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.goal_parts.service import GoalsOfParts
from tracker.goals.composite.model import DEEPEST
from tracker.ids import ulids
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.tasks.model import Task
from tracker.tasks.service import NewTask, Tasks

GOALS, DONE, MOST_RATIO, MOST_RECOUNT = 5, 100, 2.0, 1.0


async def goals() -> list[Measured]:
    with TemporaryDirectory() as folder:
        clock, names = HandClock(), count()
        table = await SqliteTable.open(Path(folder) / "questlog.db", clock)
        tasks = Tasks(table, clock, lambda: f"task{next(names):06}")
        busy, free = [await _person(table, clock, name) for name in ("busy", "free")]
        composite = GoalsOfParts(table, clock, ulids(clock))
        leaves = await _pyramids(composite, busy)
        rounds = 1 + ROUNDS
        counting = deque([await _task(tasks, busy, leaves) for _ in range(DONE * rounds)])
        alone = deque([await _task(tasks, free, ()) for _ in range(DONE * rounds)])
        await composite.list(busy.id)

        async def done(waiting: deque[Task]) -> None:
            task = waiting.popleft()
            await tasks.done(task.user_id, task.id)

        async def slowdown() -> tuple[float, float]:
            wall, cpu = time.perf_counter(), time.process_time()
            await rate(lambda _: done(counting), DONE)
            middle_wall, middle_cpu = time.perf_counter(), time.process_time()
            await rate(lambda _: done(alone), DONE)
            ours = middle_wall - wall, middle_cpu - cpu
            bare = time.perf_counter() - middle_wall, time.process_time() - middle_cpu
            return ours[0] / bare[0], ours[1] / bare[1]

        with set_aside():
            pairs = [await slowdown() for _ in range(rounds)][1:]
        began = time.perf_counter()
        found = await composite.list(busy.id)
        took = time.perf_counter() - began
        assert all(one.cached_progress == 100 for one in found)
        await table.close()
    what = f"a task done for {GOALS} goals, {DEEPEST} deep, against one for none"
    measured: list[Measured] = [
        Limit(f"{what}: time", statistics.median(one for one, _ in pairs), MOST_RATIO, "x"),
        Limit(f"{what}: processor", statistics.median(one for _, one in pairs), MOST_RATIO, "x"),
        Limit(f"all {len(found)} goals recounted", took, MOST_RECOUNT, "s"),
    ]
    print(*measured, sep="\n", flush=True)
    return measured


async def _person(table: Table, clock: HandClock, name: str) -> User:
    return await Accounts(table, clock, ulids(clock)).get_or_register(parse_identity(f"local:{name}"))


async def _pyramids(composite: GoalsOfParts, user: User) -> tuple[str, ...]:
    """The ids of the lowest goals of five pillars."""
    lowest: list[str] = []
    for number in range(GOALS):
        above: str | None = None
        for level in range(DEEPEST):
            above = (await composite.add(user, f"Goal {number}, level {level}", {"parent": above})).id
        lowest.append(above or "")
    return tuple(lowest)


async def _task(tasks: Tasks, user: User, goal_ids: tuple[str, ...]) -> Task:
    return (await tasks.add(user.id, NewTask(title="Walk", size=30, goal_ids=goal_ids))).changed.task
