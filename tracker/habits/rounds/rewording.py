"""How messages about habits read when they are about to go: from what is true then, or not at all."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import TypeAlias

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_time_on
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.rounds.messages import (
    AT_RISK,
    CHECK_IN,
    ENDED,
    FROZEN,
    REMINDER,
    YESTERDAY,
    at_risk_message,
    check_in_message,
    ended_message,
    freeze_message,
    reminder_message,
    yesterday_message,
)
from tracker.habits.rounds.snoozing import is_put_off
from tracker.habits.schedule import ONE_DAY
from tracker.habits.states import UNDONE, DayState
from tracker.habits.streaks import streak
from tracker.habits.watched import Watched, watch_one
from tracker.notify.kinds import Kind
from tracker.notify.model import Notification, Rewording
from tracker.store.entity import Model, from_items
from tracker.store.keys import HabitKey, UserKey
from tracker.store.table import Table
from tracker.store.values import Item

_Say: TypeAlias = Callable[[Watched, Notification], Notification | None]


def wordings(table: Table, clock: Clock) -> Mapping[Kind, Rewording]:
    def of(say: _Say) -> Rewording:
        async def said(message: Notification) -> Notification | None:
            watched = await _watched(table, message, clock)
            is_live = watched is not None and watched.habit.status is HabitStatus.ACTIVE
            return say(watched, message) if watched is not None and is_live else None

        return said

    return {
        REMINDER: of(_reminder),
        CHECK_IN: of(_check_in),
        AT_RISK: of(_at_risk),
        YESTERDAY: of(_yesterday),
        FROZEN: of(_frozen),
        ENDED: of(_ended),
    }


def _reminder(watched: Watched, message: Notification) -> Notification | None:
    if not (_is_about(watched.today, message) and watched.is_due and _is_wanted(watched, message)):
        return None
    return reminder_message(watched, message.not_before, message.period)


def _check_in(watched: Watched, message: Notification) -> Notification | None:
    is_open = watched.habit.target.at_most and watched.state is DayState.OPEN
    if not (_is_about(watched.today, message) and is_open and _is_wanted(watched, message)):
        return None
    return check_in_message(watched, message.not_before, message.period)


def _at_risk(watched: Watched, message: Notification) -> Notification | None:
    needed = watched.days_needed_from(watched.today) if watched.is_due else 0
    if not (needed and _is_about(watched.today, message)):
        return None
    return at_risk_message(watched, message.not_before, needed)


def _yesterday(watched: Watched, message: Notification) -> Notification | None:
    yesterday = watched.today - ONE_DAY
    if not _is_about(yesterday, message) or watched.state_of(yesterday) not in UNDONE:
        return None
    return yesterday_message(watched, message.not_before)


def _frozen(watched: Watched, message: Notification) -> Notification | None:
    """Not if the day was told after all, which gave the freeze back."""
    day = date.fromisoformat(message.period)
    if watched.state_of(day) is not DayState.FROZEN:
        return None
    return freeze_message(watched.user, watched.habit, day, watched.standing(), watched.now)


def _ended(watched: Watched, message: Notification) -> Notification | None:
    """Not if a day was told after all, and the streak goes on."""
    day, before = date.fromisoformat(message.period), message.facts.get("streak")
    if not isinstance(before, int):
        return message  # of an older version
    is_so = streak(watched.course, day, watched.mark).current < before
    return ended_message(watched, day, before) if is_so else None


def _is_about(day: date, message: Notification) -> bool:
    """By its period, which begins with the day: what an older version wrote may not say it in its facts."""
    return str(message.facts.get("day") or message.period[:10]) == f"{day}"


def _is_wanted(watched: Watched, message: Notification) -> bool:
    """Not if its time was changed, and another reminder comes at the new one."""
    if is_put_off(message):
        return True
    zone, day = watched.user.zone, message.not_before.astimezone(watched.user.zone).date()
    times = [local_time_on(day, at, zone) for at in watched.habit.reminders]
    comes_later = any(at is not None and at > watched.now for at in times)
    return bool(times) and (message.not_before in times or not comes_later)


async def _watched(table: Table, message: Notification, clock: Clock) -> Watched | None:
    """The habit that a message is about; None where it or the person is gone."""
    who, what = UserKey(message.person).key, HabitKey(message.person, message.entity).key
    found = await table.get_many([who, what])
    user, habit = _one(User, found.get(who)), _one(Habit, found.get(what))
    now = clock().replace(microsecond=0)
    return None if user is None or habit is None else await watch_one(table, user, habit, now)


def _one(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, [] if item is None else [item]), None)
