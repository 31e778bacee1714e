"""What a message from a phone leads to: who it is from, what is done, and what is answered."""

import asyncio
from dataclasses import field
from datetime import timedelta

from bot.services import Services
from bot.sms.codes import confirmed
from bot.sms.conversation import CHANNEL, Conversation, keep
from bot.sms.dialogue import Dialogue
from bot.sms.grammar import Said
from bot.sms.optout import obeyed
from bot.sms.senders import Sender
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.frozen import frozen
from tracker.limits import Limit, Limits
from tracker.logs import get_logger
from tracker.settings import SmsSettings
from tracker.sms.budget import SmsBudget, SmsPayment
from tracker.sms.numbers import NotTextable, check_number
from tracker.sms.segments import segments
from tracker.store.errors import StoreError

log = get_logger(__name__)

UNKNOWN_NUMBER = (
    "This is Questlog, a goal tracker. I do not know this number."
    " Link it with /channel add on Discord, or questlog channel add. Reply STOP to hear no more."
)
BEING_DELETED = "Everything about you is being deleted, so nothing more is done here."
STRANGERS = Limit("sms-stranger", 1, timedelta(hours=24))
"""How often somebody unknown is told what this is."""
ANSWERS = Limit("sms-answers", 100, timedelta(hours=24))
"""To one number. What it costs in a month has a bound, too (`tracker/sms/budget.py`)."""


@frozen
class InboundSms:
    """As Twilio hands it over."""

    sid: str
    sender: str = field(repr=False)
    text: str = field(repr=False)
    signature: str = field(default="", repr=False)
    opt_out: str = ""
    """STOP, START or HELP, where Twilio has taken it for one of these."""


async def answer(services: Services, dialogue: Dialogue, sender: Sender, message: InboundSms) -> str | None:
    """None where nothing is said. Raises StoreError."""
    if sender.phone is None or await obeyed(services, sender, message.text, message.opt_out):
        return None
    if sender.said_stop:
        return None  # whoever said stop hears nothing until they say start
    said = dialogue.parse(message.text)
    if said.code is not None:
        told = await confirmed(services, CHANNEL, sender.phone, said.code)
        if told is not None:
            return told
    if sender.user is None:
        return await _greeting(services, sender.phone)
    if sender.user.deleting_since is not None:
        return BEING_DELETED
    here = Visit(services, sender.user, FrontEnd.SMS, services.clock().replace(microsecond=0))
    return await _talk(here, dialogue, sender.conversation, said)


async def paid(services: Services, phone: str, text: str | None) -> str | None:
    """The answer, where it may be sent: an answer costs what any other message costs."""
    limits, settings = Limits(services.table, services.clock), services.settings.sms
    if text is None or not _is_textable(phone, settings):
        return None
    budget, size = SmsBudget(settings, limits), segments(text)
    # Together, since somebody waits: two that are written at once are one write to the disk.
    payment, too_many = await asyncio.gather(budget.pay(size, phone), limits.take(ANSWERS, phone))
    if payment is SmsPayment.BUDGET_SPENT:
        await services.stop_channel(CHANNEL, budget.spent)
    elif payment is SmsPayment.DONE and too_many is not None:
        await budget.give_back(size, phone)
    if payment is not SmsPayment.DONE or too_many is not None:
        return None
    return text


def _is_textable(phone: str, settings: SmsSettings) -> bool:
    try:
        check_number(phone, settings)
    except NotTextable:
        return False
    return True


async def _greeting(services: Services, phone: str) -> str | None:
    limits = Limits(services.table, services.clock)
    if await limits.take(STRANGERS, phone) is not None:
        return None
    return UNKNOWN_NUMBER if await SmsBudget(services.settings.sms, limits).greets() else None


async def _talk(here: Visit, dialogue: Dialogue, before: Conversation, said: Said) -> str | None:
    spoken, services = await dialogue.answered(here, before, said), here.services
    try:
        await keep(services.table, here.person.id, before, spoken.conversation, services.clock())
    except StoreError:
        # What was asked for is done: doing it again would be worse than a number that means nothing.
        log.warning("conversation not kept", exc_info=True)
    return spoken.text
