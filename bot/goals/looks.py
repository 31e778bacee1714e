"""How the states of goals look: a symbol, a tone and a sign, beside their words."""

from bot.goals.documents import GoalBrief
from bot.view import Look
from tracker.goals.model import GoalStatus
from tracker.goals.pace.standing import GoalStanding
from tracker.goals.pace.state import GoalState
from tracker.tones import Tone

_EMOJI = "\N{VARIATION SELECTOR-16}"
STATE_LOOKS = {
    GoalState.NO_DATA: Look("\N{HOURGLASS WITH FLOWING SAND}", Tone.QUIET, "\N{HORIZONTAL ELLIPSIS}"),
    GoalState.ON_TRACK: Look("\N{WHITE HEAVY CHECK MARK}", Tone.GOOD),
    GoalState.AT_RISK: Look(f"\N{WARNING SIGN}{_EMOJI}", Tone.WARNING),
    GoalState.BEHIND: Look("\N{DOWN-POINTING RED TRIANGLE}", Tone.BAD),
    GoalState.REACHED: Look("\N{TROPHY}", Tone.TRIUMPH),
    GoalState.PAUSED: Look(f"\N{DOUBLE VERTICAL BAR}{_EMOJI}", Tone.QUIET, "\N{DOUBLE VERTICAL LINE}"),
}
_ARCHIVED = Look(f"\N{FILE CABINET}{_EMOJI}", Tone.QUIET, "\N{BLACK SMALL SQUARE}")
_NO_NUMBER = Look("\N{BLACK QUESTION MARK ORNAMENT}", Tone.QUIET, "?")


def look_of(goal: GoalBrief) -> Look:
    return _look(goal.status, goal.state, seen=goal.percent is not None)


def look_at(standing: GoalStanding) -> Look:
    """The same, for what has no document."""
    return _look(standing.goal.status, standing.state, seen=standing.progress is not None)


def _look(status: GoalStatus, state: GoalState, *, seen: bool) -> Look:
    if status is GoalStatus.ARCHIVED:
        return _ARCHIVED
    return _NO_NUMBER if state is GoalState.NO_DATA and not seen else STATE_LOOKS[state]
