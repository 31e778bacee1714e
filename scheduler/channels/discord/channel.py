"""Direct messages and channels of Discord, through the client that is logged in anyway.

The nonce of a message is its id: Discord takes a nonce once within some minutes, and answers a repetition
with the message that is there already. So nothing is told twice when an answer was lost or the process died.
"""

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple, TypeVar

import aiohttp
import discord

from scheduler.channels.channel import (
    BadMessage,
    ChannelFailure,
    Hung,
    Message,
    MessageTarget,
    Part,
    Receipt,
    Retry,
    StopSender,
    TargetGone,
    TargetOff,
)
from scheduler.channels.discord.card import card
from scheduler.channels.discord.servers import DiscordServers
from scheduler.channels.picture import Picture, PictureOf, no_pictures, pictures_of
from tracker.logs import get_logger

log = get_logger(__name__)

SECONDS = 15.0
"""Less than a dispatcher waits: so what did not end in time is said by this channel, and goes on."""
PAUSED_SECONDS = 3600.0
"""403s are counted, and ten thousand of them in ten minutes shut Discord for this machine."""
LONGEST_NONCE = 25
MOST_ARRIVED = 1000
NOBODY = discord.AllowedMentions.none()
ARCHIVED = 50083
"""What Discord answers to a change in a thread that nobody has written in for some time."""
NEWEST = 50
"""So many messages of a channel are looked through."""

_DM, _CHANNEL = "dm", "channel"
_LARGEST_ID = 2**63


_Answer = TypeVar("_Answer")


class DiscordPlace(NamedTuple):
    """Where a message goes: to a person, or to a channel."""

    id: int
    is_person: bool


class _Sending(NamedTuple):
    place: DiscordPlace
    message: str


class DiscordChannel:
    """A send that takes too long is not cancelled, and the next attempt joins it.

    A request of discord.py that is cancelled while Discord limits all requests never lifts that limit again:
    every other request would wait for ever.
    """

    def __init__(
        self, client: discord.Client, *, pictures: PictureOf = no_pictures, seconds: float = SECONDS
    ) -> None:
        self._client, self._pictures, self._seconds = client, pictures, seconds
        self._dms: dict[int, int] = {}
        self._under_way: dict[_Sending, asyncio.Task[Receipt]] = {}
        self._asked: set[asyncio.Task[Any]] = set()
        self._arrived: dict[_Sending, Receipt] = {}
        """What arrived when nobody waited for it any more: the next attempt need not ask Discord."""
        self.servers = DiscordServers(client, self.in_time)

    @property
    def name(self) -> str:
        return "discord"

    async def send(self, target: MessageTarget, message: Message) -> Receipt:
        place = place_of(target.address)
        if place is None:
            raise TargetOff("its address cannot be used")
        key = _Sending(place, message.id)
        if (receipt := self._arrived.pop(key, None)) is not None:
            return receipt
        task = self._under_way.get(key) or self._begun(key, target.person, message)
        await asyncio.wait([task], timeout=self._seconds)
        if not task.done() or task.cancelled():
            raise Hung("Discord did not answer in time")
        if (error := task.exception()) is None:
            return self._arrived.pop(key, task.result())
        if (failure := failure_of(error) or self._absence()) is None:
            raise error
        level = logging.WARNING if isinstance(failure, BadMessage) else logging.INFO  # it is ours to mend
        log.log(level, "discord refused", id=message.id, kind=type(error).__name__, error=str(error))
        raise failure from error

    async def find(self, address: str, button: str) -> str | None:
        """The message of ours, among the newest of a channel, that has a button whose id ends so."""
        channel = self._client.get_partial_messageable(_channel_of(address))

        async def look() -> str | None:
            newest = [one async for one in channel.history(limit=NEWEST)]
            ours = (one for one in newest if one.author == self._client.user)
            return next((str(one.id) for one in ours if any(_ends_with(one, button))), None)

        return await self.in_time(look())

    async def rewrite(self, address: str, reference: str, message: Message) -> None:
        """Changes a message of ours; nothing where it is gone already."""
        channel = self._client.get_partial_messageable(_channel_of(address))

        async def edit() -> None:
            old = channel.get_partial_message(int(reference))
            new = partial(old.edit, view=card(message, None), allowed_mentions=NOBODY)
            with suppress(discord.NotFound):
                await self._awake(channel.id, new)

        await self.in_time(edit())

    async def withdraw(self, address: str, reference: str) -> None:
        """Removes a message of ours; nothing where it is gone already."""
        channel = self._client.get_partial_messageable(_channel_of(address))

        async def remove() -> None:
            with suppress(discord.NotFound):
                message = channel.get_partial_message(int(reference))
                await self._awake(channel.id, message.delete)

        await self.in_time(remove())

    async def _awake(self, channel: int, change: Callable[[], Awaitable[object]]) -> None:
        """Changes a message, also in a thread that Discord has put away: that is brought back before."""
        try:
            await change()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            thread = await self._client.fetch_channel(channel)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
            await change()

    async def in_time(self, asking: Coroutine[Any, Any, _Answer], seconds: float | None = None) -> _Answer:
        """Raises ChannelFailure, and nothing else. What takes too long goes on, and nobody waits for it.

        `seconds` where somebody waits for the answer, and not so long as messages do.
        """
        if (absence := self._absence()) is not None:
            asking.close()
            raise absence
        task = asyncio.create_task(asking)
        self._asked.add(task)
        task.add_done_callback(self._over)
        await asyncio.wait([task], timeout=self._seconds if seconds is None else seconds)
        if not task.done() or task.cancelled():
            raise Hung("Discord did not answer in time")
        if (error := task.exception()) is None:
            return task.result()
        if (failure := failure_of(error) or self._absence()) is None:
            raise error
        raise failure from error

    async def close(self) -> None:
        """What is still under way ends here; it may have arrived."""
        tasks = [*self._under_way.values(), *self._asked]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begun(self, key: _Sending, person: str, message: Message) -> asyncio.Task[Receipt]:
        if (absence := self._absence()) is not None:
            raise absence
        task = self._under_way[key] = asyncio.create_task(self._sent(key.place, person, message))
        task.add_done_callback(lambda ended: self._ended(key, ended))
        return task

    def _absence(self) -> Retry | None:
        """To write it takes a login, and no gateway. A client that is closed meanwhile breaks in any way."""
        absent = self._client.is_closed() or self._client.user is None
        return Retry("Questlog is not logged in to Discord") if absent else None

    def _over(self, task: asyncio.Task[Any]) -> None:
        self._asked.discard(task)
        if not task.cancelled():
            task.exception()  # seen, also where nobody waits any more

    def _ended(self, key: _Sending, task: asyncio.Task[Receipt]) -> None:
        del self._under_way[key]
        if not task.cancelled() and task.exception() is None:
            self._arrived[key] = task.result()
            if len(self._arrived) > MOST_ARRIVED:
                del self._arrived[next(iter(self._arrived))]

    async def _sent(self, place: DiscordPlace, person: str, message: Message) -> Receipt:
        pictures = await pictures_of(self._pictures, person, message, dark=True, wanted=_is_pictured)
        try:
            return await self._posted(place, message, pictures)
        except discord.Forbidden:
            if not pictures:
                raise
        return await self._posted(place, message, {})  # in some channels it may write, and attach nothing

    async def _posted(
        self, place: DiscordPlace, message: Message, pictures: Mapping[str, Picture]
    ) -> Receipt:
        channel = await self._dm(place.id) if place.is_person else place.id
        files = {part: _file(picture, number) for number, (part, picture) in enumerate(pictures.items(), 1)}
        sent = await self._client.get_partial_messageable(channel).send(
            view=card(message, place.id if place.is_person else None, files),
            files=list(files.values()),
            nonce=message.id[:LONGEST_NONCE],
            allowed_mentions=NOBODY,
        )
        return Receipt(str(sent.id))

    async def _dm(self, person: int) -> int:
        """A person's direct messages have one id for good; discord.py remembers only 128 of them."""
        if person not in self._dms:
            self._dms[person] = (await self._client.create_dm(discord.Object(person))).id
        return self._dms[person]


def _channel_of(address: str) -> int:
    """Raises TargetOff."""
    place = place_of(address)
    if place is None or place.is_person:
        raise TargetOff("its address cannot be used")
    return place.id


def _ends_with(message: discord.Message, button: str) -> Iterator[bool]:
    layout = discord.ui.LayoutView.from_message(message, timeout=None)
    for one in layout.walk_children():
        yield isinstance(one, discord.ui.Button) and (one.custom_id or "").endswith(f":{button}")


def _is_pictured(part: Part) -> bool:
    """Of the others, the picture is one press away."""
    return part.kind.chart is not None and part.kind.chart.in_chat


def _file(picture: Picture, number: int) -> discord.File:
    return discord.File(io.BytesIO(picture.png), f"chart-{number}.png", description=picture.words)


def place_of(address: str) -> DiscordPlace | None:
    """`dm:<user id>`, `channel:<id>`; None where it is neither."""
    kind, _, text = address.partition(":")
    number = int(text) if text.isascii() and text.isdigit() else 0
    if kind not in (_DM, _CHANNEL) or not 0 < number < _LARGEST_ID:
        return None
    return DiscordPlace(number, kind == _DM)


class _Meaning(NamedTuple):
    failure: type[ChannelFailure]
    why: str
    remedy: str = ""


_CLOSED = _Meaning(
    TargetOff,
    "Discord does not let it write to you",
    "; allow direct messages there, and then use any command of Questlog",
)
_GONE = _Meaning(TargetGone, "it is no longer there")
_PAUSED = _Meaning(Retry, "Questlog may not write in this channel now")
_LOCKED = _Meaning(Retry, "the thread is locked")
_BAD = _Meaning(BadMessage, "Discord does not take this message")
_BUSY = _Meaning(Retry, "Discord is too busy")
_SHUT_OUT = _Meaning(StopSender, "Discord does not take the token of the bot", "; see discord.token")
_FLAGGED = _Meaning(StopSender, "Discord has blocked the bot", "; see its page in the developer portal")

MEANINGS: Mapping[int, _Meaning] = {
    50007: _CLOSED,  # direct messages are closed
    50278: _CLOSED,  # no server in common
    10003: _GONE,  # unknown channel
    10013: _GONE,  # unknown user
    10015: _GONE,  # unknown webhook
    50027: _GONE,  # invalid token of a webhook
    50033: _GONE,  # nobody who can be written to
    50001: _PAUSED,  # missing access
    50013: _PAUSED,  # missing permissions
    ARCHIVED: _LOCKED,  # an archived thread, which a message brings back unless it is locked
    160005: _LOCKED,
    50035: _BAD,  # invalid form
    50006: _BAD,  # empty
    40005: _BAD,  # too large
    20016: _BUSY,  # slow mode
    20028: _BUSY,  # too many writes in this channel
    20029: _BUSY,  # too many writes in this server
    40003: _BUSY,  # too many new direct messages
    130000: _BUSY,  # overloaded
    50014: _SHUT_OUT,  # invalid token
    40001: _SHUT_OUT,  # unauthorised
    20026: _FLAGGED,  # quarantined for abuse
    40333: _FLAGGED,  # blocked at the edge
}
"""What Discord's own error codes mean for a message."""


def failure_of(error: BaseException) -> ChannelFailure | None:
    """What follows from an error of the client; None: it is a fault of ours."""
    match error:
        case discord.RateLimited():
            return Retry(_BUSY.why, after=error.retry_after)
        case discord.HTTPException():
            return _refusal(error)
        case discord.LoginFailure():
            return StopSender(f"{_SHUT_OUT.why}{_SHUT_OUT.remedy}")
        case aiohttp.ClientError() | OSError():  # a timeout is an OSError, too
            return Retry(f"Discord could not be reached ({type(error).__name__})")
        case _:
            return None


def _refusal(error: discord.HTTPException) -> ChannelFailure:
    meaning = MEANINGS.get(error.code) or _by_status(error.status)
    why = f"{meaning.why} ({error.code or error.status}){meaning.remedy}"
    if meaning.failure is not Retry:
        return meaning.failure(why)
    return Retry(why, after=PAUSED_SECONDS if meaning in (_PAUSED, _LOCKED) else _wait(error))


def _by_status(status: int) -> _Meaning:
    """Of codes that are not known here."""
    if status == HTTPStatus.UNAUTHORIZED:
        return _SHUT_OUT
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _BUSY
    return _BAD


def _wait(error: discord.HTTPException) -> float | None:
    """The seconds that Discord, or what stands before it, asks for."""
    try:
        return float(error.response.headers["Retry-After"])
    except (KeyError, ValueError):
        return None
