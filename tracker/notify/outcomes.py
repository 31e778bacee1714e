"""What became of a message, in words: where it is now, and each step on its way."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from tracker.notify import policy
from tracker.notify.model import DeliveryStatus, DeliveryStep, OutboxItem
from tracker.notify.titles import title_of


class Outcome(NamedTuple):
    """What happened; until when, where that is part of it; and why."""

    what: str
    at: datetime | None = None
    reason: str | None = None

    def text(self, show: Callable[[datetime], str], clean: Callable[[str], str]) -> str:
        """`show` writes an instant for whoever reads it, `clean` makes what others named harmless."""
        at = f" {show(self.at)}" if self.at else ""
        return f"{clean(self.what)}{at}{': ' + clean(self.reason) if self.reason else ''}"


_HELD = re.compile(r"held until (\d{4}-\d\d-\d\d \d\d:\d\d) UTC: (.*)", re.DOTALL)


def outcome_of(item: OutboxItem, now: datetime) -> Outcome:
    """`delivered by e-mail`, `waits until 07:00: quiet hours`, `waits to be sent`."""
    match item.status:
        case DeliveryStatus.DELIVERED:
            return Outcome(f"delivered {_way(item.channel)}")
        case DeliveryStatus.DROPPED:
            return Outcome("not sent", reason=item.reason)
        case DeliveryStatus.FAILED:
            return Outcome("failed", reason=item.reason)
        case DeliveryStatus.CLAIMED:
            return Outcome("being sent")
        case DeliveryStatus.PENDING if item.due_at <= now:  # the service is off, or about to send it
            return Outcome("waits to be sent", reason=item.reason)
        case DeliveryStatus.PENDING:
            return Outcome("waits until", item.due_at, item.reason)


def step_outcome(step: DeliveryStep) -> Outcome:
    """`held until 07:00: quiet hours`, `not sent on Discord yet: it did not answer in time`."""
    if held := _HELD.fullmatch(step.what):
        return Outcome("held until", datetime.fromisoformat(held[1]).replace(tzinfo=UTC), held[2])
    kind, _, reason = step.what.partition(": ")
    way = _way(step.channel)
    match kind:
        case policy.PASSED_OVER:
            return Outcome(f"not sent {way}, which you switched off")
        case "Retry" | "Hung" | "MayHaveGone" | "CapReached":
            return Outcome(f"not sent {way} yet", reason=reason)
        case "TargetOff" | "TargetGone":
            return Outcome(f"not sent {way}, which is switched off now", reason=reason)
        case "BadMessage":
            return Outcome(f"not taken {way}", reason=reason)
        case "StopSender":  # its reason is for those who run this Questlog, who were told
            return Outcome(f"not sent {way}, which is stopped for everybody at the moment")
        case "dropped":
            return Outcome("not sent", reason=reason)
        case _:
            return Outcome(f"delivered {way}" if step.what.startswith("delivered") else step.what)


def _way(channel: str | None) -> str:
    return title_of(channel).way if channel else "anywhere"
