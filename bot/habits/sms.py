"""Habits by SMS: `done gym`, `gym 5 "legs"`, `y gym`, `skip gym`, `later gym 2h`, `habits`."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TypeAlias

from bot.habits import requests, usecases, view
from bot.habits import sms_phrases as phrases
from bot.habits.documents import DayLogged, HabitChanged
from bot.habits.sms_meanings import begins, is_time, meanings, nearest_line, yes_to_the_morning
from bot.habits.sms_phrases import which
from bot.names import NAME, cut_short
from bot.sms.conversation import KEPT, Listed
from bot.sms.part import Answer, Command, LastSaid, Phrase, SmsPart, Unclear, nothing_said, split_tags
from bot.sms.render import answer, answer_list
from bot.view import joined
from bot.visit import Visit
from tracker.frozen import frozen
from tracker.habits.errors import HabitUnchanged
from tracker.habits.finding import meant, refuse_archived, unknown
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.today import is_undone_yesterday
from tracker.habits.watched import Watched, watch
from tracker.habits.words.reminders import split_reminders
from tracker.habits.words.telling import HabitMention, mentioned, mentioned_before

NOTHING_DUE = "Nothing is left to do today. HABITS shows all."
NOTHING_OPEN = "Nothing is missing of yesterday. HABITS shows all."


# Days

Log: TypeAlias = Callable[[Visit, Habit, HabitMention], Awaitable[DayLogged]]
MayBeMeant: TypeAlias = Callable[[Watched], bool]


@frozen
class DayPhrase:
    """One way to say something of a day."""

    phrase: Phrase
    log: Log
    may_be_meant: MayBeMeant
    """Where no habit is named; where only one may be, that one is."""
    nothing: str

    async def __call__(self, here: Visit, rest: str) -> Answer:
        if rest:
            return await self._of(here, await _mentioned(here, rest))
        every = await watch(here.services.table, here.person, here.now)
        if not every:
            return answer(here, view.no_habits())
        found = [one.habit for one in every if self.may_be_meant(one)]
        return await self._of(here, HabitMention(found)) if found else Answer(self.nothing)

    async def _of(self, here: Visit, said: HabitMention) -> Answer:
        if len(said.habits) > 1:
            return which(said.habits, self.phrase, said.rest)
        done = await self.log(here, said.habits[0], said)
        undo = f"{phrases.UNDO.name} {done.habit.id} {done.day}" if done.changed else None
        return answer(here, view.logged(here, done), undo=undo)


async def _mentioned(here: Visit, text: str) -> HabitMention:
    every = await here.services.habits.list(here.person.id, archived=True)
    found = mentioned(text, every)
    if found is None:
        raise unknown([one for one in every if one.status is not HabitStatus.ARCHIVED], text)
    refuse_archived(found.habits)
    return found


async def _done(here: Visit, habit: Habit, said: HabitMention) -> DayLogged:
    """Of what is to be done less, or no more, a name alone does not say that it happened, nor how much."""
    if not habit.target.at_most or said.amount is not None:
        return await _happened(here, habit, said)
    name = cut_short(habit.name, NAME)
    if habit.amount is not None:
        raise Unclear(f"How much? Text {name.upper()} 1, or as much as it was.")
    raise HabitUnchanged(
        f"Days you don't log count as kept. If {name} happened after all, text SLIP {name.upper()}."
    )


async def _happened(here: Visit, habit: Habit, said: HabitMention) -> DayLogged:
    ask = requests.CompleteDay(habit=habit.id, amount=said.amount, day=said.day, note=said.note)
    return await usecases.complete(here, ask)


async def _done_yesterday(here: Visit, habit: Habit, said: HabitMention) -> DayLogged:
    return await _done(here, habit, replace(said, day=said.day or "yesterday"))


async def _skipped(here: Visit, habit: Habit, said: HabitMention) -> DayLogged:
    return await usecases.skip(here, requests.SkipDay(habit=habit.id, day=said.day, note=said.note))


async def _undone(here: Visit, habit: Habit, said: HabitMention) -> DayLogged:
    return await usecases.undo(here, requests.UndoDay(habit=habit.id, day=said.day))


async def several_done(here: Visit, ids: Sequence[str], *, ago: int = 0) -> Answer:
    day = here.today - timedelta(days=ago)
    done = await usecases.change_days(here, requests.ChangeDays(days=tuple((one, f"{day}") for one in ids)))
    undo = "\n".join(f"{phrases.UNDO.name} {one.id} {day}" for one in reversed(done.changed))
    return answer(here, view.several_logged(here, done), undo=undo)


def _is_due(one: Watched) -> bool:
    return one.is_due


def _can_slip(one: Watched) -> bool:
    return one.habit.target.at_most and one.habit.status is HabitStatus.ACTIVE


async def later(here: Visit, rest: str) -> Answer:
    habits = await here.services.habits.list(here.person.id)
    said = mentioned_before(rest, habits, lambda text: is_time(here, text))
    if said is None and rest and not is_time(here, rest):
        raise unknown(habits, rest)
    if said is None:
        every = await watch(here.services.table, here.person, here.now)
        said = HabitMention([one.habit for one in every if one.is_due], rest)
    if len(said.habits) > 1:
        return which(said.habits, phrases.LATER, said.rest)
    if not said.habits:
        return Answer(NOTHING_DUE)
    ask = requests.SnoozeHabit(habit=said.habits[0].id, until=said.rest or None)
    shown = view.snoozed(here, await usecases.snooze(here, ask))
    return answer(here, replace(shown, lead=joined(shown.title, shown.lead, by=": ")))


# Habits


async def list_habits(here: Visit, before: Listed | None = None) -> Answer:
    found = view.habits(here, await usecases.list_habits(here, requests.ListHabits()))
    return answer_list(here, found, phrases.DONE.name, phrases.HABITS.name, before)


async def show_habit(here: Visit, rest: str) -> Answer:
    if not rest:
        return await list_habits(here)
    found = meant(await here.services.habits.list(here.person.id), rest)
    if len(found) > 1:
        return which(found, phrases.HABIT)
    shown = await usecases.show(here, requests.NameHabit(habit=found[0].id if found else rest))
    return answer(here, view.habit(here, shown))


async def add(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(phrases.ADD)
    words, times = split_reminders(rest)
    done = await usecases.add(here, requests.AddHabit(habit=words, remind=times))
    return Answer(
        f"New habit: {done.understood}. {_how_to_log(done)}", undo=f"{phrases.ARCHIVE.name} {done.habit.id}"
    )


async def tag(here: Visit, rest: str) -> Answer:
    habit, tags = split_tags(phrases.TAGS, rest)
    done = await usecases.edit(here, requests.EditHabit(habit=habit, tags=tags))
    return answer(here, view.switched(here, done), undo="")


def _how_to_log(done: HabitChanged) -> str:
    name = cut_short(done.habit.name, NAME).upper()
    if not done.habit.at_most:
        return f"Text {name} when it is done."
    if done.habit.target is not None:
        return f"Text {name} 1, or as much as it was, each time."
    return f"Days you don't log count as kept; text SLIP {name} if it happens."


@frozen
class Switching:
    """Pause, resume, archive."""

    phrase: Phrase
    switch: Callable[[Visit, requests.NameHabit], Awaitable[HabitChanged]]
    back: Phrase | None
    """What undoes it."""

    async def __call__(self, here: Visit, rest: str) -> Answer:
        if not rest:
            raise nothing_said(self.phrase)
        done = await self.switch(here, requests.NameHabit(habit=rest))
        undo = f"{self.back.name} {done.habit.id}" if self.back else ""
        return answer(here, view.switched(here, done), undo=undo)


def _logging(phrase: Phrase, log: Log, may_be_meant: MayBeMeant, nothing: str = NOTHING_DUE) -> Command:
    return Command(phrase, DayPhrase(phrase, log, may_be_meant, nothing), takes_numbers=True)


async def last_said(here: Visit) -> LastSaid | None:
    """What is older than a conversation is not what somebody means."""
    log = await here.services.habits.last_by_person(here.person.id)
    if log is None or log.at <= here.now - KEPT:
        return None
    return LastSaid(log.at, f"{phrases.UNDO.name} {log.habit} {log.day}")


SMS = SmsPart(
    commands=(
        replace(_logging(phrases.DONE, _done, _is_due), several=several_done, shares="done"),
        replace(
            _logging(phrases.YESTERDAY, _done_yesterday, is_undone_yesterday, NOTHING_OPEN),
            several=partial(several_done, ago=1),
        ),
        replace(_logging(phrases.SKIP, _skipped, _is_due), shares="skip"),
        _logging(phrases.SLIP, _happened, _can_slip),
        _logging(phrases.UNDO, _undone, lambda _: False, f"Which habit? Text {phrases.UNDO.usage.upper()}."),
        Command(phrases.LATER, later, takes_numbers=True, shares="snooze"),
        Command(phrases.HABITS, show_habit, more=list_habits),
        Command(phrases.HABIT, show_habit),
        Command(phrases.ADD, add),
        Command(phrases.TAGS, tag),
        Command(phrases.PAUSE, Switching(phrases.PAUSE, usecases.pause, phrases.RESUME)),
        Command(phrases.RESUME, Switching(phrases.RESUME, usecases.resume, phrases.PAUSE)),
        Command(phrases.ARCHIVE, Switching(phrases.ARCHIVE, usecases.archive, None)),
    ),
    meanings=meanings,
    begins=begins,
    nearest=nearest_line,
    answers_yes=yes_to_the_morning,
    last_said=last_said,
)
