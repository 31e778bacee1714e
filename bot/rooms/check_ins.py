"""What a room asks every day, and what its members answer: words in, documents out."""

from datetime import time

from bot.documents import copied, reading
from bot.rooms import requests, talking, usecases
from bot.rooms.documents import (
    CheckInBoard,
    CheckInDocument,
    RoomSaid,
    message_document,
    room_document,
)
from bot.visit import Visit
from tracker.rooms.book import RoomScene
from tracker.rooms.errors import BadRoom
from tracker.rooms.model import CheckIn
from tracker.rooms.words import asks_at
from tracker.tasks.words.clock_times import parse_clock_time
from tracker.words import count_of

_USUAL = time(8)


async def check_in(visit: Visit, ask: requests.CheckInRoom) -> CheckInBoard:
    """Shows what was answered, or has the room ask."""
    found = await usecases.named_room(visit, ask.room)
    me, room_id = visit.person.id, found.room.id
    if ask.off:
        return _asking(await visit.services.check_ins.stop(me, room_id), "It no longer asks anything.")
    if ask.ask is not None or ask.at is not None or ask.hours is not None:
        wanted = _wanted(visit, ask, found.room.check_in)
        scene = await visit.services.check_ins.ask(me, room_id, wanted)
        waits = f"waits {count_of(wanted.hours, 'hour')} for answers"
        at = asks_at(wanted.at, wanted.zone, visit.person.timezone)
        return _asking(scene, f"It asks every day at {at}, and {waits}.")
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


async def answer(visit: Visit, ask: requests.SayInRoom) -> RoomSaid:
    found = await usecases.named_room(visit, ask.room)
    me, room_id = visit.person.id, found.room.id
    return talking.said(
        visit, await visit.services.saying.say(me, room_id, ask.text, visit.occasion, answers=True)
    )


def _wanted(visit: Visit, ask: requests.CheckInRoom, before: CheckIn | None) -> CheckIn:
    """What is not said stays as it is. Raises BadRoom."""
    question = ask.ask or (before and before.question)
    if question is None:
        raise BadRoom("Say what the room asks: What will you do today?", field="ask")
    at, zone = (before.at, before.zone) if before else (_USUAL, visit.person.timezone)
    if ask.at is not None:
        with reading("at"):
            at, zone = parse_clock_time(ask.at), visit.person.timezone
    usual = before.hours if before else 10
    hours = usual if ask.hours is None else ask.hours
    return CheckIn(question=question, at=at, zone=zone, hours=hours)


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
