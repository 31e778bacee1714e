"""What records readings, with everybody who listens in the service."""

from tracker.clock import Clock
from tracker.goals.recording.recorder import Recorder
from tracker.listeners import recorder_of
from tracker.settings import HistorySettings, Settings
from tracker.store.table import Table


def recorder_on(table: Table, clock: Clock, *, keep_days: int) -> Recorder:
    return recorder_of(table, clock, Settings(history=HistorySettings(keep_days=keep_days)))
