"""Which features hear what happens to goals and characters: put together here, so that goals name none."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from tracker.accounts.model import User
from tracker.challenge.things import CountedCharacters
from tracker.goals.listeners import CharacterListener, Consequences, GoalListeners
from tracker.habits.feeding import Feeder
from tracker.habits.feeds import FedHabits
from tracker.habits.service import Habits
from tracker.rewards.wallet import unlocking, won_by_goals
from tracker.servers.announcements import announcements
from tracker.store.table import Table


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
