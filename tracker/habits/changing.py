"""What telling a day makes of it: done, skipped or undone, as functions of what is known."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta

from tracker.front_ends import QUESTLOG, FrontEnd
from tracker.frozen import frozen
from tracker.habits.day_context import DayContext
from tracker.habits.errors import NoSkipsLeft, NotDue, NothingToUndo, WrongDay
from tracker.habits.events import (
    AchievementUnlocked,
    CompletionUndone,
    DayChanged,
    Event,
    FreezeUsed,
    HabitCompleted,
)
from tracker.habits.model import Habit, HabitLog
from tracker.habits.states import DayEntry, DayState, Logged
from tracker.habits.watched import BACKFILL_DAYS
from tracker.readings import Number
from tracker.rewards.achievements import Achievement, AchievementCounts, AchievementMeasure, unlocked
from tracker.rewards.model import Award
from tracker.rewards.points import Scale, level_of
from tracker.words import checked_note, on_day

_TWICE = 2
"""So many times over it could have been done in a pause that is one."""


@frozen
class DayReport:
    """What a person said of a day."""

    day: date
    via: FrontEnd
    amount: Number | None = None
    note: str | None = None
    occasion: str | None = None
    """By which a second delivery of the same words is known; None where there is none."""


def check_day(scene: DayContext, day: date) -> None:
    if day > scene.today:
        raise WrongDay("That day has not come yet.")
    if day < scene.today - timedelta(days=BACKFILL_DAYS):
        raise WrongDay(f"That is too long ago. You can log up to {BACKFILL_DAYS} days back.")


def completed(scene: DayContext, told: DayReport, scale: Scale) -> DayChanged | None:
    """The day done, or more of it; None where it was done already, and there is nothing to add."""
    check_day(scene, told.day)
    told = replace(told, note=checked_note(told.note))
    before = scene.before
    if before is not None and before.was_told_by(told.occasion):
        return None
    if before is not None and _adds_nothing(scene, told, before):
        return _annotated(scene, told, before)
    amount = _amount(scene, told, before)
    after = _entry(scene, told.day, Logged.DONE, amount, via=told.via, note=told.note)
    after = after.model_copy(update={"occasion": told.occasion})
    return _rewarded(_changed(scene, told.day, before, after), scale)


def _annotated(scene: DayContext, told: DayReport, before: HabitLog) -> DayChanged | None:
    """What is done already, with a note that is new."""
    if told.note is None or told.note == before.note:
        return None
    changes = {"note": told.note, "earlier": before.steps, "revision": before.revision + 1}
    return _changed(scene, told.day, before, before.model_copy(update=changes))


@frozen
class ObservedGain:
    """What a number did that feeds a habit."""

    day: date
    via: str
    before: Number
    """Where it stood when it was last seen."""
    after: Number


def fed(scene: DayContext, seen: ObservedGain, scale: Scale) -> DayChanged | None:
    """The day with what the number has gained in all on it; None where that is known already.

    What was told by hand is kept: it counts as if the number had gained it, too.
    """
    before = scene.before
    if before is None or before.state is not Logged.DONE:
        origin = seen.before
    else:
        origin = before.fed_from if before.fed_from is not None else seen.before - (before.amount or 0)
    if seen.after <= origin or (before is not None and before.amount == seen.after - origin):
        return None
    after = _entry(scene, seen.day, Logged.DONE, seen.after - origin, via=seen.via)
    after = after.model_copy(update={"fed_from": origin, "earlier": before.earlier if before else ()})
    changed = replace(_changed(scene, seen.day, before, after), by_person=False)
    return _rewarded(changed, scale)


def noted(scene: DayContext, day: date, state: Logged, via: str) -> DayChanged | None:
    """The day excused by Questlog itself; None where something was told of it that counts."""
    before = scene.before
    if not scene.can_be_excused(day) or not scene.habit.began <= day < scene.today:
        return None
    amount = before.amount if before else None
    changed = _changed(scene, day, before, _entry(scene, day, state, amount, via=via))
    events = (FreezeUsed(day, changed.standing),) if state is Logged.FROZEN else ()
    return replace(changed, events=events, by_person=False)


def kept(scene: DayContext, day: date, scale: Scale) -> DayChanged | None:
    """A day that is over, of a habit that is to be left: not doing it gives what doing others gives."""
    before = scene.before
    if not _is_without(scene, day, scene.entries) or (before is not None and before.award is not None):
        return None
    if before is None:
        after = _entry(scene, day, Logged.DONE, 0, via=QUESTLOG)
    else:
        after = before.model_copy(update={"revision": before.revision + 1})
    return _rewarded(replace(_changed(scene, day, before, after), by_person=False), scale)


def _is_without(scene: DayContext, day: date, entries: Mapping[date, DayEntry]) -> bool:
    """Whether it is a good day, which is over, of what is to be left."""
    course = scene.course_with(entries)
    is_meant = course.schedule.period_of(day) is not None and course.first <= day
    return is_meant and course.log.target_of(day).at_most and course.log.state_of(day) is DayState.DONE


def skips_left(habit: Habit, logs: Mapping[date, HabitLog], day: date) -> int:
    """How many days of its month can still be skipped; `logs` are those of the month, at least."""
    in_month = (one for at, one in logs.items() if (at.year, at.month) == (day.year, day.month))
    used = sum(one.state is Logged.SKIPPED for one in in_month)
    return max(habit.skips_per_month - used, 0)


def skipped(scene: DayContext, told: DayReport, left: int) -> DayChanged | None:
    """The day left out on purpose; `left` are the skips that are left of its month."""
    check_day(scene, told.day)
    note = checked_note(told.note)
    before = scene.before
    if before is not None and before.state is Logged.SKIPPED:
        return None
    if before is not None and before.award is not None:
        good = "did not happen" if scene.habit.target.at_most else "is done"
        hint = "there is nothing to skip" if scene.habit.target.at_most else "undo that first"
        raise WrongDay(f"{scene.habit.name} {good} {_on(scene, told)} already; {hint}.")
    if before is not None and scene.state_of(told.day) is DayState.MISSED and scene.habit.target.at_most:
        raise WrongDay(f"It was too much {_on(scene, told)}, and skipping does not change that.")
    if _asks_for_nothing(scene, told.day):
        verb = "is" if told.day == scene.today else "was"
        due = f"{scene.habit.name} {verb} not due {_on(scene, told)}"
        raise NotDue(f"{due}, so there is nothing to skip. No skip is used.")
    if not left:
        raise NoSkipsLeft(
            f"All {scene.habit.skips_per_month} skips of this month are used. The next month brings new ones."
        )
    amount = before.amount if before else None
    after = _entry(scene, told.day, Logged.SKIPPED, amount, via=told.via, note=note)
    return _changed(scene, told.day, before, after)


def _asks_for_nothing(scene: DayContext, day: date) -> bool:
    """A day off, a holiday, or one of a week or month that is kept already."""
    period = scene.habit.schedule.period_of(day)
    if period is None or scene.state_of(day) is DayState.AWAY:
        return True
    lived = (one for one in period.days() if one <= scene.today and period.first < period.last)
    return sum(scene.state_of(one) is DayState.DONE for one in lived) >= period.needed


def _on(scene: DayContext, told: DayReport) -> str:
    return on_day(told.day, scene.today)


def undone(scene: DayContext, day: date, scale: Scale) -> DayChanged:
    """The day as it was before it was last told; what it gave is taken back, unless it is still good."""
    before = scene.before
    if before is None or (before.via == QUESTLOG and before.state is Logged.DONE):
        raise NothingToUndo("There is nothing to undo on that day.")
    after = before.back()
    others = {at: one for at, one in scene.entries.items() if at != day}
    if after is None and _is_without(scene, day, others):  # a good day also when nothing is said of it
        new = _entry(replace(scene, before=None), day, Logged.DONE, 0, via=QUESTLOG)
        after = new.model_copy(update={"award": before.award, "revision": before.revision + 1})
    return _rewarded(replace(_changed(scene, day, before, after), takes_back=True), scale)


def _adds_nothing(scene: DayContext, told: DayReport, before: HabitLog) -> bool:
    """Whether a day that was told stays the same when it is told again."""
    habit, state = scene.habit, scene.state_of(told.day)
    if before.state is not Logged.DONE or told.amount is not None:
        return False
    if habit.target.at_most:  # one slip is as bad as two; of what has a limit it is once more
        return habit.amount is None and state is DayState.MISSED
    return habit.amount is None or (state is DayState.DONE and before.award is not None)


def _amount(scene: DayContext, told: DayReport, before: HabitLog | None) -> Number | None:
    """Amounts add up. Done without one means all that was wanted; of what has a limit, one."""
    so_far = before.amount if before is not None else None
    wanted = scene.habit.amount
    more = 1 if wanted is not None and scene.habit.target.at_most and told.amount is None else told.amount
    if more is not None:
        return more + (so_far or 0)
    return wanted if so_far is None or wanted is None else max(so_far, wanted)


def _entry(
    scene: DayContext, day: date, state: Logged, amount: Number | None, *, via: str, note: str | None = None
) -> HabitLog:
    """The day as it is now, over what was known of it."""
    before = scene.before
    in_time = before is not None and before.state is Logged.DONE and not before.backfilled
    return HabitLog(
        habit=scene.habit.id,
        user=scene.user.id,
        day=day,
        state=state,
        amount=amount,
        note=note or (before.note if before else None),
        at=scene.now,
        via=via,
        backfilled=day < scene.today and not in_time,
        award=before.award if before else None,
        earlier=before.steps if before else (),
        revision=before.revision + 1 if before else 1,
    )


def _changed(scene: DayContext, day: date, before: HabitLog | None, after: HabitLog | None) -> DayChanged:
    others = {at: one for at, one in scene.entries.items() if at != day}
    entries = others if after is None else {**others, day: after.entry}
    began = _began(scene, day, entries)
    elsewhere = began != scene.habit.began
    if elsewhere:
        scene = replace(scene, habit=scene.habit.model_copy(update={"began": began}))
    return DayChanged(scene, day, before, after, entries, scene.reckoned(entries), begins_elsewhere=elsewhere)


def _began(scene: DayContext, day: date, entries: Mapping[date, DayEntry]) -> date:
    """Earlier where a day before is told. Where that is undone, when it was made, or told next."""
    habit = scene.habit
    if day in entries:
        return min(day, habit.began)
    made = scene.day_of(habit.created_at)
    if day != habit.began or day >= made or scene.mark is not None:
        return habit.began
    return min([made, *entries])


def _rewarded(changed: DayChanged, scale: Scale) -> DayChanged:
    """With what it gives, where the day has become a good one; taken back, where it no longer is one."""
    given, after = changed.before.award if changed.before else None, changed.after
    if after is not None and changed.state is DayState.DONE:
        return changed if given is not None else _given(changed, after, scale)
    if given is None:
        return changed
    poorer = after and after.model_copy(update={"award": None})
    return replace(changed, after=poorer, events=(CompletionUndone(given),))


def _given(changed: DayChanged, after: HabitLog, scale: Scale) -> DayChanged:
    scene = changed.scene
    so_far = scene.wallet.given_on(scene.today) if scene.wallet else 0
    number = scene.wallet.changes + 1 if scene.wallet else 1  # so that it differs from one that was undone
    points = scale.award(changed.standing.current, so_far)
    events = [*map(AchievementUnlocked, _unlocked(changed, points))]
    award = Award(
        id=f"{scene.habit.id}-{changed.day:%Y%m%d}-{number}",
        points=points,
        given_on=scene.today,
        achievements=tuple(event.achievement.id for event in events),
    )
    first: Event = HabitCompleted(changed.standing.current, award)
    logged = after.model_copy(update={"award": award})
    return replace(changed, after=logged, events=(first, *events))


def _unlocked(changed: DayChanged, points: int) -> Iterator[Achievement]:
    scene = changed.scene
    wallet_points = scene.wallet.points if scene.wallet else 0
    completions = scene.wallet.completions if scene.wallet else 0
    tally = AchievementCounts(
        {
            AchievementMeasure.COMPLETIONS: completions + 1,
            AchievementMeasure.STREAK: changed.standing.current,
            AchievementMeasure.PAUSE: _pause(changed),
            AchievementMeasure.LEVEL: level_of(wallet_points + points),
        }
    )
    return unlocked(tally, scene.achievements)


def _pause(changed: DayChanged) -> int:
    """Days since it was done before; none where it never was, or where that is as often as it is due."""
    log, mark = changed.log, changed.scene.mark
    if changed.habit.target.at_most:
        return 0  # nobody comes back to what is to be left
    before = (day for day in sorted(changed.entries, reverse=True) if day < changed.day)
    done = (day for day in before if log.state_of(day) is DayState.DONE)
    known = next(done, mark.last_done if mark else None)
    days = (changed.day - known).days if known is not None else 0
    return days if days * changed.habit.schedule.frequency >= _TWICE else 0
