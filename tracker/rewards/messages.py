"""What a person is told of what they won, and of who got ahead of them; and whether they still hold it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta

from tracker.accounts.model import User
from tracker.locales import worded_for
from tracker.notify import outbox
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import (
    DeliveryStatus,
    MessagePriority,
    Notification,
    Rewording,
    StillTrue,
    StillTrueCheck,
)
from tracker.rewards.achievements import Achievement
from tracker.rewards.boards import title_of_board
from tracker.rewards.model import BoardPlace
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import from_items
from tracker.store.keys import AchievementKey, BoardPlaceKey
from tracker.store.table import Put, Table
from tracker.tones import Tone
from tracker.words import people

ACHIEVEMENT = declare(
    Kind("achievement", "you unlocked an achievement", MessageLook("\N{SPORTS MEDAL}", Tone.TRIUMPH))
)
OVERTAKEN = declare(
    Kind(
        "overtaken",
        "you asked to hear when somebody gets ahead of you",
        MessageLook("\N{RUNNER}", Tone.WARNING),
    )
)
HELD_CHECK = "achievement-held"
"""What is asked before a message goes out: was it not undone?"""

_LIFE = timedelta(days=2)
_GROUP = "habits"
"""They stand with what is told of habits, from which most of them come."""


@worded_for
def achievement_message(
    user: User,
    one: Achievement,
    period: str,
    now: datetime,
    *,
    priority: MessagePriority = MessagePriority.NORMAL,
) -> Notification:
    """One for a period: what is undone and done again in it is not told twice."""
    return Notification(
        person=user.id,
        kind=ACHIEVEMENT,
        entity=one.id,
        period=period,
        title=f"Achievement: {one.title}",
        text=one.text,
        facts={"achievement": one.id},
        priority=priority,
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
        group=_GROUP,
        check=StillTrueCheck(name=HELD_CHECK, reference=one.id),
    )


def unless_told(message: Notification) -> Put:
    """What enqueues it, also where it was dropped before because the achievement was undone just then."""
    again = eq("status", DeliveryStatus.DROPPED.value)
    return replace(outbox.operation(message), when=ABSENT | again)


def overtake_message(place: BoardPlace, by: str, today: date, now: datetime) -> Notification:
    """To whoever stands behind somebody now; once a day about each."""
    return Notification(
        person=place.user,
        kind=OVERTAKEN,
        entity=f"{place.board}/{by}",
        period=f"{today}",
        title=f"{by} got ahead of you",
        text=_overtaken(place, by),
        facts={"board": place.board},
        created_at=now,
        not_before=now,
        expires_at=now + timedelta(days=1),
        group=_GROUP,
    )


def _overtaken(place: BoardPlace, by: str) -> str:
    return (
        f"{by} is ahead of you now on {title_of_board(place.board)}. You have {people(place.points)} points."
    )


def wordings(table: Table) -> Mapping[Kind, Rewording]:
    async def overtaken(message: Notification) -> Notification | None:
        """Whoever stands there no longer need not hear of it."""
        board = str(message.facts["board"])
        item = await table.get(BoardPlaceKey(message.person, board).key)
        place = next(from_items(BoardPlace, [item] if item else []), None)
        by = message.entity.removeprefix(f"{board}/")
        return None if place is None else message.model_copy(update={"text": _overtaken(place, by)})

    return {OVERTAKEN: overtaken}


def checks(table: Table) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""

    async def still_held(person: str, reference: str) -> bool:
        """What unlocked it was not undone, or was done again. An older version named the award, too."""
        achievement, _, _ = reference.partition("/")
        return await table.get(AchievementKey(person, achievement).key) is not None

    return {HELD_CHECK: still_held}
