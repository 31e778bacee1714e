"""What a person says of a day of a habit on Discord, what came of it in words, and what they can say next."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

from discord import ui

from bot.services import Services
from bot.slash.cards import Card, Row, row, text
from bot.slash.errors import Problem
from bot.slash.habit_looks import LATER, NOTED, UNDONE, look_of_day
from bot.slash.habit_words import name_of
from bot.slash.looks import Look
from bot.slash.texts import moment
from scheduler.channels.discord.buttons import DayAct, habit_button
from scheduler.channels.discord.text import cut, safe_line
from tracker.accounts.model import User
from tracker.habits.changing import Told
from tracker.habits.errors import HabitRefused, NoSuchHabit
from tracker.habits.events import DayChanged
from tracker.habits.model import Habit
from tracker.habits.rounds.snoozing import snooze
from tracker.habits.states import DayState
from tracker.habits.watched import watch_one
from tracker.habits.words.answers import already_text, several_text, told_text
from tracker.letters import can_be_seen
from tracker.words import LONGEST_NOTE

VIA: Final = "discord"
HAPPENED: Final = "It happened"
SNOOZE_MINUTES = 60
LONGEST = 1000
"""Of what is said after several were ticked off."""
GONE: Final = "One of them is not there any more."
ALREADY: Final = "What was done already counts once."

_Say: TypeAlias = Callable[[str, date], Awaitable[DayChanged | None]]


@dataclass(frozen=True, slots=True)
class Telling:
    """A day of a habit after something was said of it."""

    habit: Habit
    day: date
    words: str
    """Safe already."""
    look: Look
    acts: tuple[DayAct, ...]
    """What can be said next."""

    @property
    def content(self) -> str:
        return f"### {self.look.symbol} {name_of(self.habit)}\n{self.words}"

    def rows(self, owner: int) -> list[Row]:
        return [row(*(day_button(act, owner, self.habit, self.day) for act in self.acts))]


def day_button(act: DayAct, owner: int, habit: Habit, day: date) -> ui.Button[ui.LayoutView]:
    """Of what should not be, nobody says that it is done."""
    happened = habit.target.at_most and act in (DayAct.DONE, DayAct.AMOUNT)
    return habit_button(act, owner, habit.id, f"{day}", label=HAPPENED if happened else None)


def told_card(telling: Telling, owner: int) -> Card:
    """A short answer with what can be done next."""
    return Card(text(telling.content), colour=telling.look.colour, rows=telling.rows(owner))


async def own_habit(services: Services, user: User, habit_id: str) -> Habit:
    """By its id alone: what is gone must not lead to another that is called so."""
    try:
        return await services.habits.get(user.id, habit_id)
    except NoSuchHabit as gone:
        raise NoSuchHabit("This habit is not there any more. /habit list shows those that are.") from gone


async def say_done(services: Services, user: User, habit: Habit, told: Told) -> Telling:
    changed = await services.habits.complete(user.id, habit.id, told)
    return await _after(services, user, habit, told.day, changed)


async def say_skipped(services: Services, user: User, habit: Habit, told: Told) -> Telling:
    changed = await services.habits.skip(user.id, habit.id, told)
    return await _after(services, user, habit, told.day, changed, skipped=True)


def undone(changed: DayChanged) -> Telling:
    """What was said of a day is taken back."""
    words = safe_line(told_text(changed))
    acts = first_acts(changed.habit, later=changed.day == changed.scene.today)
    return Telling(changed.habit, changed.day, words, UNDONE, acts)


async def say_later(services: Services, user: User, habit: Habit, day: date) -> Telling:
    until = await snooze(services.table, user, habit, services.clock(), SNOOZE_MINUTES)
    words = f"I remind you again at {moment(until, 't')}, if it is not done by then."
    return Telling(habit, day, words, LATER, first_acts(habit, later=True))


async def tick_off(services: Services, user: User, days: Iterable[tuple[str, date]]) -> str:
    """Several at once, all that is wanted of each; in safe words, what came of it."""

    async def tick(habit: str, day: date) -> DayChanged | None:
        return await services.habits.complete(user.id, habit, Told(day, VIA))

    return await _one_by_one(days, tick)


async def take_back(services: Services, user: User, days: Iterable[tuple[str, date]]) -> str:
    """Several at once; in safe words, what came of it."""

    async def undo(habit: str, day: date) -> DayChanged:
        return await services.habits.undo(user.id, habit, day)

    return await _one_by_one(days, undo)


async def _one_by_one(days: Iterable[tuple[str, date]], say: _Say) -> str:
    """What one of them refuses does not keep the others from being told."""
    changes, others = list[DayChanged](), list[str]()
    for habit, day in days:
        try:
            changed = await say(habit, day)
        except NoSuchHabit:
            others.append(GONE)
        except HabitRefused as refused:
            others.append(str(refused))
        else:
            changes += [changed] if changed else []
            others += [] if changed else [ALREADY]
    told = [several_text(changes)] if changes else []
    return cut(safe_line(" ".join(dict.fromkeys([*told, *others]))), LONGEST)


def first_acts(habit: Habit, *, later: bool) -> tuple[DayAct, ...]:
    """Where nothing is told of a day; `later`, where it can wait."""
    waits = (DayAct.SNOOZE,) if later and not habit.target.at_most else ()
    return (_done(habit), DayAct.SKIP, *waits)


def further_acts(habit: Habit, state: DayState) -> tuple[DayAct, ...]:
    """Where something is told of a day: there may be more to add."""
    adds = state is DayState.PARTIAL or (habit.target.at_most and habit.amount is not None)
    return (*([_done(habit)] if adds else []), DayAct.UNDO)


def _done(habit: Habit) -> DayAct:
    return DayAct.DONE if habit.amount is None else DayAct.AMOUNT


def checked_note(note: str | None) -> str | None:
    """Raises Problem."""
    words = " ".join((note or "").split())
    if len(words) > LONGEST_NOTE or not can_be_seen(words):
        raise Problem(f"A note has up to {LONGEST_NOTE} letters, digits and signs that can be seen.")
    return words or None


async def _after(
    services: Services,
    user: User,
    habit: Habit,
    day: date,
    changed: DayChanged | None,
    *,
    skipped: bool = False,
) -> Telling:
    if changed is not None:
        state, words = changed.state, told_text(changed)
    else:
        watched = await watch_one(services.table, user, habit, services.clock())
        state, words = watched.state_of(day), already_text(habit, day, watched.today, skipped=skipped)
    return Telling(habit, day, safe_line(words), _look(habit, state), further_acts(habit, state))


def _look(habit: Habit, state: DayState) -> Look:
    """What is noted of something that should not be is nobody's failure."""
    return NOTED if habit.target.at_most and state is not DayState.SKIPPED else look_of_day(state)
