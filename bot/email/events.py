"""`/email/events/<token>`: what Amazon SES reports by SNS about messages that came back or were unwanted.

The token is a secret of the operator's, and stands in the address that they gave to Amazon. It only keeps
others from asking: what counts is Amazon's signature, and the topic (`sns.py`).
"""

import hmac
from collections.abc import Iterator
from email.utils import parseaddr
from typing import Annotated, NamedTuple, TypeAlias

from aiohttp import web
from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from bot.email.sns import (
    Confirmation,
    Farewell,
    NotAmazon,
    Posting,
    SnsMessage,
    SnsPostings,
    Unreachable,
    amazon_url,
    fetch,
    read_posting,
)
from bot.email.stopping import Stopping
from bot.web.available import available
from bot.web.running import RunningServices
from tracker.logs import get_logger
from tracker.notify.stopped import Why
from tracker.settings import EmailSettings

log = get_logger(__name__)

MOST_RECIPIENTS = 50
"""Of one message at SES; ours have one."""


class _Said(BaseModel, frozen=True):
    model_config = ConfigDict(extra="ignore")


class _Recipient(_Said, frozen=True):
    address: str = Field(alias="emailAddress", max_length=1000)


_Recipients: TypeAlias = Annotated[tuple[_Recipient, ...], Field(max_length=MOST_RECIPIENTS)]


class _Bounce(_Said, frozen=True):
    kind: str = Field(alias="bounceType")
    recipients: _Recipients = Field(alias="bouncedRecipients")


class _Complaint(_Said, frozen=True):
    kind: str | None = Field(default=None, alias="complaintFeedbackType")
    recipients: _Recipients = Field(alias="complainedRecipients")


class Event(_Said, frozen=True):
    """In the older shape and in the newer one, which differ in a name."""

    kind: str = Field(validation_alias=AliasChoices("eventType", "notificationType"))
    bounce: _Bounce | None = None
    complaint: _Complaint | None = None


class BouncedAddress(NamedTuple):
    address: str
    why: Why


def reports(event: Event) -> Iterator[BouncedAddress]:
    """What comes back for good, and what was unwanted. A full mailbox may be empty tomorrow."""
    if event.bounce is not None and event.bounce.kind == "Permanent":
        yield from (BouncedAddress(_bare(one.address), Why.BOUNCED) for one in event.bounce.recipients)
    if event.complaint is not None and event.complaint.kind != "not-spam":
        yield from (BouncedAddress(_bare(one.address), Why.COMPLAINED) for one in event.complaint.recipients)


def _bare(address: str) -> str:
    return parseaddr(address)[1] or address


class Events:
    def __init__(self, running: RunningServices) -> None:
        self._running, self._postings = running, SnsPostings()

    async def take(self, request: web.Request) -> web.Response:
        services = self._running.services()
        settings = services.settings.email
        if not _knows(settings, request.match_info["token"]):
            raise web.HTTPNotFound
        try:
            posting = read_posting(await request.read())
            await self._postings.check(posting, settings, services.clock())
            await self._believe(posting, settings)
        except NotAmazon as error:
            log.warning("event not believed", why=str(error), remedy="see docs/email.md, under SES")
            raise web.HTTPForbidden(text="This is not from our topic.\n") from None
        except Unreachable as error:
            log.warning("amazon not reached", error=str(error))
            raise web.HTTPBadGateway(text="Try again.\n") from None  # upon which Amazon does
        except ValueError:
            raise web.HTTPBadRequest(text="This is no event.\n") from None
        return web.Response(text="ok\n")

    async def _believe(self, posting: Posting, settings: EmailSettings) -> None:
        """Raises ValueError, or Unreachable."""
        match posting:
            case Confirmation():
                await _confirm(posting.url, settings)
            case SnsMessage():
                await self._act(_event(posting.message))
            case Farewell():
                log.warning(
                    "amazon reports no more bounces", remedy="subscribe the topic anew; see docs/email.md"
                )

    async def _act(self, event: Event) -> None:
        services = self._running.services()
        stopping, found = Stopping(services.table, services.clock), list(reports(event))
        if event.bounce is not None and not found:
            log.info("bounced for now", kind=event.bounce.kind)
        for address, why in found:
            await stopping.stop(address, why)


def _knows(settings: EmailSettings, token: str) -> bool:
    if settings.events_token is None:
        return False
    wanted = settings.events_token.get_secret_value()
    return hmac.compare_digest(token.encode("utf-8", "replace"), wanted.encode())


def _event(text: str) -> Event:
    try:
        return Event.model_validate_json(text)
    except RecursionError as error:
        raise ValueError("too deep") from error


async def _confirm(text: str, settings: EmailSettings) -> None:
    if (url := amazon_url(text, settings)) is None:
        raise NotAmazon("the address to confirm it at is not Amazon's")
    await fetch(url)
    log.info("amazon reports bounces and complaints from now on")


def routes(running: RunningServices) -> list[web.RouteDef]:
    return [web.post("/email/events/{token}", available(Events(running).take))]
