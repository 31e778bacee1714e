"""From a request to a message that stands: the checks, the files, the ids that Discord fills in."""

import copy
from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from tests.fakes.discord.check_messages import check_message, check_nonce
from tests.fakes.discord.component_types import media_of, walk
from tests.fakes.discord.files import Attachment, Upload
from tests.fakes.discord.forms import Form, Json
from tests.fakes.discord.messages import EPHEMERAL, LOADING, V2, FakeMessage
from tests.fakes.discord.talking import UPDATED, tell

if TYPE_CHECKING:
    from tests.fakes.discord.interactions import Interaction
    from tests.fakes.discord.places import FakeChannel
    from tests.fakes.discord.requests import Asked
    from tests.fakes.discord.server import FakeDiscord

NONCES_KEPT = timedelta(minutes=5)


def post(discord: "FakeDiscord", channel: "FakeChannel", asked: "Asked") -> FakeMessage:
    """A message of the bot's own accord. A nonce that was used lately brings the first message again."""
    body = asked.form
    nonce, form = body.get("nonce"), Form()
    check_nonce(form.at("nonce"), nonce)
    form.accept()
    if body.get("enforce_nonce") and (before := _with_nonce(discord, nonce)) is not None:
        return before
    message = compose(discord, channel, body, asked)
    message.nonce = nonce
    if nonce is not None:
        discord.nonces[str(nonce)] = message
    if (reference := body.get("message_reference")) is not None:
        message.reply_to = discord.messages.get(int(reference["message_id"]))
    return message


def _with_nonce(discord: "FakeDiscord", nonce: object) -> FakeMessage | None:
    before = discord.nonces.get(str(nonce))
    return before if before is not None and discord.clock() - before.created < NONCES_KEPT else None


def compose(
    discord: "FakeDiscord",
    channel: "FakeChannel",
    body: Json,
    asked: "Asked",
    *,
    interaction: "Interaction | None" = None,
    place: tuple[str, ...] = (),
) -> FakeMessage:
    """`place` is where in the request the message stands, for the errors."""
    uploads = asked.uploads(body)
    names = [upload.filename for upload in uploads.values()]
    check_message(body, names, form=Form().at(*place), private=interaction is not None)
    message = FakeMessage(discord, discord.ids.new(), channel, discord.clock(), interaction=interaction)
    _fill(message, body, _kept(discord, uploads.values(), body))
    channel.enter(message)
    asked.tells.append(channel.news)
    return message


def revise(message: FakeMessage, body: Json, asked: "Asked", *, place: tuple[str, ...] = ()) -> FakeMessage:
    """An edit: what the request does not name stays; V2 and ephemeral are for ever."""
    uploads = asked.uploads(body)
    staying = _staying(message, body)
    names = [*(one.filename for one in staying), *(upload.filename for upload in uploads.values())]
    flags = (body.get("flags") or 0) & ~EPHEMERAL | message.flags & (V2 | EPHEMERAL)
    before = {"content": message.content, "embeds": message.embeds, "components": message.components}
    whole = {**before, **body, "flags": flags & ~LOADING}
    check_message(whole, names, form=Form().at(*place), private=message.interaction is not None)
    added = _kept(message.discord, uploads.values(), {**body, "flags": flags})
    _fill(message, whole, [*staying, *added])
    message.edited = message.discord.clock()
    tell(message, UPDATED)
    asked.tells.append(message.channel.news)
    return message


def _staying(message: FakeMessage, body: Json) -> list[Attachment]:
    """The files that were there before: all, unless the request lists those that it keeps."""
    if body.get("attachments") is None:
        return list(message.attachments)
    listed = {str(entry.get("id")) for entry in body["attachments"]}
    return [attachment for attachment in message.attachments if str(attachment.id) in listed]


def _kept(discord: "FakeDiscord", uploads: Iterable[Upload], body: Json) -> list[Attachment]:
    private = bool((body.get("flags") or 0) & EPHEMERAL)
    return [discord.cdn.keep(upload, ephemeral=private) for upload in uploads]


def _fill(message: FakeMessage, body: Json, attachments: list[Attachment]) -> None:
    by_reference = {f"attachment://{attachment.filename}": attachment for attachment in attachments}
    message.content = str(body.get("content") or "").strip()
    message.flags = body.get("flags") or 0
    message.attachments = attachments
    message.embeds = [_with_pictures(embed, by_reference) for embed in body.get("embeds") or []]
    message.components = _with_media(_numbered(body.get("components") or []), by_reference)
    message.allowed_mentions = body.get("allowed_mentions", message.allowed_mentions)


def _with_pictures(embed: Json, files: dict[str, Attachment]) -> Json:
    return {
        key: {**value, **files[value["url"]].media}
        if key in ("image", "thumbnail") and value["url"] in files
        else value
        for key, value in embed.items()
    }


def _numbered(components: list[Json]) -> list[Json]:
    """Discord gives every component a number that is not yet taken."""
    numbered = copy.deepcopy(components)
    taken = {part.get("id") for part in walk(numbered)}
    free = (number for number in range(1, 1000) if number not in taken)
    for part in walk(numbered):
        part["id"] = part.get("id") or next(free)
    return numbered


def _with_media(components: list[Json], files: dict[str, Attachment]) -> list[Json]:
    for media in (one for part in walk(components) for one in media_of(part)):
        if (attachment := files.get(media["url"])) is not None:
            media.update(attachment.media, attachment_id=str(attachment.id))
    return components
