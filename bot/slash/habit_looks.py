"""How the days of habits look: a symbol, a word and a colour, so that nobody needs all three."""

from bot.slash.looks import AMBER, BLUE, GREEN, GREY, RED, Look
from tracker.habits.model import HabitStatus
from tracker.habits.states import DayState
from tracker.habits.watched import Watched

FIRE = "\N{FIRE}"
"""Of a streak that goes on."""

UNDONE = Look("\N{LEFTWARDS ARROW WITH HOOK}\N{VARIATION SELECTOR-16}", "undone", BLUE)
LATER = Look("\N{ALARM CLOCK}", "later", BLUE)
NOTED = Look("\N{MEMO}", "noted", AMBER)

_DAYS = {
    DayState.DONE: Look("\N{WHITE HEAVY CHECK MARK}", "done", GREEN),
    DayState.PARTIAL: Look("\N{LARGE YELLOW SQUARE}", "partly done", AMBER),
    DayState.SKIPPED: Look(
        "\N{BLACK RIGHT-POINTING DOUBLE TRIANGLE WITH VERTICAL BAR}\N{VARIATION SELECTOR-16}", "skipped", GREY
    ),
    DayState.FROZEN: Look("\N{SNOWFLAKE}\N{VARIATION SELECTOR-16}", "frozen", BLUE),
    DayState.AWAY: Look("\N{BEACH WITH UMBRELLA}\N{VARIATION SELECTOR-16}", "away", GREY),
    DayState.MISSED: Look("\N{DOWN-POINTING RED TRIANGLE}", "missed", RED),
    DayState.UNKNOWN: Look("\N{BLACK QUESTION MARK ORNAMENT}", "unknown", GREY),
    DayState.OPEN: Look("\N{WHITE LARGE SQUARE}", "to do", BLUE),
}
_REST = Look("\N{WHITE SMALL SQUARE}\N{VARIATION SELECTOR-16}", "nothing to do", GREY)
_LOW = Look("\N{SEEDLING}", "nothing so far", GREEN)
_PAUSED = Look("\N{DOUBLE VERTICAL BAR}\N{VARIATION SELECTOR-16}", "paused", GREY)
_ARCHIVED = Look("\N{FILE CABINET}\N{VARIATION SELECTOR-16}", "archived", GREY)


def look_of_day(state: DayState) -> Look:
    return _DAYS[state]


def look_of_habit(watched: Watched) -> Look:
    """What today is so far."""
    if watched.habit.status is HabitStatus.ARCHIVED:
        return _ARCHIVED
    if watched.habit.status is HabitStatus.PAUSED:
        return _PAUSED
    state = watched.state_of(watched.today)
    if state is DayState.OPEN and watched.habit.target.at_most:
        return _LOW
    return _REST if state is DayState.OPEN and not watched.is_due else _DAYS[state]
