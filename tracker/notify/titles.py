"""What people call a channel. Of an address nothing is shown but the service that it leads to."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

HIDDEN = "***"


class Title(NamedTuple):
    name: str
    """As a heading: `E-mail`."""
    subject: str
    """As what a sentence is about: `your mailbox could not be reached`."""
    way: str
    """As how something comes: `by e-mail`."""


SERVICES: Mapping[str, str] = {
    "bark": "Bark",
    "barks": "Bark",
    "chanify": "Chanify",
    "discord": "Discord",
    "dingtalk": "DingTalk",
    "feishu": "Feishu",
    "gchat": "Google Chat",
    "gotify": "Gotify",
    "gotifys": "Gotify",
    "join": "Join",
    "lark": "Lark",
    "line": "LINE",
    "matrix": "Matrix",
    "matrixs": "Matrix",
    "mmost": "Mattermost",
    "mmosts": "Mattermost",
    "nctalk": "Nextcloud Talk",
    "nctalks": "Nextcloud Talk",
    "ntfy": "ntfy",
    "ntfys": "ntfy",
    "pbul": "Pushbullet",
    "pover": "Pushover",
    "prowl": "Prowl",
    "psafer": "Pushsafer",
    "psafers": "Pushsafer",
    "revolt": "Revolt",
    "rocket": "Rocket.Chat",
    "rockets": "Rocket.Chat",
    "schan": "ServerChan",
    "signal": "Signal",
    "signals": "Signal",
    "slack": "Slack",
    "spush": "Simplepush",
    "synology": "Synology Chat",
    "synologys": "Synology Chat",
    "tgram": "Telegram",
    "twist": "Twist",
    "workflows": "Microsoft Teams",
    "wxteams": "Webex",
    "zulip": "Zulip",
}
"""By the scheme of an Apprise URL. These are also those that are safe to offer to strangers."""

_TITLES: Mapping[str, Title] = {
    "discord": Title("Discord", "Discord", "on Discord"),
    "sms": Title("SMS", "your phone", "by SMS"),
    "email": Title("E-mail", "your mailbox", "by e-mail"),
    "webhook": Title("Webhook", "your webhook", "by webhook"),
    "webpush": Title("Browser", "your browser", "in your browser"),
    "console": Title("Terminal", "the terminal", "at the terminal"),
}
_OTHER = "another service"
_OF_SERVER = "discord."


def kind_of(channel_type: str) -> str:
    """`webhook` of `webhook.home`: what sends there."""
    return channel_type.partition(".")[0]


def title_of(channel_type: str, address: str = "") -> Title:
    """`discord.digest` is the channel of a server for its digest; `webhook.home` one of several webhooks."""
    if (known := _TITLES.get(channel_type)) is not None:
        return known
    if channel_type.startswith(_OF_SERVER):
        what = f"the channel for {channel_type.removeprefix(_OF_SERVER)}"
        return Title(what, what, f"in {what}")
    kind, _, own = channel_type.partition(".")
    if own and (of_kind := _TITLES.get(kind)) is not None:
        return Title(*(f"{words} {own}" for words in of_kind))
    name = service_of(address) if channel_type == "apprise" else channel_type
    return Title(name, name, f"by {name}")


def masked(channel_type: str, address: str) -> str:
    """`a***@example.org`, `***67`: enough to know one's own by."""
    if channel_type == "email" and "@" in address:
        name, _, domain = address.rpartition("@")
        return f"{name[:1]}{HIDDEN}@{domain}"
    return f"{HIDDEN}{address[-2:]}" if channel_type == "sms" else HIDDEN


def described(channel_type: str, address: str) -> str:
    """`Webhook (example.org)`, `Telegram (by Apprise)`."""
    if channel_type == "console":
        return "the terminal of the machine that Questlog runs on"
    place = place_of(channel_type, address)
    words = {"channel": "a channel", "direct messages": "your direct messages"}
    where = "by Apprise" if channel_type == "apprise" else words.get(place, place)
    return f"{title_of(channel_type, address).name} ({where})"


def is_of_server(channel_type: str, address: str) -> bool:
    """Whether others read along: a channel of a server on Discord."""
    return place_of(channel_type, address) == "channel" and kind_of(channel_type) == "discord"


def place_of(channel_type: str, address: str) -> str:
    """All of an address that may be seen: of a webhook its host, of Discord whether it is somebody's own."""
    match kind_of(channel_type):
        case "console":
            return address
        case "discord":
            return "channel" if address.startswith("channel:") else "direct messages"
        case "apprise":  # all but the service may be secret
            return service_of(address)
        case "webhook" | "webpush":
            return _host(address)
        case _:
            return masked(channel_type, address)


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or HIDDEN
    except ValueError:
        return HIDDEN


def service_of(address: str) -> str:
    """`Telegram`, of an Apprise URL. The scheme itself where nobody has a name for it."""
    scheme = scheme_of(address)
    return SERVICES.get(scheme, scheme) or _OTHER


def scheme_of(address: str) -> str:
    """What an Apprise URL begins with; nothing where that is no scheme: it may be all secret."""
    scheme, mark, _ = address.strip().partition("://")
    return scheme.casefold() if mark and scheme.isascii() and scheme.isalnum() else ""
