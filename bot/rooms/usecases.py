"""What a person can do with rooms, and who is in them: words in, documents out."""

from bot.documents import reading
from bot.names import shown_name
from bot.rooms import requests
from bot.rooms.documents import (
    RoomChanged,
    RoomList,
    RoomShown,
    member_document,
    room_document,
)
from bot.visit import Visit
from bot.web_address import pages_address
from tracker.rooms.book import MyRoom, profiles_in
from tracker.rooms.model import Bridge, Invitation
from tracker.rooms.service import NewRoom, Who

JOIN_PAGE = "/rooms/join"


async def create(visit: Visit, ask: requests.CreateRoom) -> RoomChanged:
    made = await visit.services.rooms.create(_who(visit, ask.my_name), ask.name, ask.purpose)
    return _arrived(visit, made, "A new room. Give its code to those who should join.")


async def join(visit: Visit, ask: requests.JoinRoom) -> RoomChanged:
    with reading("code"):
        made = await visit.services.rooms.join(_who(visit, ask.my_name), ask.code)
    where = f" {shown_in(made.room.bridge)}" if made.room.bridge else ""
    return _arrived(visit, made, f"You are in {made.room.name}. Others see you as {made.mine.name}.{where}")


async def list_rooms(visit: Visit, ask: requests.ListRooms) -> RoomList:
    del ask
    every = await visit.services.rooms.list(visit.person.id)
    return RoomList(rooms=tuple(room_document(one.room, one.mine) for one in every))


async def show(visit: Visit, ask: requests.NameRoom) -> RoomShown:
    found = await named_room(visit, ask.room)
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
    found = await named_room(visit, ask.room, whole_name=True)
    return changed(found, await _after_leaving(visit, found))


async def _after_leaving(visit: Visit, found: MyRoom) -> str:
    room, me = found.room, visit.person.id
    if not (others := room.others(me)):
        return "Nobody else is in it: all that was said goes with it."
    if room.owner != me:
        return "What you said stays there. Nobody is told."
    heir = (await visit.services.rooms.scene(me, room.id)).member(others[0])
    name = "whoever has been in it longest" if heir is None else shown_name(heir.name)
    return f"It passes to {name}, and everybody in it is told. What you said stays there."


async def leave(visit: Visit, ask: requests.NameRoom) -> RoomChanged:
    found = await named_room(visit, ask.room, whole_name=True)
    await visit.services.rooms.leave(visit.person.id, found.room.id)
    return changed(found, "You have left the room.")


async def invite(visit: Visit, ask: requests.InviteToRoom) -> RoomChanged:
    found = await named_room(visit, ask.room)
    made = await visit.services.rooms.invite(visit.person.id, found.room.id, uses=ask.people, days=ask.days)
    return RoomChanged(
        room=room_document(found.room, found.mine, made, _link(visit, made)),
        message="Give this code to those who should join. The one before no longer works.",
    )


async def edit(visit: Visit, ask: requests.EditRoom) -> RoomChanged:
    found = await named_room(visit, ask.room)
    scene = await visit.services.rooms.edit(
        visit.person.id,
        found.room.id,
        name=ask.name,
        purpose=ask.purpose,
        member_name=ask.my_name,
        tell=ask.tell,
    )
    return RoomChanged(room=room_document(scene.room, scene.mine), message="Changed.")


async def remove(visit: Visit, ask: requests.NameMember) -> RoomChanged:
    found = await named_room(visit, ask.room)
    gone = await visit.services.rooms.remove(visit.person.id, found.room.id, ask.member)
    return changed(found, f"{gone.name} is no longer in the room, and the invitation is closed.")


async def named_room(visit: Visit, text: str, *, whole_name: bool = False) -> MyRoom:
    with reading("room"):
        return await visit.services.rooms.find(visit.person.id, text, whole_name=whole_name)


def changed(found: MyRoom, message: str) -> RoomChanged:
    return RoomChanged(room=room_document(found.room, found.mine), message=message)


def shown_in(bridge: Bridge) -> str:
    return f"Everybody who can read {bridge.title} sees what is said from now on."


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
