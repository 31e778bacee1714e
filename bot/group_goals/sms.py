"""Group goals by SMS: `groups`, `group add Clan June, 1b xp until 30 june`, `group join clan with Zezima`."""

import re

from bot.documents import Nothing
from bot.group_goals import usecases, view
from bot.group_goals.requests import (
    AddGroupGoal,
    EditGroupGoal,
    JoinGroupGoal,
    NameGroupGoal,
    ShowGroupGoal,
)
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer, answer_list, written
from bot.view import View, joined
from bot.visit import Visit
from tracker.group_goals.joining import OPTIONS

LIST = Phrase("groups", ("my groups", "list groups"), "groups", "goals that you have with others")
SHOW = Phrase("group", ("show group",), "group clan june", "how far it is, and who added how much")
ADD = Phrase(
    "group add",
    ("add group", "new group"),
    "group add Clan June, 1b xp until 30 june",
    "set one; also: 500 km, 500 zulrah kills, 20 days each",
)
JOIN = Phrase(
    "group join",
    ("join group",),
    "group join clan june with Zezima as Ada",
    "add to it with a character, metric or habit",
)
LEAVE = Phrase("group leave", ("leave group",), "group leave clan june", "what you added goes with you")
EDIT = Phrase(
    "group edit",
    ("edit group", "change group"),
    "group edit clan june to 2b xp until 31 july",
    "change one of yours; also: call NAME, for anybody",
)
END = Phrase("group end", ("end group",), "group end clan june", "it is over, with what there is")
REMOVE = Phrase(
    "group remove",
    ("remove group", "delete group"),
    "group remove clan june",
    "remove one of yours, for everybody",
)
_SURELY = "surely"
SHOWN = 5

_NEW = re.compile(
    r"(?P<name>.+?),\s*(?P<aim>.+?)(?:\s+from\s+(?P<starts>.+?))?\s+(?:until|by)\s+(?P<until>.+)",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\s(with|as)\s", re.IGNORECASE)
_EDITS = re.compile(r"\s(call|to|until|for(?=\s+(?:anybody|server)\s))\s", re.IGNORECASE)
_EDITED = {"call": "name", "to": "aim", "until": "until", "for": "who"}


async def list_goals(here: Visit, rest: str) -> Answer:
    del rest
    found = view.goals(here, await usecases.list_goals(here, Nothing()))
    return answer_list(here, found, SHOW.name, LIST.name)


async def show(here: Visit, rest: str) -> Answer:
    found = await usecases.show(here, ShowGroupGoal(goal=rest or None, limit=SHOWN))
    return answer(here, view.goal(here, found))


async def add(here: Visit, rest: str) -> Answer:
    if (found := _NEW.fullmatch(rest.replace('"', "").strip())) is None:
        raise nothing_said(ADD)
    ask = AddGroupGoal.of({name: said for name, said in found.groupdict().items() if said is not None})
    return answer(here, view.added(here, await usecases.add(here, ask)), undo="")


async def join(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(JOIN)
    goal, *parts = _PARTS.split(f" {rest} ")
    said = {word.lower(): value.strip() for word, value in zip(parts[::2], parts[1::2], strict=True)}
    found = (await usecases.show(here, ShowGroupGoal(goal=goal.strip()))).goal
    by = {OPTIONS[found.counts]: said["with"]} if "with" in said else {}
    ask = JoinGroupGoal.of({"goal": found.id, "name": said.get("as"), **by})
    done = await usecases.join(here, ask)
    return answer(here, view.joined(here, done), undo=f"{LEAVE.name} {found.id}")


async def leave(here: Visit, rest: str) -> Answer:
    """What goes along is said first."""
    if not rest:
        raise nothing_said(LEAVE)
    if rest.startswith(f"{_SURELY} "):
        done = await usecases.leave(here, NameGroupGoal(goal=rest.removeprefix(f"{_SURELY} ")))
        return answer(here, view.left(here, done), undo="")
    found = await usecases.to_leave(here, NameGroupGoal(goal=rest))
    return _asked(here, view.leaving(here, found), f"{LEAVE.name} {_SURELY} {found.goal.id}")


async def edit(here: Visit, rest: str) -> Answer:
    goal, *parts = _EDITS.split(f" {rest} ")
    if not goal.strip() or not parts:
        raise nothing_said(EDIT)
    said = {_EDITED[word.lower()]: value.strip() for word, value in zip(parts[::2], parts[1::2], strict=True)}
    done = await usecases.edit(here, EditGroupGoal.of({"goal": goal.strip(), **said}))
    return answer(here, view.changed(here, done))


async def end(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(END)
    return answer(here, view.changed(here, await usecases.end(here, NameGroupGoal(goal=rest))), undo="")


async def remove(here: Visit, rest: str) -> Answer:
    """What goes for good is asked about first."""
    if not rest:
        raise nothing_said(REMOVE)
    if rest.startswith(f"{_SURELY} "):
        ask = NameGroupGoal(goal=rest.removeprefix(f"{_SURELY} "))
        return answer(here, view.removed(here, await usecases.remove(here, ask)), undo="")
    found = await usecases.to_remove(here, NameGroupGoal(goal=rest))
    return _asked(here, view.removal(here, found), f"{REMOVE.name} {_SURELY} {found.goal.id}")


def _asked(here: Visit, asked: View, line: str) -> Answer:
    words = written(here, joined(asked.title, asked.hints[0], by=" "))
    return Answer(f"{words} Reply Y to do it.", question=line)


SMS = SmsPart(
    commands=(
        Command(LIST, list_goals),
        Command(SHOW, show),
        Command(ADD, add),
        Command(JOIN, join),
        Command(LEAVE, leave),
        Command(EDIT, edit),
        Command(END, end),
        Command(REMOVE, remove),
    )
)
