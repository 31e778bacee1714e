"""Words that may name a goal or a habit: which of them is meant, and what is done with it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.glance import UNSEEN
from bot.own import BELONGINGS
from bot.sms import words
from bot.sms.command import Answer, Command, Turn
from bot.sms.conversation import Listed
from bot.sms.goal_commands import archive_goal, owned_by, pause_goal, resume_goal, show_goal
from bot.sms.goal_lines import title_of
from bot.sms.habit_commands import show_habit, tell_done, which
from bot.sms.habit_lines import name_of
from bot.sms.habitless import still_habitless
from bot.sms.telling import Heard, heard
from tracker.goals import finding
from tracker.goals.errors import NoSuchGoal
from tracker.goals.model import Goal
from tracker.habits.errors import NoSuchHabit
from tracker.habits.finding import meant
from tracker.habits.model import Habit
from tracker.habits.service import Habits

OfGoal: TypeAlias = Callable[[Turn, str], Awaitable[Answer]]
OfHabit: TypeAlias = Callable[[Habits, str, str], Awaitable[Habit]]


@dataclass(frozen=True, slots=True)
class _Change:
    """What can be done with both."""

    phrase: words.Phrase
    of_goal: OfGoal
    of_habit: OfHabit
    undo: str
    """The command that takes it back, if there is one."""

    async def __call__(self, turn: Turn, rest: str) -> Answer:
        """Never an answer that is kept: a habit of that name may come."""
        habits = meant(await turn.services.habits.list(turn.user.id), rest)
        if not habits:
            return replace(await self.of_goal(turn, rest), glance=UNSEEN)
        if goals := await _goals(turn, rest):
            return _which(goals, habits, self.phrase.name, self.phrase.name)
        if len(habits) > 1:
            return which(Heard(habits, after="", is_sure=True), self.phrase)
        after = await self.of_habit(turn.services.habits, turn.user.id, habits[0].id)
        back = f"{self.undo} {after.id}" if self.undo else ""
        return Answer(words.HABIT_CHANGED[self.phrase].format(name=name_of(after)), undo=back)


pause_either = _Change(words.PAUSE, pause_goal, Habits.pause, words.RESUME.name)
resume_either = _Change(words.RESUME, resume_goal, Habits.resume, words.PAUSE.name)
archive_either = _Change(words.ARCHIVE, archive_goal, Habits.archive, "")


async def show_either(turn: Turn, rest: str) -> Answer:
    """A goal, or else a habit."""
    try:
        return await show_goal(turn, rest)
    except NoSuchGoal as unknown:
        try:
            return await show_habit(turn, rest)
        except NoSuchHabit:
            raise unknown from None


async def by_name(turn: Turn, text: str) -> Answer:
    """A name alone: a goal is shown, and a habit is done. Raises NoSuchGoal where it is neither."""
    habits = await turn.services.habits.list(turn.user.id)
    found = heard(text, habits, turn.today)
    if found is None:
        answer = await show_goal(turn, text)
        return replace(answer, glance=UNSEEN if habits else await still_habitless(turn, answer.glance))
    if goals := await _goals(turn, text):
        return _which(goals, found.habits, words.GOAL.name, words.DONE.name, found.after)
    if len(found.habits) > 1:
        return which(found, words.DONE)
    if not found.is_sure:
        line = f"{words.DONE.name} {found.habits[0].name} {found.after}".rstrip()
        return Answer(words.DID_YOU_MEAN.format(line=line.upper()), question=line, understood=False)
    return await tell_done.told(turn, found)


async def _goals(turn: Turn, text: str) -> list[Goal]:
    own = await BELONGINGS.of(turn.services, turn.user)
    return [goal for goal, _ in finding.meant(owned_by(own), text)]


def _which(
    goals: Sequence[Goal], habits: Sequence[Habit], of_goal: str, of_habit: str, after: str = ""
) -> Answer:
    """A list of both, in which each number stands for a line of its own."""
    names = [
        *(words.A_GOAL.format(name=title_of(one)) for one in goals),
        *(words.A_HABIT.format(name=name_of(one)) for one in habits),
    ]
    lines = (
        *(f"{of_goal} {one.id}" for one in goals),
        *(f"{of_habit} {one.id} {after}".rstrip() for one in habits),
    )
    shown = [f"{number}. {name}" for number, name in enumerate(names, 1)]
    choice = Listed(command="", ids=lines, shown=len(lines))
    return Answer("\n".join([words.WHICH, *shown]), listed=choice)


COMMANDS = (Command(words.GOAL, show_either), Command(words.ARCHIVE, archive_either))
