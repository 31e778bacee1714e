"""The habits of a day: what is still to do, what was logged, and what should not be done at all."""

from collections.abc import Sequence
from datetime import date

from bot.habits import view
from bot.habits.documents import HabitDocument, habit_document
from bot.habits.looks import look_of
from bot.habits.sms_phrases import DONE
from bot.names import UNIT, cut_short, plain_line, shown_name
from bot.sections import Section, TodayPart, ToDo
from bot.view import Column, Row
from bot.visit import Visit
from tracker.habits.states import DayState
from tracker.habits.today import habits_for_today
from tracker.habits.watched import watch
from tracker.words import with_unit

LONGEST_LABEL = 40
"""Of a name on a button."""


async def section(visit: Visit) -> Section:
    found = await watch(visit.services.table, visit.person, visit.now)
    return Section(items=tuple(map(habit_document, habits_for_today(found))), owned=bool(found))


def to_do(here: Visit, habit: HabitDocument) -> ToDo:
    done = True if habit.state is DayState.DONE else None
    cells = (_words(here, habit), habit.period and habit.period.text, view.streak(habit))
    return ToDo(
        row=Row(habit.id, shown_name(habit.name), cells, **look_of(habit)._asdict()),
        done=False if habit.due else done,
        line=f"{DONE.name} {habit.id}",
        ticks=habit.due,
        undoes=habit.today.logged,
        about=habit.today.text if habit.today.logged else habit.wanted,
        form=_asks(habit) if habit.due and habit.target is not None else "",
        usage=view.DONE(habit.name.lower()) if habit.due else None,
    )


def _asks(habit: HabitDocument) -> str:
    return f"{plain_line(habit.name, LONGEST_LABEL) or 'Habit'}: {view.how_much(habit).lower()}"


def _words(here: Visit, habit: HabitDocument) -> str | None:
    """Where a symbol says it, only how much it is about."""
    if not here.front_end.has_buttons or habit.at_most:
        return habit.today.text
    if not habit.today.logged and habit.target is not None:
        return with_unit(habit.target, cut_short(habit.unit or "", UNIT))
    if not habit.today.logged:
        return None
    return None if habit.target is None and habit.state is DayState.DONE else habit.today.text


async def tick(visit: Visit, ids: Sequence[str], day: date, *, undo: bool) -> str:
    from bot.habits import usecases  # noqa: PLC0415 - a day is looked at more often than it is ticked off
    from bot.habits.requests import ChangeDays  # noqa: PLC0415

    days = tuple((one, f"{day}") for one in ids)
    return (await usecases.change_days(visit, ChangeDays(days=days, undo=undo))).message


TODAY = TodayPart(
    name="habits",
    noun="habit",
    columns=(Column("today"), Column("period"), Column("streak")),
    section=section,
    to_do=to_do,
    begin=("Begin a habit: ", view.ADD("gym 3x a week")),
    every=view.ALL(),
    tick=tick,
)
