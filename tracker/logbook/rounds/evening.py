"""The evening question of a person when it is due: at most one a day, and none that is not needed.

What is asked and the next time are one write, so of two who hold the same question one asks.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.due import forget, same_clock
from tracker.logbook.messages import SILENT_CHECK, UNSAID_CHECK, prompt_message, stop_message
from tracker.logbook.model import LogbookPage, LogbookState
from tracker.logbook.rounds.planning import Evening, evening_in, evening_key, moved_to, next_strike
from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.notify.model import Notification, StillTrue
from tracker.store.conditions import holds
from tracker.store.entity import PRESENT, from_item, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import LogbookKey, UserKey
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.table import Check, Delete, Operation, Table
from tracker.store.values import Item

log = get_logger(__name__)

TOO_LATE = timedelta(hours=12)
"""Nobody is asked about a day that long after."""
_ATTEMPTS = 5
_CLOCK = ("timezone", "dayStart", "mutedUntil")


class _Found(NamedTuple):
    person: Item | None
    """None where they are gone."""
    evening: Evening | None
    state: LogbookState
    page: LogbookPage | None
    """Of the day that would be asked about."""


async def hold(table: Table, clock: Clock, evening: Evening) -> list[Notification]:
    """Asks what is due to be asked, once, and answers what it told."""
    for _ in range(_ATTEMPTS):
        now = clock().replace(microsecond=0)
        with suppress(ConditionFailed):  # the person has written, or was asked, meanwhile
            return await _hold(table, await table.read_in_steps(_found(evening)), now)
    log.warning(
        "evening question not asked: much changed meanwhile; it comes due once more", user=evening.user
    )
    return []


async def _hold(table: Table, found: _Found, now: datetime) -> list[Notification]:
    person, evening, at = found.person, found.evening, found.state.prompt
    if evening is None or evening.due_at > now:
        return []
    if person is None or at is None:
        await forget(table, evening)
        return []
    user = from_item(User, person)
    message = _question(user, evening, found.page, now)
    operations: list[Operation] = [Check(user.key.key, PRESENT & same_clock(person, _CLOCK))]
    if message is not None:
        asked = outbox.operation(message)
        if await table.get(asked.key) is None:  # else this day was asked about before
            operations.append(asked)
    if message is not None and evening.is_given_up:
        operations.append(Delete(evening.key.key, evening.unmoved))
    else:
        operations.append(_next(user, at, evening, now, asked=message is not None))
    await table.transact(operations)
    return [message] if message is not None else []


def _question(user: User, evening: Evening, page: LogbookPage | None, now: datetime) -> Notification | None:
    day = _day_asked(user, evening)
    is_muted = user.muted_until is not None and user.muted_until > now
    if (page is not None and page.mood is not None) or is_muted or now - evening.due_at > TOO_LATE:
        return None
    if evening.is_given_up and evening.unanswered_since is not None:
        return stop_message(user, day, evening.unanswered_since, evening.due_at, now)
    return prompt_message(user, day, evening.due_at, now)


def _next(user: User, at: time, evening: Evening, now: datetime, *, asked: bool) -> Operation:
    last_day = evening.day if asked else evening.last_day
    unanswered = evening.unanswered + asked
    since = evening.unanswered_since or (evening.day if asked else None)
    strike = next_strike(user, at, last_day, unanswered, now)
    return moved_to(evening, strike, last_day=last_day, unanswered=unanswered, unanswered_since=since)


def _day_asked(user: User, evening: Evening) -> date:
    """The person's day when it strikes: after midnight that may still be the day before."""
    return local_day(evening.due_at, user.zone, user.day_start)


def _found(evening: Evening) -> ReadSteps[_Found]:
    who, what, kept = UserKey(evening.user).key, evening.key.key, LogbookState.key_of(evening.user).key
    first = (yield Lookup([who, what, kept])).items
    person, current = first.get(who), evening_in(first.get(what))
    state = next(from_items(LogbookState, [first[kept]] if kept in first else []), LogbookState())
    if current is None or person is None or not holds(PRESENT, person):
        return _Found(None, current, state, None)
    page = LogbookKey(evening.user, _day_asked(from_item(User, person), current)).key
    items = (yield Lookup([page])).items
    return _Found(person, current, state, next(from_items(LogbookPage, items.values()), None))


def checks(table: Table, clock: Clock) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""
    del clock

    async def unsaid(person: str, reference: str) -> bool:
        """The mood of that day is not known, and the person still wants to be asked."""
        kept, page = LogbookState.key_of(person).key, LogbookKey(person, date.fromisoformat(reference)).key
        found = await table.get_many([kept, page])
        state = next(from_items(LogbookState, [found[kept]] if kept in found else []), LogbookState())
        known = next(from_items(LogbookPage, [found[page]] if page in found else []), None)
        return state.prompt is not None and (known is None or known.mood is None)

    async def silent(person: str, reference: str) -> bool:
        """Whoever writes something is asked again, and need not be asked whether."""
        del reference
        kept, evening = LogbookState.key_of(person).key, evening_key(person)
        found = await table.get_many([kept, evening])
        state = next(from_items(LogbookState, [found[kept]] if kept in found else []), LogbookState())
        return state.prompt is not None and evening not in found

    return {UNSAID_CHECK: unsaid, SILENT_CHECK: silent}
