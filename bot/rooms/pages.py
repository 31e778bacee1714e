"""Rooms on pages: what is said, who is there, what the room asks, and whom somebody has blocked."""

from bot.rooms import bridging, check_ins, forms, members, requests, sharing, talking, usecases, view
from bot.rooms.documents import CheckInBoard, RoomChanged
from bot.rooms.listing import what_is_said, who_is_there
from bot.rooms.pages_links import (
    BLOCKED,
    ROOMS,
    blocked_links,
    check_in_links,
    member_links,
    page_of,
    room_links,
)
from bot.rooms.pages_servers import SERVER_ACTS
from bot.visit import Visit
from bot.web.site.part import Act, Link, MenuEntry, Page, PagesPart
from bot.web.site.talk import TALK
from tracker.rooms.errors import NothingAsked

ONE = "/rooms/{room}"
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
        links=room_links,
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
    Act(
        f"{ONE}/messages/{{message}}/block",
        requests.BlockAuthor,
        members.block_author,
        view.blocked,
        ONE,
        form=forms.BLOCK_AUTHOR,
        presses=("room:block-author",),
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
    menu=(MenuEntry("Rooms", ROOMS, "", "rooms", rank=49),),
    pages=_PAGES,
    acts=(*_SAYING, *_MEMBERS, *_ROOM, *SERVER_ACTS),
)
