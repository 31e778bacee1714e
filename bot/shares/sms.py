"""Links for strangers by SMS: `share goal wc`, `share habit gym`, `shares`, `end share 1a2b`."""

from bot.documents import Nothing
from bot.shares import usecases, view
from bot.shares.requests import NameShareLink, ShareThing
from bot.sms.part import Answer, Command, Handle, Phrase, SmsPart, nothing_said
from bot.sms.render import answer, answer_list
from bot.visit import Visit
from tracker.shares.model import Shareable
from tracker.words import listed

GOAL = Phrase("share goal", ("goal share",), "share goal wc", "let strangers see a goal by a link")
HABIT = Phrase("share habit", ("habit share",), "share habit gym", "let strangers see a streak by a link")
CHALLENGE = Phrase(
    "share challenge", ("challenge share",), "share challenge weekly commits", "show its standings by a link"
)
SHARES = Phrase("shares", ("my shares",), "shares", "what strangers can see by links")
END = Phrase("end share", ("share end",), "end share 1a2b3c4d", "let a link lead nowhere")
_SURELY = "surely"


def _sharing(phrase: Phrase, kind: Shareable) -> Handle:
    async def share(here: Visit, rest: str) -> Answer:
        if not rest:
            raise nothing_said(phrase)
        if rest.startswith(f"{_SURELY} "):
            ask = ShareThing(kind=kind, thing=rest.removeprefix(f"{_SURELY} "), exact=True)
            done = await usecases.share(here, ask)
            return Answer(f"{done.url}\nTo end it: {END.name} {done.id}", undo="")
        found = await usecases.preview(here, ShareThing(kind=kind, thing=rest))
        asked = f"Whoever has the link to {found.title} sees {listed(found.shows)}. Reply Y to make it."
        return Answer(asked, question=f"{phrase.name} {_SURELY} {found.thing}")

    return share


async def shares(here: Visit, rest: str) -> Answer:
    del rest
    found = view.links(here, await usecases.list_links(here, Nothing()))
    return answer_list(here, found, END.name, SHARES.name)


async def end(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(END)
    return answer(here, view.ended(here, await usecases.end(here, NameShareLink(link=rest))), undo="")


SMS = SmsPart(
    commands=(
        *(
            Command(phrase, _sharing(phrase, kind))
            for phrase, kind in (
                (GOAL, Shareable.GOAL),
                (HABIT, Shareable.HABIT),
                (CHALLENGE, Shareable.CHALLENGE),
            )
        ),
        Command(SHARES, shares),
        Command(END, end, takes_numbers=True),
    )
)
