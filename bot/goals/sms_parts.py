"""Goals made of parts by SMS: `goal title Get fit by 1 march`, `goal link fit habit gym`."""

import re

from bot.goal_parts.requests import LinkPart, NamePart, PartsOptions, Tick
from bot.goals import requests, usecases, view
from bot.goals.documents import GoalChanged
from bot.sms.part import Answer, Command, Phrase, nothing_said
from bot.sms.render import answer
from bot.visit import Visit
from tracker.frozen import frozen

TITLE = Phrase(
    "goal title", ("goal called",), "goal title Get fit by 1 march", "set a goal that is made of parts"
)
LINK = Phrase(
    "goal link",
    ("link goal",),
    "goal link get fit habit gym",
    "let a task, habit, metric or criterion count towards it",
)
UNLINK = Phrase("goal unlink", ("unlink goal",), "goal unlink get fit habit gym", "let it count no longer")
TICK = Phrase(
    "goal tick", ("tick goal",), "goal tick get fit: run 5 km", "a criterion is met; its number will do"
)
UNTICK = Phrase("goal untick", ("untick goal",), "goal untick get fit: run 5 km", "it is not met after all")

EDIT = Phrase(
    "goal edit",
    ("edit goal", "goal set"),
    "goal edit get fit: status achieved",
    "change one thing of a goal: title, area, horizon, weights, progress, ...",
)

_BY = re.compile(r"\s+by\s+", re.IGNORECASE)
_PART = re.compile(r"(.+?)[:\s]\s*(task|habit|metric|criterion)\s+(.+)", re.IGNORECASE)
_OPTIONS = (*PartsOptions.model_fields, "progress", "by", "frequency")
_OPTION = re.compile(rf"(.+?)[:\s]\s*({'|'.join(_OPTIONS)})\s+(.+)", re.IGNORECASE)
_TARGET = re.compile(r"(.+?)\s+to\s+([\d.,kmb ]+)", re.IGNORECASE)


async def add(here: Visit, rest: str) -> Answer:
    title, *by = _BY.split(rest.replace('"', ""), maxsplit=1)
    if not title:
        raise nothing_said(TITLE)
    done = await usecases.add(here, requests.AddGoal(title=title, by=by[0] if by else None))
    return _answered(here, done)


async def edit(here: Visit, rest: str) -> Answer:
    goal, option, text = _said(EDIT, rest, _OPTION)
    return _answered(here, await usecases.edit(here, requests.EditGoal.of({"goal": goal, option: text})))


async def link(here: Visit, rest: str) -> Answer:
    goal, kind, name = _said(LINK, rest)
    target = _TARGET.fullmatch(name) if kind == "metric" else None
    if target is not None:
        return _answered(
            here, await usecases.link(here, LinkPart(goal=goal, metric=target[1], target=target[2]))
        )
    due: dict[str, str] = {}
    if kind == "criterion":
        name, *by = _BY.split(name, maxsplit=1)
        due = {"by": by[0]} if by else {}
    return _answered(here, await usecases.link(here, LinkPart.of({"goal": goal, kind: name, **due})))


async def unlink(here: Visit, rest: str) -> Answer:
    goal, kind, name = _said(UNLINK, rest)
    return _answered(here, await usecases.unlink(here, NamePart.of({"goal": goal, kind: name})))


@frozen
class Ticking:
    phrase: Phrase
    undo: bool

    async def __call__(self, here: Visit, rest: str) -> Answer:
        """The criterion stands behind a colon, or is the last word."""
        goal, colon, criterion = rest.replace('"', "").partition(":")
        if not colon:
            goal, _, criterion = goal.rpartition(" ")
        if not goal.strip() or not criterion.strip():
            raise nothing_said(self.phrase)
        ask = Tick(goal=goal.strip(), criterion=criterion.strip(), undo=self.undo)
        return _answered(here, await usecases.tick(here, ask))


def _said(phrase: Phrase, rest: str, line: re.Pattern[str] = _PART) -> tuple[str, str, str]:
    found = line.fullmatch(rest.replace('"', "").strip())
    if found is None:
        raise nothing_said(phrase)
    return found[1].strip(), found[2].casefold(), found[3].strip()


def _answered(here: Visit, done: GoalChanged) -> Answer:
    shown = answer(here, view.changed(here, done), undo="")
    return Answer(f"{done.message}\n{shown.text}", undo="")


PARTS_COMMANDS = (
    Command(TITLE, add),
    Command(EDIT, edit),
    Command(LINK, link),
    Command(UNLINK, unlink),
    Command(TICK, Ticking(TICK, undo=False)),
    Command(UNTICK, Ticking(UNTICK, undo=True)),
)
