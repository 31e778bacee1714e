"""The charts of habits, drawn by the thread that draws those of goals, and kept while nothing has moved."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from typing import NamedTuple

import structlog

from bot.names import TITLE
from bot.pictures import LONGEST_ALT, PICTURES, Pictures, plain_line
from scheduler.channels.picture import Picture
from tracker.habits.model import Habit, HabitLog
from tracker.habits.scene import read_logs
from tracker.habits.watched import Watched
from tracker.store.table import Table

log = structlog.stdlib.get_logger(__name__)


class HabitMotif(NamedTuple):
    """Everything that is to be seen on a picture; what was told of any day is counted."""

    habit: Habit
    changes: int
    today: date
    settled: date


def draw_watched(watched: Watched, logs: Mapping[date, HabitLog], *, dark: bool = True) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.format import CARD  # noqa: PLC0415 - see `Pictures.warm`
    from bot.charts.habit_chart import chart_of, describe, draw_habit  # noqa: PLC0415

    named = watched.habit.model_copy(update={"name": plain_line(watched.habit.name, TITLE)})
    chart = chart_of(replace(watched, habit=named), logs)
    return Picture(draw_habit(chart, CARD, dark=dark), plain_line(describe(chart), LONGEST_ALT))


async def habit_picture_of(table: Table, watched: Watched, pictures: Pictures = PICTURES) -> Picture | None:
    """The chart of a habit; None where whoever wants it is better off without it."""

    async def with_log() -> Callable[[], Picture]:
        return partial(draw_watched, watched, await read_logs(table, watched.habit.id))

    try:
        return await pictures.drawn(_motif(watched), with_log)
    except Exception:  # the border of a thread: a card without its picture is better than none
        log.exception("chart not drawn", habit=watched.habit.id)
        return None


def _motif(watched: Watched) -> HabitMotif:
    changes = watched.streak.changes if watched.streak else 0
    return HabitMotif(watched.habit, changes, watched.today, watched.settled)
