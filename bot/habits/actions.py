"""What can be said next of a habit by a press: of a day, and whether it is to go on."""

from datetime import date

from bot.habits.documents import HabitDocument, HabitRef
from bot.view import Action, Weight
from tracker.habits.model import HabitStatus
from tracker.habits.states import DayState

HAPPENED = "It happened"
"""Of what should not be, nobody says that it is done."""
DAY, CARD = "habit", "habit-card"
"""What is pressed: under what was said of a day, and under everything about a habit."""


def card_actions(one: HabitDocument) -> list[Action]:
    day = one.today.day
    if one.status is not HabitStatus.ACTIVE:
        return [_action("resume", one, day, CARD)]
    if one.today.logged:
        today = further_actions(one, day, one.state, CARD)
    else:
        today = first_actions(one, day, name=CARD)
    return [*today, _action("pause", one, day, CARD)]


def first_actions(one: HabitRef, day: date, *, later: bool = False, name: str = DAY) -> list[Action]:
    """Where nothing is logged of a day; `later`, where it can wait."""
    acts = (_done(one), "skip", *(("snooze",) if later and not one.at_most else ()))
    return [_action(act, one, day, name) for act in acts]


def further_actions(one: HabitRef, day: date, state: DayState, name: str = DAY) -> list[Action]:
    """Where something is logged of a day: there may be more to add."""
    adds = state is DayState.PARTIAL or (one.at_most and one.target is not None)
    return [_action(act, one, day, name) for act in (*((_done(one),) if adds else ()), "undo")]


def _done(one: HabitRef) -> str:
    return "done" if one.target is None else "amount"


def _action(act: str, one: HabitRef, day: date, name: str) -> Action:
    logs = act in ("done", "amount")
    label = (HAPPENED if one.at_most else "Done") if logs else act.capitalize()
    weight = Weight.MAIN if logs and not one.at_most else Weight.PLAIN
    return Action(f"{name}:{act}", (one.id, f"{day}"), label, weight)
