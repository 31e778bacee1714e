"""A reading becomes progress: what it means for each goal is written and told, and the reading is kept.

The subject comes last. A crash before that repeats the whole: goals that were written find nothing new then.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from tracker.accounts.service import present_people
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.goals.characters.watching import DAYS_KEPT
from tracker.goals.games.game import game_of
from tracker.goals.listeners import GoalListeners
from tracker.goals.live import LiveGoal, live_goals, watchers_of
from tracker.goals.recording.evaluate import stirred
from tracker.goals.recording.goal_writing import GoalWriter, GoalWritten, Observation
from tracker.goals.recording.outages import tell_begin, tell_end, unchanged
from tracker.goals.recording.quarantine import Judged, judge_reading
from tracker.goals.words.request import GoalType
from tracker.readings import Measure, Number, Quantity, Reading
from tracker.store.conditions import ABSENT, EXISTS, Condition, eq
from tracker.store.entity import Model, change, from_items, rewrite
from tracker.store.errors import ConditionFailed
from tracker.store.keys import LatestReadingKey, SubjectKey
from tracker.store.segments import Subject, timestamp
from tracker.store.table import Check, Operation, Table
from tracker.store.values import Item
from tracker.subjects import DayReading, LatestReading, Observed, Outage, by_attribute, quantity_of


class LeaseLost(Exception):
    """Somebody else looks after the subject now: whoever recorded must stop."""


@frozen
class Recorded:
    """What a reading led to."""

    gone: bool = False
    """Nobody watches the subject any more."""
    changed: bool = False
    """Something other than unwatched ranks changed, and was written."""
    suspicious: bool = False
    """Something is in quarantine: the next look must be a whole one."""
    again: bool = False
    """Not everything could be recorded now (the same second, a lost race): look again soon."""
    goals: int = 0
    """Goals whose progress was written."""
    told: int = 0
    """Messages that were enqueued."""
    ranks: frozenset[str] = frozenset()
    """The attributes whose rank a goal watches."""
    people: tuple[str, ...] = ()


@frozen
class _Known:
    """What the table says of a subject before a reading is recorded."""

    observed: Observed
    latest: LatestReading | None
    unseen: Condition
    """Holds as long as nobody has written another reading."""

    @property
    def values(self) -> dict[Quantity, Number]:
        return {} if self.latest is None else self.latest.quantities

    @property
    def strikes(self) -> dict[Quantity, int]:
        return {quantity_of(name): count for name, count in self.observed.strikes.items()}


@frozen
class _News:
    """What a reading changes of the subject itself."""

    at: datetime
    judged: Judged
    changed: bool
    struck: bool
    """Whether there is another count of strikes."""


class Recorder:
    """`keep_days` is how long a value stays that a later one of the same day replaced; 0 is for ever.

    `listeners` hear what a reading changes.
    """

    def __init__(self, table: Table, clock: Clock, *, keep_days: int, listeners: GoalListeners) -> None:
        self._table, self._clock, self._listeners = table, clock, listeners
        self._writer = GoalWriter(table, keep_days, listeners)

    async def record(
        self, subject: Subject, reading: Reading, *, since: datetime | None, guard: Check | None = None
    ) -> Recorded:
        """`since` is the last look that found the old values. `guard` fails for whoever lost the subject.

        Raises LeaseLost.
        """
        if (known := await self._known(subject)) is None:
            return Recorded(gone=True)
        at, game = reading.at.replace(microsecond=0), game_of(subject.source)
        before, strikes = known.values, known.strikes
        judged = judge_reading(game, before, _to_judge(before, reading.values, strikes), strikes)
        watchers = await watchers_of(self._table, subject)
        goals = await live_goals(self._table, subject, watchers)
        ranks = _ranks(goals)
        news = _News(at, judged, _differ(before, judged.values, ranks), judged.strikes != strikes)
        result = Recorded(suspicious=bool(judged.strikes), ranks=ranks, people=_people(goals))
        if (news.changed or news.struck) and known.latest is not None and at <= known.latest.at:
            return replace(result, again=True)
        seen = Observation(at, since, game.knowing(judged.values), judged.values, judged.rollbacks.keys())
        written = await self._write_goals(goals, seen)
        if news.changed:
            await self._listeners.reading(watchers, before, judged.values, at=at, since=since)
        told = await self._tell_end(subject, known, goals)
        result = replace(
            result,
            goals=sum(one.written for one in written),
            told=sum(one.told for one in written) + told,
            again=any(one.again for one in written),
        )
        # That the game took something back is known only until the subject is written.
        if result.again and judged.rollbacks:
            return result
        return await self._write_subject(known, news, guard, result)

    async def tell_outage(self, subject: Subject, outage: Outage, *, what: str) -> int:
        """How many people were told of a confirmed outage, once each. `what` is its cause in a few words."""
        return await tell_begin(self._table, subject, outage, self._now(), what=what)

    async def _known(self, subject: Subject) -> _Known | None:
        poll, reading = SubjectKey(subject).key, LatestReadingKey(subject).key
        found = await self._table.get_many([poll, reading])
        observed = _one(Observed, found.get(poll))
        if observed is None or observed.watchers <= 0:
            return None
        latest = _one(LatestReading, found.get(reading))
        if latest is not None:
            return _Known(observed, latest, eq("timestamp", timestamp(latest.at)))
        return _Known(observed, None, EXISTS if reading in found else ABSENT)  # one that is damaged goes

    async def _write_goals(self, goals: Iterable[LiveGoal], seen: Observation) -> list[GoalWritten]:
        moved = [one for one in goals if stirred(one.goal, seen.game, one.latest, seen.values) is not None]
        users = await present_people(self._table, (one.goal.user for one in moved)) if moved else {}
        now = self._now()
        return [
            await self._writer.write(one, users[one.goal.user], seen, now)
            for one in moved
            if one.goal.user in users
        ]

    async def _tell_end(self, subject: Subject, known: _Known, goals: Iterable[LiveGoal]) -> int:
        outage = known.observed.outage
        return 0 if outage is None else await tell_end(self._table, subject, outage, goals, self._now())

    async def _write_subject(
        self, known: _Known, news: _News, guard: Check | None, result: Recorded
    ) -> Recorded:
        operations = [*_readings(known, news), *_observed(known.observed, news)]
        if not operations:
            return result
        if guard is not None:
            operations.append(guard)
        try:
            await self._table.transact(operations)
        except ConditionFailed as failed:
            lost = {failure.key for failure in failed.failures}
            if guard is not None and guard.key in lost:
                raise LeaseLost(f"{known.observed.subject} is somebody else's now") from failed
            return replace(result, again=True)
        return replace(result, changed=news.changed)

    def _now(self) -> datetime:
        """In whole seconds, as the table keeps instants."""
        return self._clock().replace(microsecond=0)


def _readings(known: _Known, news: _News) -> list[Operation]:
    """The new reading, if nobody wrote one meanwhile, and the old one as the last of its day."""
    if not (news.changed or news.struck):
        return []
    subject, old = known.observed.subject, known.latest
    latest = LatestReading(at=news.at, values=by_attribute(news.judged.values))
    operations: list[Operation] = [rewrite(latest, LatestReadingKey(subject), when=known.unseen)]
    if old is not None and old.at.date() < news.at.date():
        ttl = int((old.at + timedelta(days=DAYS_KEPT)).timestamp())
        day = DayReading(at=old.at, values=old.values, ttl=ttl)
        operations.append(rewrite(day, DayReading.key_of(subject, old.at.date())))
    return operations


def _observed(observed: Observed, news: _News) -> list[Operation]:
    changes: dict[str, object] = {}
    if news.changed and observed.changed_on != news.at.date():
        changes["changed_on"] = news.at.date()
    if news.struck:
        changes["strikes"] = {str(quantity): count for quantity, count in news.judged.strikes.items()}
    if observed.outage is not None:
        changes["outage"] = None
    return [change(Observed, observed.key, changes, when=unchanged(observed.outage))] if changes else []


def _to_judge(
    before: Mapping[Quantity, Number], after: Mapping[Quantity, Number], strikes: Mapping[Quantity, int]
) -> dict[Quantity, Number]:
    """What changed, and what is in quarantine: of two hundred numbers that is usually a handful."""
    return {it: number for it, number in after.items() if before.get(it) != number or it in strikes}


def _differ(
    before: Mapping[Quantity, Number], after: Mapping[Quantity, Number], ranks: frozenset[str]
) -> bool:
    """Whether anything changed but ranks that nobody watches: those move with what others do."""
    return any(
        before.get(quantity) != number
        for quantity, number in after.items()
        if quantity.measure is not Measure.RANK or quantity.attribute in ranks
    )


def _ranks(goals: Iterable[LiveGoal]) -> frozenset[str]:
    return frozenset(one.goal.target_attribute for one in goals if one.goal.target_type is GoalType.RANK)


def _one(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, [] if item is None else [item]), None)


def _people(goals: Iterable[LiveGoal]) -> tuple[str, ...]:
    return tuple(sorted({one.goal.user for one in goals}))
