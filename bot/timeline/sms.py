"""The timeline by SMS: `timeline`, `timeline tasks`, `timeline since monday`."""

import re

from bot.sms.part import Answer, Command, Phrase, SmsPart
from bot.sms.render import answer
from bot.timeline import usecases, view
from bot.timeline.requests import ShowTimeline
from bot.visit import Visit

TIMELINE = Phrase("timeline", ("my timeline",), "timeline tasks", "all that you have, the newest first")
LINES = 6
_WORDS = re.compile(r"(?P<kind>[a-z]+)?\s*(?:since\s+(?P<since>.+))?", re.IGNORECASE)


async def timeline(here: Visit, rest: str) -> Answer:
    said = _WORDS.fullmatch(rest.strip())
    kind, since = (rest, None) if said is None else (said["kind"], said["since"])
    found = await usecases.show(here, ShowTimeline(kind=kind or None, since=since, limit=LINES))
    return answer(here, view.timeline(here, found))


SMS = SmsPart(commands=(Command(TIMELINE, timeline),))
