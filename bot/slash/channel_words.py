"""Channels in words. Of an address only as much is shown as its owner needs to know it again."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from bot.names import NAME
from bot.slash.cards import Card, empty_card, heading, text
from bot.slash.texts import counted, moment, safe, small
from tracker.accounts.model import User
from tracker.notify import titles
from tracker.notify.model import PersonChannel

HIDDEN = "\N{BULLET}\N{BULLET}\N{BULLET}"

_SHOWN_DIGITS = 2


def title_of(channel: PersonChannel) -> str:
    """Of one by Apprise it is the service: `Telegram`."""
    return safe(titles.title_of(channel.channel_type, channel.identifier).name, NAME)


def place_of(channel: PersonChannel) -> str:
    """Where it leads, with what is private hidden."""
    match channel.channel_type:
        case "discord":
            return _on_discord(channel.identifier)
        case "webhook":
            return safe(_host(channel.identifier), NAME)
        case "email":
            return _mailbox(channel.identifier)
        case "apprise":  # all but the service may be secret
            return "by Apprise"
        case _:
            return f"{HIDDEN}{safe(channel.identifier[-_SHOWN_DIGITS:])}" if channel.identifier else HIDDEN


def named(channel: PersonChannel) -> str:
    """`Webhook at example.org`."""
    return f"**{title_of(channel)}** ({place_of(channel)})"


def channels_card(channels: Sequence[PersonChannel], user: User, *, lead: str | None = None) -> Card:
    """In the order in which they are tried. `lead` says what has just been changed, in our own words."""
    if not channels:
        return empty_card(
            "Nowhere to tell you anything",
            lead or "",
            "`/channel default channel:discord` lets me write to you here.",
        )
    below = lead or f"{counted(len(channels), 'channel')}, tried from top to bottom"
    lines = [line for number, one in enumerate(channels, 1) for line in _lines(number, one)]
    last = small("After these, the terminal of the machine that Questlog runs on.") if user.local else None
    return Card(heading("Where I tell you things", below), text(*lines, last))


def _lines(number: int, channel: PersonChannel) -> Iterator[str]:
    yield f"{number}\\. {named(channel)}"
    if trouble := trouble_of(channel):
        yield small(trouble)


def trouble_of(channel: PersonChannel) -> str | None:
    """Why nothing is sent there."""
    if not channel.is_active:
        since = f" since {moment(channel.off_since, 'D')}" if channel.off_since else ""
        why = f": {safe(channel.off_reason, 100)}" if channel.off_reason else ""
        return f"switched off{since}{why}"
    return "not confirmed yet, so nothing is sent there" if channel.verified_at is None else None


def _on_discord(address: str) -> str:
    kind, _, number = address.partition(":")
    if kind == "channel" and number.isascii() and number.isdigit():
        return f"<#{number}>"
    return "your direct messages"


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or HIDDEN
    except ValueError:
        return HIDDEN


def _mailbox(address: str) -> str:
    name, at, domain = address.rpartition("@")
    return f"{safe(name[:1])}{HIDDEN}{at}{safe(domain, NAME)}" if name else HIDDEN
