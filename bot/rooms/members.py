"""What a member of a room is to another one, a buddy or blocked: words in, documents out."""

from bot.documents import reading
from bot.rooms import requests, usecases
from bot.rooms.documents import (
    BlockedList,
    BuddySet,
    room_document,
)
from bot.visit import Visit
from tracker.rooms.buddy_messages import HEARS
from tracker.rooms.model import BuddyTerms


async def buddy(visit: Visit, ask: requests.SetBuddy, terms: BuddyTerms = BuddyTerms.HABITS) -> BuddySet:
    """`terms`: a button of an older version asked for less."""
    found = await usecases.named_room(visit, ask.room)
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


async def block(visit: Visit, ask: requests.BlockMember) -> BlockedList:
    found = await usecases.named_room(visit, ask.room)
    with reading("member"):
        await visit.services.room_safety.block(visit.person.id, found.room.id, ask.member)
    return await _blocked(
        visit, "Blocked, in every room: neither of you sees what the other says from now on."
    )


async def block_author(visit: Visit, ask: requests.BlockAuthor) -> BlockedList:
    return await block(visit, requests.BlockMember(room=ask.room, member=ask.message))


async def unblock(visit: Visit, ask: requests.UnblockMember) -> BlockedList:
    name = await visit.services.room_safety.unblock(visit.person.id, ask.member)
    return await _blocked(visit, f"{name} is no longer blocked.")


async def list_blocked(visit: Visit, ask: requests.ListRooms) -> BlockedList:
    del ask
    return await _blocked(visit, "")


async def _blocked(visit: Visit, message: str) -> BlockedList:
    every = await visit.services.room_safety.blocked(visit.person.id)
    return BlockedList(names=tuple(one.name for one in every), message=message)
