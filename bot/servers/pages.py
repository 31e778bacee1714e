"""Servers on pages: those of a person, one with how it is set up, and where the person is announced."""

from collections.abc import Mapping
from urllib.parse import quote

from bot.documents import Nothing
from bot.managed_server import CHOOSE_CHANNEL, managed_server
from bot.servers import managing, requests, usecases, view
from bot.servers.documents import AnnouncementList, KnownServer, ServerHere
from bot.visit import Visit
from bot.web.site import own_names as own
from bot.web.site.part import Act, Choices, FieldValues, Form, Link, MenuEntry, Page, PagesPart
from bot.web.there import channel_choices
from tracker.servers.model import Announces, Board

SERVERS, ONE, ANNOUNCED = "/servers", "/servers/{guild}", "/announcements"
SETTINGS = f"{ONE}/settings"
_OFF = "off"
_YES_NO = {True: "yes", False: "no"}


async def as_it_is(there: Visit, _: FieldValues) -> FieldValues:
    server = await managed_server(there)
    now = await there.services.servers.account(server)
    hours = now.quiet_hours
    return {
        "timezone": now.timezone,
        "quiet_hours": f"{hours.start:%H:%M}-{hours.end:%H:%M}" if hours else "",
        "digest": now.digest.value,
        "digest_time": f"{now.digest_time:%H:%M}",
        "digest_when_quiet": _YES_NO[now.digest_when_quiet],
    }


async def channels(there: Visit, _: FieldValues) -> Mapping[str, Choices]:
    server = await there.services.servers.here(there.guild)
    known = () if server is None else await there.services.channels.list(server.account)
    now = next((one.identifier for one in known if one.channel_type == usecases.CHANNEL), "")
    return {"channel": await channel_choices(there, now.removeprefix("channel:"))}


async def channels_or_none(there: Visit, _: FieldValues) -> Mapping[str, Choices]:
    await managed_server(there)
    return {"channel": (("", "where all other news is"), *await channel_choices(there))}


def links(found: AnnouncementList) -> tuple[Link, ...]:
    return tuple(
        Link(f"End it on {one.name}", f"{ANNOUNCED}/{quote(one.server, safe='')}/end")
        for one in found.servers
    )


def links_of_one(found: ServerHere) -> tuple[Link, ...]:
    keep, forget = ("Keep it in my list", "keep"), ("Take it off my list", "forget")
    label, act = forget if found.is_listed else keep
    return (*_links_there(found), Link(label, f"{ONE}/{act}", posts=True, is_below=True))


def _links_there(found: ServerHere) -> tuple[Link, ...]:
    told = (
        Link("What members gained", f"{ONE}/gains"),
        Link("The best", f"{ONE}/top"),
        Link("Leaderboard", f"{ONE}/leaderboard"),
        Link("Challenges", f"{ONE}/challenges"),
        Link("Group goals", f"{ONE}/groups"),
        Link("Offers", f"{ONE}/offers"),
        Link("Ask for help", f"{ONE}/assist"),
        Link("Let everybody there hear of you", f"{ONE}/announce"),
    )
    if not found.is_managed:
        return told
    if not found.is_set_up:
        return (Link("Set it up", f"{ONE}/announce-channel", is_main=True), *told)
    return (
        Link("How it is set up", SETTINGS, is_main=True),
        *told,
        Link("What strangers see", f"{ONE}/shared", is_below=True),
        Link("Show a room in a channel", f"{ONE}/room", is_below=True),
        Link("End a room in a channel", f"{ONE}/room/end", is_below=True),
    )


def page_of(found: KnownServer) -> str:
    return f"{SERVERS}/{found.id}"


_WHAT = {
    Announces.REACHED: "goals that are reached",
    Announces.MILESTONES: "goals that are reached, and milestones",
    Announces.NOTHING: "nothing any more",
}
OPEN = Form(
    "Open a server by its id",
    "Open it",
    labels={"guild": "Its id"},
    hints={"guild": "On Discord: Settings, Advanced, Developer Mode. Then press long on the server: Copy ID"},
)
AGREE = Form(
    "Let everybody on this server hear of you",
    "Agree",
    first=("what",),
    hints={"what": "You can end it at any time"},
    choices={"what": tuple((one.value, words) for one, words in view.NEWS.items())},
)
CHANNEL = Form(
    "Announce what members reach",
    "Announce it there",
    first=("channel", "what"),
    labels={"what": "What everybody is told of those who agree"},
    hints={"channel": "Members are asked there whether they agree"},
    choices={"what": (("", "as before"), *((one.value, words) for one, words in _WHAT.items()))},
    choose=channels,
)
BOARD = Form(
    "A channel for one kind of news",
    "Save",
    first=("news", "channel"),
    choices={"news": tuple((one.value, one.value) for one in Board)},
    choose=channels_or_none,
)
DIGEST = Form(
    "The digest of this server",
    "Save",
    first=("digest", "digest_time", "digest_when_quiet"),
    labels={"digest": "How often", "digest_time": "When", "digest_when_quiet": "When nothing has moved"},
    hints={"digest_time": "By the clocks of the server: 18:00"},
    choices={
        "digest": (("daily", "daily"), ("weekly", "weekly, on Mondays"), (_OFF, _OFF)),
        "digest_when_quiet": (("no", "it does not come"), ("yes", "it comes, too")),
    },
    filled=as_it_is,
)
CLOCKS = Form(
    "The clocks of this server",
    "Save",
    first=("timezone", "quiet_hours"),
    labels={"timezone": "Time zone"},
    hints={
        "timezone": "A place whose clocks the server follows: Europe/Berlin",
        "quiet_hours": "When nothing is written: 22:00-07:00",
    },
    suggests={"timezone": own.zones},
    filled=as_it_is,
)
END = Form(
    "Be announced there no longer",
    "End it",
    first=("what",),
    hints={"what": "Only this ends; everything unless you choose"},
    choices={"what": (("", "everything"), *((one.value, words) for one, words in view.NEWS.items()))},
)

_SETTING_UP = (
    Act(
        f"{ONE}/announce-channel",
        requests.ChooseChannel,
        managing.choose_channel,
        view.server,
        SETTINGS,
        form=CHANNEL,
        usages=(CHOOSE_CHANNEL,),
        for_managers=True,
    ),
    Act(
        f"{ONE}/channel",
        requests.ChooseBoard,
        managing.choose_board,
        view.server,
        SETTINGS,
        form=BOARD,
        usages=(view.BOARD,),
        for_managers=True,
    ),
    Act(
        f"{ONE}/digest",
        requests.ChangeServer,
        managing.change_server,
        view.server,
        SETTINGS,
        form=DIGEST,
        usages=(view.DIGEST,),
        for_managers=True,
    ),
    Act(
        f"{SETTINGS}/edit",
        requests.ChangeServer,
        managing.change_server,
        view.server,
        SETTINGS,
        form=CLOCKS,
        usages=(view.SETTINGS,),
        for_managers=True,
    ),
)

PAGES = PagesPart(
    menu=(MenuEntry("Servers", SERVERS, "", "people", rank=57),),
    pages=(
        Page(
            SERVERS,
            Nothing,
            usecases.list_servers,
            view.servers,
            links=(Link("Another server", f"{SERVERS}/open"),),
        ),
        Page(
            ONE,
            Nothing,
            usecases.show_server,
            view.server_here,
            shows=(view.SERVER,),
            links=links_of_one,
        ),
        Page(
            SETTINGS,
            Nothing,
            managing.show_settings,
            view.server,
            links=(
                Link("Announcements", f"{ONE}/announce-channel"),
                Link("Channels", f"{ONE}/channel"),
                Link("Digest", f"{ONE}/digest"),
                Link("Clocks", f"{SETTINGS}/edit"),
            ),
            for_managers=True,
        ),
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
            f"{SERVERS}/open",
            requests.OpenServer,
            usecases.open_server,
            view.opened,
            page_of,
            form=OPEN,
        ),
        Act(f"{ONE}/keep", Nothing, usecases.keep_server, view.kept, ONE),
        Act(f"{ONE}/forget", Nothing, usecases.forget_server, view.kept, ONE),
        *_SETTING_UP,
        Act(
            f"{ONE}/announce",
            requests.Agree,
            usecases.announce_me,
            view.announcement,
            ANNOUNCED,
            form=AGREE,
            usages=(view.ANNOUNCE_ON,),
        ),
        Act(
            f"{ANNOUNCED}/{{server}}/end",
            requests.NameServer,
            usecases.announce_me_no_more,
            view.announcement,
            ANNOUNCED,
            form=END,
        ),
    ),
)
