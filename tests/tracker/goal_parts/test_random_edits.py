"""Whatever is done with parts, weights, links and goals above goals: the same as a slow recount of all."""

import random
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.tracker.accounts.dying import DyingTable, Killed
from tests.tracker.goal_parts.slow_recount import SlowRecount
from tests.tracker.goal_parts.workshops import Workshop, somebody
from tracker.front_ends import FrontEnd
from tracker.goal_parts.feature import RECOUNTS
from tracker.goals.composite.model import CompositeGoal, ProgressConfig
from tracker.goals.composite.naming import composites_of
from tracker.goals.composite.words import SAID
from tracker.habits.changing import DayReport
from tracker.habits.model import Habit
from tracker.metrics.model import Metric
from tracker.refusals import Refused
from tracker.store.table import Table
from tracker.tasks.listing import every_open
from tracker.tasks.model import Task

STEPS = 30


class Life:
    """Somebody who does anything at all, drawn from a seed."""

    def __init__(self, shop: Workshop, chance: random.Random) -> None:
        self.shop, self.chance = shop, chance
        self.done: list[str] = []

    async def begin(self) -> None:
        shop = self.shop
        for number in range(3):
            await shop.goal(f"Goal {number}")
            await shop.task(f"Task {number}", (number + 1) * 10)
        for name, target in (("Weight", 70), ("Steps", None)):
            await shop.metric(name, target_value=target)
        await shop.habit("gym")
        await shop.habit("read")

    async def step(self) -> None:
        doing = self.chance.choice(self.ways)
        self.done.append(doing.__name__)
        with suppress(Refused):
            await doing()

    @property
    def ways(self) -> list[Callable[[], Awaitable[object]]]:
        tasks = [self.add_task, self.link_task, self.unlink_task, self.do_task, self.cancel, self.resize]
        others = [
            self.undo,
            self.remove_task,
            self.tick,
            self.add_criterion,
            self.move_criterion,
            self.follow,
        ]
        others += [self.less_criteria, self.weigh]
        numbers = [self.link_metric, self.log, self.unlink_metric, self.aim]
        habits = [self.link_habit, self.keep, self.skip, self.unlink_habit, self.take_back]
        above = [
            self.add_goal,
            self.put_below,
            self.put_below,
            self.end_goal,
            self.remove_goal,
            self.pass_time,
        ]
        return [*tasks, *others, *numbers, *habits, *above]

    async def goal(self) -> CompositeGoal:
        return self.chance.choice(await composites_of(self.shop.table, self.shop.user.id))

    async def task(self) -> Task:
        there = await self.shop.table.read_in_steps(every_open(self.shop.user.id))
        return self.chance.choice(there) if there else await self.shop.task("Another")

    async def metric(self) -> Metric:
        return self.chance.choice(await self.shop.metrics.list(self.shop.user.id))

    async def habit(self) -> Habit:
        return self.chance.choice(await self.shop.habits.list(self.shop.user.id))

    async def add_task(self) -> None:
        goals = {(await self.goal()).id: None for _ in range(2)}
        named = [one for one in await composites_of(self.shop.table, self.shop.user.id) if one.id in goals]
        await self.shop.task("More", self.chance.choice([None, 5, 45]), *named)

    async def link_task(self) -> None:
        await self.shop.linking.link_task(self.shop.user, await self.goal(), await self.task())

    async def unlink_task(self) -> None:
        await self.shop.linking.unlink_task(self.shop.user, await self.goal(), await self.task())

    async def do_task(self) -> None:
        await self.shop.tasks.done(self.shop.user.id, (await self.task()).id)

    async def cancel(self) -> None:
        await self.shop.tasks.cancel(self.shop.user.id, (await self.task()).id)

    async def resize(self) -> None:
        size = self.chance.choice([1, 30, 200])
        await self.shop.tasks.edit(self.shop.user.id, (await self.task()).id, {"size": size})

    async def undo(self) -> None:
        await self.shop.tasks.undo(self.shop.user.id)

    async def remove_task(self) -> None:
        await self.shop.tasks.remove(self.shop.user.id, (await self.task()).id)

    async def move_criterion(self) -> None:
        goal = await self.goal()
        if goal.success_criteria:
            one = self.chance.choice(goal.success_criteria)
            await self.shop.linking.put_criterion(goal, one.text, place=self.chance.randint(1, 9))

    async def add_criterion(self) -> None:
        await self.shop.linking.put_criterion(await self.goal(), f"So it is {self.chance.randrange(9)}")

    async def follow(self) -> None:
        goal, task, metric = await self.goal(), await self.task(), await self.metric()
        text, linking = f"Follows {self.chance.randrange(9)}", self.shop.linking
        if self.chance.random() < 0.5:
            await linking.put_criterion(goal, text, linked_task_id=task.id)
        else:
            await linking.put_criterion(goal, text, linked_metric_id=metric.id)

    async def less_criteria(self) -> None:
        await self.shop.linking.remove_criterion(await self.goal(), "1")

    async def tick(self) -> None:
        done = self.chance.random() < 0.7
        await self.shop.linking.tick(await self.goal(), f"{self.chance.randrange(1, 4)}", done=done)

    async def weigh(self) -> None:
        weights = {name: self.chance.choice([0, 10, 33, 100]) for name in ProgressConfig.model_fields}
        config = ProgressConfig.model_validate(weights)
        await self.shop.goals.edit(self.shop.user.id, (await self.goal()).id, {"progress_config": config})

    async def link_metric(self) -> None:
        target = self.chance.choice([None, 60, 90])
        await self.shop.linking.link_metric(self.shop.user, await self.goal(), await self.metric(), target)

    async def unlink_metric(self) -> None:
        await self.shop.linking.unlink_metric(self.shop.user, await self.goal(), await self.metric())

    async def log(self) -> None:
        self.shop.clock.advance(1)
        await self.shop.log(
            await self.metric(), self.chance.randrange(50, 100), ago=self.chance.choice([0, 0, 2])
        )

    async def aim(self) -> None:
        await self.shop.metrics.edit(
            self.shop.user, await self.metric(), {"target_value": self.chance.choice([None, 65, 80])}
        )

    async def link_habit(self) -> None:
        await self.shop.linking.link_habit(self.shop.user, await self.goal(), await self.habit())

    async def unlink_habit(self) -> None:
        await self.shop.linking.unlink_habit(self.shop.user, await self.goal(), await self.habit())

    async def keep(self) -> None:
        await self.shop.keep(await self.habit(), ago=self.chance.choice([0, 0, 1, 3]))

    async def skip(self) -> None:
        day = DayReport(self.shop.today, FrontEnd.TERMINAL)
        await self.shop.habits.skip(self.shop.user.id, (await self.habit()).id, day)

    async def take_back(self) -> None:
        await self.shop.habits.undo(self.shop.user.id)

    async def add_goal(self) -> None:
        await self.shop.goal(f"Goal {self.chance.random()}", parent=(await self.goal()).id)

    async def put_below(self) -> None:
        above = self.chance.choice([None, (await self.goal()).id])
        await self.shop.goals.edit(self.shop.user.id, (await self.goal()).id, {"parent": above})

    async def end_goal(self) -> None:
        status = self.chance.choice(SAID)
        await self.shop.goals.edit(self.shop.user.id, (await self.goal()).id, {"status": status})

    async def remove_goal(self) -> None:
        if len(await composites_of(self.shop.table, self.shop.user.id)) > 2:
            await self.shop.goals.remove(self.shop.user.id, (await self.goal()).id)

    async def pass_time(self) -> None:
        self.shop.clock.advance(self.chance.choice([60, 13 * 3600, 86_400]))


async def cached(table: Table, user_id: str) -> dict[str, object]:
    return {one.id: one.cached_progress for one in await composites_of(table, user_id)}


@settings(max_examples=25)
@given(seed=st.integers(0, 10**9))
async def test_progress_is_always_what_a_slow_recount_finds(seed: int) -> None:
    async with somebody() as shop:
        chance = random.Random(seed)  # noqa: S311 - a life, not a secret
        life = Life(shop, chance)
        await life.begin()
        for _ in range(STEPS):
            await life.step()
            await shop.goals.list(shop.user.id)  # whoever reads finds what is right
            slow = await SlowRecount.at(shop.table, shop.clock())
            assert await cached(shop.table, shop.user.id) == slow.every_progress(), life.done


@settings(max_examples=25)
@given(seed=st.integers(0, 10**9))
async def test_a_crash_at_any_write_loses_nothing_and_the_clock_brings_it(seed: int) -> None:
    async with somebody() as safe:
        await lives_with_crashes(safe, seed)


@pytest.mark.both_engines
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_nor_does_it_on_either_engine(everywhere: Workshop, seed: int) -> None:
    await lives_with_crashes(everywhere, seed)


async def lives_with_crashes(safe: Workshop, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a life, not a secret
    life = Life(safe, chance)
    await life.begin()
    for _ in range(STEPS):
        dying = Workshop(DyingTable(safe.table, safe.clock, chance.choice([0, 1, 1, 2, 9])), safe.clock)
        dying.user = life.shop.user
        life.shop = dying
        with suppress(Killed):
            await life.step()
    await run_due(RECOUNTS, tools_at(safe.table, safe.clock))
    await run_due(RECOUNTS, tools_at(safe.table, safe.clock))
    slow = await SlowRecount.at(safe.table, safe.clock())
    assert await cached(safe.table, safe.user.id) == slow.every_progress(), life.done
