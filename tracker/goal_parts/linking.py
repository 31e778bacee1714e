"""What counts towards a goal: tasks, metrics, habits, criteria, each linked by its own service."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tracker.accounts.model import User
from tracker.goal_parts.counting import metric_level
from tracker.goal_parts.reading import LEVEL_DAYS
from tracker.goal_parts.service import GoalsOfParts
from tracker.goals.composite.errors import BadPart, NoSuchPart
from tracker.goals.composite.model import (
    MOST_CRITERIA,
    MOST_NUMBERS,
    ActivityKind,
    CompositeGoal,
    Criterion,
    GoalMetric,
)
from tracker.goals.composite.words import checked_text
from tracker.goals.errors import GoalUnchanged
from tracker.habits.model import Habit
from tracker.habits.service import Habits
from tracker.metrics.model import Metric
from tracker.metrics.past import newest_days
from tracker.metrics.service import Metrics
from tracker.readings import Number
from tracker.store.key import KeyPrefix
from tracker.store.keys import GoalHabitKey, GoalMetricKey
from tracker.store.table import Table
from tracker.tasks.model import Task, TaskStatus
from tracker.tasks.service import Tasks
from tracker.words import percent_text


@dataclass(frozen=True)
class Linking:
    table: Table
    goals: GoalsOfParts
    tasks: Tasks
    habits: Habits
    metrics: Metrics

    async def link_task(self, user: User, goal: CompositeGoal, task: Task) -> CompositeGoal:
        if goal.id in task.goal_ids:
            raise GoalUnchanged(f"{task.title} counts towards {goal.title} already.")
        await self.tasks.count_for(user.id, task.id, goal.id)
        return await self.goals.happened(goal, f"Task added: {task.title}.")

    async def unlink_task(self, user: User, goal: CompositeGoal, task: Task) -> CompositeGoal:
        _refuse_stranger(goal, task.goal_ids, task.title)
        await self.tasks.count_for(user.id, task.id, goal.id, counts=False)
        return await self.goals.happened(goal, f"Task taken away: {task.title}.")

    async def link_habit(self, user: User, goal: CompositeGoal, habit: Habit) -> CompositeGoal:
        if goal.id in habit.goal_ids:
            raise GoalUnchanged(f"{habit.name} counts towards {goal.title} already.")
        await self._refuse_too_many(GoalHabitKey.prefix(goal=goal.id), "habits")
        await self.habits.count_for(user.id, habit.id, goal.id)
        return await self.goals.happened(goal, f"Habit added: {habit.name}.")

    async def unlink_habit(self, user: User, goal: CompositeGoal, habit: Habit) -> CompositeGoal:
        _refuse_stranger(goal, habit.goal_ids, habit.name)
        await self.habits.count_for(user.id, habit.id, goal.id, counts=False)
        return await self.goals.happened(goal, f"Habit taken away: {habit.name}.")

    async def link_metric(
        self, user: User, goal: CompositeGoal, metric: Metric, target: Number | None = None
    ) -> CompositeGoal:
        """Where it stands now is where it starts. Linked again with another target, it keeps its start."""
        known = await self.table.get(GoalMetricKey(goal.id, metric.id).key)
        start = await self._level(metric, self.goals.today(user))
        if known is not None:
            link = GoalMetric.model_validate(known)
            if target is None or link.target_value == target:
                raise GoalUnchanged(f"{metric.name} counts towards {goal.title} already.")
            start = link.start_value
        else:
            await self._refuse_too_many(GoalMetricKey.prefix(goal=goal.id), "metrics")
        link = GoalMetric(goal=goal.id, metric=metric.id, start_value=start, target_value=target)
        await self.metrics.count_for(user, metric, link)
        return await self.goals.happened(goal, f"Metric added: {metric.name}.")

    async def unlink_metric(self, user: User, goal: CompositeGoal, metric: Metric) -> CompositeGoal:
        _refuse_stranger(goal, metric.goal_ids, metric.name)
        link = GoalMetric(goal=goal.id, metric=metric.id)
        await self.metrics.count_for(user, metric, link, counts=False)
        return await self.goals.happened(goal, f"Metric taken away: {metric.name}.")

    async def put_criterion(
        self, goal: CompositeGoal, text: str, *, place: int | None = None, **fields: object
    ) -> CompositeGoal:
        """A new criterion, or the one of this text as it is to be. With a task or a metric, it follows that.

        `place` is where it stands among the others, from 1. Raises BadPart, GoalUnchanged."""
        words = checked_text(text, "criterion")

        def put(one: CompositeGoal) -> tuple[CompositeGoal, str]:
            known = one.success_criteria
            before = next((each for each in known if each.text.casefold() == words.casefold()), None)
            if before is None and len(known) >= MOST_CRITERIA:
                raise BadPart(f"A goal has {MOST_CRITERIA} criteria at most.", field="criterion")
            new = (before or Criterion(text=words, order=len(known) + 1)).model_copy(update=fields)
            others = [each for each in known if each is not before]
            others.insert((new.order if place is None else place) - 1, new)
            after = _with(one, others)
            if after.success_criteria == known:
                raise GoalUnchanged(f"{words} is a criterion of {one.title} already.")
            return after, f"Criterion {'added' if before is None else 'changed'}: {words}."

        return await self.goals.change(goal.user, goal.id, put)

    async def find_task(self, user: User, text: str) -> Task:
        """Also one that is over, which counts as well; one that is open is meant first. Raises NoSuchTask."""
        return await self.tasks.find(user.id, text, status=(TaskStatus.DONE, TaskStatus.CANCELLED))

    async def remove_criterion(self, goal: CompositeGoal, text: str) -> CompositeGoal:
        """Raises NoSuchPart."""

        def without(one: CompositeGoal) -> tuple[CompositeGoal, str]:
            meant = criterion(one, text)
            others = [each for each in one.success_criteria if each is not meant]
            return _with(one, others), f"Criterion taken away: {meant.text}."

        return await self.goals.change(goal.user, goal.id, without)

    async def tick(self, goal: CompositeGoal, text: str, *, done: bool = True) -> CompositeGoal:
        """A criterion is met, or is not after all. Raises NoSuchPart, GoalUnchanged."""

        def ticked(one: CompositeGoal) -> tuple[CompositeGoal, str]:
            meant = criterion(one, text)
            if meant.linked_task_id or meant.linked_metric_id:
                what = "task" if meant.linked_task_id else "metric"
                raise BadPart(f"{meant.text} follows its {what}, which says whether it is met.")
            if meant.done is done:
                raise GoalUnchanged(f"{meant.text} is {'done' if done else 'open'} already.")
            new = meant.model_copy(update={"done": done})
            every = [new if each is meant else each for each in one.success_criteria]
            return _with(one, every), f"{'Done' if done else 'Open again'}: {meant.text}."

        return await self.goals.change(goal.user, goal.id, ticked)

    async def say_progress(self, goal: CompositeGoal, percent: Number | None) -> CompositeGoal:
        """By hand, until a part moves; None takes it back."""
        text = (
            "Progress follows from its parts again."
            if percent is None
            else f"Said by hand: {percent_text(float(percent))}."
        )

        def said(one: CompositeGoal) -> tuple[CompositeGoal, str]:
            if one.manual_override == percent:
                raise GoalUnchanged("That is what the goal says already.")
            return one.model_copy(update={"manual_override": percent}), text

        return await self.goals.change(goal.user, goal.id, said, ActivityKind.PROGRESS)

    async def _level(self, metric: Metric, today: date) -> Number | None:
        days = await self.table.read_in_steps(newest_days(metric.id, LEVEL_DAYS))
        return metric_level(metric, days, today)

    async def _refuse_too_many(self, links: KeyPrefix, what: str) -> None:
        """Two that are linked at once may make it one more."""
        found = await self.table.query(links.pk, prefix=links.prefix, limit=MOST_NUMBERS)
        if len(found.items) >= MOST_NUMBERS:
            raise BadPart(f"{MOST_NUMBERS} {what} count towards a goal at most.")


def criterion(goal: CompositeGoal, text: str) -> Criterion:
    """By its number, its text, or how that begins. Raises NoSuchPart."""
    wanted, known = " ".join(text.casefold().split()), goal.success_criteria
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= len(known):
        return known[int(wanted) - 1]
    found = [one for one in known if one.text.casefold() == wanted]
    found = found or [one for one in known if wanted and one.text.casefold().startswith(wanted)]
    if len(found) != 1:
        listed = ", ".join(one.text for one in known) or "none yet"
        raise NoSuchPart(f"Which criterion is it? {goal.title} has {listed}.", field="criterion")
    return found[0]


def _with(goal: CompositeGoal, criteria: Iterable[Criterion]) -> CompositeGoal:
    """In this order. What was said by hand ends with a part that moves."""
    placed = tuple(one.model_copy(update={"order": place}) for place, one in enumerate(criteria, 1))
    return goal.model_copy(update={"success_criteria": placed, "manual_override": None})


def _refuse_stranger(goal: CompositeGoal, goal_ids: tuple[str, ...], name: str) -> None:
    if goal.id not in goal_ids:
        raise NoSuchPart(f"{name} does not count towards {goal.title}.")
