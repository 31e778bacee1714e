"""What a member adds, and how far the group is: functions of plain values.

What is added follows from where a number began and where it is now, and from the days of a habit: so counting
twice is counting once, and counting all anew gives the same.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction

from tracker.days import day_begins, local_day
from tracker.goals.composite.model import MARKS
from tracker.goals.composite.progress import percent
from tracker.group_goals.model import (
    FEWEST_FOR_MARKS,
    PARTS_OF_ONE,
    GroupGoal,
    GroupNews,
    GroupShare,
    GroupStatus,
    NewsKind,
    thousandths,
)
from tracker.habits.model import HabitLog
from tracker.habits.states import Logged
from tracker.readings import Number

SETTLE_AFTER = timedelta(days=2)
"""From its last day on: what is told late, and further west, counts until the day after it is over."""


def with_reading(goal: GroupGoal, share: GroupShare, value: Number, at: datetime) -> GroupShare:
    """What it adds where its number is `value`. Before the first day nothing is added; after the last nothing
    changes. A reading older than the last one says nothing."""
    day = local_day(at, goal.zone)
    if day > goal.ends or (share.last_at is not None and at < share.last_at):
        return share
    start = share.start_value if day >= goal.starts and share.start_value is not None else value
    moved = start - value if share.falls else value - start
    seen = share.model_copy(update={"start_value": start, "last_value": value, "last_at": at})
    return _adding(goal, seen, max(thousandths(moved), 0))


def with_days(goal: GroupGoal, share: GroupShare, logs: Mapping[date, HabitLog]) -> GroupShare:
    """Each day on which the habit was done, from the day of joining on."""
    first = max(goal.starts, share.since)
    done = sum(first <= day <= goal.ends and _is_done(one) for day, one in logs.items())
    return _adding(goal, share, done * PARTS_OF_ONE)


def _is_done(log: HabitLog) -> bool:
    """As in challenges: a day that was good enough to be given something for."""
    return log.state is Logged.DONE and log.award is not None


def _adding(goal: GroupGoal, share: GroupShare, amount: int) -> GroupShare:
    return share.model_copy(
        update={"contribution": amount, "has_reached": goal.each and amount >= goal.wanted}
    )


def progress_share(goal: GroupGoal) -> Fraction:
    """Of all that is wanted; it may be more than all. Where everybody has a target, the share of those who
    have reached theirs."""
    if goal.each:
        return Fraction(goal.reached, goal.people) if goal.people else Fraction()
    return Fraction(max(goal.total, 0), goal.wanted)


def progress_of(goal: GroupGoal) -> Number:
    """In percent, with one digit, rounded down."""
    return percent(progress_share(goal))


def new_marks(goal: GroupGoal) -> tuple[int, ...]:
    """Percentages that it has come to, and that were not told before."""
    if goal.each and goal.people < FEWEST_FOR_MARKS:
        return ()
    progress = progress_of(goal)
    return tuple(one for one in MARKS if progress >= one and one not in goal.milestones)


def is_settled(goal: GroupGoal, now: datetime) -> bool:
    """Whether nothing counts any more."""
    return local_day(now, goal.zone) >= goal.ends + SETTLE_AFTER


def settled(goal: GroupGoal, now: datetime) -> GroupGoal:
    """With what is to be told now: of several marks the last. Due when time alone changes something."""
    if goal.status is not GroupStatus.ACTIVE:
        return goal.model_copy(update={"due_at": now if goal.news else None})
    marks = new_marks(goal)
    news: Sequence[GroupNews] = [
        *goal.news,
        *(GroupNews(kind=NewsKind.MILESTONE, at=now, mark=one) for one in marks[-1:]),
    ]
    status, due_at = goal.status, day_begins(goal.ends + SETTLE_AFTER, goal.zone)
    if is_settled(goal, now):
        status, due_at = GroupStatus.ENDED, None
        news = [*news, GroupNews(kind=NewsKind.ENDED, at=now)]
    return goal.model_copy(
        update={
            "status": status,
            "milestones": tuple(sorted({*goal.milestones, *marks})),
            "news": tuple(news),
            "due_at": now if news else due_at,
        }
    )
