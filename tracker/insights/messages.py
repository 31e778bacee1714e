"""What a person is told of their insights: one new one a week at most, if they chose to hear of them."""

from datetime import date, datetime, timedelta

from tracker.accounts.model import User
from tracker.insights.model import Insight
from tracker.locales import worded_for
from tracker.notify.kinds import Answers, ButtonAct, Kind, MessageLook, declare
from tracker.notify.model import Notification, StillTrueCheck
from tracker.tones import Tone

SHOWN_CHECK = "insight-shown"
"""What is asked before a message goes out: does the person still want it, and have they not hidden it?"""
_LIFE = timedelta(days=3)
_UNSAID = "It is about your mood or energy, so it is not repeated here. Ask for your insights to read it."


class InsightAct(ButtonAct):
    """What a button does with an insight."""

    HIDE = "hide"

    @property
    def label(self) -> str:
        return "Don't show again"


INSIGHT = declare(
    Kind(
        "insight",
        "your numbers say something new, as you asked",
        MessageLook("\N{ELECTRIC LIGHT BULB}", Tone.PLAIN),
        answers=Answers("insight", ("insight",), (InsightAct.HIDE,)),
        is_private=True,
    )
)


@worded_for
def insight_message(user: User, insight: Insight, today: date, now: datetime) -> Notification:
    return Notification(
        person=user.id,
        kind=INSIGHT,
        entity=insight.handle,
        period=today.isoformat(),
        title="Something new in your numbers",
        text=_UNSAID if insight.is_private else insight.content,
        facts={"insight": insight.handle},
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
        check=StillTrueCheck(name=SHOWN_CHECK, reference=insight.handle),
    )
