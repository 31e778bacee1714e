"""Which goals of parts ask for something now, and why: for a person's day and for their digest."""

from collections.abc import Iterable
from datetime import date, timedelta
from enum import IntEnum
from typing import NamedTuple

from tracker.goals.composite.model import CompositeGoal, CompositeStatus
from tracker.words import count_of, percent_text, weekday

SOON = timedelta(days=7)
NEARLY = 90
_WHOLE = 100


class AttentionReason(IntEnum):
    """What needs somebody first comes first."""

    LATE = 1
    DUE = 2
    AT_RISK = 3
    COMPLETE = 4
    """All parts are done: whether that is all of it, the person says."""
    NEARLY_DONE = 5


class Attention(NamedTuple):
    goal: CompositeGoal
    why: AttentionReason


def asking(goals: Iterable[CompositeGoal], today: date) -> list[Attention]:
    found = [Attention(one, why) for one in goals if (why := why_now(one, today)) is not None]
    return sorted(found, key=lambda one: (one.why, one.goal.target_date or date.max, one.goal.created_at))


def why_now(goal: CompositeGoal, today: date) -> AttentionReason | None:
    """None of what is planned, is over, or goes its way."""
    if not goal.status.is_judged:
        return None
    progress, due = goal.shown_progress, goal.target_date
    if progress is not None and progress >= _WHOLE:
        return AttentionReason.COMPLETE
    if due is not None and due < today:
        return AttentionReason.LATE
    if due is not None and due - today <= SOON:
        return AttentionReason.DUE
    if goal.status is CompositeStatus.AT_RISK:
        return AttentionReason.AT_RISK
    return AttentionReason.NEARLY_DONE if progress is not None and progress >= NEARLY else None


def attention_text(one: Attention, today: date) -> str:
    """`80 %, due on Friday`."""
    progress = one.goal.shown_progress
    percent = "nothing known yet" if progress is None else percent_text(float(progress))
    return f"{percent}, {_reason(one, today)}"


def _reason(one: Attention, today: date) -> str:
    days = 0 if one.goal.target_date is None else (one.goal.target_date - today).days
    match one.why:
        case AttentionReason.LATE:
            return f"was due {count_of(-days, 'day')} ago"
        case AttentionReason.DUE:
            return f"due {_when(today + timedelta(days=days), days)}"
        case AttentionReason.AT_RISK:
            return "at risk"
        case AttentionReason.COMPLETE:
            return "all parts are done"
        case AttentionReason.NEARLY_DONE:
            return "nearly done"


def _when(due: date, days: int) -> str:
    return ("today", "tomorrow")[days] if days <= 1 else f"on {weekday(due)}"
