"""What a goal of parts is at, and why: the rules, by examples."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from tests.tracker.goal_parts.workshops import DAY, Workshop
from tracker.accounts.service import Accounts
from tracker.goals.composite.errors import BadPart
from tracker.goals.composite.model import (
    MOST_GOALS_OF_PART,
    ActivityKind,
    CompositeGoal,
    CompositeStatus,
    PartKind,
    ProgressConfig,
    TimeHorizon,
)
from tracker.goals.composite.progress import MetricWay, level_of, progress_of
from tracker.goals.errors import GoalUnchanged
from tracker.metrics.model import Direction
from tracker.tasks.model import TaskStatus


def test_only_the_kinds_that_there_are_weigh() -> None:
    shares = {PartKind.CRITERIA: Fraction(1, 2), PartKind.TASKS: Fraction(1)}
    assert progress_of(ProgressConfig(), shares) == Decimal("71.4")  # (40 / 2 + 30) of 70
    assert progress_of(ProgressConfig(), {PartKind.HABITS: Fraction(1, 3)}) == Decimal("33.3")
    assert progress_of(ProgressConfig(), {}) is None
    assert progress_of(ProgressConfig(habits=0), {PartKind.HABITS: Fraction(1, 3)}) is None


def test_a_hundred_is_all_of_it() -> None:
    assert progress_of(ProgressConfig(), {PartKind.TASKS: Fraction(9999, 10000)}) == Decimal("99.9")


@pytest.mark.parametrize(
    ("start", "target", "level", "share"),
    [(80, 70, 75, "1/2"), (0, 10, 5, "1/2"), (80, 70, 85, "0"), (80, 70, 60, "1"), (70, 70, 70, "1")],
)
def test_a_metric_goes_either_way_and_not_beyond(start: int, target: int, level: int, share: str) -> None:
    assert MetricWay(start, target, level).share == Fraction(share)


def test_a_metric_is_where_its_last_days_say() -> None:
    first = date(2100, 1, 1)
    assert level_of([]) is None
    assert level_of([(first, 80)]) == 80
    assert level_of([(first, 80), (first + DAY, 70)]) == 79
    assert level_of([(first, 80), (first + 2 * DAY, 70)]) == Decimal("78.1")  # a gap of two days weighs more


async def test_a_goal_without_parts_has_no_number(shop: Workshop) -> None:
    goal = await shop.goal("Get fit")
    assert (goal.cached_progress, goal.status) == (None, CompositeStatus.ACTIVE)


async def test_tasks_count_by_their_minutes_and_cancelled_ones_not_at_all(shop: Workshop) -> None:
    goal = await shop.goal("Move house")
    long, short, never = [await shop.task(f"{n}", n, goal) for n in (60, 20, 500)]
    await shop.tasks.cancel(shop.user.id, never.id)
    await shop.tasks.done(shop.user.id, long.id)
    assert await shop.progress(goal) == 75
    await shop.tasks.undo(shop.user.id)
    assert await shop.progress(goal) == 0
    await shop.tasks.done(shop.user.id, short.id)
    assert await shop.progress(goal) == 25


async def test_a_task_that_is_removed_or_unlinked_counts_no_longer(shop: Workshop) -> None:
    goal = await shop.goal("Move house")
    done, open_, gone = [await shop.task(name, 30, goal) for name in ("done", "open", "gone")]
    await shop.tasks.done(shop.user.id, done.id)
    assert await shop.progress(goal) == Decimal("33.3")
    await shop.tasks.remove(shop.user.id, gone.id)
    assert await shop.progress(goal) == 50
    await shop.linking.unlink_task(shop.user, goal, open_)
    assert await shop.progress(goal) == 100
    await shop.tasks.undo(shop.user.id)  # the link is back
    assert await shop.progress(goal) == 50


async def test_criteria_tasks_metrics_and_habits_come_together(shop: Workshop) -> None:
    goal = await shop.goal("Get fit")
    await shop.linking.put_criterion(goal, "Run 5 km")
    await shop.linking.put_criterion(goal, "Do ten pull-ups")
    await shop.linking.tick(goal, "run")
    task = await shop.task("Join a gym", 60, goal)
    await shop.tasks.done(shop.user.id, task.id)
    weight = await shop.metric("Weight", direction=Direction.LOWER, target_value=70)
    await shop.log(weight, 80)
    await shop.linking.link_metric(shop.user, goal, weight)
    gym = await shop.habit("gym")
    await shop.keep(gym)
    await shop.linking.link_habit(shop.user, goal, gym)
    assert await shop.progress(goal) == 60  # 40 / 2 + 30 + 0 + 10
    shop.clock.advance(86_400)
    await shop.log(weight, 70)  # its level is 79: a tenth of the way
    look = await shop.look(goal)
    assert look.goal.cached_progress == 62
    assert [(one.kind.value, one.percent, one.weight) for one in look.parts] == [
        ("criteria", 100, 20.0),
        ("criteria", 0, 20.0),
        ("tasks", 100, 30.0),
        ("metrics", 10, 20.0),
        ("habits", 100, 10.0),
    ]


async def test_a_metric_that_meets_its_target_already_is_to_keep_doing_so(shop: Workshop) -> None:
    goal = await shop.goal("Get fit")
    steps = await shop.metric("Steps", direction=Direction.HIGHER, target_value=10_000)
    await shop.log(steps, 10_500)
    await shop.linking.link_metric(shop.user, goal, steps)
    assert await shop.progress(goal) == 100
    shop.clock.advance(86_400)
    await shop.log(steps, 4_000)
    assert await shop.progress(goal) == 0


async def test_a_criterion_can_follow_a_task_or_a_metric(shop: Workshop) -> None:
    goal = await shop.goal("Get fit")
    race = await shop.task("Run a race", 60, goal)
    weight = await shop.metric("Weight", target_value=70, direction=Direction.LOWER)
    await shop.log(weight, 80)
    await shop.linking.link_metric(shop.user, goal, weight)
    await shop.linking.put_criterion(goal, "Ran a race", linked_task_id=race.id)
    await shop.linking.put_criterion(goal, "Light enough", linked_metric_id=weight.id)
    assert [one.done for one in (await shop.now(goal)).success_criteria] == [False, False]
    await shop.tasks.done(shop.user.id, race.id)
    assert [one.done for one in (await shop.now(goal)).success_criteria] == [True, False]
    await shop.log(weight, 70)  # the same day, which comes to this
    assert [one.done for one in (await shop.now(goal)).success_criteria] == [True, True]
    with pytest.raises(BadPart):
        await shop.linking.tick(goal, "1", done=False)
    await shop.tasks.undo(shop.user.id)
    after = await shop.now(goal)
    assert [one.done for one in after.success_criteria] == [False, True]


async def test_where_a_metric_started_is_said_with_a_few_digits(shop: Workshop) -> None:
    goal = await shop.goal("Get fit")
    weight = await shop.metric("Weight", target_value=70, direction=Direction.LOWER)
    for ago, value in ((3, Decimal("81.2")), (2, Decimal("80.7")), (1, Decimal("80.3"))):
        await shop.log(weight, value, ago=ago)
    await shop.linking.link_metric(shop.user, goal, weight)
    [part] = (await shop.look(goal)).parts
    assert part.text == "81.06, on the way from 81.06 to 70"


async def test_a_metric_without_a_target_counts_when_it_has_one(shop: Workshop) -> None:
    goal = await shop.goal("Save money")
    money = await shop.metric("Savings")
    await shop.log(money, 100)
    await shop.linking.link_metric(shop.user, goal, money)
    assert await shop.progress(goal) is None
    await shop.linking.link_metric(shop.user, goal, money, target=200)
    assert await shop.progress(goal) == 0
    with pytest.raises(GoalUnchanged):
        await shop.linking.link_metric(shop.user, goal, money, target=200)


async def test_days_of_a_habit_that_are_skipped_are_not_due_and_days_that_pass_are(shop: Workshop) -> None:
    goal = await shop.goal("Read more")
    read = await shop.habit("read")
    await shop.linking.link_habit(shop.user, goal, read)
    await shop.keep(read)
    assert await shop.progress(goal) == 100
    shop.clock.advance(3 * 86_400)  # nobody does anything, and a read says what that means
    assert await shop.progress(goal) == 50  # of yesterday it can still be told: one of two
    shop.clock.advance(12 * 3600)
    assert await shop.progress(goal) == Decimal("33.3")


async def test_what_is_said_by_hand_is_shown_beside_and_ends_when_a_part_moves(shop: Workshop) -> None:
    goal = await shop.goal("Move house")
    task = await shop.task("Pack", 60, goal)
    said = await shop.linking.say_progress(goal, Decimal(40))
    assert (said.cached_progress, said.manual_override, said.shown_progress) == (0, 40, 40)
    await shop.goals.edit(shop.user.id, goal.id, {"notes": "soon"})
    assert (await shop.now(goal)).manual_override == 40
    await shop.tasks.done(shop.user.id, task.id)
    after = await shop.now(goal)
    assert (after.cached_progress, after.manual_override) == (100, None)


async def test_a_goal_above_is_the_mean_of_those_below_it(shop: Workshop) -> None:
    top = await shop.goal("A good year")
    one, other, third = [await shop.goal(name, parent=top.id) for name in ("One", "Other", "Third")]
    for goal, ticks in ((one, 1), (other, 2), (third, 0)):
        for number in (1, 2):
            await shop.linking.put_criterion(goal, f"Step {number}")
        for number in range(ticks):
            await shop.linking.tick(goal, f"{number + 1}")
    assert await shop.progress(top) == 50
    await shop.goals.edit(shop.user.id, third.id, {"status": CompositeStatus.ABANDONED})
    assert await shop.progress(top) == 75
    await shop.goals.edit(shop.user.id, one.id, {"status": CompositeStatus.ACHIEVED})
    assert await shop.progress(top) == 100
    await shop.goals.remove(shop.user.id, other.id)
    await shop.goals.remove(shop.user.id, one.id)
    assert await shop.progress(top) is None


async def test_a_goal_is_at_risk_when_it_lags_behind_its_time_and_back_on_track_a_little_later(
    shop: Workshop,
) -> None:
    goal = await shop.goal("Write", target_date=shop.today + 99 * DAY)
    tasks = [await shop.task(f"Chapter {n}", 60, goal) for n in range(20)]
    assert (await shop.now(goal)).status is CompositeStatus.ACTIVE  # too early to say
    shop.clock.advance(19 * 86_400)
    assert (await shop.now(goal)).status is CompositeStatus.AT_RISK
    for one in tasks[:3]:
        await shop.tasks.done(shop.user.id, one.id)
    assert (await shop.now(goal)).status is CompositeStatus.AT_RISK  # 15 % of 20 %
    await shop.tasks.done(shop.user.id, tasks[3].id)
    assert (await shop.now(goal)).status is CompositeStatus.ON_TRACK
    shop.clock.advance(2 * 86_400)  # 20 % of 22 %: what is on track stays so down to nine tenths
    assert (await shop.now(goal)).status is CompositeStatus.ON_TRACK
    shop.clock.advance(86_400)
    assert (await shop.now(goal)).status is CompositeStatus.AT_RISK
    await shop.goals.edit(shop.user.id, goal.id, {"status": CompositeStatus.ABANDONED})
    assert (await shop.now(goal)).status is CompositeStatus.ABANDONED


async def test_each_milestone_is_told_once_and_stays_reached(shop: Workshop) -> None:
    goal = await shop.goal("Move house")
    tasks = [await shop.task(f"Box {n}", 60, goal) for n in range(4)]
    for one in tasks[:2]:
        await shop.tasks.done(shop.user.id, one.id)
    await shop.goals.list(shop.user.id)
    await shop.tasks.undo(shop.user.id)
    await shop.goals.list(shop.user.id)
    await shop.tasks.done(shop.user.id, tasks[1].id)
    look = await shop.look(goal)
    assert [one.percentage for one in look.milestones] == [25, 50]
    assert sorted(one.title for one in await shop.told()) == ["Move house: 25 %", "Move house: 50 %"]


async def test_the_feed_says_what_happened(shop: Workshop) -> None:
    goal = await shop.goal("Get fit")
    await shop.linking.put_criterion(goal, "Run 5 km")
    await shop.linking.tick(goal, "1")
    texts = [one.text for one in (await shop.look(goal)).activity]
    assert texts == [
        "From 0 % to 100 %: criteria 100 %.",
        "Done: Run 5 km.",
        "From nothing yet to 0 %: criteria 0 %.",
        "Criterion added: Run 5 km.",
        "Goal set.",
    ]


async def test_the_feed_says_what_was_changed_and_when_the_goal_came_to_be_at_risk(shop: Workshop) -> None:
    goal = await shop.goal("Get fit", target_date=shop.today + 100 * DAY)
    await shop.linking.put_criterion(goal, "Run 5 km")
    changes = {"title": "Run", "notes": "slowly", "priority": "P4", "time_horizon": TimeHorizon.YEARLY}
    await shop.goals.edit(shop.user.id, goal.id, changes)
    shop.clock.advance(50 * DAY.total_seconds())
    await shop.goals.list(shop.user.id)

    newest, changed, *_ = (await shop.look(goal)).activity
    assert (newest.kind, newest.text) == (ActivityKind.STATUS, "It is at risk now.")
    assert changed.text == "Changed: title, notes and horizon."


async def test_the_feed_is_written_as_its_person_writes_also_by_the_clock(shop: Workshop) -> None:
    shop.user = await Accounts(shop.table, shop.clock, lambda: "").change_settings(
        shop.user.id, {"country": "DE"}
    )
    goal = await shop.goal("Get fit")
    for number in range(3):
        await shop.linking.put_criterion(goal, f"Step {number}")
    task = await shop.task("Pack", None, goal)
    await shop.tasks.edit(shop.user.id, task.id, {"due_date": shop.today + DAY})
    await shop.goals.change(shop.user.id, goal.id, lambda one: (with_done(one, 1), "Said."))
    look = await shop.look(goal)
    assert look.activity[0].text.startswith("From 0 % to 19 %: criteria 33,3 %")
    [pack] = [one for one in look.parts if one.kind is PartKind.TASKS]
    assert pack.text == f"due {(shop.today + DAY).day} {shop.today + DAY:%B}"


def with_done(goal: CompositeGoal, many: int) -> CompositeGoal:
    """So many of its criteria are met."""
    criteria = [
        one.model_copy(update={"done": place < many}) for place, one in enumerate(goal.success_criteria)
    ]
    return goal.model_copy(update={"success_criteria": tuple(criteria)})


async def test_a_criterion_gets_another_date_and_another_place_and_is_still_met(shop: Workshop) -> None:
    goal = await shop.goal("Get fit")
    for text in ("Walk", "Run", "Swim"):
        await shop.linking.put_criterion(goal, text)
    await shop.linking.tick(goal, "swim")

    await shop.linking.put_criterion(goal, "swim", place=1)
    await shop.linking.put_criterion(goal, "Run", target_date=shop.today + DAY)
    with pytest.raises(GoalUnchanged):
        await shop.linking.put_criterion(goal, "Run")
    moved = await shop.linking.put_criterion(goal, "Walk", place=30)

    assert [(one.order, one.text, one.done) for one in moved.success_criteria] == [
        (1, "Swim", True),
        (2, "Run", False),
        (3, "Walk", False),
    ]
    tomorrow = shop.today + DAY
    texts = [one.text for one in (await shop.look(goal)).parts]
    assert texts == ["done", f"due {tomorrow.day} {tomorrow:%B}", ""]
    fewer = await shop.linking.remove_criterion(goal, "1")
    assert [(one.order, one.text) for one in fewer.success_criteria] == [(1, "Run"), (2, "Walk")]


async def test_a_criterion_says_what_it_follows(shop: Workshop) -> None:
    goal = await shop.goal("Get fit")
    race = await shop.task("Run a race", None, goal)
    weight = await shop.metric("Weight", target_value=70)
    await shop.linking.link_metric(shop.user, goal, weight)
    await shop.linking.put_criterion(goal, "Ran", linked_task_id=race.id)
    await shop.linking.put_criterion(goal, "Light", linked_metric_id=weight.id)

    criteria = [one.text for one in (await shop.look(goal)).parts if one.kind is PartKind.CRITERIA]

    assert criteria == ["follows Run a race", "follows Weight"]


async def test_a_part_counts_towards_a_few_goals(shop: Workshop) -> None:
    task = await shop.task("Walk")
    goals = [await shop.goal(f"Goal {n}") for n in range(MOST_GOALS_OF_PART + 1)]
    for one in goals[:-1]:
        task = (await shop.tasks.count_for(shop.user.id, task.id, one.id)).changed.task
    with pytest.raises(BadPart):
        await shop.linking.link_task(shop.user, goals[-1], task)
    await shop.tasks.done(shop.user.id, task.id)
    assert [await shop.progress(one) for one in goals] == [100] * MOST_GOALS_OF_PART + [None]


async def test_the_next_of_a_series_counts_as_well(shop: Workshop) -> None:
    from tracker.tasks.recurrence import Recurrence, RepeatUnit  # noqa: PLC0415

    goal = await shop.goal("Pay rent")
    rule = Recurrence(frequency=RepeatUnit.MONTH, start=shop.today)
    from tracker.tasks.service import NewTask  # noqa: PLC0415

    new = NewTask(title="Rent", recurrence_rule=rule, goal_ids=(goal.id,))
    rent = (await shop.tasks.add(shop.user.id, new)).changed.task
    done = await shop.tasks.done(shop.user.id, rent.id)
    assert done.changed.next is not None
    assert done.changed.task.status is TaskStatus.DONE
    assert await shop.progress(goal) == 50
    assert {one.id for one in (await shop.look(goal)).parts} == {rent.id, done.changed.next.id}
