"""Channels on pages: where somebody is told things, in which order; and `/confirm`, where letters lead."""

from typing import NamedTuple

from aiohttp import web

from bot.channels import usecases, view
from bot.channels.acts import ACTS
from bot.channels.confirming import Confirming
from bot.channels.documents import ChannelAdded, ChannelShown
from bot.channels.requests import AddChannel, NameChannel, RenewBrowser, VerifyChannel
from bot.documents import Nothing
from bot.view import View
from bot.visit import Visit
from bot.web.running import RunningServices
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart
from bot.web.site.place import Place
from scheduler.channels.opening import WEBPUSH
from scheduler.proving import NAMES, PROVABLE

CHANNELS, ONE, BROWSER = "/channels", "/channels/{channel}", "/channels/browser"
ORDERS = ("default", "up", "down")
"""What is seen in the list alone."""


async def add(here: Visit, ask: AddChannel) -> ChannelAdded:
    """Of codes that are asked for on pages each person has their own number."""
    return await usecases.add(here, ask, f"{here.front_end}:{here.person.id}")


def next_of(done: ChannelAdded) -> str:
    return CHANNELS if done.asked is None else f"{CHANNELS}/verify"


class BrowserKey(NamedTuple):
    """What a browser subscribes to, where there is something to subscribe to."""

    key: str | None


async def browser_key(here: Visit, ask: Nothing) -> BrowserKey:
    del ask
    if here.services.settings.push_contact is None:
        return BrowserKey(None)
    from scheduler.channels.push.keys import public_letters, push_key  # noqa: PLC0415 - few pages need it

    return BrowserKey(public_letters(await push_key(here.services.table)))


def in_browser(_: Visit, found: BrowserKey) -> View:
    if found.key is None:
        text = (
            "They are not set up on this Questlog. Whoever runs it can do that: docs/configuration.md, push."
        )
        return View(title="Messages in this browser", lead=text)
    lead = (
        "Questlog tells you things in this browser, also while no page is open. Press the button, allow it "
        "when the browser asks, and type the code that comes."
    )
    return View(title="Messages in this browser", lead=lead)


def links_of_one(found: ChannelShown) -> tuple[Link, ...]:
    one = found.channel
    switch = "off" if one.active else "on"
    return (
        Link("Put it first", f"{ONE}/default", posts=True),
        Link("Move up", f"{ONE}/up", posts=True),
        Link("Move down", f"{ONE}/down", posts=True),
        Link("Send a test", f"{ONE}/test", posts=True),
        Link(f"Switch it {switch}", f"{ONE}/{switch}", posts=True),
        Link("Remove", f"{ONE}/remove"),
    )


ADD = Form(
    "Be told things in one more place",
    "Send a code there",
    first=("type", "address", "name"),
    labels={"type": "How", "address": "Address"},
    hints={"address": "+44 7700 900123, you@example.org, or the address of a service: tgram://…"},
    choices={"type": tuple((one, NAMES[one]) for one in PROVABLE)},
)
CODE = Form(
    "Type the code",
    "That is it",
    first=("code",),
    hints={"code": "The six digits that were sent to your new address"},
)

PAGES = PagesPart(
    menu=(MenuEntry("Channels", CHANNELS, "z", "channels", rank=62),),
    pages=(
        Page(
            CHANNELS,
            Nothing,
            usecases.list_channels,
            view.channels,
            links=(
                Link("New channel", f"{CHANNELS}/new", is_main=True),
                Link("This browser", BROWSER),
                Link("Type a code", f"{CHANNELS}/verify"),
            ),
        ),
        Page(
            ONE,
            NameChannel,
            usecases.show,
            view.on_page,
            shows=("channel",),
            links=links_of_one,
        ),
        Page(
            BROWSER,
            Nothing,
            browser_key,
            in_browser,
            template="browser.html",
            context=lambda _, found: {"key": found.key},
        ),
        Page(f"{ONE}/remove", NameChannel, usecases.to_remove, view.removal),
    ),
    acts=(
        Act(BROWSER, AddChannel, add, view.added, next_of, fixed={"type": WEBPUSH}),
        Act(f"{BROWSER}/renewed", RenewBrowser, usecases.renew_browser, view.channels, CHANNELS),
        Act(f"{CHANNELS}/new", AddChannel, add, view.added, next_of, form=ADD, usages=(view.ADD,)),
        Act(
            f"{CHANNELS}/verify",
            VerifyChannel,
            usecases.verify,
            view.channels,
            CHANNELS,
            form=CODE,
            presses=(view.TYPE_CODE,),
            usages=(view.VERIFY,),
        ),
        *(
            Act(f"{ONE}/{name}", NameChannel, one.do, one.show, CHANNELS if name in ORDERS else ONE)
            for name, one in ACTS.items()
        ),
        Act(
            f"{ONE}/remove",
            NameChannel,
            usecases.remove,
            view.channels,
            CHANNELS,
            presses=(f"yes:{view.REMOVE}",),
            about=("channel",),
        ),
    ),
)


def routes(running: RunningServices, place: Place) -> list[web.RouteDef]:
    return [*Confirming(running, place).routes()]
