"""The look at a person's habits at the moments of their day: reminders, questions, warnings, days over.

What is told and the next moment are one write, so of two who hold the same round one tells. Days that are
excused are written before, each in a transaction of its own with its message; a second look finds them done.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.digest.planning import first_round, round_key
from tracker.due import forget, moved, same_clock
from tracker.front_ends import QUESTLOG
from tracker.habits.errors import NoSuchHabit
from tracker.habits.feeding import UNSEEN
from tracker.habits.model import HabitStatus
from tracker.habits.rounds.auditing import audit
from tracker.habits.rounds.freezing import days_to_freeze
from tracker.habits.rounds.messages import (
    at_risk_message,
    check_in_message,
    ended_message,
    reminder_message,
    yesterday_message,
)
from tracker.habits.rounds.moments import HabitMoment, MomentKind, moments_between, next_moment
from tracker.habits.rounds.outages import unknown_days
from tracker.habits.rounds.perfect import perfect_week
from tracker.habits.rounds.planning import HabitRound
from tracker.habits.schedule import ONE_DAY
from tracker.habits.service import Habits
from tracker.habits.states import DayEntry, DayState, Logged
from tracker.habits.streaks import streak
from tracker.habits.today import is_asked_about
from tracker.habits.watched import BACKFILL_DAYS, Watched, watch
from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.store.conditions import holds
from tracker.store.entity import PRESENT, from_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import UserKey
from tracker.store.table import Check, Operation, Table
from tracker.store.values import Item

log = get_logger(__name__)

WORTH_A_WORD = 3
"""A shorter streak ends without a message."""

_SUNDAY = 6
_ATTEMPTS = 5


async def hold(table: Table, clock: Clock, habits: Habits, round_: HabitRound) -> list[Notification]:
    """Does a round that is due, once, and answers what it told."""
    who, what, digest = UserKey(round_.user).key, round_.key.key, round_key(round_.user)
    for _ in range(_ATTEMPTS):
        now = clock().replace(microsecond=0)
        found = await table.get_many([who, what, digest])
        if what not in found or (current := from_item(HabitRound, found[what])).due_at > now:
            return []
        if who not in found or not holds(PRESENT, found[who]):
            await forget(table, current)
            return []
        with suppress(ConditionFailed):  # the person's clock or the round itself changed meanwhile
            user = from_item(User, found[who])
            plan = [] if digest in found else [first_round(user, now)]  # of who is here since before digests
            return await _Holding(table, habits, user, current, now, plan).go(found[who])
    log.warning(
        "habits not looked at: they changed again and again; they come due once more", user=round_.user
    )
    return []


@dataclass(slots=True)
class _Holding:
    table: Table
    habits: Habits
    user: User
    round: HabitRound
    now: datetime
    plan: Sequence[Operation]
    """What is written along, whatever is told."""

    async def go(self, person: Item) -> list[Notification]:
        seen = await watch(self.table, self.user, self.now)
        at = next_moment(self.user, [one.habit for one in seen], self.now)
        if at is None:
            await forget(self.table, self.round)
            return []
        struck = moments_between(self.user, [one.habit for one in seen], self.round.last_at, self.now)
        live = [one for one in seen if one.habit.status is HabitStatus.ACTIVE]
        is_over = any(one.act is MomentKind.SETTLE for one in struck)
        changed = await self._excuse(live, is_over=is_over) if is_over or self._asleep else False
        if is_over:
            changed |= await self._keep(seen)
        if changed:
            seen = await watch(self.table, self.user, self.now)
            live = [one for one in seen if one.habit.status is HabitStatus.ACTIVE]
        told = [*self._ended(live)] if is_over else []
        told += _said(struck, live)
        await self._write(person, told, at, live, is_over=is_over)
        return told

    @property
    def _asleep(self) -> datetime | None:
        """Since when nothing was looked at, where that is long."""
        return self.round.due_at if self.now - self.round.due_at >= UNSEEN else None

    async def _excuse(self, live: Sequence[Watched], *, is_over: bool) -> bool:
        """Days that do not count against the person: nobody could know, or a freeze saves them."""
        excused = False
        for one in live:
            unknown = await unknown_days(self.table, one, self._asleep)
            for day in unknown:
                excused |= await self._note(one, day, Logged.UNKNOWN)
            if is_over and one.habit.freezes:
                entries = {**one.entries, **dict.fromkeys(unknown, DayEntry(Logged.UNKNOWN))}
                for day in days_to_freeze(one.course_with(entries), one.mark):
                    excused |= await self._note(one, day, Logged.FROZEN)
        return excused

    async def _keep(self, seen: Sequence[Watched]) -> bool:
        """Good days of what is to be left, since the last day that was called over; each is rewarded once."""
        kept = False
        for one in seen:
            last = self.round.settled or one.settled - ONE_DAY
            first = max(last + ONE_DAY, one.settled - BACKFILL_DAYS * ONE_DAY, one.habit.began)
            days = [first + offset * ONE_DAY for offset in range((one.settled - first).days + 1)]
            log_ = one.course.log
            for day in (day for day in days if log_.target_of(day).at_most):
                with suppress(NoSuchHabit):  # it was removed meanwhile
                    kept |= await self.habits.keep(self.user.id, one.habit.id, day) is not None
        return kept

    async def _note(self, one: Watched, day: date, state: Logged) -> bool:
        with suppress(NoSuchHabit):  # it was removed meanwhile
            return await self.habits.note(self.user.id, one.habit.id, day, state, QUESTLOG) is not None
        return False

    def _ended(self, live: Sequence[Watched]) -> Iterator[Notification]:
        """Streaks that have ended since the last day that was called over."""
        for one in live:
            settled = one.settled
            last = self.round.settled or settled - ONE_DAY
            first = max(last, one.mark.through if one.mark else one.habit.began - ONE_DAY)
            if first >= settled:
                continue
            course = one.course
            then = course._replace(log=replace(course.log, settled=first))  # a week was still under way
            before = streak(then, first, one.mark).current
            if before >= WORTH_A_WORD and streak(course, settled, one.mark).current < before:
                yield ended_message(one, settled, before)

    async def _write(
        self,
        person: Item,
        told: Sequence[Notification],
        at: datetime,
        live: Sequence[Watched],
        *,
        is_over: bool,
    ) -> None:
        memory: dict[str, object] = {"last_at": self.now}
        more: list[Operation] = []
        weekly = False
        if is_over and live:
            settled = live[0].settled
            memory["settled"] = settled
            weekly = _sunday_between(self.round.settled or settled - ONE_DAY, settled)
            more = await perfect_week(self.table, self.user, live, self.now) if weekly else []
        known = await self.table.get_many([outbox.operation(one).key for one in told])
        new = [put for one in told if (put := outbox.operation(one)).key not in known]
        present = Check(UserKey(self.user.id).key, PRESENT & same_clock(person))
        await self.table.transact([present, *self.plan, *new, *more, moved(self.round, at, **memory)])
        if weekly:
            await audit(self.table, self.user.id, self.now)


def _said(struck: Sequence[HabitMoment], live: Sequence[Watched]) -> Iterator[Notification]:
    """Of several that were missed the last one counts: nobody wants three reminders for one thing."""
    asked = _last(struck, MomentKind.ASK)
    warned = _last(struck, MomentKind.WARN)
    for one in live:
        reminded = _last(struck, MomentKind.REMIND, one.habit.id)
        if reminded is not None and _is_today(reminded, one):
            yield from _reminder(one, reminded)
        if one.habit.target.at_most or one.habit.fed_by is not None:
            continue
        needed = one.days_needed_from(one.today) if one.is_due else 0
        if warned is not None and _is_today(warned, one) and needed:
            yield at_risk_message(one, warned.at, needed)
        if asked is not None and _is_today(asked, one) and is_asked_about(one):
            yield yesterday_message(one, asked.at)


def _reminder(one: Watched, reminded: HabitMoment) -> Iterator[Notification]:
    """Of what is to be left, how it goes; of all else, that it is to be done."""
    read = reminded.at.astimezone(one.user.zone)  # over the date line, the same date comes again
    period = f"{reminded.day} {read:%H:%M}"
    if one.is_due:
        yield reminder_message(one, reminded.at, period)
    elif one.habit.target.at_most and one.state is DayState.OPEN:
        yield check_in_message(one, reminded.at, period)


def _last(struck: Sequence[HabitMoment], act: MomentKind, habit: str = "") -> HabitMoment | None:
    return next((one for one in reversed(struck) if one.act is act and one.habit == habit), None)


def _is_today(moment: HabitMoment, one: Watched) -> bool:
    return one.day_of(moment.at) == one.today


def _sunday_between(after: date, until: date) -> bool:
    """Whether a week has ended since."""
    return any(
        (after + offset * ONE_DAY).weekday() == _SUNDAY for offset in range(1, (until - after).days + 1)
    )
