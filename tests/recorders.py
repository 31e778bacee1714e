"""What records readings, with everybody who listens in the service."""

from tracker.clock import Clock
from tracker.goals.recording.recorder import Recorder
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.listeners import goal_listeners
from tracker.store.table import Table


def recorder_on(table: Table, clock: Clock, *, keep_days: int) -> Recorder:
    listeners = goal_listeners(table, Habits(table, clock, ulids(clock)))
    return Recorder(table, clock, keep_days=keep_days, listeners=listeners)
