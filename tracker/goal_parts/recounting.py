"""The recount of a goal: from its parts as they are, written under the revision of the goal that was read.

Done twice it is done once, since what it writes follows from what is there. Whoever moves a part meanwhile
changes the revision, and it begins again. A goal whose progress moves marks the one above it in the same
transaction, so that a change comes up four levels however often it is stopped on the way.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import day_begins
from tracker.due import Due
from tracker.frozen import frozen
from tracker.goal_parts.counting import counted, with_criteria
from tracker.goal_parts.messages import milestone_message
from tracker.goal_parts.reading import GoalScene, scene_of
from tracker.goals.composite.judging import judged
from tracker.goals.composite.marking import marked
from tracker.goals.composite.model import (
    DEEPEST,
    DUE_KIND,
    MARKS,
    ActivityKind,
    CompositeGoal,
    GoalActivity,
)
from tracker.goals.composite.naming import composites_of
from tracker.goals.errors import NoSuchGoal
from tracker.goals.milestones import milestone
from tracker.habits.watched import NOON
from tracker.happenings.model import HappeningKind
from tracker.happenings.writing import happening
from tracker.locales import worded_for
from tracker.notify import outbox
from tracker.readings import Number
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import PRESENT, change, rewrite, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import UserKey
from tracker.store.table import Check, Operation, Put, Table, Update
from tracker.words import percent_text

ATTEMPTS = 20
ACTIVITY_DAYS = 400
_ONE_DAY = timedelta(days=1)


class GoalDue(Due, frozen=True):
    """A goal that is to be recounted: the goal itself stands in the list of what is due."""

    type: Literal["compositeGoal"] = "compositeGoal"  # pyright: ignore[reportIncompatibleVariableOverride] - itself
    kind: str = DUE_KIND


@frozen
class RecountedGoal:
    before: CompositeGoal
    after: CompositeGoal
    reached: tuple[int, ...] = ()

    @property
    def moves_parent(self) -> bool:
        old, new = self.before, self.after
        return new.parent is not None and old.cached_progress != new.cached_progress


def recounted(scene: GoalScene) -> RecountedGoal:
    before, scene = scene.goal, with_criteria(scene)
    found, goal = counted(scene), scene.goal
    progress = found.progress
    reached = tuple(one for one in MARKS if progress is not None and progress >= one)
    new_marks = tuple(one for one in reached if one not in goal.milestones)
    after = goal.model_copy(
        update={
            "cached_progress": progress,
            "cached_parts": found.parts,
            "status": judged(goal, progress, scene.today),
            "milestones": tuple(sorted({*goal.milestones, *new_marks})),
            "due_at": next_due(scene),
            "revision": goal.revision + 1,
        }
    )
    return RecountedGoal(before, after, new_marks)


def next_due(scene: GoalScene) -> datetime | None:
    """When time alone changes something: a day begins, or until noon yesterday can still be told."""
    goal, user, today = scene.goal, scene.user, scene.today
    if not goal.status.is_open:
        return None
    times = [day_begins(today + _ONE_DAY, user.zone, user.day_start)] if goal.target_date else []
    if scene.metrics or scene.habits:
        begins = (
            day_begins(day, user.zone, at)
            for day in (today, today + _ONE_DAY)
            for at in (NOON, user.day_start)
        )
        times += begins
    return min((one for one in times if one > scene.now), default=None)


def operations(scene: GoalScene, found: RecountedGoal) -> Iterator[Operation]:
    goal, user, now = found.after, scene.user, scene.now
    yield Check(UserKey(user.id).key, PRESENT)
    yield difference(found.before, goal)
    if found.moves_parent and goal.parent is not None:
        yield marked(user.id, goal.parent, now)
    if (moved := _moved_text(user, found)) is not None:
        yield activity(goal, *moved, now)
    for one in found.reached:
        reached = milestone(goal.user, goal.id, goal.title, one, now)
        yield rewrite(reached, reached.key, *reached.places())
        yield outbox.operation(milestone_message(user, goal, one, now))


def difference(before: CompositeGoal, after: CompositeGoal) -> Update:
    """What has changed of a goal, unless somebody has changed it, or a part of it, since it was read."""
    fields = {
        name: value
        for name in CompositeGoal.model_fields
        if (value := getattr(after, name)) != getattr(before, name)
    }
    places, left = [*after.places()], after.places_left()
    unmoved = eq("revision", before.revision)
    return change(CompositeGoal, before.key, fields, enter=places, leave=left, when=unmoved)


def activity(goal: CompositeGoal, kind: ActivityKind, text: str, now: datetime) -> Operation:
    """One for each change of the goal, which its revision names."""
    expires = int((now + timedelta(days=ACTIVITY_DAYS)).timestamp())
    happened = GoalActivity(
        goal=goal.id,
        id=f"{goal.revision:08d}",
        at=now,
        kind=kind,
        text=text,
        progress=goal.cached_progress,
        ttl=expires,
    )
    return Put(to_item(happened, happened.key), ABSENT)


@worded_for
def _moved_text(user: User, found: RecountedGoal) -> tuple[ActivityKind, str] | None:  # noqa: ARG001 - who reads it
    """What the feed says of it; None where nothing has moved."""
    status = found.after.status
    turned = f" It is {status.words} now." if status is not found.before.status else ""
    if found.before.cached_progress == found.after.cached_progress:
        return (ActivityKind.STATUS, turned.strip()) if turned else None
    before = {one.kind: one.percent for one in found.before.cached_parts}
    after = {one.kind: one.percent for one in found.after.cached_parts}
    moved = [kind for kind in {**before, **after} if before.get(kind) != after.get(kind)]
    what = [f"{kind.value} {_percent(after.get(kind))}" for kind in moved]
    said = f"{_percent(found.before.cached_progress)} to {_percent(found.after.cached_progress)}"
    return ActivityKind.PROGRESS, f"From {said}" + (f": {', '.join(what)}." if what else ".") + turned


def _percent(value: Number | None) -> str:
    return "nothing yet" if value is None else percent_text(float(value))


class Recounting:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def recount(self, user_id: str, goal_id: str) -> CompositeGoal | None:
        """The goal as it is now, and after it those above it. None where there is no such goal."""
        found, next_id = None, goal_id
        for _ in range(DEEPEST):
            done = await self._recount(user_id, next_id)
            found = found or (done and done.after)
            if done is None or not done.moves_parent or done.after.parent is None:
                break
            next_id = done.after.parent
        return found

    async def settle(self, user_id: str) -> list[CompositeGoal]:
        """All goals of a person, each of them recounted where that is due: what anybody reads is right."""
        for _ in range(DEEPEST):
            goals, now = await composites_of(self._table, user_id), self._now()
            due = [one for one in goals if one.due_at is not None and one.due_at <= now]
            if not due:
                return goals
            for one in due:
                await self.recount(user_id, one.id)
        return await composites_of(self._table, user_id)

    async def _recount(self, user_id: str, goal_id: str) -> RecountedGoal | None:
        for _ in range(ATTEMPTS):
            try:
                scene = await self._table.read_in_steps(scene_of(user_id, goal_id, self._now()))
            except (NoSuchGoal, NoSuchUser):
                return None
            found = recounted(scene)
            try:
                await self._table.transact([*operations(scene, found), *self._happening(scene, found)])
            except ConditionFailed as failed:
                if failed.at(0) is not None:  # the person is going
                    return None
                continue
            return found
        raise Throttled("the goal keeps changing under our hands; try again in a moment")

    def _happening(self, scene: GoalScene, found: RecountedGoal) -> list[Operation]:
        before, goal = found.before, found.after
        if before.cached_progress == goal.cached_progress and before.status == goal.status:
            return []
        thing, kind = (goal.id, goal.title), HappeningKind.GOAL
        return happening(self._table, scene.user, kind, thing, "moved", value=goal.cached_progress)

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)
