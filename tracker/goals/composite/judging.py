"""Whether a goal of parts is on track: what is done, against how much of its time has passed."""

from datetime import date

from tracker.goals.composite.model import CompositeGoal, CompositeStatus
from tracker.readings import Number

PATIENT_SHARE = 0.1
"""So much of its time may pass before pace counts."""
ON_TRACK, EASED = 0.9, 0.05
"""Of the progress that the time asks for. Back on track takes a little more, so that it does not flutter."""


def elapsed_share(goal: CompositeGoal, today: date) -> float | None:
    """How much of its time has passed; None where it has no date."""
    if goal.target_date is None:
        return None
    whole = (goal.target_date - goal.start_date).days + 1
    return min(max(((today - goal.start_date).days + 1) / max(whole, 1), 0.0), 1.0)


def judged(goal: CompositeGoal, progress: Number | None, today: date) -> CompositeStatus:
    """What the person said stays; else on track or at risk, and neither where nothing can be said yet."""
    if not goal.status.is_judged:
        return goal.status
    share = elapsed_share(goal, today)
    if share is None or share < PATIENT_SHARE or progress is None:
        return CompositeStatus.ACTIVE
    wanted = ON_TRACK + EASED * (goal.status is CompositeStatus.AT_RISK)
    pace = round(float(progress) / 100 / share, 6)
    return CompositeStatus.ON_TRACK if pace >= round(wanted, 6) else CompositeStatus.AT_RISK
