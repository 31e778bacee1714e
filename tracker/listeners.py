"""Which features hear what happens to goals and characters: put together here, so that goals name none."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial

from tracker.accounts.model import User
from tracker.challenge.things import CountedCharacters
from tracker.clock import Clock
from tracker.goals.listeners import CharacterListener, Consequences, GoalListeners
from tracker.goals.recording.recorder import Recorded, Recorder
from tracker.group_goals.sharing import SharedCharacters, Sharing
from tracker.habits.feeding import Feeder
from tracker.habits.feeds import FedHabits
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.metrics.feeding import FedMetrics, MetricFeeder
from tracker.metrics.service import Metrics
from tracker.offers.racing import PursuedCharacters, Races
from tracker.readings import Number, Quantity, Reading
from tracker.rewards.points import Scale
from tracker.rewards.wallet import unlocking, won_by_goals
from tracker.servers.announcements import announcements
from tracker.settings import Settings
from tracker.store.segments import Subject
from tracker.store.table import Check, Table
from tracker.store.values import Item


def recorder_of(table: Table, clock: Clock, settings: Settings) -> Recorder:
    """What makes progress of readings, with everybody who hears of them."""
    scale = Scale.of(settings.habits)
    habits = Habits(table, clock, ulids(clock), scale)
    metrics = Metrics(table, clock, ulids(clock), scale, record=partial(_record, lambda: recorder))
    listeners = goal_listeners(table, clock, habits, metrics)
    recorder = Recorder(table, clock, keep_days=settings.history.keep_days, listeners=listeners)
    return recorder


async def _record(
    recorder: Callable[[], Recorder],
    subject: Subject,
    reading: Reading,
    *,
    since: datetime | None,
    guard: Check | None = None,
) -> Recorded:
    """A metric that is fed by a reading makes one in its turn. None feeds itself."""
    return await recorder().record(subject, reading, since=since, guard=guard)


def goal_listeners(table: Table, clock: Clock, habits: Habits, metrics: Metrics) -> GoalListeners:
    """Numbers feed habits and metrics, add to group goals and win offers; goals unlock achievements, and
    servers hear of members."""
    fed_things = (Feeder(table, habits).feed, MetricFeeder(table, metrics).feed)
    feeders = (*fed_things, Races(table, clock).feed, Sharing(table, clock).heard)

    async def fed(
        watchers: Sequence[Item],
        before: Mapping[Quantity, Number],
        after: Mapping[Quantity, Number],
        /,
        *,
        at: datetime,
        since: datetime | None,
    ) -> None:
        for feed in feeders:
            await feed(watchers, before, after, at=at, since=since)

    return GoalListeners(reading=fed, reached=partial(_rewarded, table), told=partial(announcements, table))


def character_listeners(table: Table) -> Sequence[CharacterListener]:
    fed = FedHabits(table), FedMetrics(table)
    return (*fed, CountedCharacters(table), PursuedCharacters(table), SharedCharacters(table))


async def _rewarded(table: Table, user: User, goals: int, now: datetime) -> Consequences:
    won = await won_by_goals(table, user.id, goals)
    return Consequences(
        tuple(unlocking(user, one, now) for one in won),
        tuple(f"Achievement unlocked: {one.title}." for one in won),
    )
