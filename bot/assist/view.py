"""Asking for help as people read it, on any front end."""

from bot.assist.documents import ThreadChanged, ThreadList, ThreadShown, Volunteered
from bot.names import shown_name
from bot.view import At, Column, Row, Usage, View, joined
from bot.visit import Visit
from tracker.rooms.assist.model import ThreadStatus
from tracker.tones import Tone

ASK = Usage(
    "/assist ask text:How do I squat?", "assist ask how do I squat?", 'questlog assist ask "How do I squat?"'
)
SYMBOL = "\N{RAISED HAND}"
GONE = "[deleted]"


def threads(here: Visit, found: ThreadList) -> View:
    if not found.threads:
        return View(lead="Nobody asks for help where you are.", hints=[("Ask: ", ASK())], empty=True)
    return View(
        title="Help",
        noun="thread",
        columns=(Column("who"), Column("where", brief=False)),
        rows=[
            Row(
                one.id,
                shown_name(one.title),
                ("you" if one.mine else shown_name(one.asker), shown_name(one.where)),
                subtitle=None if one.status is ThreadStatus.OPEN else one.status.value,
                symbol=SYMBOL,
                tone=Tone.PLAIN if one.status is ThreadStatus.OPEN else Tone.QUIET,
            )
            for one in found.threads
        ],
    )


def thread(here: Visit, found: ThreadShown) -> View:
    one = found.thread
    return View(
        title=shown_name(one.title),
        id=one.id,
        subtitle=joined(shown_name(one.where), one.status.value),
        symbol=SYMBOL,
        compact=True,
        rows=[
            Row(it.id, joined(f"{shown_name(it.author or GONE)}: {it.text or GONE}", (At(it.at),), by=", "))
            for it in found.messages
        ],
    )


def changed(here: Visit, done: ThreadChanged) -> View:
    return View(lead=done.message, tone=Tone.GOOD)


def volunteered(here: Visit, done: Volunteered) -> View:
    return View(lead=done.message, tone=Tone.GOOD if done.helps else Tone.QUIET)
