"""How the days of habits look."""

from bot.habits.documents import HabitDocument
from bot.view import Look
from tracker.habits.model import HabitStatus
from tracker.habits.states import DayState
from tracker.tones import Tone

_EMOJI = "\N{VARIATION SELECTOR-16}"
DAY_LOOKS = {
    DayState.DONE: Look("\N{WHITE HEAVY CHECK MARK}", Tone.GOOD, "\N{CHECK MARK}"),
    DayState.PARTIAL: Look("\N{LARGE YELLOW SQUARE}", Tone.WARNING, "\N{CIRCLE WITH LEFT HALF BLACK}"),
    DayState.SKIPPED: Look(
        f"\N{BLACK RIGHT-POINTING DOUBLE TRIANGLE WITH VERTICAL BAR}{_EMOJI}", Tone.QUIET, "s"
    ),
    DayState.FROZEN: Look(f"\N{SNOWFLAKE}{_EMOJI}", Tone.PLAIN, "f"),
    DayState.AWAY: Look(f"\N{BEACH WITH UMBRELLA}{_EMOJI}", Tone.QUIET, "a"),
    DayState.MISSED: Look("\N{DOWN-POINTING RED TRIANGLE}", Tone.BAD, "\N{BALLOT X}"),
    DayState.UNKNOWN: Look("\N{BLACK QUESTION MARK ORNAMENT}", Tone.QUIET, "?"),
    DayState.OPEN: Look("\N{WHITE LARGE SQUARE}", Tone.PLAIN, "\N{WHITE CIRCLE}"),
}
_REST = Look(f"\N{WHITE SMALL SQUARE}{_EMOJI}", Tone.QUIET)
_NONE_SO_FAR = Look("\N{SEEDLING}", Tone.GOOD, "\N{MIDDLE DOT}")
_PAUSED = Look(f"\N{DOUBLE VERTICAL BAR}{_EMOJI}", Tone.QUIET)
_ARCHIVED = Look(f"\N{FILE CABINET}{_EMOJI}", Tone.QUIET)
UNDONE = Look(f"\N{LEFTWARDS ARROW WITH HOOK}{_EMOJI}", Tone.PLAIN)
NOTED = Look("\N{MEMO}", Tone.WARNING)
LATER = Look("\N{ALARM CLOCK}", Tone.PLAIN)


def look_of(habit: HabitDocument) -> Look:
    """How today is so far."""
    if habit.status is HabitStatus.ARCHIVED:
        return _ARCHIVED
    if habit.status is HabitStatus.PAUSED:
        return _PAUSED
    if habit.state is DayState.OPEN and habit.at_most:
        return _NONE_SO_FAR
    return _REST if habit.state is DayState.OPEN and not habit.due else DAY_LOOKS[habit.state]
