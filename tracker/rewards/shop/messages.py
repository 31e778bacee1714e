"""What a webhook of one's own hears when a reward is redeemed, so that something happens by itself."""

from datetime import datetime, timedelta

from tracker.accounts.model import User
from tracker.locales import worded_for
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import MessagePriority, Notification
from tracker.rewards.shop.model import Redemption, Reward
from tracker.tones import Tone
from tracker.words import people

REDEEMED = declare(
    Kind("redeemed", "you redeemed an automated reward", MessageLook("\N{WRAPPED PRESENT}", Tone.GOOD))
)
_LIFE = timedelta(days=1)


@worded_for
def redeemed_message(user: User, reward: Reward, done: Redemption, now: datetime) -> Notification:
    return Notification(
        person=user.id,
        kind=REDEEMED,
        entity=reward.id,
        period=done.id,
        title=f"Redeemed: {reward.title}",
        text=reward.automation_instructions or f"{reward.title} was redeemed for {people(done.cost)} coins.",
        facts={"reward": reward.id, "redemption": done.id, "title": reward.title, "cost": done.cost},
        priority=MessagePriority.ANSWER,
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
        preferred_channel=reward.automation_channel,
    )
