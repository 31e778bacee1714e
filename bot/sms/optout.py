"""STOP, START and HELP: carriers and Twilio answer them, and Questlog does what they say."""

from bot.services import Services
from bot.sms.conversation import CHANNEL
from bot.sms.grammar import Asked, asked
from bot.sms.senders import Sender
from tracker.accounts.model import User
from tracker.logs import get_logger
from tracker.notify.channel_off import STOP_SENT, switch_off
from tracker.notify.model import PersonChannel
from tracker.notify.stopped import StoppedAddresses, Why

log = get_logger(__name__)


async def obeyed(services: Services, sender: Sender, text: str, opt_out: str) -> bool:
    """Whether the message was one of these words, and all is done that it asks for. Nothing is answered."""
    said = asked(text, opt_out)
    if sender.phone is None or said is None:
        return False
    match said:
        case Asked.STOP:
            await _stop(services, sender.phone, sender.user)
        case Asked.MAYBE_START if not sender.said_stop:
            return False  # it answers a question of ours
        case Asked.START | Asked.MAYBE_START:
            await _start(services, sender.phone, sender.user)
        case Asked.HELP:
            log.info("sms help asked for")
    return True


async def _stop(services: Services, phone: str, user: User | None) -> None:
    """The number first: it is what must hear nothing more."""
    await StoppedAddresses(services.table, services.clock).stop(CHANNEL, phone, Why.ASKED)
    log.info("sms stopped", user=user.id if user else None)
    if channel := await _channel(services, phone, user):
        now = services.clock().replace(microsecond=0)
        await switch_off(services.table, channel[0], channel[1], STOP_SENT, now)


async def _start(services: Services, phone: str, user: User | None) -> None:
    await StoppedAddresses(services.table, services.clock).allow(CHANNEL, phone)
    log.info("sms started", user=user.id if user else None)
    if (channel := await _channel(services, phone, user)) and not channel[1].is_active:
        await services.channels.add(channel[0], CHANNEL, phone)


async def _channel(services: Services, phone: str, user: User | None) -> tuple[str, PersonChannel] | None:
    """The person's channel to this number. One that they took away stays away."""
    if user is None:
        return None
    found = [one for one in await services.channels.list(user.id) if one.channel_type == CHANNEL]
    return (user.id, found[0]) if found and found[0].identifier == phone else None
