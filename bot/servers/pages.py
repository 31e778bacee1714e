"""Where a person is announced, on a page. Saying yes takes the server on Discord itself."""

from urllib.parse import quote

from bot.documents import Nothing
from bot.servers import usecases, view
from bot.servers.documents import AnnouncementList
from bot.servers.requests import NameServer
from bot.web.site.part import Act, Form, Link, Page, PagesPart

ANNOUNCED = "/announcements"


def links(found: AnnouncementList) -> tuple[Link, ...]:
    return tuple(
        Link(f"End it on {one.name}", f"{ANNOUNCED}/{quote(one.server, safe='')}/end")
        for one in found.servers
    )


END = Form(
    "Be announced there no longer",
    "End it",
    first=("what",),
    hints={"what": "Only this ends; everything unless you choose"},
    choices={"what": (("", "everything"), *((one.value, words) for one, words in view.NEWS.items()))},
)

PAGES = PagesPart(
    pages=(
        Page(
            ANNOUNCED,
            Nothing,
            usecases.list_announcements,
            view.announcements,
            links=links,
            usages=(view.ANNOUNCE_LIST,),
        ),
    ),
    acts=(
        Act(
            f"{ANNOUNCED}/{{server}}/end",
            NameServer,
            usecases.announce_me_no_more,
            view.announcement,
            ANNOUNCED,
            form=END,
        ),
    ),
)
