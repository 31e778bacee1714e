"""Links for strangers on pages: made after a look at what strangers see, listed, ended; and opened."""

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import quote

from aiohttp import web

from bot.documents import Nothing
from bot.names import shown_name
from bot.shares import usecases, view
from bot.shares.documents import ShareLinkList, ShareLinkMade, SharePreview
from bot.shares.public import PublicPages
from bot.shares.requests import NameShareLink, ShareThing
from bot.view import View
from bot.visit import Visit
from bot.web.running import RunningServices
from bot.web.site.part import Act, Link, MenuEntry, Page, PagesPart, on_server
from bot.web.site.place import Place
from bot.web.there import set_up_there
from tracker.shares.model import Shareable

SHARES = "/shares"
ONE = f"{SHARES}/of/{{kind}}/{{thing}}"
EXACT = {"exact": True}
OF_SERVER = "/servers/{guild}/shared"
BOARD = f"{OF_SERVER}/leaderboard"
_THE_BOARD = ShareThing(kind=Shareable.LEADERBOARD, exact=True)


async def preview_board(there: Visit, _: Nothing) -> SharePreview:
    return await usecases.preview(there, _THE_BOARD)


async def share_board(there: Visit, _: Nothing) -> ShareLinkMade:
    await set_up_there(there)
    return await usecases.share(there, _THE_BOARD)


async def links_there(there: Visit, _: Nothing) -> ShareLinkList:
    """Those of the server alone: their own stand on a page of their own."""
    every = (await usecases.list_links(there, Nothing())).links
    return ShareLinkList(links=tuple(one for one in every if one.server))


def board_preview(there: Visit, found: SharePreview) -> View:
    """Its button stands beside the title: that of the view leads to what is their own."""
    return replace(view.preview(there, found), actions=())


def server_links(found: ShareLinkList) -> tuple[Link, ...]:
    ends = (
        Link(
            f"End {shown_name(one.title)}, {one.id}", f"{OF_SERVER}/{quote(one.id, safe='')}/end", posts=True
        )
        for one in found.links
    )
    return (Link("Share the leaderboard", BOARD, is_main=True), *ends)


_OF_THING = Page(ONE, ShareThing, usecases.preview, view.preview, fixed=EXACT)
_MAKE = Act(
    f"{ONE}/new",
    ShareThing,
    usecases.share,
    view.made,
    SHARES,
    fixed=EXACT,
    presses=(f"yes:{view.MAKE}",),
    about=("kind", "thing", "named"),
    shows_answer=True,
)

PAGES = PagesPart(
    menu=(MenuEntry("Shared", SHARES, "", "share", rank=85),),
    pages=(
        Page(
            SHARES,
            Nothing,
            usecases.list_links,
            view.links,
            usages=(view.LIST,),
            links=(
                Link("Share a goal", "/goals"),
                Link("Share a habit", "/habits"),
                Link("Share a challenge", "/challenges"),
            ),
        ),
        Page(f"{SHARES}/{{link}}", NameShareLink, usecases.show, view.link, shows=(view.NOUN,)),
        _OF_THING,
        on_server(_OF_THING),
        Page(OF_SERVER, Nothing, links_there, view.links_of_server, links=server_links, for_managers=True),
        Page(
            BOARD,
            Nothing,
            preview_board,
            board_preview,
            links=(Link("Make the link", f"{BOARD}/new", posts=True),),
            for_managers=True,
        ),
    ),
    acts=(
        Act(
            f"{BOARD}/new",
            Nothing,
            share_board,
            view.made,
            OF_SERVER,
            shows_answer=True,
            for_managers=True,
        ),
        Act(
            f"{OF_SERVER}/{{link}}/end",
            NameShareLink,
            usecases.end,
            view.ended,
            OF_SERVER,
            for_managers=True,
        ),
        _MAKE,
        on_server(_MAKE, then=OF_SERVER),
        Act(
            f"{SHARES}/{{link}}/end",
            NameShareLink,
            usecases.end,
            view.ended,
            SHARES,
            presses=("share:end",),
            about=("link",),
            ends=True,
        ),
    ),
)


def routes(running: RunningServices, place: Place) -> Iterable[web.RouteDef]:
    return PublicPages(running, place).routes()
