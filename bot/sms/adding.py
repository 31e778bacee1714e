"""`add`: a new goal, or a new habit where the words say of one."""

import re
from typing import NamedTuple

from bot.own import BELONGINGS
from bot.sms import words
from bot.sms.command import Answer, Command, Turn, Unclear
from bot.sms.goal_commands import add_goal, refusal_of
from bot.sms.habit_lines import name_of
from tracker.goals.errors import NoSuchName, NotUnderstood
from tracker.habits.errors import BadHabit
from tracker.habits.model import Habit, HabitType
from tracker.habits.words.parse import parse_habit, says_how_often
from tracker.habits.words.wording import habit_text
from tracker.refusals import Refused

_CLOCK = r"\d{1,2}(?:[:.]\d{2})?\s*(?:am|pm)?"
_REMINDERS = re.compile(
    rf",?\s+(?:remind(?:ers?)?(?:\s+me)?(?:\s+at)?|at)\s+(?P<times>{_CLOCK}(?:\s*(?:,|&|and)\s*{_CLOCK})*)$",
    re.IGNORECASE,
)
_NUMBER_FIRST = re.compile(r"[+\d]")
"""So most goals begin, and hardly a habit."""


class _Wanted(NamedTuple):
    text: str
    options: dict[str, str]


async def add(turn: Turn, rest: str) -> Answer:
    """What can be a goal is one. What says how often is a habit; of anything else it is asked."""
    if not rest:
        raise Unclear(words.USAGE.format(usage=words.ADD.usage, about=words.ADD.about))
    refused = await refusal_of(turn, rest)
    if refused is None or not _may_be_habit(turn, rest, refused):
        return await add_goal(turn, rest)
    if _is_surely_habit(turn, rest):
        return await add_habit(turn, rest)
    line = f"{words.ADD_HABIT.name} {rest}"
    if (await BELONGINGS.of(turn.services, turn.user)).characters:
        return Answer(words.OR_A_HABIT.format(refused=refused), question=line)
    return Answer(words.DID_YOU_MEAN.format(line=line.upper()), question=line)


async def add_habit(turn: Turn, rest: str) -> Answer:
    if not rest:
        raise Unclear(words.USAGE.format(usage=words.ADD_HABIT.usage, about=words.ADD_HABIT.about))
    wanted = _wanted(rest)
    habit = await turn.services.habits.add_written(turn.user, wanted.text, wanted.options)
    text = _begun(habit).format(habit=habit_text(habit), name=name_of(habit).upper())
    return Answer(text, undo=f"{words.ARCHIVE.name} {habit.id}")


def _begun(habit: Habit) -> str:
    if not habit.target.at_most:
        return words.HABIT_BEGUN
    return words.QUIT_BEGUN if habit.amount is None else words.REDUCE_BEGUN


def new_habit(turn: Turn, text: str) -> str | None:
    """The line that would begin a habit, where a text is one without saying so."""
    return f"{words.ADD_HABIT.name} {text}" if _is_surely_habit(turn, text) else None


def _may_be_habit(turn: Turn, text: str, refused: Refused) -> bool:
    return isinstance(refused, NoSuchName | NotUnderstood) and _type(turn, text) is not None


def _is_surely_habit(turn: Turn, text: str) -> bool:
    found = _type(turn, text)
    return found is not None and (found is not HabitType.BUILD or says_how_often(text))


def _type(turn: Turn, text: str) -> HabitType | None:
    """None where it can be no habit."""
    if _NUMBER_FIRST.match(text):
        return None
    try:
        return parse_habit(_wanted(text).text, turn.today).type
    except BadHabit:
        return None


def _wanted(text: str) -> _Wanted:
    """Without the reminders at the end."""
    plain = text.replace('"', "")
    found = _REMINDERS.search(plain)
    return _Wanted(plain[: found.start()], {"remind": found["times"]}) if found else _Wanted(plain, {})


COMMANDS = (Command(words.ADD, add), Command(words.ADD_HABIT, add_habit))
