"""What a person is told about their habits: each occasion is one notification, told once."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta

from tracker.accounts.model import User
from tracker.days import day_begins, day_span
from tracker.habits.model import Habit
from tracker.habits.schedule import ONE_DAY
from tracker.habits.streaks import Mark
from tracker.habits.watched import NOON, Watched
from tracker.habits.words.wording import so_far, streak_text, strength_text
from tracker.locales import worded_for
from tracker.notify.kinds import Answers, ButtonAct, Kind, MessageLook, Replies, declare
from tracker.notify.model import Notification
from tracker.tones import Tone
from tracker.words import count_of, in_full


class DayAct(ButtonAct):
    """What a button says of a day of a habit."""

    DONE = "done"
    AMOUNT = "amount"
    """Done, after the person has said how much."""
    SKIP = "skip"
    SNOOZE = "snooze"
    UNDO = "undo"

    @property
    def label(self) -> str:
        return super().label if self is not DayAct.AMOUNT else DayAct.DONE.label

    @property
    def is_main(self) -> bool:
        return self in (DayAct.DONE, DayAct.AMOUNT)


TODAY = Answers(
    "habit",
    ("habit", "day"),
    (DayAct.DONE, DayAct.SKIP, DayAct.SNOOZE),
    asking=DayAct.AMOUNT,
    in_menu=True,
    replies=Replies(
        "Reply DONE {name}, SKIP {name} or LATER {name}",
        "Reply DONE {name} or DONE {name} 5, SKIP {name} or LATER {name}",
        "Reply DONE, SKIP or LATER and a name: DONE {name}",
    ),
)
DAY_BEFORE = replace(
    TODAY,
    acts=(DayAct.DONE, DayAct.SKIP),
    replies=Replies("Reply Y {name}", "Reply Y {name} or Y {name} 5", "Reply Y and a name: Y {name}"),
)

_SEEDLING = MessageLook("\N{SEEDLING}", Tone.PLAIN)

REMINDER = declare(Kind("habit-reminder", "you asked for a reminder, and it was not done yet", answers=TODAY))
CHECK_IN = declare(Kind("habit-check-in", "you asked for a reminder of this habit", _SEEDLING))
AT_RISK = declare(
    Kind(
        "habit-at-risk",
        "your streak would have ended with the day",
        MessageLook("\N{FIRE}", Tone.WARNING),
        answers=TODAY,
    )
)
YESTERDAY = declare(
    Kind(
        "habit-yesterday",
        "your streak depended on the day before",
        MessageLook("\N{BLACK QUESTION MARK ORNAMENT}", Tone.WARNING),
        answers=DAY_BEFORE,
    )
)
FROZEN = declare(
    Kind(
        "habit-frozen",
        "a freeze saved your streak",
        MessageLook("\N{SNOWFLAKE}\N{VARIATION SELECTOR-16}", Tone.PLAIN),
    )
)
ENDED = declare(Kind("habit-ended", "your streak ended", _SEEDLING))

_LIFE = timedelta(days=2)
_GROUP = "habits"


@worded_for
def freeze_message(user: User, habit: Habit, day: date, standing: Mark, now: datetime) -> Notification:
    kept = streak_text(standing.current, habit.schedule)
    return _about(
        user,
        habit,
        FROZEN,
        f"{day}",
        title=f"{habit.name}: a freeze was used",
        text=f"{in_full(day)} was missed, and a freeze saved your streak: {kept}. "
        f"You have {count_of(standing.freezes, 'freeze')} left.",
        now=now,
    )


@worded_for
def ended_message(watched: Watched, day: date, before: int) -> Notification:
    """`before` is how long it was; `day` the one on which it ended."""
    user, habit, now = watched.user, watched.habit, watched.now
    return _about(
        user,
        habit,
        ENDED,
        f"{day}",
        title=f"{habit.name}: the streak has ended",
        text=f"It was {streak_text(before, habit.schedule)}. That was not for nothing: "
        f"the strength is still {strength_text(watched.standing())}, and a new one begins next time.",
        now=now,
        facts={"streak": before},
    )


@worded_for
def reminder_message(watched: Watched, at: datetime, period: str) -> Notification:
    """For today, at a time that the person chose. It is of no use when the day is over."""
    habit, today = watched.habit, watched.today
    return _to_do(
        watched,
        REMINDER,
        period,
        day=today,
        at=at,
        until=day_span(today, watched.user.zone, watched.user.day_start).end,
        title=f"Time for {habit.name}",
        text=" ".join(filter(None, [_so_far(watched), _streak(watched), _plan(habit)]))
        or "Not done yet today.",
    )


@worded_for
def check_in_message(watched: Watched, at: datetime, period: str) -> Notification:
    """At a time that the person chose, about what is to be left: nothing is to be done, and it is seen."""
    habit, mark = watched.habit, watched.standing()
    kept = f"{streak_text(mark.current, habit.schedule).capitalize()} so far." if mark.current else ""
    return Notification(
        person=watched.user.id,
        kind=CHECK_IN,
        entity=habit.id,
        period=period,
        title=f"{habit.name}: how is it going?",
        text=" ".join(filter(None, [_so_far(watched), kept, _plan(habit), "If it happens, say so."])),
        facts={"habit": habit.id, "day": f"{watched.today}"},
        created_at=watched.now,
        not_before=at,
        expires_at=day_span(watched.today, watched.user.zone, watched.user.day_start).end,
        group=_GROUP,
    )


@worded_for
def at_risk_message(watched: Watched, at: datetime, days: int) -> Notification:
    """In the evening of a day that a streak hangs on, as on so many days, this one first."""
    habit, today = watched.habit, watched.today
    mark = watched.standing()
    more = f" today, and on {_left(days - 1)} left of this {habit.schedule.unit}" if days > 1 else ""
    saved = " A freeze would save it, but why not keep it?" if habit.freezes and mark.freezes else ""
    return _to_do(
        watched,
        AT_RISK,
        f"{today}",
        day=today,
        at=at,
        until=day_span(today, watched.user.zone, watched.user.day_start).end,
        title=f"{habit.name}: your streak is at risk",
        text=f"{_your_streak(mark, habit)} ends{'' if more else ' today'} unless it is done{more}.{saved}",
    )


@worded_for
def yesterday_message(watched: Watched, at: datetime) -> Notification:
    """In the morning, before a streak is called broken."""
    habit, yesterday = watched.habit, watched.today - ONE_DAY
    mark = watched.standing()
    return _to_do(
        watched,
        YESTERDAY,
        f"{yesterday}",
        day=yesterday,
        at=at,
        until=day_begins(watched.today, watched.user.zone, NOON),
        title=f"Did you do {habit.name} yesterday?",
        text=f"{_your_streak(mark, habit)} is kept if you did. You can say so until noon.",
    )


def _to_do(
    watched: Watched,
    kind: Kind,
    period: str,
    *,
    day: date,
    at: datetime,
    until: datetime,
    title: str,
    text: str,
) -> Notification:
    habit = watched.habit
    wants_amount = habit.amount is not None
    return Notification(
        person=watched.user.id,
        kind=kind,
        entity=habit.id,
        period=period,
        title=title,
        text=text,
        facts={"habit": habit.id, "name": habit.name, "day": f"{day}", "amount": int(wants_amount)},
        created_at=watched.now,
        not_before=at,
        expires_at=max(until, at + timedelta(minutes=1)),
        group=_GROUP,
    )


def _about(
    user: User,
    habit: Habit,
    kind: Kind,
    period: str,
    *,
    title: str,
    text: str,
    now: datetime,
    facts: Mapping[str, int] | None = None,
) -> Notification:
    return Notification(
        person=user.id,
        kind=kind,
        entity=habit.id,
        period=period,
        title=title,
        text=text,
        facts={"habit": habit.id, **(facts or {})},
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
        group=_GROUP,
    )


def _so_far(watched: Watched) -> str:
    entry = watched.entries.get(watched.today)
    amount = so_far(watched.habit, entry.amount if entry else None)
    return f"{amount} so far." if amount else ""


def _streak(watched: Watched) -> str:
    current = watched.standing().current
    return f"{streak_text(current, watched.habit.schedule).capitalize()}." if current else ""


def _your_streak(mark: Mark, habit: Habit) -> str:
    return f"Your streak of {count_of(mark.current, habit.schedule.unit)}"


def _left(days: int) -> str:
    return "the one day that is" if days == 1 else f"each of the {days} days that are"


def _plan(habit: Habit) -> str:
    """`After breakfast: put the shoes on.`"""
    trigger, action = habit.plan.trigger, habit.plan.action
    return f"{': '.join(filter(None, [trigger, action]))}." if trigger or action else ""
