"""E-mail: looks whether the address said stop, writes the message, and hands it over."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from typing import Protocol

from scheduler.channels.channel import (
    Message,
    MessageTarget,
    Receipt,
    Retry,
    TargetGone,
    TargetOff,
)
from scheduler.channels.email.message import Letterhead, email_of, plain_address
from scheduler.channels.picture import PictureOf, no_pictures, pictures_of
from tracker.clock import Clock
from tracker.notify.stopped import Stopped, StoppedAddresses, Why
from tracker.settings import EmailSettings, Settings
from tracker.signing import Signer
from tracker.store.table import Table

EMAIL = "email"
MOST_SECONDS = 18.0
"""Less than a dispatcher waits, whatever the settings say: so this channel says what took too long."""


class Transport(Protocol):
    """The way by which e-mail leaves this machine. Each method raises ChannelFailure, and nothing else."""

    async def deliver(self, mail: EmailMessage, to: str) -> str | None:
        """Hand it over; what the other side calls it, if it says so."""
        ...

    async def probe(self) -> str:
        """Go as far as to send nothing: what is found there, in words."""
        ...


class EmailChannel:
    def __init__(
        self,
        transport: Transport,
        head: Letterhead,
        stopped: StoppedAddresses,
        clock: Clock,
        *,
        pictures: PictureOf = no_pictures,
        seconds: float = MOST_SECONDS,
    ) -> None:
        self._transport, self._head, self._stopped, self._clock = transport, head, stopped, clock
        self._pictures, self._seconds = pictures, seconds

    @property
    def name(self) -> str:
        return EMAIL

    async def send(self, target: MessageTarget, message: Message) -> Receipt:
        try:
            async with asyncio.timeout(self._seconds):
                return await self._sent(target, message)
        except TimeoutError:
            raise Retry("the mail server did not answer in time") from None

    async def _sent(self, target: MessageTarget, message: Message) -> Receipt:
        try:
            to = plain_address(target.address)
        except ValueError as error:
            raise TargetOff(f"its address cannot be used: {error}") from None
        # A code for an address that is tried out is the way back to it; who asks for it decides.
        if target.person and (stopped := await self._stopped.find(EMAIL, to)) is not None:
            raise TargetOff(_said(stopped))
        pictures = await pictures_of(self._pictures, target.person, message)
        mail = email_of(self._head, message, to, self._clock(), person=target.person, pictures=pictures)
        try:
            return Receipt(await self._transport.deliver(mail, to))
        except TargetGone:
            await self._stopped.stop(EMAIL, to, Why.BOUNCED)
            raise


def _said(stopped: Stopped) -> str:
    why = {
        Why.ASKED: "you unsubscribed; add it once more, or undo it by the link in any message",
        Why.BOUNCED: "messages to it came back; when the mailbox works again, add it once more",
        Why.COMPLAINED: "it was reported as unwanted; ask whoever runs Questlog to allow it",
    }[stopped.why]
    return f"no e-mail is sent to it, because {why}"


@asynccontextmanager
async def open_transport(settings: EmailSettings, sender: str) -> AsyncGenerator[Transport]:
    """What is not used is not loaded: each of the two takes its time."""
    if settings.transport == "smtp":
        from scheduler.channels.email.smtp import SmtpTransport  # noqa: PLC0415 - see above

        yield SmtpTransport(settings, sender)
        return
    from scheduler.channels.email.ses import SesTransport  # noqa: PLC0415 - see above

    async with SesTransport.opened(settings, sender) as transport:
        yield transport


@asynccontextmanager
async def open_email(
    settings: Settings, table: Table, clock: Clock, pictures: PictureOf = no_pictures
) -> AsyncGenerator[EmailChannel]:
    """The channel, where e-mail is on."""
    email, url = settings.email, settings.web.public_url
    sender = plain_address(email.from_address or "")
    head = Letterhead(email.from_name, sender, await Signer.of(table), str(url) if url else None)
    async with open_transport(email, sender) as transport:
        yield EmailChannel(transport, head, StoppedAddresses(table, clock), clock, pictures=pictures)
