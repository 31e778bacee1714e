"""What happens to a message that is due: the rules, in one visible order, as functions of values.

expired → still true → muted or quiet hours → grouped → channel order. What was late says so.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import TypeAlias
from zoneinfo import ZoneInfo

from tracker.accounts.model import QuietHours
from tracker.days import Span, day_begins
from tracker.frozen import frozen
from tracker.notify.model import (
    ChannelTrouble,
    DeliveryStep,
    MessagePriority,
    Notification,
    OutboxItem,
    PersonChannel,
    Wishes,
)
from tracker.notify.titles import is_of_server, title_of
from tracker.words import clock_text, day_text

LATE_AFTER = timedelta(minutes=10)
PATIENCE = timedelta(minutes=30)
"""How long a message waits for a channel that fails while there is another one, unless settings say else."""
MOST_TOGETHER = 100
"""Messages in one: as many as a transaction of the table can claim."""

MUTED, QUIET, NO_CHANNEL = "muted", "quiet hours", "there is no channel to send it on"
"""Why a message is held."""
PASSED_OVER = "you switched it off"
"""Why a channel was not tried."""

_DAY = timedelta(days=1)


@frozen
class Case:
    """A message that is due, and all that the decision about it depends on."""

    message: Notification
    now: datetime
    wishes: Wishes
    still_true: bool


@frozen
class Send:
    pass


@frozen
class Hold:
    until: datetime
    reason: str


@frozen
class Drop:
    reason: str


Decision: TypeAlias = Send | Hold | Drop


def decide(case: Case) -> Decision:
    """The first rule that has something against sending now decides."""
    return next((found for rule in RULES if (found := rule(case)) is not None), Send())


def expired(case: Case) -> Drop | None:
    return Drop("too old to be useful") if is_expired(case.message, case.now) else None


def untrue(case: Case) -> Drop | None:
    return None if case.still_true else Drop("no longer true")


def unwelcome(case: Case) -> Hold | None:
    wishes = case.wishes
    if case.message.priority is MessagePriority.ANSWER:
        return None
    if case.message.priority is MessagePriority.URGENT and wishes.urgent_passes:
        return None
    welcome = welcome_from(case.now, wishes)
    if welcome <= case.now:
        return None
    muted = wishes.muted_until is not None and wishes.muted_until > case.now
    return Hold(welcome, MUTED if muted else QUIET)


RULES: tuple[Callable[[Case], Decision | None], ...] = (expired, untrue, unwelcome)


def is_expired(message: Notification, now: datetime) -> bool:
    return now >= message.expires_at


def welcome_from(now: datetime, wishes: Wishes) -> datetime:
    """The first instant from now on that is neither muted nor in quiet hours."""
    start = max(now, wishes.muted_until or now)
    return quiet_until(start, wishes.quiet_hours, wishes.zone) or start if wishes.quiet_hours else start


def quiet_until(now: datetime, hours: QuietHours, zone: ZoneInfo) -> datetime | None:
    """When the quiet hours that `now` lies in are over; None outside of them."""
    end = now
    # Where clocks jump over the end of some and the start of the next, the next follow at once.
    while (span := _quiet_span(end, hours, zone)) is not None:
        end = span.end
    return end if end > now else None


def _quiet_span(now: datetime, hours: QuietHours, zone: ZoneInfo) -> Span | None:
    today = now.astimezone(zone).date()
    ends_later = _DAY if hours.end < hours.start else timedelta()
    # A clock that is put back over midnight reads the old date, though the next day has begun.
    for day in (today + offset * _DAY for offset in (-1, 0, 1)):
        span = Span(day_begins(day, zone, hours.start), day_begins(day + ends_later, zone, hours.end))
        if now in span:
            return span
    return None


def in_order(items: Iterable[OutboxItem]) -> list[OutboxItem]:
    """By the time they are meant for; those of one group follow the first of it."""
    groups: dict[str, list[OutboxItem]] = {}
    for item in sorted(items, key=lambda one: (one.not_before, one.created_at, one.id)):
        groups.setdefault(f"group {item.group}" if item.group else item.id, []).append(item)
    return [item for group in groups.values() for item in group]


def batches(
    items: Iterable[OutboxItem], route: Callable[[OutboxItem], Sequence[str]]
) -> list[list[OutboxItem]]:
    """What goes as one message: all on the same way to the person; what was tried together stays together."""
    ways: dict[tuple[str, ...], list[OutboxItem]] = {}
    for item in in_order(items):
        alone = "private" if item.kind.is_private else ""  # whatever becomes of the others' way
        way = ("tried", item.batch) if item.batch else ("new", alone, *route(item))
        ways.setdefault(way, []).append(item)
    return [
        way[start : start + MOST_TOGETHER]
        for way in ways.values()
        for start in range(0, len(way), MOST_TOGETHER)
    ]


def preference(
    own: Iterable[PersonChannel],
    shared: Iterable[PersonChannel],
    preferred: str | None,
    *,
    is_private: bool = False,
) -> list[PersonChannel]:
    """The person's own, then the shared ones; the preferred one first. Others may not see what is private."""
    fit = (one for one in own if not (is_private and is_of_server(one.channel_type, one.identifier)))
    mine = sorted(fit, key=lambda one: (one.position, one.channel_type))
    types = {one.channel_type for one in mine}
    known = [*mine, *(one for one in shared if one.channel_type not in types)]
    return sorted(known, key=lambda one: one.channel_type != preferred)


def no_way(known: Iterable[PersonChannel]) -> str:
    """Why a message cannot go on any of a person's channels."""
    off = [title_of(one.channel_type, one.identifier).name for one in known if one.off_by_person]
    return f"{NO_CHANNEL}; you switched off {' and '.join(off)}" if off else NO_CHANNEL


def paused(channel: str) -> str:
    """Why a message waits for a channel that is stopped for everybody; what is wrong is for the operator."""
    return f"{title_of(channel).name} takes no messages from Questlog at the moment"


def passed_over(known: Sequence[PersonChannel], taken: str, now: datetime) -> list[DeliveryStep]:
    """The channels that come before the one that took a message, and that their person switched off."""
    before = takewhile(lambda one: one.channel_type != taken, known)
    return [
        DeliveryStep(at=now, what=PASSED_OVER, channel=one.channel_type)
        for one in before
        if one.off_by_person
    ]


def is_waited_for(trouble: ChannelTrouble, patience: timedelta) -> bool:
    """Whether the channel is asked again soon enough for the message not to go on the next one."""
    return trouble.until - trouble.since < patience


def lateness(message: Notification, now: datetime, zone: ZoneInfo) -> str | None:
    """What to say where a message comes much later than it was meant to."""
    if now - message.not_before <= LATE_AFTER:
        return None
    meant, today = message.not_before.astimezone(zone), now.astimezone(zone)
    day = "" if meant.date() == today.date() else f"{day_text(meant, meant)}, "
    return f"was meant for {day}{clock_text(meant)}"
