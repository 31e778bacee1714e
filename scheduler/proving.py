"""From what somebody typed to an address with a code on its way to it, past outbox and quiet hours."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field, replace
from datetime import datetime
from typing import TypeAlias

from scheduler.channels.apprise.channel import checked_apprise_address
from scheduler.channels.channel import (
    LINK,
    LINK_LABEL,
    Channel,
    ChannelFailure,
    Hung,
    MayHaveGone,
    Message,
    MessageTarget,
    Part,
    StopSender,
)
from scheduler.channels.opening import APPRISE, DISCORD, EMAIL, SMS, WEBHOOK, WEBPUSH, missing_setting
from scheduler.channels.webhook import checked_address
from tracker.accounts.errors import AccountError, InvalidIdentity
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.addresses.model import CodeRequest, Letter
from tracker.addresses.service import IDENTITIES, Addresses
from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.notify.kinds import Kind, declare
from tracker.notify.titles import kind_of, title_of
from tracker.refusals import Reason
from tracker.settings import Settings
from tracker.signing import Signer
from tracker.sms.numbers import check_number

log = get_logger(__name__)

CODE = declare(Kind("address-code", "somebody gave this address to Questlog"))
PROVABLE = (SMS, EMAIL, APPRISE, WEBHOOK)
"""The channels whose addresses people type, and prove by a code. That of a browser nobody types."""
NAMES: Mapping[str, str] = {
    SMS: "SMS",
    EMAIL: "e-mail",
    APPRISE: "Apprise",
    WEBHOOK: "webhook",
    WEBPUSH: "browser",
}


class BadAddress(InvalidIdentity):
    """What was typed is no address of the channel."""

    code = "bad_address"


class ChannelNotSetUp(AccountError):
    """Whoever runs this Questlog has not set up the channel."""

    code = "not_set_up"


class NoSecret(ChannelNotSetUp):
    code = "no_secret"


class NoToken(ChannelNotSetUp):
    code = "no_token"


def not_set_up(channel: str, settings: Settings) -> ChannelNotSetUp:
    channel = kind_of(channel)
    kind = {WEBHOOK: NoSecret, DISCORD: NoToken}.get(channel, ChannelNotSetUp)
    missing = missing_setting(settings, channel)
    name = NAMES.get(channel) or title_of(channel).name
    text = f"{name[:1].upper()}{name[1:]} is not set up on this Questlog. Whoever runs it can do that"
    if missing is None:
        return kind(f"{text}; docs/configuration.md says how.")
    variable = f"QUESTLOG_{missing.split()[0].upper().replace('.', '__')}"
    return kind(f"{text}: {missing} ({variable}); docs/configuration.md says how.")


class NotSent(AccountError):
    """A code or a test message did not go. The text holds no secret."""

    code = "not_sent"


LONGEST_TOKEN = 1000
CONFIRM, CONFIRM_PATH = "confirm", "/confirm"
"""What the link in a letter is signed for, and where it leads."""

Link: TypeAlias = Callable[[str, CodeRequest], str | None]
"""From a person and what they asked for to an address on the web."""

EVEN_SECONDS = 1.5
"""What most channels take. Who asks must not read from the time that there was nothing to send."""


def confirming_link(settings: Settings, signer: Signer) -> Link:
    root = str(settings.web.public_url or "").rstrip("/")

    def link(person: str, asked: CodeRequest) -> str | None:
        until = str(int(asked.expires_at.timestamp()))
        token = signer.token(CONFIRM, person, asked.code, until)
        return f"{root}{CONFIRM_PATH}?token={token}" if root else None

    return link


@frozen
class Proving:
    """What sends codes: the addresses, and the channels of this process."""

    addresses: Addresses
    channels: Mapping[str, Channel]
    settings: Settings
    link: Link
    """The page on which a person confirms a code with one press, where there is one."""
    even_seconds: float = 0.0
    """How long the answer takes at least, whatever is sent."""
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def begin(self, user: User, channel: str, typed: str, source: str, now: datetime) -> CodeRequest:
        """Raises AccountError: it is no address, it was asked for too often, the code cannot be sent."""
        address = await address_of(channel, typed, self.settings)
        if channel not in self.channels:
            raise not_set_up(channel, self.settings)
        asked = await self.addresses.ask(user, channel, address, source)
        answers_at = self.monotonic() + self.even_seconds
        try:
            return await self._sent(user, asked, source, now)
        finally:
            await self.sleep(max(answers_at - self.monotonic(), 0))

    async def _sent(self, user: User, asked: CodeRequest, source: str, now: datetime) -> CodeRequest:
        if asked.letter is Letter.NOTHING:
            return asked
        channel, target = self.channels[asked.channel], trial_target(user.id, asked)
        confirms = asked.channel == EMAIL and asked.letter is Letter.CODE
        link = self.link(user.id, asked) if confirms else None
        try:
            await channel.send(target, letter(asked, link, now))
        except (MayHaveGone, Hung):
            return replace(asked, is_certain=False)
        except ChannelFailure as failure:
            if await self.addresses.is_shut(asked.channel, asked.address):
                return asked  # only the other side knew so far; whoever asks is told what everybody is
            await self.addresses.not_sent(user, asked, source)
            raise NotSent(f"The code could not be sent: {_said(asked.channel, failure)}.") from failure
        return asked


def _said(channel: str, failure: ChannelFailure) -> str:
    """What has to be put right by whoever runs this Questlog is for them, and in the log."""
    if not isinstance(failure, StopSender):
        return str(failure)
    log.warning("code not sent", channel=channel, reason=str(failure))
    return (
        f"{NAMES[kind_of(channel)]} does not work here at the moment; whoever runs this Questlog can see why"
    )


class BadLink(AccountError):
    """Not one that Questlog has signed, or one that has expired."""

    code = "bad_link"
    reason = Reason.UNREADABLE


@frozen
class AddressClaim:
    """What the link in a letter says."""

    person: str
    code: str = field(repr=False)


def claim_in(signer: Signer, token: str, now: datetime) -> AddressClaim:
    """Raises BadLink."""
    match signer.said(CONFIRM, token) if len(token) <= LONGEST_TOKEN else None:
        case (person, code, until) if now.timestamp() < int(until):
            return AddressClaim(person, code)
        case (_, _, *_):
            raise BadLink("It has expired: a code is good for 15 minutes. Ask Questlog for a new one.")
        case _:
            raise BadLink("Open it from the message again. If you copy it, copy all of it.")


async def address_of(channel: str, typed: str, settings: Settings) -> str:
    """As it is kept; BadAddress where it is none."""
    try:
        if (kind := IDENTITIES.get(channel)) is not None:
            address = identity(kind, typed).value
            if channel == SMS:
                check_number(address, settings.sms)
            return address
        if channel == APPRISE:
            return await checked_apprise_address(typed, settings.apprise)
        if kind_of(channel) == WEBPUSH:
            from scheduler.channels.push.subscription import checked_subscription  # noqa: PLC0415 - few are

            return checked_subscription(typed, settings.push)
        return checked_address(typed)
    except ValueError as error:
        raise BadAddress(str(error), field="address") from error


def trial_target(person: str, asked: CodeRequest) -> MessageTarget:
    """An address that is nobody's yet."""
    return MessageTarget(asked.channel, asked.address, asker=person)


def letter(asked: CodeRequest, link: str | None, now: datetime) -> Message:
    """What the owner of the address reads. Nothing in it comes from whoever asked."""
    title, text = _notice(asked) if asked.letter is Letter.NOTICE else _code(asked, link)
    name = secrets.token_hex(16)
    facts = {LINK: link, LINK_LABEL: "Confirm this address"} if link else {}
    if kind_of(asked.channel) == WEBPUSH:
        facts = {LINK: "/channels/verify"}  # what a press on it opens
    part = Part(name, CODE, title, text, facts, urgent=False, meant_for=now, late=None)
    return Message(name, (part,))


def _code(asked: CodeRequest, link: str | None) -> tuple[str, str]:
    ways = "Type it where you asked for it"
    if asked.channel == SMS:
        ways += ", or reply with it"
    if link:
        ways += ", or confirm it below"
    text = f"{ways}. It is good for 15 minutes. If you did not ask for it, do nothing."
    return f"{asked.code} is your Questlog code", text


def _notice(asked: CodeRequest) -> tuple[str, str]:
    name = {SMS: "number", EMAIL: "address"}.get(asked.channel, "address")
    text = (
        f"Somebody asked to be told things at this {name} by Questlog. It is linked to your account "
        "already, and stays so: nothing has changed, and they were not told. If that was you, on another "
        "account, remove it from this one first."
    )
    return f"This {name} is yours already", text
