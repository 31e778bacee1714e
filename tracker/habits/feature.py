"""What habits bring to what runs on the clock."""

from collections.abc import Collection
from datetime import datetime
from functools import partial

from tracker.accounts.model import User
from tracker.feature import DueWork, Hold, Rules, Tools
from tracker.habits.rounds import rewording
from tracker.habits.rounds.daily import hold
from tracker.habits.rounds.digest import daily
from tracker.habits.rounds.messages import AT_RISK, CHECK_IN, ENDED, FROZEN, REMINDER, YESTERDAY
from tracker.habits.rounds.planning import KIND, HabitRound, replan
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.rewards.points import Scale
from tracker.store.table import Table


def _holder(tools: Tools) -> Hold[HabitRound]:
    habits = Habits(tools.table, tools.clock, ulids(tools.clock), Scale.of(tools.settings.habits))
    return partial(hold, tools.table, tools.clock, habits)


async def _settings_changed(table: Table, user: User, _: Collection[str], now: datetime) -> None:
    await replan(table, user, now)


HABIT_ROUNDS = DueWork("habits", KIND, HabitRound, seconds=10, holder=_holder)
HABITS = Rules(
    "habits",
    kinds=(REMINDER, CHECK_IN, AT_RISK, YESTERDAY, FROZEN, ENDED),
    wordings=lambda tools: rewording.wordings(tools.table, tools.clock),
    due=(HABIT_ROUNDS,),
    settings_changed=_settings_changed,
    daily=daily,
)
