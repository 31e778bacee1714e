"""Messages on pages: what came, why, and why not; and again what did not come."""

from bot.messages import usecases, view
from bot.messages.documents import MessageShown
from bot.messages.requests import ListMessages, NameMessage
from bot.web.site.part import Act, Link, MenuEntry, Page, PagesPart
from tracker.notify.model import DeliveryStatus

MESSAGES, ONE = "/messages", "/messages/{message}"
_NOT_THERE = frozenset({DeliveryStatus.FAILED, DeliveryStatus.PENDING})


def links_of_one(found: MessageShown) -> tuple[Link, ...]:
    one = found.message
    return (
        (Link("Send it now", f"{MESSAGES}/{one.id}/retry", posts=True),) if one.status in _NOT_THERE else ()
    )


def page_of(done: MessageShown) -> str:
    return f"{MESSAGES}/{done.message.id}"


PAGES = PagesPart(
    menu=(MenuEntry("Messages", MESSAGES, "e", "messages", rank=60),),
    pages=(
        Page(
            MESSAGES,
            ListMessages,
            usecases.list_messages,
            view.messages,
            fixed={"page": 0, "per_page": 20},
            presses=(f"page:{view.LIST}",),
            about=("page",),
            links=(
                Link("All", MESSAGES),
                *(
                    Link(one.value.capitalize(), f"{MESSAGES}?status={one.value}")
                    for one in (DeliveryStatus.PENDING, DeliveryStatus.FAILED, DeliveryStatus.DROPPED)
                ),
                Link("Your digest", "/digest"),
            ),
        ),
        Page(ONE, NameMessage, usecases.show, view.message, shows=("message",), links=links_of_one),
    ),
    acts=(Act(f"{ONE}/retry", NameMessage, usecases.retry, view.retried, page_of),),
)
