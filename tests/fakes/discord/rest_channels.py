"""Channels and the messages in them, as far as the bot may see and write there."""

from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.discord.permissions import bits
from tests.fakes.discord.posting import post, revise
from tests.fakes.discord.refusals import (
    DM_CLOSED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_MUTUAL_GUILDS,
    NOT_THE_AUTHOR,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    Refused,
)
from tests.fakes.discord.requests import Asked, no_content, reply
from tests.fakes.discord.talking import seen_by_bot

if TYPE_CHECKING:
    from tests.fakes.discord.messages import FakeMessage
    from tests.fakes.discord.people import Person
    from tests.fakes.discord.places import FakeChannel
    from tests.fakes.discord.rest import Rest
    from tests.fakes.discord.server import FakeDiscord


class Channels:
    def __init__(self, discord: "FakeDiscord") -> None:
        self._discord = discord

    def routes(self, rest: "Rest") -> list[web.RouteDef]:
        one = "/channels/{channel}/messages/{message}"
        return [
            rest.route("GET /channels/{channel}", self._get),
            rest.route("PATCH /channels/{channel}", self._change),
            rest.route("POST /channels/{channel}/typing", self._type),
            rest.route("POST /channels/{channel}/messages", self._post),
            rest.route("GET /channels/{channel}/messages", self._list),
            rest.route(f"GET {one}", self._read),
            rest.route(f"PATCH {one}", self._edit),
            rest.route(f"DELETE {one}", self._delete),
            rest.route(f"PUT {one}/reactions/{{emoji}}/@me", self._react),
            rest.route(f"DELETE {one}/reactions/{{emoji}}/@me", self._unreact),
        ]

    async def _get(self, _asked: Asked, channel: str) -> web.Response:
        return reply(self._seen(channel).payload)

    async def _change(self, asked: Asked, channel: str) -> web.Response:
        """A thread is brought back, or put away, by whoever may write in it."""
        place = self._seen(channel)
        if place.parent is None or place.locked or not asked.form.keys() <= {"archived"}:
            raise Refused(MISSING_PERMISSIONS)
        place.archived = bool(asked.form.get("archived", place.archived))
        return reply(place.payload)

    async def _type(self, _asked: Asked, channel: str) -> web.Response:
        self._writable(channel)
        return no_content()

    async def _post(self, asked: Asked, channel: str) -> web.Response:
        place = self._writable(channel)
        if asked.files and place.denied & bits("attach_files"):
            raise Refused(MISSING_PERMISSIONS)
        return reply(post(self._discord, place, asked).payload)

    async def _list(self, asked: Asked, channel: str) -> web.Response:
        messages = self._seen(channel).messages
        before, after = int(asked.query.get("before", 2**64)), int(asked.query.get("after", 0))
        newest = [message for message in reversed(messages) if after < message.id < before]
        return reply([seen_by_bot(message) for message in newest[: int(asked.query.get("limit", 50))]])

    async def _read(self, _asked: Asked, channel: str, message: str) -> web.Response:
        return reply(seen_by_bot(self._found(channel, message)))

    async def _edit(self, asked: Asked, channel: str, message: str) -> web.Response:
        found = self._changeable(channel, message)
        if found.author is not None:
            raise Refused(NOT_THE_AUTHOR)
        return reply(revise(found, asked.form, asked).payload)

    async def _delete(self, asked: Asked, channel: str, message: str) -> web.Response:
        found = self._changeable(channel, message)
        if found.author is not None:
            raise Refused(MISSING_PERMISSIONS)
        found.erase()
        asked.tells.append(found.channel.news)
        return no_content()

    async def _react(self, asked: Asked, channel: str, message: str, emoji: str) -> web.Response:
        found = self._changeable(channel, message)
        if found.channel.denied & bits("add_reactions"):
            raise Refused(MISSING_PERMISSIONS)
        if emoji not in found.reactions:
            found.reactions.append(emoji)
        asked.tells.append(found.channel.news)
        return no_content()

    async def _unreact(self, asked: Asked, channel: str, message: str, emoji: str) -> web.Response:
        found = self._changeable(channel, message)
        found.reactions = [one for one in found.reactions if one != emoji]
        asked.tells.append(found.channel.news)
        return no_content()

    def _seen(self, number: str) -> "FakeChannel":
        channel = self._discord.channels.get(int(number))
        if channel is None or channel.deleted:
            raise Refused(UNKNOWN_CHANNEL)
        away = channel.guild is not None and not channel.guild.installed
        if away or not channel.with_bot or channel.denied & bits("view_channel"):
            raise Refused(MISSING_ACCESS)
        return channel

    def _writable(self, number: str) -> "FakeChannel":
        channel = self._seen(number)
        if channel.denied & bits("send_messages"):
            raise Refused(MISSING_PERMISSIONS)
        if channel.locked:
            raise Refused(THREAD_LOCKED)
        channel.archived = False  # Discord brings a thread back to which somebody writes
        for person in channel.people:
            if not person.accepts_dms:
                raise Refused(DM_CLOSED)
            if not person.installed and not self._meets(person):
                raise Refused(NO_MUTUAL_GUILDS)
        return channel

    def _meets(self, person: "Person") -> bool:
        return any(guild.installed and person in guild.members for guild in self._discord.guilds.values())

    def _changeable(self, channel: str, number: str) -> "FakeMessage":
        """Nothing changes in a thread that is archived."""
        found = self._found(channel, number)
        if found.channel.archived:
            raise Refused(THREAD_ARCHIVED)
        return found

    def _found(self, channel: str, number: str) -> "FakeMessage":
        place = self._seen(channel)
        message = self._discord.messages.get(int(number))
        if message is None or message.channel is not place or message.deleted or message.ephemeral:
            raise Refused(UNKNOWN_MESSAGE)
        return message
