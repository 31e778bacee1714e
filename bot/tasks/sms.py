"""Tasks by SMS: `task call the bank tomorrow p1`, `done bank`, `task edit bank to p1`, `drop bank`."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from bot.names import NAME, cut_short
from bot.sms.conversation import KEPT, Listed
from bot.sms.part import (
    ALONE,
    Answer,
    Beginning,
    Certainty,
    Command,
    LastSaid,
    Meaning,
    SmsPart,
    choice,
    nothing_said,
)
from bot.sms.render import answer, answer_list
from bot.tasks import lists, requests, usecases, view
from bot.tasks import sms_phrases as phrases
from bot.tasks.documents import TaskChanged, TaskView
from bot.tasks.requests import NameTask
from bot.visit import Visit
from tracker.frozen import frozen
from tracker.notify.muting import BadTime, muted_until
from tracker.store.entity import from_item
from tracker.tasks.listing import FINDER, every_open
from tracker.tasks.model import STATUS_WORDS, Task, TaskBook

MOST_LISTED = 50
_TO = re.compile(r"\s+to\s+", re.IGNORECASE)
_SAID = re.compile(r"task\s+(?P<words>.+)", re.IGNORECASE | re.DOTALL)
_OPTIONS = frozenset({*requests.EditTask.model_fields} - {"task", "words"})
_LONGEST_TIME = 3
"""Words of a time: `mon 9 am`."""

Do: TypeAlias = Callable[[Visit, NameTask], Awaitable[TaskChanged]]


@frozen
class Doing:
    """Something that is done with one task."""

    phrase: phrases.Phrase
    do: Do

    async def __call__(self, here: Visit, rest: str) -> Answer:
        if not rest:
            raise nothing_said(self.phrase)
        found = await _meant(here, rest)
        if len(found) > 1:
            return _which(found, self.phrase)
        named = NameTask(task=found[0].id if found else rest)
        return _changed(here, await self.do(here, named))


async def add(here: Visit, rest: str) -> Answer:
    """Without words, what there is."""
    if not rest:
        return await list_tasks(here, "")
    done = await usecases.add(here, requests.AddTask(what=rest))
    return answer(here, view.added(here, done), undo=f"{phrases.UNDO.name} {done.task.id}")


async def list_tasks(here: Visit, rest: str) -> Answer:
    """`tasks`, `tasks overdue`, `tasks next`, `tasks #house`, `tasks @phone`, `tasks done`."""
    return await _list(here, _asked(rest))


async def more_tasks(here: Visit, before: Listed) -> Answer:
    return await _list(here, requests.ListTasks(limit=MOST_LISTED), before)


async def _list(here: Visit, ask: requests.ListTasks, before: Listed | None = None) -> Answer:
    found = view.tasks(here, await lists.list_tasks(here, ask))
    return answer_list(here, found, phrases.DONE.name, phrases.TASKS.name, before)


def _asked(rest: str) -> requests.ListTasks:
    word = rest.casefold().strip()
    states = {words: status for status, words in STATUS_WORDS.items()}
    if word in states:
        return requests.ListTasks(status=states[word], limit=MOST_LISTED)
    if word.startswith("@"):
        return requests.ListTasks(tag=word, limit=MOST_LISTED)
    views = {one.value: one for one in TaskView}
    if not word or word in views:
        return requests.ListTasks(view=views.get(word, TaskView.OPEN), limit=MOST_LISTED)
    return requests.ListTasks(project=rest, limit=MOST_LISTED)


async def show(here: Visit, rest: str) -> Answer:
    if not rest:
        return await list_tasks(here, "")
    found = await _meant(here, rest)
    if len(found) > 1:
        return _which(found, phrases.SHOW)
    named = NameTask(task=found[0].id if found else rest)
    return answer(here, view.details(here, await usecases.show(here, named)))


async def move(here: Visit, rest: str) -> Answer:
    name, *to = _TO.split(rest, maxsplit=1)
    if not to or not name:
        raise nothing_said(phrases.MOVE)
    found = await _meant(here, name)
    if len(found) > 1:
        return _which(found, phrases.MOVE, f"to {to[0]}")
    ask = requests.MoveTask(task=found[0].id if found else name, to=to[0])
    return _changed(here, await usecases.move(here, ask))


async def edit(here: Visit, rest: str) -> Answer:
    """`bank to fri 5pm p1`, or one thing by its name: `bank notes to ask for Jo`."""
    name, *new = _TO.split(rest, maxsplit=1)
    if not new or not name:
        raise nothing_said(phrases.EDIT)
    *words, last = name.split()
    option, wanted = ("words", name)
    if words and last.casefold() in _OPTIONS:
        option, wanted = last.casefold(), " ".join(words)
    found = await _meant(here, wanted)
    if len(found) > 1:
        return _which(found, phrases.EDIT, f"{'' if option == 'words' else option} to {new[0]}".strip())
    said = {"task": found[0].id if found else wanted, option: new[0]}
    return _changed(here, await usecases.edit(here, requests.EditTask.of(said)))


async def later(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(phrases.LATER)
    name, until = _timed(here, rest)
    ask = requests.SnoozeTask(task=name, until=until or None)
    return _changed(here, await usecases.snooze(here, ask))


async def depend(here: Visit, rest: str) -> Answer:
    name, _, on = rest.partition(" on ")
    if not on:
        raise nothing_said(phrases.DEPEND)
    return answer(here, view.linked(here, await usecases.depend(here, requests.DependTask(task=name, on=on))))


async def undo(here: Visit, rest: str) -> Answer:
    done = await usecases.undo(here, requests.UndoTask(task=rest or None))
    return answer(here, view.brief(here, done), undo="")


async def remove(here: Visit, rest: str) -> Answer:
    """Asked about before: it cannot be undone."""
    if not rest:
        raise nothing_said(phrases.REMOVE)
    if rest.endswith(f" {phrases.SURELY}"):
        named = NameTask(task=rest.removesuffix(phrases.SURELY).strip())
        return answer(here, view.changed(here, await usecases.remove(here, named)), undo="")
    found = await usecases.to_remove(here, NameTask(task=rest))
    name = cut_short(found.task.title, NAME)
    line = f"{phrases.REMOVE.name} {found.task.id} {phrases.SURELY}"
    return Answer(f"Remove {name} for good? Reply Y", question=line)


async def several_done(here: Visit, ids: Sequence[str]) -> Answer:
    said = await usecases.done_several(here, ids)
    return Answer(said, undo="\n".join(f"{phrases.UNDO.name} {one}" for one in reversed(ids)))


def _changed(here: Visit, done: TaskChanged) -> Answer:
    return answer(here, view.brief(here, done), undo=f"{phrases.UNDO.name} {done.task.id}")


async def _meant(here: Visit, text: str) -> list[Task]:
    return FINDER.meant(await here.services.table.read_in_steps(every_open(here.person.id)), text)


def _which(found: Sequence[Task], phrase: phrases.Phrase, rest: str = "") -> Answer:
    lines = [f"{phrase.name} {one.id} {rest}".rstrip() for one in found]
    return choice([cut_short(one.title, NAME) for one in found], lines)


def _timed(here: Visit, text: str) -> tuple[str, str]:
    """A name, and the time that follows it, where one does: `bank 2h`."""
    words = text.split()
    for count in range(min(_LONGEST_TIME, len(words) - 1), 0, -1):
        until = " ".join(words[-count:])
        try:
            muted_until(until, here.now, here.person.zone)
        except BadTime:
            continue
        return " ".join(words[:-count]), until
    return text, ""


# What features share


async def meanings(here: Visit, text: str) -> list[Meaning]:
    found, rest = await _meant(here, text), ""
    if not found:
        name, rest = _timed(here, text)
        found = await _meant(here, name) if rest else []
    return [_meaning(one, rest) for one in found]


def _meaning(task: Task, rest: str) -> Meaning:
    name = cut_short(task.title, NAME)
    lines = {"snooze": f"{phrases.LATER.name} {task.id} {rest}".rstrip()}
    if not rest:
        lines |= {
            ALONE: f"{phrases.SHOW.name} {task.id}",
            "show": f"{phrases.SHOW.name} {task.id}",
            "done": f"{phrases.DONE.name} {task.id}",
            "skip": f"{phrases.SKIP.name} {task.id}",
            "resume": f"{phrases.RESUME.name} {task.id}",
            "archive": f"{phrases.DROP.name} {task.id}",
            "undo": f"{phrases.UNDO.name} {task.id}",
        }
    return Meaning(f"Task {name}", lines, sure=True, id=task.id, name=name)


async def begins(here: Visit, text: str) -> Beginning:
    """`task start the car` is something new, where no task is called `the car`."""
    del here
    found = _SAID.match(text)
    certainty = Certainty.YES if found else Certainty.NO
    return Beginning(certainty, f"{phrases.ADD.name} {found['words'] if found else text}")


async def last_said(here: Visit) -> LastSaid | None:
    """What is older than a conversation is not what somebody means."""
    item = await here.services.table.get(TaskBook.key_of(here.person.id).key)
    steps = from_item(TaskBook, item).undoable if item else ()
    if not steps or steps[-1].at <= here.now - KEPT:
        return None
    return LastSaid(steps[-1].at, f"{phrases.UNDO.name} {steps[-1].task}")


def _doing(phrase: phrases.Phrase, do: Do) -> Command:
    return Command(phrase, Doing(phrase, do), takes_numbers=True, may_begin=True)


async def _drop(here: Visit, named: NameTask) -> TaskChanged:
    return await usecases.cancel(here, requests.CancelTask(task=named.task))


async def _end(here: Visit, named: NameTask) -> TaskChanged:
    return await usecases.cancel(here, requests.CancelTask(task=named.task, series=True))


SMS = SmsPart(
    commands=(
        Command(phrases.TASKS, list_tasks, more=more_tasks),
        Command(phrases.TASK, add),
        Command(phrases.ADD, add),
        Command(
            phrases.DONE,
            Doing(phrases.DONE, usecases.done),
            several=several_done,
            takes_numbers=True,
        ),
        Command(phrases.SHOW, show, takes_numbers=True, may_begin=True),
        Command(phrases.MOVE, move),
        Command(phrases.EDIT, edit),
        Command(phrases.LATER, later),
        _doing(phrases.START, usecases.start),
        _doing(phrases.HOLD, usecases.hold),
        _doing(phrases.RESUME, usecases.resume),
        _doing(phrases.SKIP, usecases.skip),
        _doing(phrases.DROP, _drop),
        _doing(phrases.END, _end),
        Command(phrases.DEPEND, depend),
        Command(phrases.UNDO, undo),
        Command(phrases.REMOVE, remove),
    ),
    meanings=meanings,
    begins=begins,
    last_said=last_said,
)
