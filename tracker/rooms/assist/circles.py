"""Who can be asked: the members of a room, a buddy there, or those who chose to help on a server."""

from collections.abc import Sequence

from tracker.finding import plain
from tracker.frozen import frozen
from tracker.rooms.assist.errors import NoSuchCircle
from tracker.rooms.assist.model import Helper
from tracker.rooms.book import MyRoom, blocks_with, members_in, rooms_of
from tracker.rooms.model import Room, RoomMember
from tracker.servers.membership import memberships_of
from tracker.servers.model import Server
from tracker.store.entity import from_items
from tracker.store.index_keys import ServerHelperKey
from tracker.store.keys import HelperKey, RoomKey, RoomMemberKey, ServerKey
from tracker.store.table import Table
from tracker.words import quoted, some_of

ROOM, SERVER, BUDDY = "room:", "server:", "buddy:"


@frozen
class Circle:
    id: str
    name: str
    own_name: str = ""
    """What the person who asks is called there, where that is known."""
    where: str = ""
    """What a thread there is shown with; its name, unless it says otherwise."""
    may_help: bool = True

    @property
    def is_buddy(self) -> bool:
        return self.id.startswith(BUDDY)


async def circles_of(table: Table, user_id: str, here: Server | None = None) -> list[Circle]:
    """The rooms of a person, their buddies there, and the servers: the one where they ask, those that
    announce them, those where they help."""
    rooms = await rooms_of(table, user_id)
    found = [Circle(f"{ROOM}{one.room.id}", one.room.name, one.mine.name) for one in rooms]
    found += await _buddies(table, user_id, rooms)
    helping = HelperKey.prefix(user=user_id)
    items = [one async for one in table.query_all(helping.pk, prefix=helping.prefix)]
    ids = [one.server for one in await memberships_of(table, user_id)]
    names = {one.server: one.name for one in from_items(Helper, items)}
    ids += names
    every = ([here.account] if here else []) + ids
    keys = list(dict.fromkeys(every))
    known = await table.get_many(ServerKey(one).key for one in keys)
    servers = {one.account: one for one in from_items(Server, known.values())}
    return [
        *found,
        *(
            Circle(f"{SERVER}{one}", servers[one].name, names.get(one, ""), may_help=one in names)
            for one in keys
            if one in servers
        ),
    ]


async def _buddies(table: Table, user_id: str, rooms: Sequence[MyRoom]) -> list[Circle]:
    """Those who want it, too, and from whom the person is not kept apart."""
    wanted = {RoomMemberKey(one.mine.buddy, one.room.id).key: one for one in rooms if one.mine.buddy}
    found = await table.get_many(wanted)
    both = [(wanted[other.key.key], other) for other in from_items(RoomMember, found.values())]
    blocks = await blocks_with(table, user_id, [other.user for _, other in both])
    apart = {one for pair in blocks for one in pair}
    return [
        Circle(
            f"{BUDDY}{room.room.id}:{':'.join(sorted((room.mine.user, other.user)))}",
            other.name,
            room.mine.name,
            where=f"buddies in {room.room.name}",
        )
        for room, other in both
        if other.buddy == user_id and other.user not in apart
    ]


def find_circle(circles: Sequence[Circle], text: str | None) -> Circle:
    """The one that is meant; the only room or server need not be named. Raises NoSuchCircle."""
    wanted = plain((text or "").removeprefix("@"))
    named = circles if wanted else [one for one in circles if not one.is_buddy]
    found = [one for one in named if wanted in (plain(one.name), one.id)] or [
        one for one in named if plain(one.name).startswith(wanted)
    ]
    if len(found) == 1:
        return found[0]
    names = some_of([one.name for one in circles], 5)
    if not circles:
        raise NoSuchCircle("You are in no room, and on no server that Questlog knows.", field="where")
    about = f"no room, buddy or server {quoted(text)} of yours" if text and not found else "more than one"
    raise NoSuchCircle(f"There is {about}. Ask in one of: {names}.", field="where")


async def people_in(table: Table, circle: str) -> dict[str, str]:
    """Ids and names of those who may help."""
    if circle.startswith(ROOM):
        item = await table.get(RoomKey(circle.removeprefix(ROOM)).key)
        room = next(from_items(Room, [item] if item else []), None)
        return {} if room is None else {one.user: one.name for one in await members_in(table, room)}
    if circle.startswith(BUDDY):
        return await _pair(table, *circle.removeprefix(BUDDY).split(":"))
    place = ServerHelperKey.prefix(server=circle.removeprefix(SERVER))
    items = [one async for one in table.query_all(place.pk, prefix=place.prefix or None, index=place.index)]
    return {one.user: one.name for one in from_items(Helper, items)}


async def _pair(table: Table, room: str, one: str, other: str) -> dict[str, str]:
    """As long as both want it."""
    found = await table.get_many(RoomMemberKey(who, room).key for who in (one, other))
    wishes = {member.user: member for member in from_items(RoomMember, found.values())}
    if {who: member.buddy for who, member in wishes.items()} != {one: other, other: one}:
        return {}
    return {who: member.name for who, member in wishes.items()}
