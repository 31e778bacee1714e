"""What is told when a challenge begins, is changed, ends soon, passes on to another owner, or is removed."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from tracker.accounts.model import User
from tracker.challenge.model import Challenge
from tracker.challenge.wording import aim_text
from tracker.days import day_begins, day_span, local_day
from tracker.locales import worded_for
from tracker.notify.kinds import Answers, ButtonAct, Kind, MessageLook, declare
from tracker.notify.model import Notification
from tracker.store.segments import timestamp
from tracker.tones import Tone
from tracker.words import day_text, weekday

LAST_DAYS = 3
"""With the third day from its end on, a challenge ends soon."""
SHORTEST = timedelta(days=7)
"""A shorter one begins with its end in sight."""

_LIFE = timedelta(days=3)
_NEWS_LIFE = timedelta(days=1)
_ENDING = "ending:"


class JoinAct(ButtonAct):
    JOIN = "join it"

    @property
    def is_main(self) -> bool:
        return True


NEW = declare(
    Kind(
        "challenge-new",
        "a challenge began on this server",
        MessageLook("\N{CROSSED SWORDS}", Tone.TRIUMPH),
        answers=Answers("challenge-join", ("challenge",), (JoinAct.JOIN,), for_anybody=True),
    )
)
ENDING = declare(Kind("challenge-ending", "a challenge ends soon", MessageLook("\N{HOURGLASS}", Tone.PLAIN)))
CHANGED = declare(
    Kind("challenge-changed", "your challenge was changed", MessageLook("\N{MEMO}", Tone.PLAIN))
)
REMOVED = declare(
    Kind("challenge-removed", "your challenge was removed", MessageLook("\N{WASTEBASKET}", Tone.QUIET))
)
OWNER = declare(Kind("challenge-owner", "your challenge has a new owner", MessageLook("\N{KEY}", Tone.PLAIN)))


@worded_for
def new_one(server: User, challenge: Challenge, now: datetime) -> Notification:
    """To the server. It names nobody: neither who began it, nor who is in it."""
    today = local_day(now, challenge.zone)
    begins = "today" if challenge.starts <= today else f"on {day_text(challenge.starts, today)}"
    ends = f", and its last day is {day_text(challenge.ends, today)}" if challenge.ends else ""
    return _told(
        server.id,
        challenge,
        NEW,
        "new",
        title=f"A new challenge: {challenge.name}",
        text=f"A{aim_text(challenge)[1:]}, Monday to Sunday. It begins {begins}{ends}.",
        now=now,
        life=_NEWS_LIFE,
    )


@worded_for
def ending(
    person: User, challenge: Challenge, ends: date, now: datetime, *, zone: ZoneInfo | None = None
) -> Notification:
    """With the digest of the third day before its end, by the clock of the person, or in `zone`."""
    first = ends - timedelta(days=LAST_DAYS - 1)
    at = max(now, day_begins(first, zone or person.zone, person.digest_time))
    until, today = day_span(ends, challenge.zone).end, local_day(now, challenge.zone)
    return Notification(
        person=person.id,
        kind=ENDING,
        entity=challenge.id,
        period=f"{_ENDING}{ends}",
        title=f"{challenge.name} ends soon",
        text=f"Its last day is {weekday(ends)}, {day_text(ends, today)}. The results come two days after the "
        "Sunday of that week.",
        facts={"challenge": challenge.id},
        created_at=now,
        not_before=min(at, until - timedelta(minutes=1)),
        expires_at=until,
    )


def ending_day(message: Notification) -> date:
    """Which last day such a message is about."""
    return date.fromisoformat(message.period.removeprefix(_ENDING))


def changed(user_id: str, challenge: Challenge, texts: Sequence[str], at: datetime) -> Notification:
    return _told(
        user_id,
        challenge,
        CHANGED,
        timestamp(at),
        title=f"{challenge.name} was changed",
        text=" ".join(texts),
        now=at,
    )


def removed(user_id: str, challenge: Challenge, now: datetime) -> Notification:
    return _told(
        user_id,
        challenge,
        REMOVED,
        "removed",
        title=f"{challenge.name} was removed",
        text="Whoever set it up has removed it. Its weeks and standings are gone, yours too.",
        now=now,
    )


def passed_on(user_id: str, challenge: Challenge, heir: str, now: datetime) -> Notification:
    """`challenge` has its new owner, whom others see as `heir`."""
    is_heir = user_id == challenge.owner
    whose = (
        "you, who have been in it longest. You can edit, end and remove it now"
        if is_heir
        else f"{heir}, who has been in it longest"
    )
    return _told(
        user_id,
        challenge,
        OWNER,
        f"owner:{challenge.owner}",
        title=f"{challenge.name} {'is yours now' if is_heir else 'has a new owner'}",
        text=f"Whoever set it up has deleted their account. It goes on, and belongs to {whose}.",
        now=now,
    )


def _told(
    person: str,
    challenge: Challenge,
    kind: Kind,
    period: str,
    *,
    title: str,
    text: str,
    now: datetime,
    life: timedelta = _LIFE,
) -> Notification:
    return Notification(
        person=person,
        kind=kind,
        entity=challenge.id,
        period=period,
        title=title,
        text=text,
        facts={"challenge": challenge.id},
        created_at=now,
        not_before=now,
        expires_at=now + life,
    )
