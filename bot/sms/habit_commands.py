"""Habits by SMS: listed, shown, and told day by day."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from typing import TypeAlias

from bot.sms import words
from bot.sms.command import Answer, Command, Turn, Unclear
from bot.sms.conversation import Listed
from bot.sms.habit_lines import in_full, listed, name_of
from bot.sms.telling import Heard, heard
from tracker.habits.changing import Told
from tracker.habits.finding import unknown
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.schedule import ONE_DAY
from tracker.habits.states import DayState
from tracker.habits.watched import Watched, watch, watch_one
from tracker.habits.words.answers import already_text, told_text

PER_PAGE = 8
VIA = "sms"

_NEAR = 0.65
"""How alike a name is to one that was meant, at least: `gmy` is 0.67 of `gym`."""
_UNDONE = (DayState.OPEN, DayState.PARTIAL, DayState.MISSED)

Act: TypeAlias = Callable[[Turn, Habit, Told], Awaitable[Answer]]
Choose: TypeAlias = Callable[[Watched], bool]


async def show_habits(turn: Turn, rest: str) -> Answer:
    if rest:
        return await show_habit(turn, rest)
    found = await watched(turn)
    if not found:
        return Answer(words.NO_HABITS)
    ids = tuple(one.habit.id for one in found)
    return _page(found, Listed(command=words.DONE.name, ids=ids, shown=0, lister=words.HABITS.name))


async def show_other_habits(turn: Turn, before: Listed) -> Answer:
    """Those after the ones that were shown. What has gone meanwhile gets no number."""
    known = {one.habit.id: one for one in await watched(turn)}
    others = [known[one] for one in before.ids[before.shown :] if one in known]
    if not others:
        return Answer(words.NO_MORE)
    ids = (*before.ids[: before.shown], *(one.habit.id for one in others))
    return _page(others, before.model_copy(update={"ids": ids}))


def _page(others: Sequence[Watched], before: Listed) -> Answer:
    shown = before.model_copy(update={"shown": min(before.shown + PER_PAGE, len(before.ids))})
    lines = [*listed(others[:PER_PAGE], first=before.shown + 1)]
    if not shown.is_whole:
        lines.append(words.FURTHER.format(count=len(shown.ids) - shown.shown))
    return Answer("\n".join(lines), listed=shown)


async def show_habit(turn: Turn, rest: str) -> Answer:
    if not rest:
        return await show_habits(turn, rest)
    found = await named(turn, rest)
    if len(found.habits) > 1:
        return which(found, words.HABIT)
    [habit] = found.habits
    one = await watch_one(turn.services.table, turn.user, habit, turn.now)
    return Answer("\n".join(in_full(one)))


async def watched(turn: Turn) -> list[Watched]:
    return await watch(turn.services.table, turn.user, turn.now)


async def nearest_habit(turn: Turn, text: str) -> str | None:
    """The line that was probably meant, where a name is written almost so."""
    names = {one.name.casefold(): one.name for one in await turn.services.habits.list(turn.user.id)}
    close = get_close_matches(text.casefold(), names, n=1, cutoff=_NEAR)
    return f"{words.DONE.name} {names[close[0]]}" if close else None


async def named(turn: Turn, text: str) -> Heard:
    """Raises NoSuchHabit."""
    habits = await turn.services.habits.list(turn.user.id)
    found = heard(text, habits, turn.today)
    if found is None:
        raise unknown(habits, text)
    return found


def which(found: Heard, phrase: words.Phrase) -> Answer:
    """All that may be meant, to be chosen from by a number."""
    lines = [f"{number}. {name_of(one)}" for number, one in enumerate(found.habits, 1)]
    ids = tuple(one.id for one in found.habits)
    choice = Listed(command=phrase.name, ids=ids, shown=len(ids), after=found.after)
    return Answer("\n".join([words.WHICH, *lines]), listed=choice)


@dataclass(frozen=True, slots=True)
class _Telling:
    """One way to say something of a day."""

    phrase: words.Phrase
    act: Act
    when_unnamed: Choose
    """What may be meant where no habit is named."""
    nothing: str
    days_ago: int = 0

    async def __call__(self, turn: Turn, rest: str) -> Answer:
        if not rest:
            return await self._unnamed(turn)
        found = await named(turn, rest)
        if len(found.habits) > 1:
            return which(found, self.phrase)
        return await self.told(turn, found)

    async def told(self, turn: Turn, found: Heard) -> Answer:
        """Of the one habit that was heard."""
        day = found.day or turn.today - self.days_ago * ONE_DAY
        return await self.act(turn, found.habits[0], Told(day, VIA, found.amount, found.note))

    async def _unnamed(self, turn: Turn) -> Answer:
        """Where only one habit can be meant, that one is."""
        every = await watched(turn)
        if not every:
            return Answer(words.NO_HABITS)
        found = [one.habit for one in every if self.when_unnamed(one)]
        if not found:
            return Answer(self.nothing)
        meant = Heard(found, after="", is_sure=True)
        return which(meant, self.phrase) if len(found) > 1 else await self.told(turn, meant)


async def _done(turn: Turn, habit: Habit, told: Told) -> Answer:
    """Of what is to be done less, or no more, it is not taken for granted that it happened, nor how much."""
    if habit.target.at_most and told.amount is None:
        name = name_of(habit).upper()
        if habit.amount is None:
            raise Unclear(words.A_SLIP.format(habit=name_of(habit), name=name))
        raise Unclear(words.HOW_MUCH.format(name=name))
    return await _happened(turn, habit, told)


async def _happened(turn: Turn, habit: Habit, told: Told) -> Answer:
    changed = await turn.services.habits.complete(turn.user.id, habit.id, told)
    if changed is None:
        return Answer(already_text(habit, told.day, turn.today))
    return Answer(told_text(changed), undo=back(habit.id, told.day), told=changed)


async def _skipped(turn: Turn, habit: Habit, told: Told) -> Answer:
    changed = await turn.services.habits.skip(turn.user.id, habit.id, told)
    if changed is None:
        return Answer(already_text(habit, told.day, turn.today, skipped=True))
    return Answer(told_text(changed), undo=back(habit.id, told.day), told=changed)


def back(habit_id: str, day: date) -> str:
    """The line that takes back what was told of a day."""
    return f"{words.UNDO.name} {habit_id} {day}"


def _is_due(one: Watched) -> bool:
    return one.is_due


def _can_slip(one: Watched) -> bool:
    return one.habit.target.at_most and one.habit.status is HabitStatus.ACTIVE


def _is_missing(one: Watched) -> bool:
    """Of yesterday."""
    yesterday = one.today - ONE_DAY
    is_live = one.habit.status is HabitStatus.ACTIVE and not one.habit.target.at_most
    return is_live and one.habit.began <= yesterday and one.state_of(yesterday) in _UNDONE


tell_done = _Telling(words.DONE, _done, _is_due, words.NOTHING_DUE)
tell_yesterday = _Telling(words.YESTERDAY, _done, _is_missing, words.NOTHING_OPEN, days_ago=1)
tell_skipped = _Telling(words.SKIP, _skipped, _is_due, words.NOTHING_DUE)
tell_slip = _Telling(words.SLIP, _happened, _can_slip, words.NOTHING_DUE)


async def asked_of_yesterday(turn: Turn) -> list[Habit]:
    """Those of which it was asked this morning whether they were done: else their streaks end."""
    every = await watched(turn)
    return [one.habit for one in every if _is_missing(one) and _would_end(one)]


def _would_end(one: Watched) -> bool:
    yesterday = one.today - ONE_DAY
    return yesterday > one.settled and one.days_needed_from(yesterday) > 0


COMMANDS = (
    Command(words.HABITS, show_habits, others=show_other_habits),
    Command(words.HABIT, show_habit),
    Command(words.DONE, tell_done, takes_numbers=True),
    Command(words.YESTERDAY, tell_yesterday, takes_numbers=True),
    Command(words.SKIP, tell_skipped, takes_numbers=True),
    Command(words.SLIP, tell_slip, takes_numbers=True),
)
