"""What was told of habits, taken back: of one that is named, or the last, wherever that was said."""

from datetime import date

from bot.sms import words
from bot.sms.command import Answer, Turn
from bot.sms.conversation import KEPT
from bot.sms.habit_commands import back, named, which
from tracker.habits.model import Habit, HabitLog
from tracker.habits.words.answers import told_text
from tracker.rewards.wallet import wallet_of
from tracker.store.entity import from_items
from tracker.store.keys import HabitLogKey

BY_PEOPLE = frozenset({"discord", "sms", "terminal", "api"})
"""Where people tell things. What a source or Questlog itself has noted is nothing that somebody said."""


async def undo_named(turn: Turn, rest: str) -> Answer:
    """Of the day that is named; otherwise of the one that was told last, where that was of this habit."""
    found = await named(turn, rest)
    if len(found.habits) > 1:
        return which(found, words.UNDO)
    [habit] = found.habits
    day = found.day or await _last_day(turn, habit)
    changed = await turn.services.habits.undo(turn.user.id, habit.id, day)
    return Answer(told_text(changed), undo=await before_that(turn))


async def _last_day(turn: Turn, habit: Habit) -> date:
    wallet = await wallet_of(turn.services.table, turn.user.id)
    return wallet.last_day_of(habit.id) or turn.today


async def last_change(turn: Turn) -> str | None:
    """The lines that take back what was done last: here, or a habit that was told elsewhere since then."""
    here, at = turn.conversation.undo, turn.conversation.undo_at
    told = await _last_told(turn)
    if told is None or (at is not None and told.at <= at):
        return here
    return back(told.habit, told.day)


async def before_that(turn: Turn) -> str:
    """The line that takes back what was told of habits before, once the last thing is undone."""
    told = await _last_told(turn)
    return back(told.habit, told.day) if told else ""


async def _last_told(turn: Turn) -> HabitLog | None:
    wallet = await wallet_of(turn.services.table, turn.user.id)
    if wallet.last_habit is None or wallet.last_day is None:
        return None
    item = await turn.services.table.get(HabitLogKey(wallet.last_habit, wallet.last_day).key)
    told = next(from_items(HabitLog, [item] if item else []), None)
    is_said = told is not None and told.via in BY_PEOPLE and told.at > turn.now - KEPT
    return told if is_said else None
