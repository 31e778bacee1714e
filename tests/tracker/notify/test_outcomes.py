"""What became of a message, in words."""

from datetime import datetime, timedelta

import pytest

from tests.fakes.clock import START
from tests.tracker.notify.notes import waiting
from tracker.notify.model import DeliveryStatus, DeliveryStep, OutboxItem
from tracker.notify.outcomes import outcome_of, step_outcome

SECOND = timedelta(seconds=1)


def clock(at: datetime) -> str:
    return f"{at:%d.%m. %H:%M}"


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (waiting(status=DeliveryStatus.DELIVERED, channel="email"), "delivered by e-mail"),
        (waiting(status=DeliveryStatus.DROPPED, reason="no longer true"), "not sent: no longer true"),
        (waiting(status=DeliveryStatus.FAILED, reason="no channel takes it"), "failed: no channel takes it"),
        (waiting(status=DeliveryStatus.CLAIMED), "being sent"),
        (waiting(due_at=START, reason="quiet hours"), "waits until 01.01. 00:00: quiet hours"),
        (waiting(due_at=START), "waits until 01.01. 00:00"),
        (waiting(due_at=START - 2 * SECOND), "waits to be sent"),
        (waiting(due_at=START - SECOND, reason="it is busy"), "waits to be sent: it is busy"),
    ],
    ids=lambda it: it if isinstance(it, str) else "",
)
def test_where_a_message_is(item: OutboxItem, said: str) -> None:
    assert outcome_of(item, START - SECOND).text(clock, str) == said


@pytest.mark.parametrize(
    ("what", "channel", "said"),
    [
        ("held until 2025-06-01 07:00 UTC: quiet hours", None, "held until 01.06. 07:00: quiet hours"),
        ("Retry: it is busy", "discord", "not sent on Discord yet: it is busy"),
        ("CapReached: enough", "sms", "not sent by SMS yet: enough"),
        ("TargetOff: closed", "discord", "not sent on Discord, which is switched off now: closed"),
        ("BadMessage: too long", "sms", "not taken by SMS: too long"),
        ("StopSender: see discord.token", "discord", None),
        ("dropped: too old to be useful", None, "not sent: too old to be useful"),
        ("delivered (12345)", "email", "delivered by e-mail"),
        ("delivered", "webhook", "delivered by webhook"),
        ("given up: no attempt came to an end", None, "given up: no attempt came to an end"),
    ],
)
def test_what_happened_to_it(what: str, channel: str | None, said: str | None) -> None:
    told = step_outcome(DeliveryStep(at=START, what=what, channel=channel)).text(clock, str)
    assert told == (said or "not sent on Discord, which is stopped for everybody at the moment")


def test_what_others_named_is_made_harmless_and_times_are_not() -> None:
    step = DeliveryStep(at=START, what="held until 2025-06-01 07:00 UTC: <b>")
    assert (
        step_outcome(step).text(lambda _: "<t:1>", lambda text: text.replace("<", ""))
        == "held until <t:1>: b>"
    )
