"""A message as one page of HTML that needs nothing else, as it looks on a desktop in the dark theme."""

from html import escape
from pathlib import Path
from zoneinfo import ZoneInfo

from tests.fakes.discord.messages import FakeMessage
from tests.fakes.discord.people import Person
from tests.rendering.components import Canvas
from tests.rendering.drawings import EYE, MARK
from tests.rendering.not_drawn import NotDrawn
from tests.rendering.reader import Reader

_STYLE = Path(__file__).with_name("style.css").read_text()


def page(message: FakeMessage, zone: ZoneInfo) -> str:
    """As somebody in that zone sees it now. Raises NotDrawn, and NotOurs for text."""
    return (
        '<!doctype html>\n<html lang="en-GB"><head><meta charset="utf-8"><title>Questlog on Discord</title>'
        f"<style>{_STYLE}</style></head>\n<body>{_message(message, zone)}</body></html>\n"
    )


def _message(message: FakeMessage, zone: ZoneInfo) -> str:
    _check(message)
    discord = message.discord
    reader = Reader(zone, discord.clock(), {one.id: one.name for one in discord.channels.values()})
    canvas = Canvas(reader, {str(file.id): file for file in message.attachments})
    return (
        f'<article class="message{" ephemeral" if message.ephemeral else ""}">{_used(message)}'
        f'<div class="avatar">{MARK}</div><div class="body">'
        f'<header><span class="author">{escape(_name(discord.bot))}</span> <span class="tag">APP</span>'
        f' <span class="sent">{reader.sent(message.created)}</span></header>'
        f"{canvas.html(message.components)}{_only_you(message)}</div></article>"
    )


def _check(message: FakeMessage) -> None:
    """Whether it was edited is not shown: the stand-in says that of every promised answer."""
    if not message.in_v2 or message.content or message.embeds:
        raise NotDrawn("a message that is not in Components V2")
    if message.deleted or message.loading:
        raise NotDrawn("a message that is gone or not there yet")
    if message.reply_to is not None or (message.interaction and not message.interaction.is_command):
        raise NotDrawn("an answer to a message")


def _used(message: FakeMessage) -> str:
    """Who used which command, above its answer."""
    if message.interaction is None:
        return ""
    name = _name(message.interaction.user)
    return (
        f'<div class="used"><span class="face" data-letter="{escape(name[:1])}"></span>'
        f'<span class="who">{escape(name)}</span>'
        f' used <span class="mention">{escape(message.interaction.title)}</span></div>'
    )


def _only_you(message: FakeMessage) -> str:
    if not message.ephemeral:
        return ""
    return f'<footer>{EYE}Only you can see this • <span class="link">Dismiss message</span></footer>'


def _name(person: Person) -> str:
    return str(person.payload["global_name"])
