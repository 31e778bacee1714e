"""How the states of goals look: a symbol, a word and a colour, so that nobody needs all three."""

from typing import NamedTuple

from tracker.goals.model import GoalStatus
from tracker.goals.pace.standing import Standing
from tracker.goals.pace.state import GoalState

# Each stands out from a light and from a dark background by 3:1 at least, the contrast that WCAG asks of
# what is no text; red and green differ in lightness and hue for people who see fewer colours.
GREEN, AMBER, RED, VIOLET, GREY, BLUE = 0x009E73, 0xC27C0E, 0xE0433B, 0xA06CD5, 0x87898C, 0x3B8FD0


class Look(NamedTuple):
    symbol: str
    word: str
    colour: int

    def __str__(self) -> str:
        return f"{self.symbol} {self.word}"


_STATES = {
    GoalState.NO_DATA: Look("\N{HOURGLASS WITH FLOWING SAND}", "too early to say", GREY),
    GoalState.ON_TRACK: Look("\N{WHITE HEAVY CHECK MARK}", "on track", GREEN),
    GoalState.AT_RISK: Look("\N{WARNING SIGN}\N{VARIATION SELECTOR-16}", "at risk", AMBER),
    GoalState.BEHIND: Look("\N{DOWN-POINTING RED TRIANGLE}", "behind", RED),
    GoalState.REACHED: Look("\N{TROPHY}", "reached", VIOLET),
    GoalState.PAUSED: Look("\N{DOUBLE VERTICAL BAR}\N{VARIATION SELECTOR-16}", "paused", GREY),
}
_ARCHIVED = Look("\N{FILE CABINET}\N{VARIATION SELECTOR-16}", "archived", GREY)
_NO_NUMBER = Look("\N{BLACK QUESTION MARK ORNAMENT}", "no number yet", GREY)
_IMPORTANCE = (GoalState.BEHIND, GoalState.AT_RISK, GoalState.ON_TRACK, GoalState.NO_DATA)


def look_of(standing: Standing) -> Look:
    if standing.goal.status is GoalStatus.ARCHIVED:
        return _ARCHIVED
    if standing.progress is None and standing.state is GoalState.NO_DATA:
        return _NO_NUMBER
    return _STATES[standing.state]


def importance(state: GoalState) -> int:
    """What needs somebody comes first."""
    return _IMPORTANCE.index(state) if state in _IMPORTANCE else len(_IMPORTANCE)
