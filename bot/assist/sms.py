"""Help by SMS: `assist`, `assist ask how do I squat?`, `assist answer squat: keep your back straight`."""

import re

from bot.assist import requests, usecases, view
from bot.documents import Nothing
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer, answer_list
from bot.visit import Visit

ASSIST = Phrase("assist", ("assist list",), "assist", "what you asked, and where you can help")
ASK = Phrase("assist ask", (), "assist ask gym: how do I squat?", "ask a room, a buddy or a server of yours")
ANSWER = Phrase("assist answer", (), "assist answer squat: back straight", "answer in a thread")
SHOW = Phrase("assist show", (), "assist show squat", "what was said in a thread")
SOLVED = Phrase("assist solved", (), "assist solved squat thanks Bob", "close yours, and thank who helped")
LEAVE = Phrase("assist leave", (), "assist leave squat", "hear no more of a thread")
BLOCK = Phrase("assist block", (), "assist block squat: Bob", "see nothing of each other from now on")
REPORT = Phrase("assist report", (), "assist report squat: Bob", "report what somebody said last in a thread")
VOLUNTEER = Phrase(
    "assist volunteer", (), "assist volunteer The Clan as Bob", "be asked for help; with stop, no longer"
)
_PLACED = re.compile(r"(?P<where>[^:]{1,80}):\s*(?P<text>.+)", re.DOTALL)
_THANKS = re.compile(r"(?P<thread>.+?)(?:\s+thanks\s+(?P<helper>.+))?", re.IGNORECASE)
_AS = re.compile(r"(?P<where>.*?)(?P<stop>\bstop)?(?:\s*\bas\s+(?P<name>.+))?", re.IGNORECASE)


async def list_threads(here: Visit, rest: str) -> Answer:
    del rest
    found = view.threads(here, await usecases.list_threads(here, Nothing()))
    return answer_list(here, found, SHOW.name, ASSIST.name)


async def ask(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(ASK)
    placed = _PLACED.fullmatch(rest)
    asked = requests.AskHelp(text=placed["text"] if placed else rest, where=placed and placed["where"])
    return answer(here, view.changed(here, await usecases.ask(here, asked)), undo="")


async def say(here: Visit, rest: str) -> Answer:
    if (said := _PLACED.fullmatch(rest)) is None:
        raise nothing_said(ANSWER)
    done = await usecases.answer(here, requests.AnswerQuestion(thread=said["where"], text=said["text"]))
    return answer(here, view.changed(here, done), undo="")


async def show(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(SHOW)
    return answer(here, view.thread(here, await usecases.show(here, requests.NameThread(thread=rest))))


async def solved(here: Visit, rest: str) -> Answer:
    if (said := _THANKS.fullmatch(rest.strip())) is None:
        raise nothing_said(SOLVED)
    done = await usecases.solved(here, requests.Solve(thread=said["thread"], helper=said["helper"]))
    return answer(here, view.changed(here, done), undo="")


async def leave(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(LEAVE)
    done = await usecases.leave(here, requests.NameThread(thread=rest))
    return answer(here, view.changed(here, done), undo="")


async def block(here: Visit, rest: str) -> Answer:
    thread, _, who = rest.partition(":")
    if not thread.strip():
        raise nothing_said(BLOCK)
    asked = requests.NameSpeaker(thread=thread.strip(), message=who.strip() or None)
    return answer(here, view.changed(here, await usecases.block(here, asked)), undo="")


async def report(here: Visit, rest: str) -> Answer:
    thread, _, who = rest.partition(":")
    if not thread.strip():
        raise nothing_said(REPORT)
    asked = requests.ReportInThread(thread=thread.strip(), message=who.strip() or None)
    return answer(here, view.changed(here, await usecases.report(here, asked)), undo="")


async def volunteer(here: Visit, rest: str) -> Answer:
    if (said := _AS.fullmatch(rest.strip())) is None:
        raise nothing_said(VOLUNTEER)
    wanted = requests.Volunteer(
        where=said["where"].strip() or None, stop=said["stop"] is not None, name=said["name"]
    )
    return answer(here, view.volunteered(here, await usecases.volunteer(here, wanted)), undo="")


SMS = SmsPart(
    commands=(
        Command(ASSIST, list_threads),
        Command(ASK, ask),
        Command(ANSWER, say),
        Command(SHOW, show),
        Command(SOLVED, solved),
        Command(LEAVE, leave),
        Command(BLOCK, block),
        Command(REPORT, report),
        Command(VOLUNTEER, volunteer),
    )
)
