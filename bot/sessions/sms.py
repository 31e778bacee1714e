"""Signing in by SMS: `web`, `sessions`, `end session 1a2b`, `sign out everywhere`."""

from bot.documents import Nothing
from bot.sessions import usecases, view
from bot.sessions.requests import NameSession
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer, answer_list
from bot.visit import Visit

WEB = Phrase("web", ("sign in", "log in"), "web", "a link to your pages, good once")
SESSIONS = Phrase("sessions", ("my sessions",), "sessions", "where you are signed in to your pages")
END = Phrase("end session", ("sign out",), "end session 1a2b3c4d", "sign a browser out")
END_ALL = Phrase("end sessions", (), "end sessions", "sign out everywhere")
SURELY = "for good"


async def web(here: Visit, rest: str) -> Answer:
    del rest
    made = await usecases.new_link(here, Nothing())
    return Answer(f"Good once, for 10 minutes: {made.url}", undo="")


async def sessions(here: Visit, rest: str) -> Answer:
    del rest
    found = view.sessions(here, await usecases.list_sessions(here, Nothing()))
    return answer_list(here, found, END.name, SESSIONS.name)


async def end(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(END)
    return answer(here, view.ended(here, await usecases.end(here, NameSession(session=rest))), undo="")


async def end_all(here: Visit, rest: str) -> Answer:
    if rest != SURELY:
        return Answer("Sign out everywhere? Reply Y", question=f"{END_ALL.name} {SURELY}")
    return answer(here, view.ended(here, await usecases.end_all(here, Nothing())), undo="")


SMS = SmsPart(
    commands=(
        Command(WEB, web),
        Command(SESSIONS, sessions),
        Command(END, end, takes_numbers=True),
        Command(END_ALL, end_all),
    )
)
