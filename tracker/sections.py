"""The digest: one message a day or a week, made of sections that features bring along.

What matters most comes first, because a short message on a phone is cut at its end.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import field
from datetime import date, datetime
from typing import TypeAlias

from tracker.accounts.model import DigestFrequency, User
from tracker.days import Strike, local_day
from tracker.frozen import frozen
from tracker.notify.kinds import Kind, MessageChart, MessageLook, declare
from tracker.notify.model import Notification
from tracker.store.table import Operation, Table
from tracker.tones import Tone
from tracker.words import day_text, listed, weekday

DIGEST = declare(
    Kind(
        "digest",
        "it was time for your digest",
        MessageLook("\N{CLIPBOARD}", Tone.PLAIN),
        chart=MessageChart("goal", ("foremost",)),
    )
)
DEFAULT = "default"


@frozen
class Occasion:
    """One round of a person: which it is, and what was told before it."""

    user: User
    now: datetime
    strike: Strike
    weekly: bool
    """Whether what comes once a week comes with it."""
    next_at: datetime
    next_week_at: datetime
    looked_until: date
    """The person's day at the round before it."""
    told_digest_at: datetime | None
    told_weekly_at: datetime | None

    @property
    def today(self) -> date:
        return self.day_of(self.now)

    def day_of(self, instant: datetime) -> date:
        return local_day(instant, self.user.zone, self.user.day_start)

    @property
    def has_digest(self) -> bool:
        return self.user.digest is DigestFrequency.DAILY or (
            self.user.digest is DigestFrequency.WEEKLY and self.weekly
        )

    def passed(self, day: date) -> bool:
        """Whether a day has come since the round before."""
        return self.looked_until < day <= self.today


@frozen
class DigestSection:
    """What a feature says in a digest."""

    name: str
    """`goals`: as in "Your goals on Monday", and above its text where there are several."""
    text: str
    is_news: bool
    """Whether there is something to do, or something has moved. Else it comes only to who wants it anyway."""
    facts: Mapping[str, str | int] = field(default_factory=dict[str, str | int])
    channel: str | None = None
    """Where it is preferred to come: sections for different channels are different messages."""
    entity: str = DEFAULT
    """What such a message is about, which with its date makes it one that is told once."""
    title: str | None = None
    """Of the whole message, where that is not the person's own."""


@frozen
class DailyNews:
    """What a feature brings to a round."""

    sections: Sequence[DigestSection] = ()
    messages: Sequence[Notification] = ()
    """Beside the digest."""
    writes: Sequence[Operation] = ()
    """What is to be remembered, together with what is told."""


Daily: TypeAlias = Callable[[Table, Occasion], Awaitable[DailyNews]]
"""A feature's part of a round. It reads, and writes nothing itself."""


def digests(occasion: Occasion, sections: Iterable[DigestSection], *, when_quiet: bool) -> list[Notification]:
    """One for each channel that sections prefer, of those that are news, or of all of them `when_quiet`."""
    if not occasion.has_digest:
        return []
    messages: dict[tuple[str, str | None], list[DigestSection]] = {}
    for one in sections:
        if one.is_news or when_quiet:
            messages.setdefault((one.entity, one.channel), []).append(one)
    return [_digest(occasion, together) for together in messages.values()]


def _digest(occasion: Occasion, sections: Sequence[DigestSection]) -> Notification:
    weekly = occasion.user.digest is DigestFrequency.WEEKLY
    first = sections[0]
    return Notification(
        person=occasion.user.id,
        kind=DIGEST,
        entity=first.entity,
        period=occasion.strike.day.isoformat(),
        title=first.title or digest_title([one.name for one in sections], occasion.strike.day),
        text=digest_text(sections),
        facts={name: fact for one in sections for name, fact in one.facts.items()},
        created_at=occasion.now,
        not_before=occasion.strike.at,
        expires_at=occasion.next_week_at if weekly else occasion.next_at,
        preferred_channel=first.channel,
    )


def digest_title(names: Sequence[str], day: date) -> str:
    """`Your habits and goals on Tuesday, 3 March`."""
    return f"Your {listed(names)} on {weekday(day)}, {day_text(day, day)}"


def digest_text(sections: Sequence[DigestSection]) -> str:
    """Each under its name, where there are several."""
    if len(sections) == 1:
        return sections[0].text
    return "\n\n".join(f"{one.name.capitalize()}\n{one.text}" for one in sections)
