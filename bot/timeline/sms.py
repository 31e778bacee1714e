"""All that somebody has by SMS: `timeline`, `timeline tasks`, `timeline since monday`, `find bank`."""

import re

from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer
from bot.timeline import usecases, view
from bot.timeline.requests import FindThings, ShowTimeline
from bot.visit import Visit

TIMELINE = Phrase("timeline", ("my timeline",), "timeline tasks", "all that you have, the newest first")
FIND = Phrase("find", ("search",), "find bank", "what you have that says it; find @phone looks for a tag")
LINES = 6
_WORDS = re.compile(r"(?P<kind>[a-z]+)?\s*(?:since\s+(?P<since>.+))?", re.IGNORECASE)


async def timeline(here: Visit, rest: str) -> Answer:
    said = _WORDS.fullmatch(rest.strip())
    kind, since = (rest, None) if said is None else (said["kind"], said["since"])
    found = await usecases.show(here, ShowTimeline(kind=kind or None, since=since, limit=LINES))
    return answer(here, view.timeline(here, found))


async def find(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(FIND)
    found = await usecases.find(here, FindThings(words=rest, limit=LINES))
    return answer(here, view.found(here, found))


SMS = SmsPart(commands=(Command(TIMELINE, timeline), Command(FIND, find)))
