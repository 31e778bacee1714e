"""What a person can do with links for strangers: words in, documents out."""

from typing import Any

from bot.documents import Nothing, reading
from bot.services import Services
from bot.shares.documents import (
    ShareLinkDocument,
    ShareLinkEnded,
    ShareLinkList,
    ShareLinkMade,
    SharePreview,
)
from bot.shares.requests import NameShareLink, ShareThing
from bot.shares.things import MeantThing, meant, name_of, titles
from bot.visit import Visit
from bot.web_address import pages_address
from tracker.shares.errors import NoNameToShow
from tracker.shares.model import HeldShareLink, Shareable
from tracker.shares.service import ShareLinks, find_link

PATH = "/s/"
"""Where strangers open links."""
BADGE = "/badge.svg"

_SHOWS: dict[Shareable, tuple[str, ...]] = {
    Shareable.GOAL: (
        "what it is about",
        "how far it is",
        "where it began",
        "when it is due",
        "a chart of its numbers",
    ),
    Shareable.HABIT: (
        "its name",
        "how often it is to be done",
        "its streaks",
        "its strength",
        "a chart of its last year, day by day",
    ),
    Shareable.LEADERBOARD: ("the name of the server", "who joined the board", "their points of all time"),
    Shareable.CHALLENGE: (
        "its name",
        "what it asks for",
        "who joined it",
        "their counts of this week",
        "their weeks in a row",
    ),
}
_OF_PARTS = ("its title", "how far it is, in percent", "when it is due")
_HIDES: dict[Shareable, tuple[str, ...]] = {
    Shareable.GOAL: ("whose player or account it is about", "your notes", "your other goals"),
    Shareable.HABIT: ("amounts", "notes", "when you are away", "your other habits"),
    Shareable.LEADERBOARD: ("members who did not join the board", "what points were given for"),
    Shareable.CHALLENGE: (
        "members who did not join it",
        "their accounts",
        "their characters",
        "their habits",
    ),
}
_HIDES_OF_PARTS = ("its parts", "its description", "your notes", "its area", "its tags")


async def preview(visit: Visit, ask: ShareThing) -> SharePreview:
    """What strangers would see. Nothing is made yet."""
    return SharePreview(**await _preview(visit, ask, await _meant(visit, ask)))


async def share(visit: Visit, ask: ShareThing) -> ShareLinkMade:
    """A new link, which is shown once. Others to the same thing stay."""
    found = await _meant(visit, ask)
    shown = await _preview(visit, ask, found)
    named = bool(shown["named"])
    made = await links_of(visit.services).make(found.shared(named=named), found.item)
    url = f"{pages_address(visit.services.settings.web)}{PATH}{made.secret}"
    return ShareLinkMade(**shown, id=made.id, url=url, badge=f"{url}{BADGE}", created_at=made.created_at)


async def list_links(visit: Visit, _: Nothing) -> ShareLinkList:
    """The person's own, and on a server that they manage those of the server, too."""
    return ShareLinkList(links=tuple([document for _, document in await _links(visit)]))


async def show(visit: Visit, ask: NameShareLink) -> ShareLinkDocument:
    return (await _found(visit, ask))[1]


async def end(visit: Visit, ask: NameShareLink) -> ShareLinkEnded:
    link, document = await _found(visit, ask)
    await links_of(visit.services).end(link)
    return ShareLinkEnded(link=document, message=f"The link to {document.title} no longer works.")


def links_of(services: Services) -> ShareLinks:
    return ShareLinks(services.table, services.clock)


async def _meant(visit: Visit, ask: ShareThing) -> MeantThing:
    return await meant(visit, ask.kind, ask.thing, exact=ask.exact)


async def _preview(visit: Visit, ask: ShareThing, found: MeantThing) -> dict[str, Any]:
    is_own = found.kind in {Shareable.GOAL, Shareable.HABIT}
    name = await name_of(visit.services.table, visit.person) if is_own else None
    if ask.named and is_own and name is None:
        raise NoNameToShow(
            "You have no name that others see. Choose a nickname in your settings, or share it without one.",
            field="named",
        )
    web = visit.services.settings.web
    return {
        "kind": found.kind,
        "thing": found.id,
        "title": found.title,
        "shows": _OF_PARTS if found.parts else _SHOWS[found.kind],
        "hides": _HIDES_OF_PARTS if found.parts else _HIDES[found.kind],
        "named": ask.named and is_own,
        "name": name,
        "address": pages_address(web),
        "is_reachable": web.public_url is not None,
    }


async def _found(visit: Visit, ask: NameShareLink) -> tuple[HeldShareLink, ShareLinkDocument]:
    every = await _links(visit)
    with reading("link"):
        found = find_link([link for link, _ in every], ask.link)
    return next((link, document) for link, document in every if link is found)


async def _links(visit: Visit) -> list[tuple[HeldShareLink, ShareLinkDocument]]:
    """Those whose thing is there; what a crash left of others is ended here."""
    links, account = links_of(visit.services), None
    every = await links.list(visit.person.id)
    if visit.guild is not None and visit.guild.is_managed:
        server = await visit.services.servers.here(visit.guild)
        account = server and server.account
        every = [*every, *(await links.list(account) if account else ())]
    named = await titles(visit, [one.thing for one in every])
    await links.end(*(one for one in every if one.thing not in named))
    found = [
        (one, _document(one, named[one.thing], server=one.thing.user_id == account))
        for one in every
        if one.thing in named
    ]
    return sorted(found, key=lambda pair: (pair[0].created_at, pair[0].hash), reverse=True)


def _document(one: HeldShareLink, title: str, *, server: bool) -> ShareLinkDocument:
    return ShareLinkDocument(
        id=one.id,
        kind=one.thing.kind,
        thing=one.thing.id,
        title=title,
        named=one.thing.named,
        server=server,
        created_at=one.created_at,
    )
