"""`/email/events/<token>`: what Amazon SES reports by SNS about messages that came back or were unwanted.

The token is a secret of the operator's, and stands in the address that they gave to Amazon.
"""

import hmac
import re
from collections.abc import Iterator
from email.utils import parseaddr
from typing import Annotated, Literal, NamedTuple

import aiohttp
import structlog
from aiohttp import web
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, Json, TypeAdapter, ValidationError
from yarl import URL

from bot.email.stopping import Stopping
from bot.web.available import available
from bot.web.running import RunningServices
from tracker.notify.stopped import Why
from tracker.settings import EmailSettings

log = structlog.stdlib.get_logger(__name__)

CONFIRM_SECONDS = 10.0
_AMAZON = re.compile(r"sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?")


class _Said(BaseModel, frozen=True):
    model_config = ConfigDict(extra="ignore")


class _Recipient(_Said, frozen=True):
    address: str = Field(alias="emailAddress", max_length=1000)


class _Bounce(_Said, frozen=True):
    kind: str = Field(alias="bounceType")
    recipients: tuple[_Recipient, ...] = Field(alias="bouncedRecipients")


class _Complaint(_Said, frozen=True):
    kind: str | None = Field(default=None, alias="complaintFeedbackType")
    recipients: tuple[_Recipient, ...] = Field(alias="complainedRecipients")


class Event(_Said, frozen=True):
    """In the older shape and in the newer one, which differ in a name."""

    kind: str = Field(validation_alias=AliasChoices("eventType", "notificationType"))
    bounce: _Bounce | None = None
    complaint: _Complaint | None = None


class Confirmation(_Said, frozen=True):
    type: Literal["SubscriptionConfirmation"] = Field(alias="Type")
    url: str = Field(alias="SubscribeURL", max_length=4000)


class Notice(_Said, frozen=True):
    type: Literal["Notification"] = Field(alias="Type")
    event: Json[Event] = Field(alias="Message")


class Farewell(_Said, frozen=True):
    type: Literal["UnsubscribeConfirmation"] = Field(alias="Type")


# An event alone comes where "raw message delivery" is on.
_POSTED: TypeAdapter[Confirmation | Notice | Farewell | Event] = TypeAdapter(
    Annotated[Confirmation | Notice | Farewell | Event, Field(union_mode="left_to_right")]
)


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
        self._running = running

    async def take(self, request: web.Request) -> web.Response:
        services = self._running.services()
        settings = services.settings.email
        if not _knows(settings, request.match_info["token"]):
            raise web.HTTPNotFound
        try:
            posted = _POSTED.validate_json(await request.read())
        except (ValidationError, ValueError, RecursionError):
            raise web.HTTPBadRequest(text="This is no event.\n") from None
        match posted:
            case Confirmation():
                await _confirm(posted.url, settings)
            case Notice():
                await self._act(posted.event)
            case Event():
                await self._act(posted)
            case Farewell():
                log.warning(
                    "amazon reports no more bounces", remedy="subscribe the topic anew; see docs/email.md"
                )
        return web.Response(text="ok\n")

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


def is_amazon(url: URL, settings: EmailSettings) -> bool:
    """Whether an address may be fetched because somebody posted it here."""
    if (own := settings.endpoint_url) is not None and url.host == own.host:
        return url.scheme == own.scheme and url.port == own.port
    at_home = url.scheme == "https" and url.explicit_port is None and url.user is None
    return at_home and _AMAZON.fullmatch(url.host or "") is not None


async def _confirm(text: str, settings: EmailSettings) -> None:
    try:
        url = URL(text)
    except ValueError:
        raise web.HTTPBadRequest(text="This is no event.\n") from None
    if not is_amazon(url, settings):
        log.warning("subscription not confirmed: its address is not Amazon's", host=url.host)
        raise web.HTTPBadRequest(text="This is no event.\n")
    limit = aiohttp.ClientTimeout(total=CONFIRM_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=limit) as session,
            session.get(url, allow_redirects=False) as answer,
        ):
            answer.raise_for_status()
    except (TimeoutError, aiohttp.ClientError, OSError) as error:
        log.warning("subscription not confirmed", error=type(error).__name__)
        raise web.HTTPBadGateway(text="Try again.\n") from None  # upon which Amazon does
    log.info("amazon reports bounces and complaints from now on")


def routes(running: RunningServices) -> list[web.RouteDef]:
    return [web.post("/email/events/{token}", available(Events(running).take))]
