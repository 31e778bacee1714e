"""What a person can say in a room, and do with what was said: words in, documents out."""

from bot.documents import reading
from bot.rooms import requests, usecases
from bot.rooms.documents import (
    RoomChanged,
    RoomHistory,
    RoomSaid,
    message_document,
    room_document,
)
from bot.visit import Visit
from tracker.rooms.model import Mention
from tracker.rooms.saying import Spoken


async def say(visit: Visit, ask: requests.SayInRoom) -> RoomSaid:
    found = await usecases.named_room(visit, ask.room)
    mention = Mention(ask.channel, ask.message) if isinstance(ask, requests.SayByMention) else None
    done = await visit.services.saying.say(
        visit.person.id, found.room.id, ask.text, visit.occasion, mention=mention
    )
    return said(visit, done)


def said(visit: Visit, done: Spoken) -> RoomSaid:
    return RoomSaid(
        room=room_document(done.scene.room, done.scene.mine),
        message=message_document(done.message, visit.person.id),
        told=done.told,
    )


async def history(visit: Visit, ask: requests.ShowHistory) -> RoomHistory:
    found = await usecases.named_room(visit, ask.room)
    page = await visit.services.room_history.page(visit.person.id, found.room.id, ask.limit, ask.before)
    return RoomHistory(
        room=room_document(page.scene.room, page.scene.mine),
        messages=tuple(message_document(one, visit.person.id) for one in page.messages),
        before=page.before,
    )


async def correct(visit: Visit, ask: requests.CorrectMessage) -> RoomSaid:
    found = await usecases.named_room(visit, ask.room)
    scene, message = await visit.services.corrections.correct(
        visit.person.id, found.room.id, ask.text, ask.message
    )
    return said(visit, Spoken(scene, message))


async def take_back(visit: Visit, ask: requests.NameMessage) -> RoomChanged:
    found = await usecases.named_room(visit, ask.room)
    await visit.services.room_history.take_back(visit.person.id, found.room.id, ask.message)
    return usecases.changed(found, "Taken back. A mark stays in its place; who has read it, has read it.")


async def cheer(visit: Visit, ask: requests.NameMessage) -> RoomChanged:
    found = await usecases.named_room(visit, ask.room)
    with reading("message"):
        _, message = await visit.services.cheers.cheer(visit.person.id, found.room.id, ask.message)
    return usecases.changed(found, f"{message.name} hears that you say: well done.")


async def report(visit: Visit, ask: requests.ReportMessage) -> RoomChanged:
    found = await usecases.named_room(visit, ask.room)
    with reading("message"):
        await visit.services.room_safety.report(visit.person.id, found.room.id, ask.message, ask.why)
    return usecases.changed(
        found, "Reported to the room's owner and to whoever runs this Questlog, without your name."
    )
