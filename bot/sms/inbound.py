"""`POST /sms/inbound`: Twilio brings a message, which is handled once and answered in time, or later."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Any

from aiohttp import web

from bot.feature import Feature
from bot.late_answer import SORRY, late_answer
from bot.services import Services
from bot.sms.conversation import CHANNEL
from bot.sms.dialogue import Dialogue
from bot.sms.reception import InboundSms, answer, paid
from bot.sms.senders import Sender, find_sender
from bot.sms.signature import HEADER, signed_form
from bot.sms.twiml import answered
from bot.web.running import RunningServices
from tracker.claims import Claim
from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.signing import hashed
from tracker.store.errors import StoreError
from tracker.store.keys import SeenKey

log = get_logger(__name__)

SECONDS = 0.8
"""How long Twilio waits for the answer at most; what takes longer comes as a message of its own."""
SIGNED = "sms-signed"

_SID = re.compile(r"[A-Za-z0-9]{2,64}")


class Replayed(Exception):
    """The message was handled before."""


class Inbound:
    def __init__(
        self, running: RunningServices, features: Sequence[Feature], *, seconds: float = SECONDS
    ) -> None:
        self._running, self._seconds = running, seconds
        self._dialogue = Dialogue(features)
        self._under_way = running.under_way
        self._being_taken: set[str] = set()
        """The names of messages whose claims are on their way to the disk."""

    async def receive(self, request: web.Request) -> web.Response:
        services = self._running.services()
        message = _message(await signed_form(request, services.settings), request.headers[HEADER])
        work = self._under_way.begin(self._handled(services, message))
        done, _ = await asyncio.wait({work}, timeout=self._seconds)
        if not done:
            self._under_way.leave(self._answer_later(services, message, work), "late answer by SMS")
            return answered(None)
        try:
            return answered(await paid(services, message.sender, work.result()))
        except Replayed:
            raise web.HTTPForbidden(text="Handled before.\n") from None
        except StoreError as error:
            log.warning("sms not handled", sid=message.sid, why=str(error))
        except Exception:  # the border of a message: it is logged, and can be brought again
            log.exception("sms not handled", sid=message.sid)
        raise web.HTTPServiceUnavailable(text="Try again.\n")

    async def _handled(self, services: Services, message: InboundSms) -> str | None:
        """The answer. Raises Replayed; what else it raises leaves the message as if it had not come."""
        claim = Claim(
            services.table,
            services.clock,
            SeenKey(CHANNEL, message.sid),
            # Twilio signs fields with nothing between them: joined otherwise they have the same signature.
            SeenKey(SIGNED, hashed(message.signature)),
        )
        taking = self._begun(claim, message)
        try:
            sender = await _sender(services, message, claim, taking)
            return await answer(services, self._dialogue, sender, message)
        except Replayed:
            raise
        except Exception:
            await asyncio.wait({taking})
            await _let_go(claim)
            raise

    def _begun(self, claim: Claim, message: InboundSms) -> asyncio.Task[bool]:
        """The claim, on its way to the disk while it is looked up who the message is from."""
        names = {message.sid, message.signature}
        if not self._being_taken.isdisjoint(names):
            raise Replayed
        self._being_taken |= names
        taking = self._under_way.begin(claim.take())
        taking.add_done_callback(lambda _: self._being_taken.difference_update(names))
        return taking

    async def _answer_later(self, services: Services, message: InboundSms, work: asyncio.Task[Any]) -> None:
        """As a message of its own, to whoever is known."""
        try:
            text = await work
        except Replayed:
            return
        except Exception:
            log.exception("sms not handled", sid=message.sid)
            text = SORRY
        try:
            sender = await find_sender(services, message.sender)
            if sender.user is not None and text:
                now = services.clock().replace(microsecond=0)
                late = late_answer(sender.user.id, message.sid, text, now)
                await outbox.enqueue(services.table, late)
        except StoreError:
            log.warning("sms answer lost", sid=message.sid, exc_info=True)


def _message(form: Mapping[str, str], signature: str) -> InboundSms:
    """Raises a 403 for what is no message."""
    sid, sender = form.get("MessageSid", ""), form.get("From", "")
    if not _SID.fullmatch(sid):
        raise web.HTTPForbidden(text="Not a message.\n")
    text = form.get("Body", "")
    return InboundSms(sid, sender, text, signature, form.get("OptOutType", ""))


async def _sender(
    services: Services, message: InboundSms, claim: Claim, taking: asyncio.Task[bool]
) -> Sender:
    """Read together with whether the message was there before."""
    sender = await find_sender(services, message.sender, claim.keys)
    if claim.is_anothers(sender.items) or not await taking:
        raise Replayed
    return sender


async def _let_go(claim: Claim) -> None:
    try:
        await claim.give_back()
    except StoreError:
        log.warning("sms claim not given back", exc_info=True)
