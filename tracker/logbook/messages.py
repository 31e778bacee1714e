"""The evening question, and whether to go on with it. Neither says anything of what stands in the logbook."""

from datetime import date, datetime, timedelta

from tracker.accounts.model import User
from tracker.locales import worded_for
from tracker.notify.kinds import Answers, ButtonAct, Kind, MessageLook, Replies, declare
from tracker.notify.model import Notification, StillTrueCheck
from tracker.tones import Tone
from tracker.words import count_of, weekday

UNSAID_CHECK = "logbook-unsaid"
"""What is asked before the question goes out: is the mood of that day still unknown, and is it wanted?"""
SILENT_CHECK = "logbook-silent"
"""The same of the last one: was nothing written since?"""
_LIFE = timedelta(hours=20)
"""The next one comes in its place."""
_WEEK = timedelta(days=7)
_ENTITY = "logbook"
_LOOK = MessageLook("\N{OPEN BOOK}", Tone.PLAIN)


class MoodAct(ButtonAct):
    """How the day was, by one tap."""

    LOW = "low"
    STEADY = "steady"
    HIGH = "high"


class PromptAct(ButtonAct):
    """Whether to go on asking."""

    KEEP = "keep"
    STOP = "stop"

    @property
    def label(self) -> str:
        return "Keep asking" if self is PromptAct.KEEP else "Stop asking"


_REPLY = "Reply MOOD HIGH ENERGY 7 (mood low, steady or high; energy 1 to 10)"
_REPLY_STOP = "Reply LOG PROMPT ON to keep it, or LOG PROMPT OFF"

PROMPT = declare(
    Kind(
        "logbook-prompt",
        "you want to be asked about your day",
        _LOOK,
        answers=Answers("mood", ("day",), (*MoodAct,), replies=Replies(_REPLY, _REPLY, _REPLY)),
        is_private=True,
    )
)
STOP = declare(
    Kind(
        "logbook-stop",
        "the evening question had no answer for a while",
        _LOOK,
        answers=Answers(
            "evening", ("day",), (*PromptAct,), replies=Replies(_REPLY_STOP, _REPLY_STOP, _REPLY_STOP)
        ),
        is_private=True,
    )
)


@worded_for
def prompt_message(user: User, day: date, at: datetime, now: datetime) -> Notification:
    """It names its day: an answer may come in the morning after."""
    return Notification(
        person=user.id,
        kind=PROMPT,
        entity=_ENTITY,
        period=f"{day}",
        title=f"How was {weekday(day)}?",
        text="How was your mood, and how much energy did you have?",
        facts={"day": f"{day}", "name": _ENTITY},
        created_at=now,
        not_before=at,
        expires_at=at + _LIFE,
        check=StillTrueCheck(name=UNSAID_CHECK, reference=f"{day}"),
    )


@worded_for
def stop_message(user: User, day: date, since: date, at: datetime, now: datetime) -> Notification:
    silent = count_of((day - since).days, "day")
    return Notification(
        person=user.id,
        kind=STOP,
        entity=_ENTITY,
        period=f"{day}",
        title="Shall I keep asking about your day?",
        text=f"The evening question had no answer for {silent}. Without an answer to this one I stop asking. "
        "It comes back when you write something in your logbook.",
        facts={"day": f"{day}", "name": _ENTITY},
        created_at=now,
        not_before=at,
        expires_at=at + _WEEK,
        check=StillTrueCheck(name=SILENT_CHECK, reference=f"{day}"),
    )
