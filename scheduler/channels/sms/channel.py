"""SMS through Twilio, once, and within a budget.

Twilio cannot be told that a request is a repetition. So a message is noted before it goes. Where the answer
is lost, or the process dies, the next attempt finds the note, and asks Twilio for the message before anything
is sent again.
"""

from datetime import timedelta

from scheduler.channels.channel import (
    CapReached,
    ChannelFailure,
    MayHaveGone,
    Message,
    MessageTarget,
    Receipt,
    Retry,
    StopSender,
    TargetOff,
)
from scheduler.channels.sms.codes import failure_of, is_opt_out, opted_out
from scheduler.channels.sms.text import sms_text
from scheduler.channels.sms.twilio_client import (
    TwilioClient,
    TwilioFailure,
    TwilioMessage,
    TwilioRefused,
    TwilioUnclear,
)
from tracker.clock import Clock
from tracker.limits import Limits
from tracker.logs import get_logger
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.settings import SmsSettings
from tracker.sms.budget import SmsBudget, SmsPayment
from tracker.sms.numbers import NotTextable, check_number
from tracker.sms.segments import fit, plain, segments
from tracker.sms.sent import LOST, Draft, SentBook, SentSms
from tracker.store.table import Table

log = get_logger(__name__)

SMS = "sms"
MORE = "Reply MORE for the rest."

_NEXT_DAY = timedelta(days=1).total_seconds()
_SLACK = timedelta(minutes=5)
"""By how much our clock may be ahead of Twilio's."""


class SmsChannel:
    """`status_callback` is where Twilio reports what became of a message; `closing` ends one that was cut.

    Without a closing line nobody hears what is answered.
    """

    def __init__(
        self,
        client: TwilioClient,
        settings: SmsSettings,
        table: Table,
        clock: Clock,
        *,
        status_callback: str | None = None,
        closing: str = "",
    ) -> None:
        self._client, self._settings = client, settings
        self._status_callback, self._closing = status_callback, closing
        self._book, self._stopped = SentBook(table, clock), StoppedAddresses(table, clock)
        self._budget = SmsBudget(settings, Limits(table, clock))

    @property
    def name(self) -> str:
        return SMS

    async def send(self, target: MessageTarget, message: Message) -> Receipt:
        if (found := await self._stopped.find(SMS, target.address)) is not None:
            raise self._of_stopped(found.why)
        try:
            check_number(target.address, self._settings)
        except NotTextable as error:
            raise TargetOff(_as_reason(str(error))) from None
        draft = self._draft(target, message)
        if not target.person:  # an address that is tried out, by whoever waits for it
            await self._pay(draft)
            return await self._sent(draft, None)
        before = await self._book.find(target.person, message.id)
        if before is not None and (sid := await self._sid_of(before, target.address)) is not None:
            return Receipt(sid)
        return await self._sent(draft, await self._begun(draft, before))

    def _draft(self, target: MessageTarget, message: Message) -> Draft:
        text = sms_text(message, is_heard=bool(self._closing))
        fitted = fit(text, self._settings.max_segments, self._closing)
        return Draft(
            person=target.person,
            message=message.id,
            address=target.address,
            text=fitted.text,
            rest=fitted.rest,
            parts=tuple(part.id for part in message.parts),
            segments=segments(fitted.text),
        )

    async def _begun(self, draft: Draft, before: SentSms | None) -> SentSms:
        paid = before is not None and before.sid is None
        if not paid:
            await self._pay(draft)
        if (noted := await self._book.begin(draft, before)) is None:
            if not paid:
                await self._budget.give_back(draft.segments, draft.address)
            raise Retry("it is being sent by another dispatcher")
        return noted

    async def _sent(self, draft: Draft, noted: SentSms | None) -> Receipt:
        try:
            taken = await self._client.send(draft.address, draft.text, self._status_callback)
        except TwilioFailure as failure:
            log.info("sms not taken", id=draft.message, why=str(failure))
            if not _may_have_gone(failure):
                await self._not_gone(draft, noted)
            raise await self._consequence(draft.address, failure) from None
        if noted is not None:
            await self._book.went(noted, taken.sid, taken.status)
        return Receipt(taken.sid)

    async def _not_gone(self, draft: Draft, noted: SentSms | None) -> None:
        if noted is not None:
            await self._book.forget(noted)
        await self._budget.give_back(draft.segments, draft.address)

    async def _consequence(self, address: str, failure: TwilioFailure) -> ChannelFailure:
        if not isinstance(failure, TwilioRefused):
            return (MayHaveGone if _may_have_gone(failure) else Retry)(str(failure))
        if is_opt_out(failure.code):
            await self._stopped.stop(SMS, address, Why.ASKED)
            return opted_out(self._settings.from_number)
        found = failure_of(failure.code, failure.status, after=failure.after)
        return MayHaveGone(str(found), after=failure.after) if _may_have_gone(failure) else found

    async def _sid_of(self, before: SentSms, address: str) -> str | None:
        """What Twilio calls a message that went; None where it is to be sent (again)."""
        if before.sid is not None:
            return None if before.is_lost else before.sid
        if not before.is_to(address):
            return None
        if (found := await self._found(before, address)) is None:
            return None
        log.info("sms had gone already", id=before.message, sid=found.sid)
        await self._book.went(before, found.sid, found.status)
        return found.sid

    async def _found(self, before: SentSms, address: str) -> TwilioMessage | None:
        try:
            newest = await self._client.newest(address)
        except TwilioFailure as failure:
            raise _unsettled(failure) from None
        for one in newest:
            if self._fits(one, before) and await self._is_free(one, before):
                return one
        return None

    def _fits(self, taken: TwilioMessage, before: SentSms) -> bool:
        service = self._settings.messaging_service_sid
        ours = taken.service == service if service else taken.sender == self._settings.from_number
        recent = taken.created_at is None or taken.created_at >= before.tried_at - _SLACK
        # A trial account puts a sentence in front, and a messaging service may replace characters.
        same = plain(taken.body).endswith(plain(before.text))
        return ours and recent and same and taken.direction != "inbound" and taken.status not in LOST

    async def _is_free(self, taken: TwilioMessage, before: SentSms) -> bool:
        """Whether it is not another message of ours with the same words."""
        known = await self._book.by_sid(taken.sid)
        return known is None or known.key == before.key

    async def _pay(self, draft: Draft) -> None:
        match await self._budget.pay(draft.segments, draft.address):
            case SmsPayment.BUDGET_SPENT:
                raise StopSender(self._budget.spent)
            case SmsPayment.PART_SPENT:
                raise CapReached("this number's part of the monthly budget is used up", after=_NEXT_DAY)
            case SmsPayment.DONE:
                return

    def _of_stopped(self, why: Why) -> TargetOff:
        if why is Why.ASKED:
            return opted_out(self._settings.from_number)
        return TargetOff(f"nothing is sent to this number, because {why.value}")


def _as_reason(sentence: str) -> str:
    """As it goes on after "because", and before a full stop."""
    return sentence.removesuffix(".")


def _may_have_gone(failure: TwilioFailure) -> bool:
    match failure:
        case TwilioUnclear():
            return True
        case TwilioRefused():
            return not failure.is_sure
        case _:
            return False


def _unsettled(failure: TwilioFailure) -> ChannelFailure:
    """Nothing is sent before it is known whether the last attempt was."""
    if isinstance(failure, TwilioRefused):
        found = failure_of(failure.code, failure.status, after=failure.after)
        if isinstance(found, StopSender):
            return found
        return Retry(f"whether it went is not known yet: {found}", after=failure.after)
    return Retry(f"whether it went is not known yet: {failure}")
