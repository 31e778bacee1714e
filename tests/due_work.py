"""What features work with, and what is due of it, for tests that need no whole service."""

from datetime import datetime

from bot.feature import rules_of
from bot.features import FEATURES
from tracker.clock import Clock
from tracker.digest import planning as digest
from tracker.digest.planning import Round
from tracker.due import due_now
from tracker.feature import Tools
from tracker.habits.rounds import planning as habits
from tracker.habits.rounds.planning import HabitRound
from tracker.listeners import recorder_of
from tracker.settings import Settings
from tracker.store.table import Table


def tools_at(table: Table, clock: Clock) -> Tools:
    settings = Settings()
    return Tools(table, clock, settings, rules_of(FEATURES), recorder_of(table, clock, settings).record)


async def due_rounds(table: Table, now: datetime) -> list[Round]:
    return await due_now(table, Round, digest.KIND, now, 100)


async def due_habits(table: Table, now: datetime) -> list[HabitRound]:
    return await due_now(table, HabitRound, habits.KIND, now, 100)
