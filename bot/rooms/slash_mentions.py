"""Whoever mentions Questlog in the channel of a room says that in the room, if they are in it.

What became of it is a mark below their message, and nothing else: a tick once it is in the room, a warning
sign where it cannot be. Whoever is not in the room gets neither.
"""

from collections.abc import Awaitable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.rooms import requests, talking
from bot.slash.hearing import Heard, Hearing
from bot.slash.person import known
from bot.visit import Visit
from tracker.frozen import frozen
from tracker.refusals import Refused
from tracker.rooms.errors import NoSuchRoom

if TYPE_CHECKING:
    from bot.services import Services

IN_THE_ROOM, NOT_IN_IT = "\N{WHITE HEAVY CHECK MARK}", "\N{WARNING SIGN}\N{VARIATION SELECTOR-16}"
SAID_LATE = timedelta(days=1)
"""So long after it was written a message is said once it is edited: what was too long, or had no mention."""


@frozen
class _Speaker:
    here: Visit
    room: str
    """The id of the one that the channel shows."""


async def said(heard: Heard) -> None:
    """What has no words, such as a picture alone, says nothing."""
    if not heard.words or (speaker := await _speaker(heard)) is None:
        return
    ask = requests.SayByMention(
        room=speaker.room,
        text=heard.words,
        channel=str(heard.message.channel.id),
        message=str(heard.message.id),
    )
    await _marked(heard, talking.say(speaker.here, ask))


async def edited(heard: Heard) -> None:
    """What has lost its mention is not sent to us, so it stays in the room as it was."""
    services, written = heard.services, heard.message.created_at
    before = next(iter(await services.mentions.said_by([str(heard.message.id)])), None)
    if before is None:
        if services.clock() - written < SAID_LATE:
            await said(heard)
    elif heard.words and (speaker := await _speaker(heard)) is not None and speaker.room == before.room:
        me = speaker.here.person.id
        await _marked(heard, services.mentions.correct(me, before, heard.words))


async def deleted(services: "Services", messages: Sequence[int]) -> None:
    await services.mentions.take_back([str(one) for one in messages])


async def _speaker(heard: Heard) -> _Speaker | None:
    """None where the channel shows no room, or Questlog does not know whoever wrote it: nobody gets an
    account by writing a message."""
    if (room := await heard.services.bridges.room_in(heard.message.channel.id)) is None:
        return None
    person = await known(heard.services, heard.message.author.id)
    if person is None or person.deleting_since is not None:
        return None
    return _Speaker(heard.visit(person), room)


async def _marked(heard: Heard, doing: Awaitable[object]) -> None:
    try:
        await doing
    except NoSuchRoom:
        return
    except Refused:
        await heard.mark(NOT_IN_IT)
        return
    await heard.mark(IN_THE_ROOM)
    if heard.message.edited_at is not None:
        await heard.unmark(NOT_IN_IT)


HEARING = Hearing(said, edited, deleted)
