"""`later gym`, `snooze gym 2h`: a reminder once more, if the habit is still to be done then."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.sms import words
from bot.sms.command import Answer, Command, Turn
from bot.sms.habit_commands import watched, which
from bot.sms.habit_lines import name_of
from bot.sms.moments import moment
from bot.sms.telling import Heard
from tracker.habits.finding import meant, unknown
from tracker.habits.model import Habit
from tracker.habits.rounds.snoozing import snooze
from tracker.habits.watched import watch_one
from tracker.habits.words.wording import today_text
from tracker.notify.muting import muted_until

USUAL = "1h"
_MINUTE = timedelta(minutes=1)


class _Asked(NamedTuple):
    habits: Sequence[Habit]
    until: datetime
    after: str
    """What was said of the time."""


async def later(turn: Turn, rest: str) -> Answer:
    habits = await turn.services.habits.list(turn.user.id)
    if asked := _asked(turn, habits, rest):
        return await _put_off(turn, asked)
    try:
        until = muted_until(rest or USUAL, turn.now, turn.user.zone)
    except ValueError:
        raise unknown(habits, rest) from None
    return await _unnamed(turn, until, rest)


async def later_if_named(turn: Turn, rest: str) -> Answer | None:
    """None where the text names no habit."""
    asked = _asked(turn, await turn.services.habits.list(turn.user.id), rest)
    return None if asked is None else await _put_off(turn, asked)


async def _unnamed(turn: Turn, until: datetime, after: str) -> Answer:
    """Where only one habit can be meant, that one is."""
    due = [one.habit for one in await watched(turn) if one.is_due]
    return await _put_off(turn, _Asked(due, until, after)) if due else Answer(words.NOTHING_DUE)


def _asked(turn: Turn, habits: Sequence[Habit], text: str) -> _Asked | None:
    """The longest name that leaves a time, or nothing: `deep work 2h`."""
    parts = text.split()
    for count in range(len(parts), 0, -1):
        name, after = " ".join(parts[:count]), " ".join(parts[count:])
        if found := meant(habits, name):
            try:
                return _Asked(found, muted_until(after or USUAL, turn.now, turn.user.zone), after)
            except ValueError:
                continue
    return None


async def _put_off(turn: Turn, asked: _Asked) -> Answer:
    if len(asked.habits) > 1:
        return which(Heard(asked.habits, asked.after, is_sure=True), words.LATER)
    [habit] = asked.habits
    table, now = turn.services.table, turn.now
    one = await watch_one(table, turn.user, habit, now)
    if not one.is_due:
        return Answer(words.NOT_TO_REMIND.format(name=name_of(habit), today=today_text(one)))
    until = await snooze(table, turn.user, habit, now, -(-(asked.until - now) // _MINUTE))
    return Answer(words.REMINDED_AT.format(name=name_of(habit), time=moment(until, turn)))


COMMANDS = (Command(words.LATER, later, takes_numbers=True),)
