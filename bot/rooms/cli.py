"""`questlog room`."""

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.cli.confirm import confirm, yes_option
from bot.rooms import bridging, check_ins, members, sharing, talking, usecases, view
from bot.rooms.requests import (
    BlockMember,
    CheckInRoom,
    CorrectMessage,
    CreateRoom,
    EditRoom,
    InviteToRoom,
    JoinRoom,
    ListRooms,
    NameMember,
    NameMessage,
    NameRoom,
    ReportMessage,
    SayInRoom,
    SetBuddy,
    ShareWithRoom,
    ShowHistory,
    UnblockMember,
)


@click.group()
def room() -> None:
    """Talk in small groups, by whichever way each of you likes."""


@room.command()
@asking(CreateRoom, "name")
def create(act: Acting, ask: CreateRoom) -> None:
    """Make a room, and get the code by which others join."""
    act(usecases.create, ask, view.changed)


@room.command()
@asking(JoinRoom, "code")
def join(act: Acting, ask: JoinRoom) -> None:
    """Join a room by its code: questlog room join k3v7p-2mxwd."""
    act(usecases.join, ask, view.changed)


@room.command(name="list")
@asking(ListRooms)
def list_(act: Acting, ask: ListRooms) -> None:
    """List the rooms that you are in."""
    act(usecases.list_rooms, ask, view.rooms)


@room.command()
@asking(NameRoom, "room")
def show(act: Acting, ask: NameRoom) -> None:
    """Show who is in a room, and how you hear of it."""
    act(usecases.show, ask, view.room)


@room.command()
@asking(SayInRoom, "room", "text")
def say(act: Acting, ask: SayInRoom) -> None:
    """Say something in a room: questlog room say gym on my way."""
    act(talking.say, ask, view.said)


@room.command()
@asking(ShowHistory, "room")
def history(act: Acting, ask: ShowHistory) -> None:
    """Show what was said in a room, the newest last."""
    act(talking.history, ask, view.history)


@room.command()
@asking(InviteToRoom, "room")
def invite(act: Acting, ask: InviteToRoom) -> None:
    """Make a new code by which others join. The one before ends."""
    act(usecases.invite, ask, view.changed)


@room.command()
@asking(EditRoom, "room")
def settings(act: Acting, ask: EditRoom) -> None:
    """Change how you are called and told in a room; its owner, also the room."""
    act(usecases.edit, ask, view.changed)


@room.command()
@asking(CorrectMessage, "room", "text")
def correct(act: Acting, ask: CorrectMessage) -> None:
    """Correct what you said last: questlog room correct gym on my way home."""
    act(talking.correct, ask, view.corrected)


@room.command()
@asking(NameMessage, "room", "message")
def unsay(act: Acting, ask: NameMessage) -> None:
    """Take back what you said last, or by its id. The owner can take away anything."""
    act(talking.take_back, ask, view.gone)


@room.command()
@asking(NameMember, "room", "member")
def remove(act: Acting, ask: NameMember) -> None:
    """Take somebody out of your room, and close its invitation."""
    act(usecases.remove, ask, view.gone)


@room.command(name="check-in")
@asking(CheckInRoom, "room")
def check_in(act: Acting, ask: CheckInRoom) -> None:
    """Show what was answered, or have the room ask: --ask "What will you do today?" --at 8am."""
    act(check_ins.check_in, ask, view.board)


@room.command()
@asking(SayInRoom, "room", "text")
def answer(act: Acting, ask: SayInRoom) -> None:
    """Answer what a room asks."""
    act(check_ins.answer, ask, view.said)


@room.command()
@asking(SetBuddy, "room", "member")
def buddy(act: Acting, ask: SetBuddy) -> None:
    """Be told when a member does not answer or misses a habit shared there, and they of you, if both agree.

    Without a name, of nobody."""
    act(members.buddy, ask, view.buddy)


@room.command()
@asking(BlockMember, "room", "member")
def block(act: Acting, ask: BlockMember) -> None:
    """Block somebody: neither of you sees what the other says, in any room."""
    act(members.block, ask, view.blocked)


@room.command()
@asking(UnblockMember, "member")
def unblock(act: Acting, ask: UnblockMember) -> None:
    """Take a block back."""
    act(members.unblock, ask, view.blocked)


@room.command()
@asking(ListRooms)
def blocked(act: Acting, ask: ListRooms) -> None:
    """List those whom you have blocked."""
    act(members.list_blocked, ask, view.blocked)


@room.command()
@asking(ReportMessage, "room", "message")
def report(act: Acting, ask: ReportMessage) -> None:
    """Report a message to the room's owner and to whoever runs this Questlog."""
    act(talking.report, ask, view.gone)


@room.command()
@asking(ShareWithRoom, "room", "thing")
def share(act: Acting, ask: ShareWithRoom) -> None:
    """Share a habit, a goal, a project or a challenge: the room hears how it goes. No amounts, no notes."""
    act(sharing.share, ask, view.gone)


@room.command()
@asking(ShareWithRoom, "room", "thing")
def unshare(act: Acting, ask: ShareWithRoom) -> None:
    """Share a habit, a goal, a project or a challenge no more."""
    act(sharing.unshare, ask, view.gone)


@room.command()
@asking(NameMessage, "room", "message")
def cheer(act: Acting, ask: NameMessage) -> None:
    """Say "well done" to the last news, or to a message: by its id, or by who said it."""
    act(talking.cheer, ask, view.gone)


@room.command()
@asking(NameRoom, "room")
def unbridge(act: Acting, ask: NameRoom) -> None:
    """Stop showing a room in its channel on Discord; there, /room bridge shows it."""
    act(bridging.hide_from_channel, ask, view.changed)


@room.command()
@yes_option
@asking(NameRoom, "room")
def leave(act: Acting, ask: NameRoom, *, yes: bool) -> None:
    """Leave a room. Others are told only where it was yours."""
    if not yes:
        confirm(act, usecases.to_leave, ask, view.sure_to_leave, otherwise="You are still in the room")
    act(usecases.leave, ask, view.gone)
