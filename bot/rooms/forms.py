"""What the pages of rooms ask before something is done."""

import asyncio

from bot.rooms import requests, usecases, view
from bot.rooms.documents import RoomShown
from bot.visit import Visit
from bot.web.site import own_names as own
from bot.web.site.filling import filled_by
from bot.web.site.part import FieldValues, Form
from tracker.rooms.model import Tell


def as_it_is(found: RoomShown) -> dict[str, object]:
    one = found.room
    return {"name": one.name, "purpose": one.purpose, "my_name": one.my_name, "tell": one.tell}


async def _as_it_reads(here: Visit, said: FieldValues) -> dict[str, str]:
    """Of one that stands on a page of the room, however old it is."""
    room = (await here.services.rooms.find(here.person.id, said["room"])).room
    _, message = await here.services.room_history.find(here.person.id, room.id, said["message"])
    return {"text": message.text or ""}


async def _others(here: Visit, said: FieldValues) -> list[str]:
    """Those with whom the person is in the room."""
    rooms, me = here.services.rooms, here.person.id
    scene = await rooms.scene(me, (await rooms.find(me, said["room"])).room.id)
    return [one.name for one in scene.others]


async def _things(here: Visit, said: FieldValues) -> list[str]:
    kinds = own.habits, own.goals_of_parts, own.projects
    return [name for names in await asyncio.gather(*(kind(here, said) for kind in kinds)) for name in names]


_YOU = {"my_name": "What others see you as"}
_NAMED = {"my_name": "Your nickname unless you say"}
NEW = Form(
    "A new room",
    "Make it",
    first=("name", "purpose", "my_name"),
    labels={**_YOU, "purpose": "What it is for"},
    hints={"name": "Gym, Tea at five", **_NAMED},
)
JOIN = Form(
    "Join a room",
    "Join",
    first=("code", "my_name"),
    labels=_YOU,
    hints={"code": "From whoever invites you: k3v7p-2mxwd", **_NAMED},
)
EDIT = Form(
    "Settings of a room",
    "Save",
    first=("tell", "my_name", "name", "purpose"),
    labels={**_YOU, "tell": "How you hear of it", "name": "Its name", "purpose": "What it is for"},
    choices={"tell": tuple((one.value, view.TELLS[one]) for one in Tell)},
    filled=filled_by(usecases.show, requests.NameRoom, as_it_is),
)
SAY = Form("Say something", "Send", first=("text",), hints={"text": "Everybody in the room can read it"})
CORRECT = Form(
    "Correct what you said",
    "Correct",
    first=("text",),
    hints={"text": "Who has read it is not told again"},
    filled=_as_it_reads,
)
ANSWER = Form("Answer", "Send", first=("text",), hints={"text": "Everybody in the room can read it"})
_MANY = {"people": "For how many people", "days": "For how many days"}
INVITE = Form("A new code: the one before ends", "Make a code", first=("people", "days"), labels=_MANY)
ASK = Form(
    "What the room asks every day",
    "Save",
    first=("ask", "at", "hours"),
    labels={"ask": "Question", "at": "When", "hours": "Hours to answer"},
    hints={"ask": "What will you do today?", "at": "By your clock: 8am. What is empty stays as it is"},
    hidden=("off",),
)
_MEMBER = {"member": "Whom"}
BUDDY = Form(
    "Your buddy in the room",
    "Save",
    first=("member",),
    labels=_MEMBER,
    hints={
        "member": "It holds once they name you, too: then each hears when the other does not answer, or "
        "misses a habit that is shared with the room. Empty: nobody"
    },
    suggests={"member": _others},
)
BLOCK = Form(
    "Block somebody",
    "Block",
    first=("member",),
    labels=_MEMBER,
    hints={"member": "Neither of you sees what the other says, in any room. They are not told"},
    suggests={"member": _others},
)
BLOCK_AUTHOR = Form("Block whoever said this: neither of you sees what the other says, in any room", "Block")
_ENDS = {"member": "The invitation ends, too"}
REMOVE = Form(
    "Take somebody out",
    "Take out",
    first=("member",),
    labels=_MEMBER,
    hints=_ENDS,
    suggests={"member": _others},
)
_SHARED = (
    "The room hears how you get on: days and streaks, parts of the way, weeks of a challenge that counted or "
    "did not. No amounts, no notes. A buddy also hears when you miss a habit"
)
SHARE = Form(
    "Share a habit, a goal, a project or a challenge with the room",
    "Share it",
    first=("thing",),
    labels={"thing": "Which"},
    hints={"thing": _SHARED},
    suggests={"thing": _things},
)
REPORT = Form("Report what was said", "Report", first=("why",))
