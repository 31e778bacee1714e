"""Rooms by SMS: `room gym: on my way`, `room gym`, `rooms`, `room create Gym`, `room join k3v7p-2mxwd`."""

import re

from bot.rooms import bridging, check_ins, members, requests, sharing, talking, usecases, view
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer, answer_list
from bot.visit import Visit

ROOMS = Phrase("rooms", ("my rooms",), "rooms", "the rooms that you are in")
ROOM = Phrase("room", (), "room gym: on my way", "say something in a room; room gym shows what was said")
CREATE = Phrase(
    "room create", ("create room", "new room"), "room create Gym", "make a room, and get its code"
)
JOIN = Phrase("room join", ("join room",), "room join k3v7p-2mxwd as Ada", "join a room by its code")
LEAVE = Phrase("room leave", ("leave room",), "room leave gym", "leave a room")
INVITE = Phrase("room invite", ("invite room",), "room invite gym", "a new code for others to join")
WHO = Phrase("room who", ("who room",), "room who gym", "who is in a room")
TELL = Phrase("room tell", ("tell room",), "room tell gym all", "how you hear of it: digest, mentions or all")
NAME = Phrase("room name", ("name room",), "room name gym: Ada", "what others see you as")
UNSAY = Phrase("room unsay", ("unsay room",), "room unsay gym", "take back what you said last")
CORRECT = Phrase(
    "room correct", ("correct room",), "room correct gym: on my way", "correct what you said last"
)
ANSWER = Phrase(
    "room answer", ("answer room",), "room answer gym: a run at six", "answer what a room asks every day"
)
CHECK_IN = Phrase("room check-in", ("room checkin",), "room check-in gym", "what everybody answered")
BUDDY = Phrase(
    "room buddy",
    ("buddy room",),
    "room buddy gym: Bob",
    "hear when they do not answer or miss a habit that is shared there, if both want it",
)
BLOCK = Phrase(
    "room block", ("block room",), "room block gym: Bob", "see nothing of somebody, and they nothing of you"
)
UNBLOCK = Phrase("room unblock", ("unblock room",), "room unblock Bob", "take a block back")
REPORT = Phrase(
    "room report",
    ("report room",),
    "room report gym: Bob",
    "report what somebody said last, to the room's owner",
)
SHARE = Phrase(
    "room share",
    ("share room",),
    "room share gym: running",
    "tell a room how a habit, a goal, a project or a challenge goes",
)
UNSHARE = Phrase("room unshare", ("unshare room",), "room unshare gym: running", "share something no more")
CHEER = Phrase(
    "room cheer", ("cheer room",), "room cheer gym: Ada", "say well done to what somebody did last"
)
UNBRIDGE = Phrase("room unbridge", ("unbridge room",), "room unbridge gym", "show a room on Discord no more")
SURELY = "for good"
_AS = re.compile(r"(?P<code>.+?)(?:\s+as\s+(?P<name>.+))?", re.IGNORECASE | re.DOTALL)
_TELL = re.compile(r"(?P<room>.+?)[:\s]+(?P<tell>digest|mentions|all)", re.IGNORECASE)
MESSAGES = 5


async def list_rooms(here: Visit, rest: str) -> Answer:
    del rest
    found = view.rooms(here, await usecases.list_rooms(here, requests.ListRooms()))
    return answer_list(here, found, ROOM.name, ROOMS.name)


async def room(here: Visit, rest: str) -> Answer:
    """With a colon something is said; without one the room is shown."""
    name, colon, text = rest.partition(":")
    if not rest:
        return await list_rooms(here, "")
    if not colon:
        found = await talking.history(here, requests.ShowHistory(room=name.strip(" .!?"), limit=MESSAGES))
        return answer(here, view.history(here, found))
    done = await talking.say(here, requests.SayInRoom(room=name, text=text))
    return answer(here, view.said(here, done), undo=f"{UNSAY.name} {done.room.id}: {done.message.id}")


async def create(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(CREATE)
    done = await usecases.create(here, requests.CreateRoom(name=rest))
    return answer(here, view.changed(here, done))


async def join(here: Visit, rest: str) -> Answer:
    if (found := _AS.fullmatch(rest)) is None:
        raise nothing_said(JOIN)
    ask = requests.JoinRoom(code=found["code"], my_name=found["name"])
    return answer(here, view.changed(here, await usecases.join(here, ask)))


async def invite(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(INVITE)
    return answer(here, view.changed(here, await usecases.invite(here, requests.InviteToRoom(room=rest))))


async def who(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(WHO)
    return answer(here, view.room(here, await usecases.show(here, requests.NameRoom(room=rest))))


async def tell(here: Visit, rest: str) -> Answer:
    if (found := _TELL.fullmatch(rest)) is None:
        raise nothing_said(TELL)
    ask = requests.EditRoom.of({"room": found["room"], "tell": found["tell"].lower()})
    return answer(here, view.changed(here, await usecases.edit(here, ask)))


async def name_me(here: Visit, rest: str) -> Answer:
    name, _, mine = rest.partition(":")
    if not mine.strip():
        raise nothing_said(NAME)
    ask = requests.EditRoom(room=name, my_name=mine.strip())
    return answer(here, view.changed(here, await usecases.edit(here, ask)))


async def unsay(here: Visit, rest: str) -> Answer:
    name, _, message = rest.partition(":")
    if not name:
        raise nothing_said(UNSAY)
    ask = requests.NameMessage(room=name, message=message.strip() or None)
    return answer(here, view.gone(here, await talking.take_back(here, ask)), undo="")


async def correct(here: Visit, rest: str) -> Answer:
    name, _, text = rest.partition(":")
    if not text.strip():
        raise nothing_said(CORRECT)
    done = await talking.correct(here, requests.CorrectMessage(room=name, text=text))
    return answer(here, view.corrected(here, done), undo="")


async def check_in(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(CHECK_IN)
    return answer(here, view.board(here, await check_ins.check_in(here, requests.CheckInRoom(room=rest))))


async def answer_room(here: Visit, rest: str) -> Answer:
    name, _, text = rest.partition(":")
    if not text.strip():
        raise nothing_said(ANSWER)
    done = await check_ins.answer(here, requests.SayInRoom(room=name, text=text))
    return answer(here, view.said(here, done), undo=f"{UNSAY.name} {done.room.id}: {done.message.id}")


async def buddy(here: Visit, rest: str) -> Answer:
    name, _, member = rest.partition(":")
    if not name:
        raise nothing_said(BUDDY)
    ask = requests.SetBuddy(room=name, member=member.strip() or None)
    return answer(here, view.buddy(here, await members.buddy(here, ask)))


async def block(here: Visit, rest: str) -> Answer:
    room_name, _, member = rest.partition(":")
    if not member.strip():
        raise nothing_said(BLOCK)
    done = await members.block(here, requests.BlockMember(room=room_name, member=member.strip()))
    return answer(here, view.blocked(here, done), undo=f"{UNBLOCK.name} {member.strip()}")


async def unblock(here: Visit, rest: str) -> Answer:
    if not rest:
        return answer(here, view.blocked(here, await members.list_blocked(here, requests.ListRooms())))
    done = await members.unblock(here, requests.UnblockMember(member=rest))
    return answer(here, view.blocked(here, done), undo="")


async def report(here: Visit, rest: str) -> Answer:
    name, _, member = rest.partition(":")
    if not member.strip():
        raise nothing_said(REPORT)
    ask = requests.ReportMessage(room=name, message=member.strip())
    return answer(here, view.gone(here, await talking.report(here, ask)))


async def share(here: Visit, rest: str) -> Answer:
    done = await sharing.share(here, _shared(rest, SHARE))
    return answer(here, view.gone(here, done), undo=f"{UNSHARE.name} {done.room.id}: {done.thing}")


async def unshare(here: Visit, rest: str) -> Answer:
    return answer(here, view.gone(here, await sharing.unshare(here, _shared(rest, UNSHARE))))


def _shared(rest: str, phrase: Phrase) -> requests.ShareWithRoom:
    name, _, thing = rest.partition(":")
    if not thing.strip():
        raise nothing_said(phrase)
    return requests.ShareWithRoom(room=name, thing=thing.strip())


async def cheer(here: Visit, rest: str) -> Answer:
    name, _, whose = rest.partition(":")
    if not name:
        raise nothing_said(CHEER)
    ask = requests.NameMessage(room=name, message=whose.strip() or None)
    return answer(here, view.gone(here, await talking.cheer(here, ask)))


async def unbridge(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(UNBRIDGE)
    done = await bridging.hide_from_channel(here, requests.NameRoom(room=rest))
    return answer(here, view.changed(here, done))


async def leave(here: Visit, rest: str) -> Answer:
    """Asked about before: one comes back only by an invitation."""
    if not rest:
        raise nothing_said(LEAVE)
    if rest.endswith(f" {SURELY}"):
        named = requests.NameRoom(room=rest.removesuffix(SURELY).strip())
        return answer(here, view.gone(here, await usecases.leave(here, named)), undo="")
    found = await usecases.to_leave(here, requests.NameRoom(room=rest))
    return Answer(
        f"Leave {found.room.name}? {found.message} Reply Y", question=f"{LEAVE.name} {found.room.id} {SURELY}"
    )


SMS = SmsPart(
    commands=(
        Command(ROOMS, list_rooms),
        Command(ROOM, room, verbatim=True),
        Command(CREATE, create),
        Command(JOIN, join),
        Command(LEAVE, leave),
        Command(INVITE, invite),
        Command(WHO, who),
        Command(TELL, tell),
        Command(NAME, name_me, verbatim=True),
        Command(UNSAY, unsay),
        Command(CORRECT, correct, verbatim=True),
        Command(ANSWER, answer_room, verbatim=True),
        Command(CHECK_IN, check_in),
        Command(BUDDY, buddy),
        Command(BLOCK, block),
        Command(UNBLOCK, unblock),
        Command(REPORT, report),
        Command(SHARE, share),
        Command(UNSHARE, unshare),
        Command(CHEER, cheer),
        Command(UNBRIDGE, unbridge),
    )
)
