"""One goal's part of a reading, in one transaction: its progress, what it tells, and what follows it."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date, datetime, timedelta

from tracker.accounts.model import User
from tracker.days import local_day
from tracker.frozen import frozen
from tracker.goals.chain import Following, following
from tracker.goals.creation import counted, noticed
from tracker.goals.games.game import Game
from tracker.goals.listeners import Consequences, GoalListeners
from tracker.goals.live import LiveGoal, character_of, live_goal
from tracker.goals.lookup import reached_by
from tracker.goals.milestones import passed
from tracker.goals.model import (
    Character,
    EarliestProgress,
    Goal,
    GoalStatus,
    LatestProgress,
    ProgressRecord,
)
from tracker.goals.pace.gains import Point
from tracker.goals.pace.history import recent_gains
from tracker.goals.pace.recent import RecentGains
from tracker.goals.recording.evaluate import Evaluation, Milestones, evaluate
from tracker.goals.recording.messages import MessageContext, Next, goal_message
from tracker.goals.words.wording import goal_title
from tracker.happenings.model import HappeningKind
from tracker.happenings.writing import happening
from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.readings import Number, Quantity
from tracker.store.conditions import ABSENT, Condition, eq, lacks
from tracker.store.entity import PRESENT, change, stored, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import StatusKey
from tracker.store.segments import timestamp
from tracker.store.table import Check, Operation, Put, Table
from tracker.store.values import Key

log = get_logger(__name__)

ATTEMPTS = 5


@frozen
class Observation:
    """What a look found, and when."""

    at: datetime
    since: datetime | None
    """The look before it, which found what was known until now."""
    game: Game
    """Knowing the values."""
    values: Mapping[Quantity, Number]
    fallen: Collection[Quantity]
    """What the game took back."""


@frozen
class GoalWritten:
    written: bool = False
    told: int = 0
    again: bool = False
    """It could not be written now: another look is needed."""


@frozen
class _Draft:
    """The operations of a transaction, and those that may be left out where they were done before."""

    user: Operation
    needed: tuple[Operation, ...]
    optional: tuple[Operation, ...]
    message: Key | None

    def operations(self, left_out: Collection[Key]) -> list[Operation]:
        return [self.user, *self.needed, *(one for one in self.optional if one.key not in left_out)]


class GoalWriter:
    """`keep_days` is how long a value stays that a later one of the same day replaced; 0 is for ever."""

    def __init__(self, table: Table, keep_days: int, listeners: GoalListeners) -> None:
        self._table, self._keep_days, self._listeners = table, keep_days, listeners

    async def write(self, live: LiveGoal, user: User, seen: Observation, now: datetime) -> GoalWritten:
        """Whoever loses a race reads the goal again, and asks again what the reading means for it."""
        left_out: set[Key] = set()
        goal: LiveGoal | None = live
        told_before = False
        for _ in range(ATTEMPTS):
            if (evaluation := self._evaluated(goal, user, seen)) is None:
                return GoalWritten()
            if _is_late(evaluation, seen):
                return GoalWritten(again=True)
            if told_before:
                evaluation = evaluation.after_milestones()
            draft = await self._draft(evaluation, user, seen, now)
            try:
                seen_by = self._happening(evaluation, user, seen.game)
                await self._table.transact([*draft.operations(left_out), *seen_by])
            except ConditionFailed as failed:
                lost = {failure.key for failure in failed.failures}
            else:
                told = draft.message is not None and draft.message not in left_out
                return GoalWritten(written=True, told=int(told))
            if draft.user.key in lost:
                return GoalWritten()  # the person is gone, or going
            left_out |= lost & {one.key for one in draft.optional}
            told_before |= draft.message in lost and isinstance(evaluation.event, Milestones)
            if not lost <= left_out:
                goal = await live_goal(self._table, live.goal)
        log.warning("goal not recorded; it is looked at again", goal=live.goal.id, user=user.id)
        return GoalWritten(again=True)

    def _evaluated(self, live: LiveGoal | None, user: User, seen: Observation) -> Evaluation | None:
        if live is None:
            return None
        day = _day(user, seen)
        return evaluate(live.goal, seen.game, live.latest, seen.values, day=day, fallen=seen.fallen)

    async def _draft(self, evaluation: Evaluation, user: User, seen: Observation, now: datetime) -> _Draft:
        needed = [*_goal_change(evaluation, seen)]
        optional: list[Operation] = []
        if evaluation.moved:
            needed += _progress(evaluation, user, seen, await self._gains(evaluation, user))
            optional += self._history(evaluation, user, seen, now)
        else:
            needed += _unmoved(evaluation)
        optional += passed(evaluation.goal, seen.game, evaluation.passed, seen.at)
        message: Key | None = None
        if evaluation.reached or evaluation.event is not None:
            character = await character_of(self._table, evaluation.goal)
            after, consequences = Following(), Consequences()
            if evaluation.reached:
                goals = await reached_by(self._table, user.id) + 1
                consequences = await self._listeners.reached(user, goals, now)
                optional += consequences.operations
            if evaluation.reached and character is not None:
                after = following(evaluation.goal, user, character, seen.values, seen.at)
                needed += _succession(evaluation.goal, character, after)
            if evaluation.event is not None:
                name = evaluation.goal.character if character is None else character.name
                scene = MessageContext(user, name, seen.game, seen.at, now)
                coming = Next(after.goal, " ".join((*after.notes, *consequences.notes)) or None)
                told = goal_message(evaluation, evaluation.event, scene, coming)
                others = await self._listeners.told(evaluation, evaluation.event, scene, told)
                optional += map(outbox.operation, (told, *others))
                message = outbox.operation(told).key
        return _Draft(Check(user.key.key, PRESENT), tuple(needed), tuple(optional), message)

    def _happening(self, evaluation: Evaluation, user: User, game: Game) -> list[Operation]:
        if not (evaluation.moved or evaluation.reached):
            return []
        goal, what = evaluation.goal, "reached" if evaluation.reached else "moved"
        thing, kind = (goal.id, goal_title(goal, game)), HappeningKind.GOAL
        return happening(self._table, user, kind, thing, what, value=evaluation.value)

    async def _gains(self, evaluation: Evaluation, user: User) -> RecentGains | None:
        """Until now; None for a number that is seen for the first time."""
        if (before := evaluation.before) is None:
            return None
        return before.recent_gains or await recent_gains(self._table, user, evaluation.goal, before)

    def _history(
        self, evaluation: Evaluation, user: User, seen: Observation, now: datetime
    ) -> Iterator[Operation]:
        """EARLIEST, once; and an expiry for what is no longer the last value of its day."""
        goal, before, day = evaluation.goal, evaluation.before, _day(user, seen)
        if before is None:
            first = EarliestProgress(at=seen.at, value=evaluation.value, day=day)
            yield Put(to_item(first, goal.earliest_key), ABSENT)
        elif before.day == day and self._keep_days:
            ttl = int((now + timedelta(days=self._keep_days)).timestamp())
            yield change(ProgressRecord, goal.progress_key(before.at), {"ttl": ttl})


def _progress(
    evaluation: Evaluation, user: User, seen: Observation, gains: RecentGains | None
) -> Iterator[Operation]:
    goal, before, day = evaluation.goal, evaluation.before, _day(user, seen)
    since = seen.since if before is None or seen.since is None else max(seen.since, before.at)
    appeared = evaluation.appeared + (0 if before is None else before.appeared or 0)
    record = ProgressRecord(
        at=seen.at, value=evaluation.value, since=since, day=day, appeared=appeared or None
    )
    latest = LatestProgress(
        at=seen.at,
        value=record.value,
        since=since,
        day=day,
        best=evaluation.best,
        appeared=record.appeared,
        counted=evaluation.counted,
        recent_gains=_recent_gains(evaluation, gains, record.point, user),
    )
    yield Put(to_item(record, goal.progress_key(seen.at)))
    if before is None:
        yield Put(to_item(latest, goal.latest_key, _latest_place(evaluation)), ABSENT)
        return
    # By attribute: the state there belongs to the daily round.
    moved = latest.model_dump(include={"at", "value", "since", "day", "best"})
    moved |= latest.model_dump(include={"appeared", "counted"}, exclude_none=True)
    yield _latest_change(evaluation, before, {**moved, "recent_gains": latest.recent_gains})


def _recent_gains(evaluation: Evaluation, gains: RecentGains | None, point: Point, user: User) -> RecentGains:
    before, founded = evaluation.before, evaluation.goal.created_at
    if before is None or gains is None:
        return RecentGains.of([point], user.zone, user.day_start, founded=founded)
    return gains.then(before.point, point, user.zone, user.day_start, founded=founded)


def _unmoved(evaluation: Evaluation) -> Iterator[Operation]:
    """A number that appeared as it begins moves nothing, and what it gains from now on is a gain."""
    before = evaluation.before
    if before is not None and (evaluation.reached or evaluation.counted != before.counted):
        yield _latest_change(evaluation, before, {"counted": evaluation.counted})


def _latest_change(
    evaluation: Evaluation, before: LatestProgress, changes: Mapping[str, object]
) -> Operation:
    place, unchanged = _latest_place(evaluation), eq("timestamp", timestamp(before.at))
    return change(LatestProgress, evaluation.goal.latest_key, changes, enter=[place], when=unchanged)


def _latest_place(evaluation: Evaluation) -> StatusKey:
    status = GoalStatus.REACHED if evaluation.reached else evaluation.goal.status
    return evaluation.goal.model_copy(update={"status": status}).latest_place


def _goal_change(evaluation: Evaluation, seen: Observation) -> Iterator[Operation]:
    """Only where the goal begins or ends: what moves with each reading is not in it."""
    goal = evaluation.goal
    changes = evaluation.settled
    if evaluation.reached:
        changes = {**changes, "status": GoalStatus.REACHED, "reached_at": seen.at}
        place = [StatusKey(goal.user, goal.type, GoalStatus.REACHED.value, goal.id)]
        yield change(Goal, goal.key, changes, enter=place, when=_unedited(goal))
    elif changes:
        yield change(Goal, goal.key, changes, when=_unedited(goal))


def _unedited(goal: Goal) -> Condition:
    then = lacks("then") if goal.then is None else eq("then", goal.then)
    asked = eq("targetType", goal.target_type.value) & eq("targetValue", stored(goal.target_value))
    return eq("status", goal.status.value) & asked & then


def _succession(goal: Goal, character: Character, after: Following) -> Iterator[Operation]:
    """The goal is counted no longer, and the next one is founded and counted."""
    changes = {goal.target_attribute: -1}
    if after.goal is not None:
        name = after.goal.target_attribute
        changes[name] = changes.get(name, 0) + 1
    yield from counted(character, changes)
    if after.goal is not None:
        yield from after.operations
        yield from noticed(goal.subject)


def _is_late(evaluation: Evaluation, seen: Observation) -> bool:
    """Whether something as new, or newer, is known already; where a goal began is as new as the goal."""
    before = evaluation.before
    return evaluation.moved and before is not None and seen.at <= max(before.at, evaluation.goal.created_at)


def _day(user: User, seen: Observation) -> date:
    return local_day(seen.at, user.zone, user.day_start)
