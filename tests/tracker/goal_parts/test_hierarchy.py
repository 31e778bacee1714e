"""Goals below goals: four deep, never in a circle, also when two writers meet."""

import asyncio
from itertools import pairwise

import pytest

from tests.tracker.goal_parts.workshops import Workshop
from tracker.goals.composite.errors import BadGoal, GoalCycle, TooDeep
from tracker.goals.composite.naming import composites_of
from tracker.goals.errors import NoSuchGoal
from tracker.store.errors import Throttled


async def test_goals_are_four_deep_at_most(shop: Workshop) -> None:
    above = None
    for number in range(4):
        above = (await shop.goal(f"Level {number}", parent=above)).id
    with pytest.raises(TooDeep):
        await shop.goal("Level 4", parent=above)


async def test_a_goal_with_others_below_it_is_as_deep_as_they_are(shop: Workshop) -> None:
    deep = [await shop.goal(f"Deep {number}") for number in range(3)]
    for upper, lower in pairwise(deep):
        await shop.goals.edit(shop.user.id, lower.id, {"parent": upper.id})
    top = await shop.goal("Top")
    await shop.goals.edit(shop.user.id, deep[0].id, {"parent": top.id})
    higher = await shop.goal("Higher")
    with pytest.raises(TooDeep):
        await shop.goals.edit(shop.user.id, top.id, {"parent": higher.id})


async def test_a_goal_is_not_below_itself(shop: Workshop) -> None:
    one = await shop.goal("One")
    other = await shop.goal("Other", parent=one.id)
    for above in (one, other):
        with pytest.raises(GoalCycle):
            await shop.goals.edit(shop.user.id, one.id, {"parent": above.id})


@pytest.mark.both_engines
async def test_two_who_would_close_a_circle_together_do_not(everywhere: Workshop) -> None:
    one, other = await everywhere.goal("One"), await everywhere.goal("Other")
    found = await asyncio.gather(
        everywhere.goals.edit(everywhere.user.id, one.id, {"parent": other.id}),
        everywhere.goals.edit(everywhere.user.id, other.id, {"parent": one.id}),
        return_exceptions=True,
    )
    assert [type(each) for each in found if isinstance(each, Exception)] == [GoalCycle]
    parents = {each.id: each.parent for each in await composites_of(everywhere.table, everywhere.user.id)}
    assert sorted(parents.values(), key=str).count(None) == 1


@pytest.mark.both_engines
async def test_two_tasks_done_at_once_both_count_up_to_the_top(everywhere: Workshop) -> None:
    shop, above = everywhere, None
    goals = []
    for number in range(4):
        goals.append(await shop.goal(f"Level {number}", parent=above))
        above = goals[-1].id
    tasks = [await shop.task(f"{number}", 30, goals[-1]) for number in range(4)]
    await asyncio.gather(*(shop.tasks.done(shop.user.id, one.id) for one in tasks[:3]))
    await asyncio.gather(*(shop.goals.recounting.recount(shop.user.id, one.id) for one in goals))
    assert [await shop.progress(one) for one in goals] == [75] * 4


@pytest.mark.both_engines
async def test_two_devices_link_a_habit_to_two_goals_at_once(everywhere: Workshop) -> None:
    shop = everywhere
    one, other = await shop.goal("One"), await shop.goal("Other")
    gym = await shop.habit("gym")
    await asyncio.gather(
        shop.linking.link_habit(shop.user, one, gym),
        shop.linking.link_habit(shop.user, other, gym),
        shop.keep(gym),
    )
    assert set((await shop.habits.get(shop.user.id, gym.id)).goal_ids) == {one.id, other.id}
    assert [await shop.progress(each) for each in (one, other)] == [100, 100]


async def test_two_open_goals_are_not_called_the_same(shop: Workshop) -> None:
    await shop.goal("Get fit")
    with pytest.raises(BadGoal):
        await shop.goal("get  fit")


async def test_nobody_reaches_anothers_goal(shop: Workshop) -> None:
    mine = await shop.goal("Get fit")
    thief = await Workshop(shop.table, shop.clock).settle("bob")
    task = await thief.task("Run")
    gym = await thief.habit("gym")
    weight = await thief.metric("Weight")
    stolen = mine.model_copy(update={"user": thief.user.id})
    with pytest.raises(NoSuchGoal):
        await thief.goals.edit(thief.user.id, mine.id, {"notes": "mine now"})
    with pytest.raises(NoSuchGoal):
        await thief.goals.remove(thief.user.id, mine.id)
    with pytest.raises(NoSuchGoal):
        await thief.goal("Below", parent=mine.id)
    with pytest.raises(NoSuchGoal):
        await thief.linking.link_task(thief.user, stolen, task)
    for linked in (
        thief.linking.link_habit(thief.user, stolen, gym),
        thief.linking.link_metric(thief.user, stolen, weight),
    ):
        with pytest.raises(Throttled):  # its mark finds no goal, however often it looks
            await linked
    after = await shop.look(mine)
    assert (after.goal, list(after.parts)) == (await shop.now(mine), [])
    assert [one.title for one in await thief.goals.list(thief.user.id)] == []


async def test_a_goal_that_goes_leaves_its_parts_and_those_below_it(shop: Workshop) -> None:
    goal = await shop.goal("Get fit")
    below = await shop.goal("Run", parent=goal.id)
    task, gym, weight = (
        await shop.task("Shoes", 30, goal),
        await shop.habit("gym"),
        await shop.metric("Weight"),
    )
    await shop.linking.link_habit(shop.user, goal, gym)
    await shop.linking.link_metric(shop.user, goal, weight, target=70)
    await shop.tasks.done(shop.user.id, task.id)
    await shop.goals.list(shop.user.id)
    await shop.goals.remove(shop.user.id, goal.id)
    left = [item async for item in shop.table.scan() if goal.id in f"{item['PK']} {item['SK']}"]
    assert left == []
    assert (await shop.habits.get(shop.user.id, gym.id)).goal_ids == ()
    assert (await shop.metrics.get(shop.user.id, weight.id)).goal_ids == ()
    assert (await shop.now(below)).parent is None
    await shop.keep(gym)  # nothing is in the way
    await shop.log(weight, 75)
    await shop.tasks.undo(shop.user.id)


async def test_what_is_removed_counts_no_longer(shop: Workshop) -> None:
    goal = await shop.goal("Get fit")
    gym, weight = await shop.habit("gym"), await shop.metric("Weight")
    await shop.keep(gym)
    await shop.log(weight, 80)
    await shop.linking.link_habit(shop.user, goal, gym)
    await shop.linking.link_metric(shop.user, goal, weight, target=70)
    assert await shop.progress(goal) is not None
    await shop.habits.remove(shop.user.id, gym.id)
    await shop.metrics.remove(shop.user, await shop.metrics.get(shop.user.id, weight.id))
    assert await shop.progress(goal) is None
    assert list((await shop.look(goal)).parts) == []
