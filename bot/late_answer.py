"""An answer that took longer than Twilio waits: it comes as a message of its own."""

from datetime import datetime, timedelta

from tracker.notify.kinds import Kind, declare
from tracker.notify.model import MessagePriority, Notification

LATE_FOR = timedelta(minutes=15)
LATE_ANSWER = declare(Kind("sms-answer", "you texted Questlog, and the answer took a while"))
SORRY = "Sorry, something went wrong here, and it is not your fault. Please try again."


def late_answer(user_id: str, sid: str, text: str, now: datetime) -> Notification:
    return Notification(
        person=user_id,
        kind=LATE_ANSWER,
        entity=sid,
        period="once",
        title="Your answer",
        text=text,
        priority=MessagePriority.ANSWER,
        created_at=now,
        not_before=now,
        expires_at=now + LATE_FOR,
        preferred_channel="sms",
    )
