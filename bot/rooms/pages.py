"""Rooms on pages: what is said, who is there, what the room asks, and whom somebody has blocked."""

from urllib.parse import quote

from bot.names import shown_name
from bot.rooms import (
    bridge_forms,
    bridging,
    check_ins,
    forms,
    members,
    requests,
    sharing,
    talking,
    usecases,
    view,
)
from bot.rooms.documents import (
    Blocked,
    ChannelCleared,
    CheckInBoard,
    RoomChanged,
    RoomHistory,
    RoomShown,
)
from bot.rooms.listing import what_is_said, who_is_there
from bot.visit import Visit
from bot.web.site.part import Act, Link, MenuEntry, Page, PagesPart
from bot.web.site.talk import TALK
from bot.web.there import channel_there, refuse_closed, set_up_there
from tracker.rooms.errors import NothingAsked

ROOMS, ONE, BLOCKED = "/rooms", "/rooms/{room}", "/blocked"
THERE = "/servers/{guild}"
MESSAGES = 30
CLEARED = "none"
ABOUT_MEMBER, ABOUT_MESSAGE = ("room", "member"), ("room", "message")


async def edit(here: Visit, ask: requests.EditRoom) -> RoomChanged:
    """A purpose that was cleared is given up: `none` would be one."""
    gone = ask.purpose == CLEARED
    return await usecases.edit(here, ask.model_copy(update={"purpose": ""}) if gone else ask)


async def check_in(here: Visit, ask: requests.NameRoom) -> CheckInBoard:
    """A room that asks nothing yet has a page, too: there its owner has it ask."""
    try:
        return await check_ins.show_check_in(here, ask)
    except NothingAsked as nothing:
        room = (await usecases.show(here, ask)).room
        return CheckInBoard(
            room=room, check_in=None, day=None, is_open=False, answers=(), silent=(), message=f"{nothing}"
        )


async def show_in_channel(there: Visit, ask: bridge_forms.PickChannel) -> RoomChanged:
    server, channel = await set_up_there(there), await channel_there(there, ask.channel)
    refuse_closed(channel)
    wanted = requests.ShowInChannel(
        room=ask.room, channel=channel.id, channel_name=channel.name, server_name=server.name
    )
    return await bridging.show_in_channel(there, wanted)


async def clear_channel(there: Visit, ask: requests.ClearChannel) -> ChannelCleared:
    """One of that server: who manages it has no say about the channels of others."""
    await channel_there(there, f"{ask.channel}")
    return await bridging.clear_channel(there, ask)


def links_of_one(found: RoomHistory) -> tuple[Link, ...]:
    path = f"{ROOMS}/{found.room.id}"
    return (
        Link("Members", f"{path}/members"),
        Link("Check-in", f"{path}/check-in"),
        *((Link("Invite", f"{path}/invite"),) if found.room.is_mine else ()),
        Link("Settings", f"{path}/edit"),
        *(_on_discord(path, is_shown=found.room.shown_in is not None) if found.room.is_mine else ()),
        Link("Leave", f"{path}/leave"),
    )


def _on_discord(path: str, *, is_shown: bool) -> tuple[Link, ...]:
    if is_shown:
        return (Link("End it on Discord", f"{path}/unbridge", posts=True),)
    return (Link("Show it on Discord", "/servers"),)


def member_links(found: RoomShown) -> tuple[Link, ...]:
    path = f"{ROOMS}/{found.room.id}"
    return (
        Link("The room", path),
        Link("Share something", f"{path}/share"),
        *(
            Link(f"Stop sharing {shown_name(one)}", f"{path}/shared/{quote(one, safe='')}/end", posts=True)
            for one in found.shared
        ),
        Link("No buddy", f"{path}/buddy"),
    )


def check_in_links(found: CheckInBoard) -> tuple[Link, ...]:
    path = f"{ROOMS}/{found.room.id}"
    change = Link("Change" if found.check_in else "Have it ask", f"{path}/check-in/edit")
    off = Link("Ask no more", f"{path}/check-in/off", posts=True)
    own = (change, *((off,) if found.check_in else ())) if found.room.is_mine else ()
    return (*own, Link("The room", path))


def blocked_links(found: Blocked) -> tuple[Link, ...]:
    return tuple(
        Link(f"Unblock {shown_name(one)}", f"{BLOCKED}/{quote(one, safe='')}/remove", posts=True)
        for one in found.names
    )


def page_of(done: RoomChanged) -> str:
    return f"{ROOMS}/{done.room.id}"


_PAGES = (
    Page(
        ROOMS,
        requests.ListRooms,
        usecases.list_rooms,
        view.rooms,
        links=(
            Link("New room", f"{ROOMS}/new", is_main=True),
            Link("Join by a code", f"{ROOMS}/join"),
            Link("Blocked", BLOCKED),
        ),
    ),
    Page(
        ONE,
        requests.ShowHistory,
        talking.history,
        view.history,
        fixed={"limit": MESSAGES},
        shows=("room",),
        links=links_of_one,
        template=TALK,
        context=what_is_said,
    ),
    Page(
        f"{ONE}/members",
        requests.NameRoom,
        usecases.show,
        view.room,
        links=member_links,
        template="members.html",
        context=who_is_there,
    ),
    Page(f"{ONE}/check-in", requests.NameRoom, check_in, view.board, links=check_in_links),
    Page(f"{ONE}/leave", requests.NameRoom, usecases.to_leave, view.sure_to_leave),
    Page(
        BLOCKED,
        requests.ListRooms,
        members.list_blocked,
        view.blocked,
        title="Whom you have blocked",
        links=blocked_links,
    ),
)
_SAYING = (
    Act(
        f"{ONE}/say",
        requests.SayInRoom,
        talking.say,
        view.said_in_short,
        ONE,
        form=forms.SAY,
        presses=(view.SAY_ACT,),
        about=("room",),
    ),
    Act(
        f"{ONE}/answer",
        requests.SayInRoom,
        check_ins.answer,
        view.said_in_short,
        f"{ONE}/check-in",
        form=forms.ANSWER,
        presses=(view.ANSWER_ACT,),
        about=("room",),
    ),
    Act(
        f"{ONE}/messages/{{message}}/correct",
        requests.CorrectMessage,
        talking.correct,
        view.corrected,
        ONE,
        form=forms.CORRECT,
        presses=("room:correct",),
        about=ABOUT_MESSAGE,
    ),
    Act(
        f"{ONE}/messages/{{message}}/take-back",
        requests.NameMessage,
        talking.take_back,
        view.gone,
        ONE,
        presses=("room:take-back",),
        about=ABOUT_MESSAGE,
    ),
    Act(
        f"{ONE}/messages/{{message}}/cheer",
        requests.NameMessage,
        talking.cheer,
        view.gone,
        ONE,
        presses=(view.CHEER_ACT,),
        about=ABOUT_MESSAGE,
    ),
    Act(
        f"{ONE}/messages/{{message}}/report",
        requests.ReportMessage,
        talking.report,
        view.gone,
        ONE,
        form=forms.REPORT,
        presses=("room:report",),
        about=ABOUT_MESSAGE,
    ),
)
_MEMBERS = (
    Act(
        f"{ONE}/share",
        requests.ShareWithRoom,
        sharing.share,
        view.gone,
        f"{ONE}/members",
        form=forms.SHARE,
    ),
    Act(
        f"{ONE}/shared/{{thing}}/end",
        requests.ShareWithRoom,
        sharing.unshare,
        view.gone,
        f"{ONE}/members",
    ),
    Act(
        f"{ONE}/buddy",
        requests.SetBuddy,
        members.buddy,
        view.buddy,
        f"{ONE}/members",
        form=forms.BUDDY,
        presses=("room:buddy",),
        about=ABOUT_MEMBER,
    ),
    Act(
        f"{ONE}/block",
        requests.BlockMember,
        members.block,
        view.blocked,
        ONE,
        form=forms.BLOCK,
        presses=("room:block",),
        about=ABOUT_MEMBER,
    ),
    Act(
        f"{ONE}/remove",
        requests.NameMember,
        usecases.remove,
        view.gone,
        f"{ONE}/members",
        form=forms.REMOVE,
        presses=("room:remove",),
        about=ABOUT_MEMBER,
    ),
    Act(f"{BLOCKED}/{{member}}/remove", requests.UnblockMember, members.unblock, view.blocked, BLOCKED),
)
_ROOM = (
    Act(
        f"{ROOMS}/new",
        requests.CreateRoom,
        usecases.create,
        view.changed,
        page_of,
        form=forms.NEW,
        usages=(view.CREATE,),
        shows_answer=True,
    ),
    Act(
        usecases.JOIN_PAGE,
        requests.JoinRoom,
        usecases.join,
        view.changed,
        page_of,
        form=forms.JOIN,
        usages=(view.JOIN,),
    ),
    Act(
        f"{ONE}/invite",
        requests.InviteToRoom,
        usecases.invite,
        view.changed,
        page_of,
        form=forms.INVITE,
        shows_answer=True,
    ),
    Act(f"{ONE}/edit", requests.EditRoom, edit, view.changed, page_of, form=forms.EDIT),
    Act(
        f"{ONE}/check-in/edit",
        requests.CheckInRoom,
        check_ins.check_in,
        view.board,
        f"{ONE}/check-in",
        form=forms.ASK,
    ),
    Act(
        f"{ONE}/check-in/off",
        requests.CheckInRoom,
        check_ins.check_in,
        view.board,
        f"{ONE}/check-in",
        fixed={"off": True},
    ),
    Act(
        f"{THERE}/room",
        bridge_forms.PickChannel,
        show_in_channel,
        view.changed,
        THERE,
        form=bridge_forms.SHOW,
        for_managers=True,
    ),
    Act(
        f"{THERE}/room/end",
        requests.ClearChannel,
        clear_channel,
        view.cleared,
        THERE,
        form=bridge_forms.CLEAR,
        for_managers=True,
    ),
    Act(f"{ONE}/unbridge", requests.NameRoom, bridging.hide_from_channel, view.changed, ONE),
    Act(
        f"{ONE}/leave",
        requests.NameRoom,
        usecases.leave,
        view.gone,
        ROOMS,
        presses=(f"yes:{view.LEAVE}",),
        about=("room",),
    ),
)

PAGES = PagesPart(
    menu=(MenuEntry("Rooms", ROOMS, "", "rooms", rank=49),), pages=_PAGES, acts=(*_SAYING, *_MEMBERS, *_ROOM)
)
