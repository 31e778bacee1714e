"""The last weeks of a habit in letters, where no picture is seen: a sign for each day, and the notes."""

from collections.abc import Iterator
from datetime import timedelta

from bot.charts.habit.values import state_words
from bot.habits.documents import HabitHistory
from bot.habits.looks import DAY_LOOKS
from bot.view import Fact, Text, Toned, joined
from tracker.habits.states import DayState
from tracker.tones import Tone
from tracker.words import brief_day, near_day, shown_week

NOTES = 5
_NOTHING_DUE = Toned("\N{MIDDLE DOT}", Tone.QUIET)


def weeks(found: HabitHistory) -> Iterator[Fact]:
    """As whoever reads has weeks, and what the signs mean."""
    states, today = {one.day: one.state for one in found.weeks}, found.habit.today.day
    first = shown_week(min(states, default=today)).first
    while first <= today:
        days = (first + timedelta(days=number) for number in range(7))
        signs = joined(*(_sign(states.get(day)) for day in days), by=" ")
        yield Fact(brief_day(first), signs, is_name=True)
        first += timedelta(weeks=1)
    at_most = found.habit.at_most
    seen = [
        f"{look.sign} {state_words(state, at_most=at_most)}"
        for state, look in DAY_LOOKS.items()
        if state in states.values()
    ]
    if seen:
        yield Fact("", (Toned(", ".join(seen), Tone.QUIET),))


def notes(found: HabitHistory) -> Iterator[Fact]:
    """The newest first."""
    noted = [one for one in reversed(found.log) if one.note][:NOTES]
    return (Fact(near_day(one.day, found.habit.today.day), one.note or "", is_name=True) for one in noted)


def _sign(state: DayState | None) -> Text:
    if state is None:
        return (_NOTHING_DUE,)
    look = DAY_LOOKS[state]
    return (Toned(look.sign, look.tone),)
