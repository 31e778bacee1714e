"""What follows from Twilio's reports of what became of a message.

Reports come late, twice and out of order. A message only ever moves up, on condition, so each counts once.
"""

from collections.abc import Awaitable, Callable
from dataclasses import field
from datetime import timedelta

from scheduler.channels.channel import BadMessage, ChannelFailure, StopSender, TargetOff
from scheduler.channels.sms.codes import is_opt_out, opted_out, report_of
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.notify.channel_off import switch_off
from tracker.notify.channels import Channels, NoSuchChannel
from tracker.notify.model import DeliveryStep
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.sms.sent import ARRIVED, LOST, RANKS, SentBook, SentSms, moved
from tracker.store.errors import ConditionFailed
from tracker.store.table import Table

log = get_logger(__name__)

SMS = "sms"
ATTEMPTS = 3
"""A report may meet the dispatcher while it writes down that the message went."""
REST = timedelta(hours=1)
"""Before a message that did not arrive is tried by SMS once more."""


@frozen
class SmsReport:
    sid: str
    status: str
    error_code: int | None
    address: str = field(repr=False)
    """The number that the message went to."""


@frozen
class SmsReports:
    table: Table
    clock: Clock
    stop: Callable[[str, str], Awaitable[None]]
    """Leaves a channel alone for a while, for a reason, and tells those who run this Questlog."""
    sender: str | None = None
    """Our number, where there is one."""

    async def take(self, report: SmsReport) -> bool:
        """Whether the report says something new about a message of ours."""
        for _ in range(ATTEMPTS):
            sent = await SentBook(self.table, self.clock).by_sid(report.sid) if report.sid else None
            if sent is None or RANKS.get(report.status, 0) <= sent.rank:
                break
            if await (self._lost if report.status in LOST else self._moved)(sent, report):
                log.info("sms report", sid=report.sid, status=report.status, code=report.error_code)
                return True
        log.debug("sms report ignored", sid=report.sid, status=report.status)
        return False

    async def _moved(self, sent: SentSms, report: SmsReport) -> bool:
        try:
            await self.table.update(moved(sent, report.status, report.error_code))
        except ConditionFailed:
            return False
        if report.status in ARRIVED:
            step = DeliveryStep(at=self.clock(), what="confirmed", channel=SMS)
            await outbox.note_arrival(self.table, sent.person, sent.parts, step)
        return True

    async def _lost(self, sent: SentSms, report: SmsReport) -> bool:
        failure = self._meaning(report)
        reopened = await outbox.reopen(
            self.table,
            sent.person,
            sent.parts,
            SMS,
            str(failure),
            now=self.clock().replace(microsecond=0),
            rest=None if isinstance(failure, BadMessage) else REST,
            also=[moved(sent, report.status, report.error_code)],
        )
        if reopened:
            await self._draw_consequence(sent, report, failure)
        return reopened

    def _meaning(self, report: SmsReport) -> ChannelFailure:
        if is_opt_out(report.error_code):
            return opted_out(self.sender)
        return report_of(report.error_code)

    async def _draw_consequence(self, sent: SentSms, report: SmsReport, failure: ChannelFailure) -> None:
        if is_opt_out(report.error_code) and sent.is_to(report.address):
            await StoppedAddresses(self.table, self.clock).stop(SMS, report.address, Why.ASKED)
        match failure:
            case TargetOff():
                await self._switch_off(sent, str(failure))
            case StopSender():
                await self.stop(SMS, str(failure))
            case _:
                pass

    async def _switch_off(self, sent: SentSms, reason: str) -> None:
        """Unless the person has another number by now."""
        try:
            channel = await Channels(self.table, self.clock).find(sent.person, SMS)
        except NoSuchChannel:
            return
        if sent.is_to(channel.identifier):
            await switch_off(self.table, sent.person, channel, reason, self.clock())
