"""Links for strangers on pages: made after a look at what strangers see, listed, ended; and opened."""

from collections.abc import Iterable

from aiohttp import web

from bot.documents import Nothing
from bot.shares import usecases, view
from bot.shares.public import PublicPages
from bot.shares.requests import NameShareLink, ShareThing
from bot.web.running import RunningServices
from bot.web.site.part import Act, Link, MenuEntry, Page, PagesPart
from bot.web.site.place import Place

SHARES = "/shares"
ONE = f"{SHARES}/of/{{kind}}/{{thing}}"
EXACT = {"exact": True}

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
        Page(ONE, ShareThing, usecases.preview, view.preview, fixed=EXACT),
    ),
    acts=(
        Act(
            f"{ONE}/new",
            ShareThing,
            usecases.share,
            view.made,
            SHARES,
            fixed=EXACT,
            presses=(f"yes:{view.MAKE}",),
            about=("kind", "thing", "named"),
            shows_answer=True,
        ),
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
