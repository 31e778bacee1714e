"""Which features hear what happens to goals and characters: put together here, so that goals name none."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from tracker.accounts.model import User
from tracker.challenge.things import CountedCharacters
from tracker.clock import Clock
from tracker.goals.listeners import CharacterListener, Consequences, GoalListeners
from tracker.goals.recording.recorder import Recorder
from tracker.habits.feeding import Feeder
from tracker.habits.feeds import FedHabits
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.rewards.points import Scale
from tracker.rewards.wallet import unlocking, won_by_goals
from tracker.servers.announcements import announcements
from tracker.settings import Settings
from tracker.store.table import Table


def recorder_of(table: Table, clock: Clock, settings: Settings) -> Recorder:
    """What makes progress of readings, with everybody who hears of them."""
    habits = Habits(table, clock, ulids(clock), Scale.of(settings.habits))
    listeners = goal_listeners(table, habits)
    return Recorder(table, clock, keep_days=settings.history.keep_days, listeners=listeners)


def goal_listeners(table: Table, habits: Habits) -> GoalListeners:
    """Numbers feed habits, goals unlock achievements, and servers are told of their members."""
    return GoalListeners(
        reading=Feeder(table, habits).feed,
        reached=partial(_rewarded, table),
        told=partial(announcements, table),
    )


def character_listeners(table: Table) -> Sequence[CharacterListener]:
    return (FedHabits(table), CountedCharacters(table))


async def _rewarded(table: Table, user: User, goals: int, now: datetime) -> Consequences:
    won = await won_by_goals(table, user.id, goals)
    return Consequences(
        tuple(unlocking(user, one, now) for one in won),
        tuple(f"Achievement unlocked: {one.title}." for one in won),
    )
