"""How a notification looks wherever it has colours: a symbol and a colour for each kind, and its bar."""

import math
from collections.abc import Mapping
from typing import NamedTuple

from scheduler.channels.channel import Part
from tracker.goals.pace.state import GoalState

GOALS = "goal-"
_WITH_BAR = (GOALS, "announce-milestone")


class Look(NamedTuple):
    symbol: str
    colour: int


# The same colours as on the cards that answer commands.
_GREEN, _AMBER, _RED, _VIOLET, _BLUE = 0x009E73, 0xC27C0E, 0xE0433B, 0xA06CD5, 0x3B8FD0
_WARNING = "\N{WARNING SIGN}\N{VARIATION SELECTOR-16}"
_CHECKED = "\N{WHITE HEAVY CHECK MARK}"
_LOOKS: Mapping[str, Look] = {
    "goal-reached": Look("\N{TROPHY}", _VIOLET),
    "goal-milestone": Look("\N{CHEQUERED FLAG}", _GREEN),
    "goal-change": Look("\N{CHART WITH UPWARDS TREND}", _BLUE),
    "goal-rollback": Look("\N{LEFTWARDS ARROW WITH HOOK}\N{VARIATION SELECTOR-16}", _AMBER),
    "goal-deadline": Look("\N{ALARM CLOCK}", _AMBER),
    "digest": Look("\N{CLIPBOARD}", _BLUE),
    "not-found": Look(_WARNING, _AMBER),
    "source-down": Look(_WARNING, _AMBER),
    "found-again": Look(_CHECKED, _GREEN),
    "source-back": Look(_CHECKED, _GREEN),
    "announce-reached": Look("\N{TROPHY}", _VIOLET),
    "announce-milestone": Look("\N{CHEQUERED FLAG}", _GREEN),
    "habit-reminder": Look("\N{BELL}", _BLUE),
    "habit-check-in": Look("\N{SEEDLING}", _BLUE),
    "habit-at-risk": Look("\N{FIRE}", _AMBER),
    "habit-yesterday": Look("\N{BLACK QUESTION MARK ORNAMENT}", _AMBER),
    "habit-frozen": Look("\N{SNOWFLAKE}\N{VARIATION SELECTOR-16}", _BLUE),
    "habit-ended": Look("\N{SEEDLING}", _BLUE),
    "achievement": Look("\N{SPORTS MEDAL}", _VIOLET),
    "overtaken": Look("\N{RUNNER}", _AMBER),
    "challenge-welcome": Look("\N{WAVING HAND SIGN}", _BLUE),
    "challenge-nudge": Look("\N{ALARM CLOCK}", _AMBER),
    "challenge-week": Look("\N{CALENDAR}", _BLUE),
    "challenge-standings": Look("\N{TROPHY}", _VIOLET),
    "challenge-end": Look("\N{CHEQUERED FLAG}", _VIOLET),
    "channel-off": Look("\N{BELL WITH CANCELLATION STROKE}", _AMBER),
}
_STATES: Mapping[str, Look] = {
    GoalState.ON_TRACK: Look(_CHECKED, _GREEN),
    GoalState.AT_RISK: Look(_WARNING, _AMBER),
    GoalState.BEHIND: Look("\N{DOWN-POINTING RED TRIANGLE}", _RED),
}
_PLAIN = Look("\N{BELL}", _BLUE)
_URGENT = Look("\N{DOUBLE EXCLAMATION MARK}\N{VARIATION SELECTOR-16}", _RED)


def look_of(part: Part) -> Look:
    if part.urgent:
        return _URGENT
    if part.kind == "goal-state":
        return _STATES.get(str(part.facts.get("state")), _PLAIN)
    return _LOOKS.get(part.kind, _PLAIN)


def percent_of(part: Part) -> float | None:
    """How far a bar goes; None where there is none to show."""
    fact = part.facts.get("percent")
    if fact is None or not part.kind.startswith(_WITH_BAR):
        return None
    try:
        percent = float(fact)
    except ValueError:
        return None
    return percent if math.isfinite(percent) else None
