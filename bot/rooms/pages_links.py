"""Where somebody can go from the pages of rooms."""

from urllib.parse import quote

from bot.names import shown_name
from bot.rooms.documents import BlockedList, CheckInBoard, RoomChanged, RoomHistory, RoomShown
from bot.web.site.part import Link

ROOMS, BLOCKED = "/rooms", "/blocked"


def room_links(found: RoomHistory) -> tuple[Link, ...]:
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


def blocked_links(found: BlockedList) -> tuple[Link, ...]:
    return tuple(
        Link(f"Unblock {shown_name(one)}", f"{BLOCKED}/{quote(one, safe='')}/remove", posts=True)
        for one in found.names
    )


def page_of(done: RoomChanged) -> str:
    return f"{ROOMS}/{done.room.id}"
