"""What a person can do in rooms: words in, documents out."""

from contextlib import suppress

from bot.documents import copied, reading
from bot.rooms import requests
from bot.rooms.documents import (
    Blocked,
    BuddySet,
    ChannelCleared,
    CheckInBoard,
    CheckInDocument,
    RoomChanged,
    RoomHistory,
    RoomList,
    RoomSaid,
    RoomShown,
    member_document,
    message_document,
    room_document,
)
from bot.visit import Visit
from bot.web_address import pages_address
from tracker.challenge.finding import find_challenge, meant
from tracker.challenge.model import Challenge, WhoMayJoin
from tracker.goals.book import goal_book
from tracker.goals.errors import NoSuchGoal
from tracker.habits.errors import NoSuchHabit
from tracker.habits.model import Habit
from tracker.projects.errors import NoSuchProject
from tracker.rooms.book import MyRoom, RoomScene, profiles_in
from tracker.rooms.buddy_messages import HEARS
from tracker.rooms.errors import BadRoom, NothingToShare
from tracker.rooms.model import Bridge, BuddyTerms, CheckIn, Invitation, Mention
from tracker.rooms.saying import Spoken
from tracker.rooms.service import NewRoom, Who
from tracker.rooms.sharing import Shared
from tracker.tasks.words.clock_times import parse_clock_time
from tracker.words import clock_text, count_of, quoted

JOIN_PAGE = "/rooms/join"


async def create(visit: Visit, ask: requests.CreateRoom) -> RoomChanged:
    made = await visit.services.rooms.create(_who(visit, ask.my_name), ask.name, ask.purpose)
    return _arrived(visit, made, "A new room. Give its code to those who should join.")


async def join(visit: Visit, ask: requests.JoinRoom) -> RoomChanged:
    with reading("code"):
        made = await visit.services.rooms.join(_who(visit, ask.my_name), ask.code)
    where = f" {_shown_in(made.room.bridge)}" if made.room.bridge else ""
    return _arrived(visit, made, f"You are in {made.room.name}. Others see you as {made.mine.name}.{where}")


async def list_rooms(visit: Visit, ask: requests.ListRooms) -> RoomList:
    del ask
    every = await visit.services.rooms.list(visit.person.id)
    return RoomList(rooms=tuple(room_document(one.room, one.mine) for one in every))


async def show(visit: Visit, ask: requests.NameRoom) -> RoomShown:
    found = await _found(visit, ask.room)
    scene = await visit.services.rooms.scene(visit.person.id, found.room.id)
    profiles = await profiles_in(visit.services.table, scene)
    return RoomShown(
        room=room_document(scene.room, scene.mine),
        members=tuple(member_document(one, scene, profiles.get(one.user)) for one in scene.members),
        shared=tuple(
            one.name for one in await visit.services.room_shares.list(visit.person.id, found.room.id)
        ),
    )


async def to_leave(visit: Visit, ask: requests.NameRoom) -> RoomChanged:
    """What would become of it, before it is done."""
    found = await _found(visit, ask.room, whole_name=True)
    others = len(found.room.others(visit.person.id))
    after = (
        "What you said stays there." if others else "Nobody else is in it: all that was said goes with it."
    )
    return _changed(found, after)


async def leave(visit: Visit, ask: requests.NameRoom) -> RoomChanged:
    found = await _found(visit, ask.room, whole_name=True)
    await visit.services.rooms.leave(visit.person.id, found.room.id)
    return _changed(found, "You have left the room.")


async def invite(visit: Visit, ask: requests.InviteToRoom) -> RoomChanged:
    found = await _found(visit, ask.room)
    made = await visit.services.rooms.invite(visit.person.id, found.room.id, uses=ask.people, days=ask.days)
    return RoomChanged(
        room=room_document(found.room, found.mine, made, _link(visit, made)),
        message="Give this code to those who should join. The one before no longer works.",
    )


async def edit(visit: Visit, ask: requests.EditRoom) -> RoomChanged:
    found = await _found(visit, ask.room)
    scene = await visit.services.rooms.edit(
        visit.person.id,
        found.room.id,
        name=ask.name,
        purpose=ask.purpose,
        member_name=ask.my_name,
        tell=ask.tell,
    )
    return RoomChanged(room=room_document(scene.room, scene.mine), message="Changed.")


async def say(visit: Visit, ask: requests.SayInRoom) -> RoomSaid:
    found = await _found(visit, ask.room)
    mention = Mention(ask.channel, ask.message) if isinstance(ask, requests.SayByMention) else None
    done = await visit.services.saying.say(
        visit.person.id, found.room.id, ask.text, visit.occasion, mention=mention
    )
    return _said(visit, done)


def _said(visit: Visit, done: Spoken) -> RoomSaid:
    return RoomSaid(
        room=room_document(done.scene.room, done.scene.mine),
        message=message_document(done.message, visit.person.id),
        told=done.told,
    )


async def share(visit: Visit, ask: requests.ShareWithRoom) -> RoomChanged:
    found = await _found(visit, ask.room)
    with reading("thing"):
        thing = await _thing(visit, ask.thing)
        shared = await visit.services.room_shares.share(visit.person, found.room.id, thing)
    return _changed(
        found,
        f"You share {shared.name}. From now on the room hears, at most once an hour, {_heard(thing)} "
        "No amounts, no notes.",
    )


def _heard(thing: Shared) -> str:
    """What becomes known of it."""
    match thing:
        case Habit():
            return "of the days on which you do it, and of your streak. A buddy there also hears of misses."
        case Challenge(who=WhoMayJoin.ANYBODY):
            return "whether your last week counted, how many did in a row, and where you stand among all."
        case Challenge():
            return (
                "whether your last week counted, and how many did in a row; if it is opened to anybody, also "
                "where you stand among all."
            )
        case _:
            return "of parts of the way, and of its end."


async def unshare(visit: Visit, ask: requests.ShareWithRoom) -> RoomChanged:
    found = await _found(visit, ask.room)
    with reading("thing"):
        gone = await visit.services.room_shares.unshare(visit.person.id, found.room.id, ask.thing)
    return _changed(found, f"You no longer share {gone.name}.")


async def _thing(visit: Visit, text: str) -> Shared:
    """A habit, or else a goal, a project, or a challenge that they are in.

    Raises NothingToShare, and where several are meant."""
    with suppress(NoSuchHabit):
        return await visit.services.habits.find(visit.person.id, text)
    with suppress(NoSuchGoal):
        return (await visit.services.table.read_in_steps(goal_book(visit.person.id))).find_any(text)
    with suppress(NoSuchProject):
        return await visit.services.projects.find(visit.person.id, text)
    mine = await visit.services.challenges.mine(visit.person.id)
    if meant(mine, text):
        return find_challenge(mine, text)
    raise NothingToShare(
        f"You have no habit, no goal and no project {quoted(text)}, and are in no challenge of that name."
    )


async def cheer(visit: Visit, ask: requests.NameMessage) -> RoomChanged:
    found = await _found(visit, ask.room)
    with reading("message"):
        _, message = await visit.services.cheers.cheer(visit.person.id, found.room.id, ask.message)
    return _changed(found, f"{message.name} hears that you say: well done.")


async def show_in_channel(visit: Visit, ask: requests.ShowInChannel) -> RoomChanged:
    found, guild = await _found(visit, ask.room), visit.guild
    bridge = Bridge(
        channel=ask.channel,
        channel_name=ask.channel_name,
        server="" if guild is None else str(guild.id),
        server_name=ask.server_name,
        since=visit.now,
    )
    scene = await visit.services.bridges.show(visit.person.id, found.room.id, guild, bridge)
    message = (
        f"{_shown_in(bridge)} Members answer there with Reply, /room say or by mentioning Questlog. "
        "Everybody in the room is told."
    )
    return RoomChanged(room=room_document(scene.room, scene.mine), message=message)


async def hide_from_channel(visit: Visit, ask: requests.NameRoom) -> RoomChanged:
    found = await _found(visit, ask.room)
    scene, before = await visit.services.bridges.end(visit.person.id, found.room.id, visit.guild)
    message = f"No longer shown in {before.title}. What was posted there stays."
    return RoomChanged(room=room_document(scene.room, scene.mine), message=message)


async def clear_channel(visit: Visit, ask: requests.ClearChannel) -> ChannelCleared:
    """By whoever manages the server, whichever room is shown there."""
    await visit.services.bridges.clear(visit.person.id, ask.channel, visit.guild)
    return ChannelCleared(message="This channel shows no room any more. What was posted here stays.")


def _shown_in(bridge: Bridge) -> str:
    return f"Everybody who can read {bridge.title} sees what is said from now on."


async def history(visit: Visit, ask: requests.ShowHistory) -> RoomHistory:
    found = await _found(visit, ask.room)
    page = await visit.services.room_history.page(visit.person.id, found.room.id, ask.limit, ask.before)
    return RoomHistory(
        room=room_document(page.scene.room, page.scene.mine),
        messages=tuple(message_document(one, visit.person.id) for one in page.messages),
        before=page.before,
    )


async def correct(visit: Visit, ask: requests.CorrectMessage) -> RoomSaid:
    found = await _found(visit, ask.room)
    scene, message = await visit.services.corrections.correct(
        visit.person.id, found.room.id, ask.text, ask.message
    )
    return _said(visit, Spoken(scene, message))


async def take_back(visit: Visit, ask: requests.NameMessage) -> RoomChanged:
    found = await _found(visit, ask.room)
    await visit.services.room_history.take_back(visit.person.id, found.room.id, ask.message)
    return _changed(found, "Taken back. A mark stays in its place; who has read it, has read it.")


async def remove(visit: Visit, ask: requests.NameMember) -> RoomChanged:
    found = await _found(visit, ask.room)
    gone = await visit.services.rooms.remove(visit.person.id, found.room.id, ask.member)
    return _changed(found, f"{gone.name} is no longer in the room, and the invitation is closed.")


async def check_in(visit: Visit, ask: requests.CheckInRoom) -> CheckInBoard:
    """Shows what was answered, or has the room ask."""
    found = await _found(visit, ask.room)
    me, room_id = visit.person.id, found.room.id
    if ask.off:
        return _asking(await visit.services.check_ins.stop(me, room_id), "It no longer asks anything.")
    if ask.ask is not None or ask.at is not None or ask.hours is not None:
        wanted = _wanted(visit, ask, found.room.check_in)
        scene = await visit.services.check_ins.ask(me, room_id, wanted)
        waits = f"waits {count_of(wanted.hours, 'hour')} for answers"
        return _asking(scene, f"It asks every day at {clock_text(wanted.at)}, and {waits}.")
    board = await visit.services.check_ins.board(me, room_id)
    known: dict[str, object] = {
        "day": board.day,
        "is_open": board.is_open,
        "answers": tuple(message_document(one, me) for one in board.answers),
        "silent": tuple(one.name for one in board.silent),
    }
    return _asking(board.scene, "").model_copy(update=known)


async def show_check_in(visit: Visit, ask: requests.NameRoom) -> CheckInBoard:
    return await check_in(visit, requests.CheckInRoom(room=ask.room))


def _wanted(visit: Visit, ask: requests.CheckInRoom, before: CheckIn | None) -> CheckIn:
    """What is not said stays as it is. Raises BadRoom."""
    question = ask.ask or (before and before.question)
    if question is None:
        raise BadRoom("Say what the room asks: What will you do today?", field="ask")
    with reading("at"):
        at = before.at if ask.at is None and before else parse_clock_time(ask.at or "8am")
    usual = before.hours if before else 10
    hours = usual if ask.hours is None else ask.hours
    return CheckIn(question=question, at=at, zone=visit.person.timezone, hours=hours)


def _asking(scene: RoomScene, message: str) -> CheckInBoard:
    asks = scene.room.check_in
    return CheckInBoard(
        room=room_document(scene.room, scene.mine),
        check_in=asks and CheckInDocument(**copied(asks, "question", "at", "zone", "hours")),
        day=None,
        is_open=False,
        answers=(),
        silent=(),
        message=message,
    )


async def answer(visit: Visit, ask: requests.SayInRoom) -> RoomSaid:
    found = await _found(visit, ask.room)
    me, room_id = visit.person.id, found.room.id
    return _said(visit, await visit.services.saying.say(me, room_id, ask.text, visit.occasion, answers=True))


async def buddy(visit: Visit, ask: requests.SetBuddy, terms: BuddyTerms = BuddyTerms.HABITS) -> BuddySet:
    """`terms`: a button of an older version asked for less."""
    found = await _found(visit, ask.room)
    with reading("member"):
        pair = await visit.services.buddies.name(visit.person.id, found.room.id, ask.member, terms)
    name = pair.buddy and pair.buddy.name
    if name is None:
        message = "You have no buddy there now."
    elif pair.hears_misses:
        message = f"You and {name} are buddies: each of you is told when the other {HEARS}."
    elif pair.is_mutual:
        message = (
            f"You and {name} are buddies: each of you is told when the other has not answered. "
            "Of habits that are missed neither hears until both of you agree to that, too."
        )
    else:
        message = (
            f"It holds once {name} wants it, too; they are told that you do. Then each of you is told when "
            f"the other {HEARS}."
        )
    room = room_document(found.room, found.mine)
    return BuddySet(
        room=room, buddy=name, mutual=pair.is_mutual, hears_misses=pair.hears_misses, message=message
    )


async def block(visit: Visit, ask: requests.BlockMember) -> Blocked:
    found = await _found(visit, ask.room)
    with reading("member"):
        await visit.services.room_safety.block(visit.person.id, found.room.id, ask.member)
    return await _blocked(
        visit, "Blocked, in every room: neither of you sees what the other says from now on."
    )


async def unblock(visit: Visit, ask: requests.UnblockMember) -> Blocked:
    name = await visit.services.room_safety.unblock(visit.person.id, ask.member)
    return await _blocked(visit, f"{name} is no longer blocked.")


async def list_blocked(visit: Visit, ask: requests.ListRooms) -> Blocked:
    del ask
    return await _blocked(visit, "")


async def report(visit: Visit, ask: requests.ReportMessage) -> RoomChanged:
    found = await _found(visit, ask.room)
    with reading("message"):
        await visit.services.room_safety.report(visit.person.id, found.room.id, ask.message, ask.why)
    return _changed(
        found, "Reported to the room's owner and to whoever runs this Questlog, without your name."
    )


async def _blocked(visit: Visit, message: str) -> Blocked:
    every = await visit.services.room_safety.blocked(visit.person.id)
    return Blocked(names=tuple(one.name for one in every), message=message)


async def _found(visit: Visit, text: str, *, whole_name: bool = False) -> MyRoom:
    with reading("room"):
        return await visit.services.rooms.find(visit.person.id, text, whole_name=whole_name)


def _who(visit: Visit, said: str | None) -> Who:
    return Who(visit.person, said, None if said is not None else visit.discord_name)


def _arrived(visit: Visit, made: NewRoom, message: str) -> RoomChanged:
    room = room_document(made.room, made.mine, made.invitation, _link(visit, made.invitation))
    return RoomChanged(room=room, message=message)


def _link(visit: Visit, invitation: Invitation | None) -> str | None:
    """Where the code is filled in already, if others reach these pages."""
    web = visit.services.settings.web
    if invitation is None or web.public_url is None:
        return None
    return f"{pages_address(web)}{JOIN_PAGE}?code={invitation.code}"


def _changed(found: MyRoom, message: str) -> RoomChanged:
    return RoomChanged(room=room_document(found.room, found.mine), message=message)
