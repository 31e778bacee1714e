"""What a person is told of a goal of parts: that a part of the way is done."""

from datetime import datetime, timedelta

from tracker.accounts.model import User
from tracker.goals.composite.model import CompositeGoal
from tracker.locales import worded_for
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import Notification
from tracker.tones import Tone

PARTS_MILESTONE = declare(
    Kind(
        "goal-part-milestone",
        "your goal passed a milestone",
        MessageLook("\N{TRIANGULAR FLAG ON POST}", Tone.GOOD),
        has_bar=True,
    )
)
_LIFE = timedelta(days=2)
_WHOLE = 100


@worded_for
def milestone_message(user: User, goal: CompositeGoal, mark: int, now: datetime) -> Notification:
    """Told once, whatever becomes of the progress after it."""
    text = f"{goal.title} is at {mark} %."
    if mark == _WHOLE:
        text = f"All parts of {goal.title} are done. If that is all of it, say that it is achieved."
    return Notification(
        person=user.id,
        kind=PARTS_MILESTONE,
        entity=goal.id,
        period=f"{mark}",
        title=f"{goal.title}: {mark} %",
        text=text,
        facts={"goal": goal.title, "percent": mark},
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
        group="goals",
    )
