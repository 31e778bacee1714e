"""What a message from a phone leads to: who it is from, what is done, and what is answered."""

from dataclasses import dataclass, field
from datetime import timedelta

import structlog

from bot.services import Services
from bot.sms.codes import confirmed
from bot.sms.conversation import CHANNEL, keep
from bot.sms.grammar import Said
from bot.sms.optout import obeyed
from bot.sms.senders import Sender
from bot.sms.talk import answered
from bot.sms.words import BEING_DELETED, UNKNOWN_NUMBER
from tracker.accounts.model import User
from tracker.limits import Limit, Limits
from tracker.store.errors import StoreError

log = structlog.stdlib.get_logger(__name__)

STRANGERS = Limit("sms-stranger", 1, timedelta(hours=24))
"""How often somebody unknown is told what this is."""


@dataclass(frozen=True, slots=True)
class Message:
    """As Twilio hands it over."""

    sid: str
    sender: str = field(repr=False)
    text: str = field(repr=False)
    said: Said = field(repr=False)
    """What the text says."""
    signature: str = field(default="", repr=False)
    opt_out: str = ""
    """STOP, START or HELP, where Twilio has taken it for one of these."""


async def answer(services: Services, sender: Sender, message: Message) -> str | None:
    """None where nothing is said. Raises StoreError."""
    if sender.phone is None or await obeyed(services, sender, message.text, message.opt_out):
        return None
    if sender.said_stop:
        return None  # whoever said stop hears nothing until they say start
    if message.said.code is not None:
        told = await confirmed(services, CHANNEL, sender.phone, message.said.code)
        if told is not None:
            return told
    if sender.user is None:
        return await _greeting(services, sender.phone)
    return await _talk(services, sender.user, sender, message.said)


async def _greeting(services: Services, phone: str) -> str | None:
    taken = await Limits(services.table, services.clock).take(STRANGERS, phone)
    return UNKNOWN_NUMBER if taken is None else None


async def _talk(services: Services, user: User, sender: Sender, said: Said) -> str | None:
    if user.deleting_since is not None:
        return BEING_DELETED
    spoken = await answered(services, user, sender, said)
    try:
        await keep(services.table, user.id, sender.conversation, spoken.conversation, services.clock())
    except StoreError:
        # What was asked for is done: doing it again would be worse than a number that means nothing.
        log.warning("conversation not kept", exc_info=True)
    return spoken.text
