"""A habit as strangers see it: its streak and its year. No amounts, no notes, no times off."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from typing import NamedTuple

from bot.charts.drawing import LONGEST_ALT
from bot.habits.documents import HabitDocument, habit_document
from bot.names import TITLE, plain_line
from bot.services import Services
from bot.shares.public_parts import MOST_WAITING, Owner, PictureLook, PublicFact, PublicView
from scheduler.channels.picture import Picture
from tracker.habits.day_context import read_logs
from tracker.habits.model import Habit, HabitLog
from tracker.habits.states import DayState
from tracker.habits.watched import Watched, watch_one
from tracker.store.entity import from_items
from tracker.store.keys import HabitKey
from tracker.tones import Tone
from tracker.words import count_of

PRIVATE = {DayState.AWAY, DayState.UNKNOWN}
"""Of such a day nothing is shown, as if nothing had been due."""
_GOOD = 3
"""So many in a row are a streak that the badge shows as a good one."""


async def habit(services: Services, owner: Owner, habit_id: str) -> PublicView | None:
    item = await services.table.get(HabitKey(owner.person.id, habit_id).key)
    found = next(from_items(Habit, [item] if item else []), None)
    if found is None:
        return None
    watched = await watch_one(services.table, owner.person, found, owner.now)
    one = habit_document(watched)
    state = one.streak.text or "no streak now"
    return PublicView(
        title=found.name,
        about=f"A habit, {one.often}",
        state=state,
        badge=state,
        tone=Tone.GOOD if one.streak.current >= _GOOD else Tone.PLAIN,
        facts=tuple(_facts(one)),
        draw=partial(_draw, watched=watched),
    )


def _facts(one: HabitDocument) -> Iterator[PublicFact]:
    yield PublicFact("Longest streak", count_of(one.streak.longest, one.streak.unit))
    yield PublicFact("Strength", f"{round(one.strength)} %")
    if one.rate is not None:
        yield PublicFact("Kept", f"{round(one.rate)} %")


class YearMotif(NamedTuple):
    """Everything that is to be seen on a picture; what was told of any day is counted."""

    habit: Habit
    changes: int
    today: date
    settled: date
    look: PictureLook


async def _draw(services: Services, *, watched: Watched, look: PictureLook) -> Picture | None:
    async def with_log() -> Callable[[], Picture]:
        return partial(_picture, watched, await read_logs(services.table, watched.habit.id), look=look)

    changes = watched.streak.changes if watched.streak else 0
    motif = YearMotif(watched.habit, changes, watched.today, watched.settled, look)
    return await services.drawings.drawn(motif, with_log, most_waiting=MOST_WAITING)


def _picture(watched: Watched, logs: Mapping[date, HabitLog], *, look: PictureLook) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.habit.chart import chart_of, describe, draw_habit  # noqa: PLC0415 - matplotlib is slow

    named = watched.habit.model_copy(update={"name": plain_line(watched.habit.name, TITLE)})
    chart = chart_of(replace(watched, habit=named), logs)
    public = replace(chart, days={day: one for day, one in chart.days.items() if one.state not in PRIVATE})
    return Picture(draw_habit(public, look.shape, dark=look.dark), plain_line(describe(public), LONGEST_ALT))
