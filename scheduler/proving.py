"""From what somebody typed to an address with a code on its way to it, past outbox and quiet hours."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

import structlog

from scheduler.channels.apprise.channel import checked_apprise_address
from scheduler.channels.channel import (
    LINK,
    LINK_LABEL,
    Channel,
    ChannelFailure,
    Message,
    Part,
    StopSender,
    Target,
)
from scheduler.channels.opening import APPRISE, EMAIL, SMS, WEBHOOK
from scheduler.channels.webhook import checked_address
from tracker.accounts.errors import AccountError, InvalidIdentity
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.addresses.model import Asked, Letter
from tracker.addresses.service import IDENTITIES, Addresses
from tracker.settings import Settings
from tracker.signing import Signer

log = structlog.stdlib.get_logger(__name__)

PROVABLE = (SMS, EMAIL, APPRISE, WEBHOOK)
"""The channels whose addresses are proven by a code."""
NAMES: Mapping[str, str] = {SMS: "SMS", EMAIL: "e-mail", APPRISE: "Apprise", WEBHOOK: "webhook"}


class NotSetUp(AccountError):
    """Whoever runs this Questlog has not set up the channel."""

    code = "not_set_up"

    def __init__(self, channel: str) -> None:
        super().__init__(
            f"{NAMES[channel]} is not set up on this Questlog. "
            f"Whoever runs it can do that; docs/{_DOCUMENTS.get(channel, 'notifications')}.md says how."
        )


class NotSent(AccountError):
    """The code did not go. The text holds no secret."""

    code = "not_sent"


CONFIRM, CONFIRM_PATH = "confirm", "/confirm"
"""What the link in a letter is signed for, and where it leads."""

_DOCUMENTS = {SMS: "sms", EMAIL: "email", APPRISE: "apprise"}


Link: TypeAlias = Callable[[str, str], str | None]
"""From a person and a code to an address on the web."""


def confirming_link(settings: Settings, signer: Signer) -> Link:
    root = str(settings.web.public_url or "").rstrip("/")

    def link(person: str, code: str) -> str | None:
        return f"{root}{CONFIRM_PATH}?token={signer.token(CONFIRM, person, code)}" if root else None

    return link


@dataclass(frozen=True, slots=True)
class Proving:
    """What sends codes: the addresses, and the channels of this process."""

    addresses: Addresses
    channels: Mapping[str, Channel]
    settings: Settings
    link: Link
    """The page on which a person confirms a code with one press, where there is one."""

    async def begin(self, user: User, channel: str, typed: str, source: str, now: datetime) -> Asked:
        """Raises AccountError: it is no address, it was asked for too often, the code cannot be sent."""
        address = await address_of(channel, typed, self.settings)
        if channel not in self.channels:
            raise NotSetUp(channel)
        asked = await self.addresses.ask(user, channel, address, source)
        if asked.letter is Letter.NOTHING:
            return asked
        confirms = channel == EMAIL and asked.letter is Letter.CODE
        link = self.link(user.id, asked.code) if confirms else None
        try:
            await self.channels[channel].send(Target(channel, address), letter(asked, link, now))
        except ChannelFailure as failure:
            if await self.addresses.is_shut(channel, address):
                return asked  # only the other side knew so far; whoever asks is told what everybody is
            await self.addresses.not_sent(user, source)
            raise NotSent(f"The code could not be sent: {_said(channel, failure)}.") from failure
        return asked


def _said(channel: str, failure: ChannelFailure) -> str:
    """What has to be put right by whoever runs this Questlog is for them, and in the log."""
    if not isinstance(failure, StopSender):
        return str(failure)
    log.warning("code not sent", channel=channel, reason=str(failure))
    return f"{NAMES[channel]} does not work here at the moment; whoever runs this Questlog can see why"


async def address_of(channel: str, typed: str, settings: Settings) -> str:
    """As it is kept; InvalidIdentity where it is none."""
    if (kind := IDENTITIES.get(channel)) is not None:
        return identity(kind, typed).value
    try:
        if channel == APPRISE:
            return await checked_apprise_address(typed, settings.apprise)
        return checked_address(typed)
    except ValueError as error:
        raise InvalidIdentity(str(error)) from error


def letter(asked: Asked, link: str | None, now: datetime) -> Message:
    """What the owner of the address reads. Nothing in it comes from whoever asked."""
    title, text = _notice(asked) if asked.letter is Letter.NOTICE else _code(asked, link)
    name = secrets.token_hex(16)
    facts = {LINK: link, LINK_LABEL: "Confirm this address"} if link else {}
    part = Part(name, "address-code", title, text, facts, urgent=False, meant_for=now, late=None)
    return Message(name, (part,))


def _code(asked: Asked, link: str | None) -> tuple[str, str]:
    ways = "Type it where you asked for it"
    if asked.channel == SMS:
        ways += ", or reply with it"
    if link:
        ways += ", or confirm it below"
    text = f"{ways}. It is good for 15 minutes. If you did not ask for it, do nothing."
    return f"{asked.code} is your Questlog code", text


def _notice(asked: Asked) -> tuple[str, str]:
    name = {SMS: "number", EMAIL: "address"}.get(asked.channel, "address")
    text = (
        f"Somebody asked to be told things at this {name} by Questlog. It is linked to your account "
        "already, and stays so: nothing has changed, and they were not told. If that was you, on another "
        "account, remove it from this one first."
    )
    return f"This {name} is yours already", text
