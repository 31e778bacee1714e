"""Asking for help, and helping, on pages."""

from typing import Any

from bot.assist import requests, usecases, view
from bot.assist.documents import ThreadChanged, ThreadMessage, ThreadShown
from bot.documents import Nothing
from bot.names import shown_name
from bot.view import Action, At, Weight, joined
from bot.visit import Visit
from bot.web.site import own_names as own
from bot.web.site.part import Act, FieldValues, Form, Link, MenuEntry, Page, PagesPart, on_server
from bot.web.site.talk import TALK, Line, talk
from tracker.rooms.assist.model import ThreadStatus

HELP, ONE = "/assist", "/assist/{thread}"
_NAME = {"name": "What helpers see you as"}


def what_is_said(here: Visit, found: ThreadShown) -> dict[str, Any]:
    del here
    one = found.thread
    lines = [
        Line(
            it.id,
            shown_name(it.author or view.GONE),
            it.text or view.GONE,
            At(it.at),
            is_mine=it.mine,
            is_gone=it.text is None,
            note="reported, others do not see it" if it.hidden else "",
            actions=() if it.mine or it.text is None else _about(one.id, it),
        )
        for it in found.messages
    ]
    say = Action("assist:answer", (one.id,), "Write to those who help" if one.mine else "Answer")
    about = joined(
        f"{'You' if one.mine else shown_name(one.asker)} asked", (At(one.created_at, "day"),), by=" "
    )
    return talk(lines, say if one.status is ThreadStatus.OPEN else None, about=about)


def _about(thread: str, one: ThreadMessage) -> tuple[Action, ...]:
    about = (thread, one.id)
    return (
        Action("assist:report", about, "Report it"),
        Action("assist:block", about, f"Block {shown_name(one.author or view.GONE)}", Weight.DANGER),
    )


def links_of_one(found: ThreadShown) -> tuple[Link, ...]:
    path = f"{HELP}/{found.thread.id}"
    if found.thread.status is not ThreadStatus.OPEN:
        return (Link("All threads", HELP),)
    if found.thread.mine:
        return (Link("It is solved", f"{path}/solved", is_main=True),)
    return (Link("Hear no more of it", f"{path}/leave", posts=True),)


def page_of(done: ThreadChanged) -> str:
    return f"{HELP}/{done.thread.id}"


async def _rooms(here: Visit, _: FieldValues) -> list[str]:
    return [one.room.name for one in await here.services.rooms.list(here.person.id)]


async def _helpers(here: Visit, said: FieldValues) -> list[str]:
    """Who has answered."""
    found = await usecases.show(here, requests.NameThread(thread=said["thread"]))
    return [*dict.fromkeys(one.author for one in found.messages if one.author and not one.mine)]


ASK = Form(
    "Ask for help",
    "Ask",
    first=("text", "title", "where"),
    labels={"text": "What you want to know", **_NAME},
    hints={"text": "Whoever can help there reads this, and nothing else of yours"},
    suggests={"where": _rooms, "task": own.open_tasks},
)
ANSWER = Form("Answer", "Send", first=("text",))
_WHOSE = {"message": "Whose, or which message"}
BLOCK = Form(
    "Block somebody",
    "Block",
    first=("message",),
    labels=_WHOSE,
    hints={"message": "Neither of you sees what the other says, anywhere. They are not told"},
)
REPORT = Form("Report what was said", "Report", first=("why",), labels=_WHOSE)
SOLVED = Form(
    "It is solved",
    "Close it",
    first=("helper",),
    labels={"helper": "Whom you thank"},
    suggests={"helper": _helpers},
)
VOLUNTEER = Form(
    "Help on a server",
    "Save",
    first=("where", "name", "stop"),
    labels={"where": "Server", "name": "What others see you as", "stop": "I help there no longer"},
)

_PAGES = (
    Page(
        HELP,
        Nothing,
        usecases.list_threads,
        view.threads,
        links=(
            Link("Ask for help", f"{HELP}/new", is_main=True),
            Link("Help others", f"{HELP}/volunteer"),
        ),
    ),
    Page(
        ONE,
        requests.NameThread,
        usecases.show,
        view.thread,
        shows=("thread",),
        links=links_of_one,
        template=TALK,
        context=what_is_said,
    ),
)
_ACTS = (
    Act(
        f"{HELP}/new",
        requests.AskHelp,
        usecases.ask,
        view.changed,
        page_of,
        form=ASK,
        usages=(view.ASK,),
    ),
    Act(
        f"{HELP}/volunteer",
        requests.Volunteer,
        usecases.volunteer,
        view.volunteered,
        HELP,
        form=VOLUNTEER,
    ),
    Act(
        f"{ONE}/answer",
        requests.AnswerQuestion,
        usecases.answer,
        view.changed,
        ONE,
        form=ANSWER,
        presses=("assist:answer",),
        about=("thread",),
    ),
    Act(f"{ONE}/solved", requests.Solve, usecases.solved, view.changed, ONE, form=SOLVED),
    Act(
        f"{ONE}/block",
        requests.NameSpeaker,
        usecases.block,
        view.changed,
        HELP,
        form=BLOCK,
        presses=("assist:block",),
        about=("thread", "message"),
    ),
    Act(
        f"{ONE}/report",
        requests.ReportInThread,
        usecases.report,
        view.changed,
        HELP,
        form=REPORT,
        presses=("assist:report",),
        about=("thread", "message"),
    ),
    Act(f"{ONE}/leave", requests.NameThread, usecases.leave, view.changed, HELP),
)

PAGES = PagesPart(
    menu=(MenuEntry("Ask for help", HELP, "", "help", rank=55),),
    pages=(*_PAGES, *map(on_server, _PAGES)),
    acts=(*_ACTS, *map(on_server, _ACTS)),
)
