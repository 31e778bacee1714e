"""The state of a goal, in one word. The rule, first match wins:

- `reached`: the target is reached, or was once.
- `paused`: the person said so.
- `no-data`: the number has not been seen yet.
- `behind`: the day it was due is over.
- `no-data`: there are too few days for a forecast.
- With a date, the chance to arrive in time decides: `on-track` from two in three, `behind` below one in
  three, `at-risk` in between. Who was on one side of a boundary stays there until it is crossed by a margin.
- Without a date, `on-track` is what arrives within the horizon more likely than not; the rest is `at-risk`.
"""

from datetime import date, timedelta
from enum import StrEnum

from tracker.goals.pace.forecast import HORIZON, Forecast
from tracker.goals.pace.progress import Progress

LIKELY = 2 / 3
UNLIKELY = 1 / 3
EVENS = 1 / 2
MARGIN = 0.05


class GoalState(StrEnum):
    NO_DATA = "no-data"
    ON_TRACK = "on-track"
    AT_RISK = "at-risk"
    BEHIND = "behind"
    REACHED = "reached"
    PAUSED = "paused"


_URGENT = (GoalState.BEHIND, GoalState.AT_RISK, GoalState.ON_TRACK, GoalState.NO_DATA)


def importance(state: GoalState) -> int:
    """What needs somebody comes first."""
    return _URGENT.index(state) if state in _URGENT else len(_URGENT)


def state_of(
    progress: Progress | None,
    forecast: Forecast | None,
    due: date | None,
    today: date,
    *,
    reached: bool = False,
    paused: bool = False,
    before: GoalState | None = None,
) -> GoalState:
    """`reached` says that the goal was reached once, whatever came after; `before` is the state until now."""
    if reached or (progress is not None and progress.reached):
        return GoalState.REACHED
    if paused:
        return GoalState.PAUSED
    if progress is None:
        return GoalState.NO_DATA
    if due is not None and due < today:
        return GoalState.BEHIND
    if forecast is None:
        return GoalState.NO_DATA
    if due is None:
        ever = forecast.chance(today + timedelta(days=HORIZON - 1), today)
        return GoalState.ON_TRACK if ever >= EVENS else GoalState.AT_RISK
    return _by_chance(forecast.chance(due, today), before)


def _by_chance(chance: float, before: GoalState | None) -> GoalState:
    likely = LIKELY - MARGIN if before is GoalState.ON_TRACK else LIKELY
    unlikely = UNLIKELY + MARGIN if before is GoalState.BEHIND else UNLIKELY
    if before is GoalState.AT_RISK:
        likely, unlikely = LIKELY + MARGIN, UNLIKELY - MARGIN
    if chance >= likely:
        return GoalState.ON_TRACK
    return GoalState.BEHIND if chance < unlikely else GoalState.AT_RISK
