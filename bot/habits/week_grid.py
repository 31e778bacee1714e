"""The last days of habits as a page shows them: each can be pressed, and is then done, or undone."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from bot.charts.habit.values import state_words
from bot.habits import view
from bot.habits.documents import HabitDocument, HabitWeek, PastDayDocument
from bot.habits.looks import DAY_LOOKS
from bot.names import shown_name
from bot.view import Look, Row
from bot.visit import Visit
from tracker.frozen import frozen
from tracker.habits.model import HabitStatus
from tracker.habits.states import DayState
from tracker.tones import Tone
from tracker.words import near_day, weekday_name

UNTOLD = Look("\N{MIDDLE DOT}", Tone.QUIET, "\N{MIDDLE DOT}")
LOGGED = (DayState.DONE, DayState.PARTIAL, DayState.SKIPPED)


@frozen
class DayCell:
    day: date
    weekday: str
    look: Look
    words: str
    """What it was, for those who do not see it."""
    act: str
    """What a press does; empty where nothing can be pressed."""

    @property
    def sign(self) -> str:
        """No letters, which one would have to know."""
        sign = self.look.sign
        return self.look.symbol if sign.isalpha() or not sign else sign


@frozen
class WeekRow:
    row: Row
    cells: tuple[DayCell, ...]


def week(here: Visit, found: HabitWeek) -> dict[str, Any]:
    rows = zip(found.habits, found.days, strict=True)
    return {"week": [WeekRow(view.row(one), tuple(_cells(here, one, days))) for one, days in rows]}


def _cells(here: Visit, one: HabitDocument, days: Sequence[PastDayDocument]) -> Iterator[DayCell]:
    name, is_live = shown_name(one.name), one.status is HabitStatus.ACTIVE
    for past in days:
        known = past.state not in (None, DayState.OPEN) and not (
            one.at_most and past.state is DayState.MISSED
        )
        look = DAY_LOOKS[past.state] if known and past.state is not None else UNTOLD
        words = state_words(past.state, at_most=one.at_most) if known else "nothing logged"
        act = "undo" if past.state in LOGGED and not one.at_most else "done"
        can = is_live and not (one.at_most and past.state is DayState.MISSED)
        yield DayCell(
            past.day,
            weekday_name(past.day)[:2],
            look,
            f"{name}, {near_day(past.day, here.today)}: {words}",
            act if can else "",
        )
