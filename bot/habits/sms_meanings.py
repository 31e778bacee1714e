"""What a text may mean that names no command: one of the person's habits, or a new one."""

import re

from bot.habits import sms_phrases as phrases
from bot.habits.sms_phrases import which
from bot.names import NAME, cut_short
from bot.sms.part import ALONE, Answer, Beginning, Certainty, Meaning
from bot.visit import Visit
from tracker.habits.errors import WrongHabitUnit
from tracker.habits.finding import nearest
from tracker.habits.model import Habit, HabitType
from tracker.habits.today import is_asked_about
from tracker.habits.watched import watch
from tracker.habits.words.parse import parse_habit, says_how_often
from tracker.habits.words.reminders import split_reminders
from tracker.habits.words.telling import HabitMention, mentioned, mentioned_before
from tracker.notify.muting import BadTime, muted_until
from tracker.refusals import Refused

_NUMBER_FIRST = re.compile(r"[+\d]")
"""So most goals begin, and hardly a habit."""


async def meanings(here: Visit, text: str) -> list[Meaning]:
    habits = await here.services.habits.list(here.person.id)
    try:
        found = mentioned(text, habits)
    except WrongHabitUnit:  # `read 2h` may be when to remind of it, and not how much it was
        found = mentioned_before(text, habits, lambda rest: is_time(here, rest))
        if found is None:
            raise
    return [] if found is None else [_meaning(one, found) for one in found.habits]


def _meaning(habit: Habit, said: HabitMention) -> Meaning:
    told = {ALONE: phrases.DONE, "later": phrases.LATER, "undo": phrases.UNDO, "yesterday": phrases.YESTERDAY}
    named = {"pause": phrases.PAUSE, "resume": phrases.RESUME, "archive": phrases.ARCHIVE}
    lines = {word: phrases.line_for(phrase, habit, said.rest) for word, phrase in told.items()}
    lines["show"] = phrases.line_for(phrases.HABIT, habit)
    if not said.rest:
        lines |= {word: phrases.line_for(phrase, habit) for word, phrase in named.items()}
    name = cut_short(habit.name, NAME)
    return Meaning(f"Habit {name}", lines, sure=said.sure, id=habit.id, name=name)


def is_time(here: Visit, text: str) -> bool:
    try:
        return muted_until(text, here.now, here.person.zone) > here.now
    except BadTime:
        return False


async def begins(here: Visit, text: str) -> Beginning:
    """What says how often, or that it is to end, is surely one."""
    line = f"{phrases.ADD.name} {text}"
    if _NUMBER_FIRST.match(text):
        return Beginning(Certainty.NO, line)
    try:
        kind = parse_habit(split_reminders(text)[0], here.today).type
    except Refused as refused:
        return Beginning(Certainty.NO, line, refused)
    sure = kind is not HabitType.BUILD or says_how_often(text)
    return Beginning(Certainty.YES if sure else Certainty.PERHAPS, line)


async def nearest_line(here: Visit, text: str) -> str | None:
    """Where a name is written almost so."""
    found = nearest(await here.services.habits.list(here.person.id), text)
    return f"{phrases.DONE.name} {found.name}" if found else None


async def yes_to_the_morning(here: Visit) -> Answer | None:
    """A message in the morning may have asked whether something was done yesterday."""
    every = await watch(here.services.table, here.person, here.now)
    found = [one.habit for one in every if is_asked_about(one)]
    if len(found) > 1:
        return which(found, phrases.YESTERDAY)
    if not found:
        return None
    line = f"{phrases.YESTERDAY.name} {found[0].name}"
    return Answer(f"Did you mean {line.upper()}? Reply Y", question=line)
