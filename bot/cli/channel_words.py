"""Channels as the terminal shows them: of an address, only as much as its owner needs to know it again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.cli.screen import plain
from scheduler.channels.opening import APPRISE, CONSOLE, DISCORD, EMAIL, SMS, WEBHOOK
from tracker.notify.model import PersonChannel
from tracker.notify.titles import masked, service_of, title_of
from tracker.notify.way_back import way_back
from tracker.store.entity import stored

if TYPE_CHECKING:
    from tracker.settings import Settings


def shown(one: PersonChannel) -> str:
    if one.channel_type == CONSOLE:
        return "this terminal"
    if one.channel_type == DISCORD:
        return "a channel on Discord" if place(one) == "channel" else "your direct messages on Discord"
    if one.channel_type == APPRISE:
        return f"{place(one)}, by Apprise"
    if one.channel_type in (SMS, EMAIL):
        return f"{title_of(one.channel_type).subject} ({place(one)})"
    return f"the {one.channel_type} at {place(one)}"


def place(one: PersonChannel) -> str:
    """All of an address that may be seen."""
    if one.channel_type == CONSOLE:
        return one.identifier
    if one.channel_type == DISCORD:
        return "channel" if one.identifier.startswith("channel:") else "direct messages"
    if one.channel_type == APPRISE:
        return plain(service_of(one.identifier))
    if one.channel_type in (SMS, EMAIL):
        return plain(masked(one.channel_type, one.identifier))
    try:
        return plain(urlsplit(one.identifier).hostname or "***")
    except ValueError:
        return "***"


def as_data(one: PersonChannel) -> dict[str, object]:
    """A channel in the answers of `--json`."""
    return {
        "type": one.channel_type,
        "address": place(one),
        "active": one.is_active,
        "verifiedAt": None if one.channel_type == CONSOLE else stored(one.verified_at),
        "offSince": stored(one.off_since),
        "offReason": one.off_reason,
    }


def portrait(found: Sequence[PersonChannel], settings: "Settings") -> Iterator[str]:
    for number, one in enumerate(found, 1):
        yield f"{number}. {shown(one)}{state(one, settings)}"
    if not found:
        yield "There are no channels, so nobody is told. Add one: `questlog channel add webhook https://…`."


def state(one: PersonChannel, settings: "Settings") -> str:
    if not one.is_active:
        back = way_back(one.channel_type, one.off_reason or "")
        return f" (switched off: {one.off_reason}{f'; {back} to switch it on' if back else ''})"
    is_unset, why = _UNSET.get(one.channel_type, (_never, ""))
    return f" (not used: {why})" if is_unset(settings) else ""


def _never(_: "Settings") -> bool:
    return False


_UNSET: "Mapping[str, tuple[Callable[[Settings], bool], str]]" = {
    WEBHOOK: (lambda settings: settings.webhook.secret is None, "webhook.secret is not set"),
    DISCORD: (lambda settings: settings.discord.token is None, "discord.token is not set"),
    APPRISE: (lambda settings: not settings.apprise.enabled, "apprise.enabled is false"),
    SMS: (lambda settings: not settings.sms.is_on, "sms.account_sid is not set"),
    EMAIL: (lambda settings: not settings.email.is_on, "email.from_address is not set"),
}
"""Without which setting nothing goes there."""
