"""What the gateway tells of messages on servers: that they are written, change and go.

Their content goes only to whom it concerns: an application that wrote it or is mentioned in it, and those
that asked for the content of all messages.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.fakes.discord.forms import Json

if TYPE_CHECKING:
    from tests.fakes.discord.messages import FakeMessage
    from tests.fakes.discord.places import FakeChannel, FakeGuild

CREATED, UPDATED = "MESSAGE_CREATE", "MESSAGE_UPDATE"
_DELETED, _DELETED_TOGETHER = "MESSAGE_DELETE", "MESSAGE_DELETE_BULK"


def tell(message: "FakeMessage", event: str) -> None:
    """Nothing of what only one person sees, nor of private channels."""
    guild = message.channel.guild
    if guild is not None and not message.ephemeral:
        message.discord.gateway.dispatch_message(event, message, guild)


def tell_deleted(channel: "FakeChannel", messages: Sequence["FakeMessage"]) -> None:
    """Only which ones, and where."""
    if channel.guild is None:
        return
    ids = [str(one.id) for one in messages]
    place = {"channel_id": str(channel.id), "guild_id": str(channel.guild.id)}
    together = len(ids) > 1
    data = {**place, "ids": ids} if together else {**place, "id": ids[0]}
    event = _DELETED_TOGETHER if together else _DELETED
    channel.discord.gateway.dispatch_deleted(event, data, channel.guild)


def said_to(message: "FakeMessage", guild: "FakeGuild", *, all_of_it: bool) -> Json:
    payload: Json = {**seen_by_bot(message, all_of_it=all_of_it), "guild_id": str(guild.id)}
    payload["mentions"] = [_with_member(one, message, guild) for one in payload["mentions"]]
    if message.author is not None and not message.by_webhook:
        payload["member"] = guild.member_payload(message.author, partial=True)
    return payload


def seen_by_bot(message: "FakeMessage", *, all_of_it: bool = False) -> Json:
    """A message in a private channel with the bot is for it in any case."""
    mine = message.author is None or str(message.discord.bot.id) in message.pings
    if mine or all_of_it or message.channel.guild is None:
        return message.payload
    return {**message.payload, "content": "", "embeds": [], "attachments": [], "components": []}


def _with_member(person: Json, message: "FakeMessage", guild: "FakeGuild") -> Json:
    return {**person, "member": guild.member_payload(message.discord.users[int(person["id"])], partial=True)}
