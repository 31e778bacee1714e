"""What a person is answered who has told a day of a habit: what it is now, the streak, what it gave."""

from collections.abc import Sequence
from datetime import date

from tracker.habits.day_writing import DayOutcome
from tracker.habits.errors import NoSuchHabit
from tracker.habits.events import DayChanged
from tracker.habits.model import Habit
from tracker.habits.schedule import ONE_DAY
from tracker.habits.states import DayState
from tracker.habits.words.wording import so_far, streak_text, strength_text
from tracker.words import count_of, on_day


def told_text(changed: DayChanged) -> str:
    step_back = "Undone." if changed.takes_back and changed.after is not None else ""
    parts = [step_back, _day_part(changed), _streak_part(changed), _points_part(changed)]
    parts += [f"Achievement unlocked: {one.title}." for one in changed.unlocked]
    return " ".join(part for part in parts if part)


def several_text(changes: Sequence[DayChanged]) -> str:
    """Where several were ticked off at once; what each of them says by itself would be too long."""
    if len(changes) == 1:
        return told_text(changes[0])
    done = [one for one in changes if one.after is not None and one.state is DayState.DONE]
    told = [_day_part(one) for one in changes if one not in done]
    if done:
        *others, last = (one.habit.name for one in done)
        today, days = changes[0].scene.today, {one.day for one in done}
        verbs = ("is", "are") if days == {today} else ("was", "were")
        named = f"{', '.join(others)} and {last} {verbs[1]}" if others else f"{last} {verbs[0]}"
        when = f" {on_day(days.pop(), today)}" if len(days) == 1 else ""
        told.insert(0, f"{named} done{when}.")
    told += [given] if (given := _points_text(sum(one.points for one in changes))) else []
    told += [f"Achievement unlocked: {one.title}." for change in changes for one in change.unlocked]
    return " ".join(told)


def outcomes_text(outcomes: Sequence[DayOutcome]) -> str:
    """What came of several days that were told at once: what changed, and then what did not, and why."""
    changes = [one.changed for one in outcomes if one.changed]
    told = [several_text(changes)] if changes else []
    others = [_why_not(one) for one in outcomes if one.changed is None]
    return " ".join(dict.fromkeys([*told, *others]))


def _why_not(outcome: DayOutcome) -> str:
    match outcome.refused:
        case None:
            return "What was done already counts once."
        case NoSuchHabit():
            return "One of them no longer exists."
        case refused:
            return str(refused)


def already_text(habit: Habit, day: date, today: date, *, skipped: bool = False) -> str:
    """Where telling it once more has changed nothing."""
    verb = _verb(day, today)
    if skipped:
        return f"{habit.name} {verb} skipped {on_day(day, today)} already."
    noted = "noted" if habit.target.at_most else "done"
    return f"{habit.name} {verb} {noted} {on_day(day, today)} already; it counts once."


def changed_text(before: Habit, after: Habit) -> str:
    """What a change of a habit means for its past."""
    if before.schedule != after.schedule:
        return "Changed. Its days stay, and its streak is recalculated for the new schedule."
    if before.target != after.target:
        return "Changed. That holds from today on; days before it stay what they were."
    return "Changed. Its history stays."


def _verb(day: date, today: date) -> str:
    return "is" if day == today else "was"


def _day_part(changed: DayChanged) -> str:
    habit, day = changed.habit, on_day(changed.day, changed.scene.today)
    verb = _verb(changed.day, changed.scene.today)
    if changed.after is None:
        return f"{habit.name} {day} is undone."
    match changed.state:
        case DayState.SKIPPED:
            return f"{habit.name} {verb} skipped {day}."
        case DayState.PARTIAL:
            return f"{habit.name} {day}: {so_far(habit, changed.after.amount)}."
        case DayState.DONE if habit.target.at_most:
            amount = so_far(habit, changed.after.amount) if changed.after.amount else None
            return f"{habit.name} {day}: {amount}." if amount else f"{habit.name} did not happen {day}."
        case DayState.DONE:
            amount = so_far(habit, changed.after.amount)
            return f"{habit.name} {verb} done {day}{f': {amount}' if amount else ''}."
        case _ if habit.target.at_most:
            amount = so_far(habit, changed.after.amount)
            return f"Noted for {day}: {habit.name}{f', {amount}' if amount else ''}."
        case _:
            return f"{habit.name} {verb} noted {day}."


def _streak_part(changed: DayChanged) -> str:
    habit, now = changed.habit, changed.standing.current
    if changed.state is DayState.MISSED and changed.after is not None:
        before = changed.scene.standing().current
        ended = f"That ends {streak_text(before, habit.schedule)}. " if before else ""
        return f"{ended}{_comfort(changed)}".strip()
    if now == 0:
        return ""
    return f"{streak_text(now, habit.schedule).capitalize()}{_kept_open(changed)}."


def _comfort(changed: DayChanged) -> str:
    strength = changed.standing.strength
    still = f"the strength is still {strength_text(changed.standing)}." if strength else ""
    if changed.day == changed.scene.today:
        return f"Tomorrow is a new day{f'; {still}' if still else '.'}"
    return still[:1].upper() + still[1:]


def _kept_open(changed: DayChanged) -> str:
    """How much is left of a week or month that is under way."""
    period = changed.habit.schedule.period_of(changed.day)
    if period is None or period.needed == 1 or changed.state is not DayState.DONE:
        return ""
    state_of = changed.scene.course_with(changed.entries).log.state_of
    last = min(period.last, changed.scene.today)
    lived = (period.first + offset * ONE_DAY for offset in range((last - period.first).days + 1))
    done = sum(state_of(day) is DayState.DONE for day in lived)
    unit = changed.habit.schedule.unit
    named = f"this {unit}" if changed.scene.today in period else f"that {unit}"
    return f", and {named} is kept" if done >= period.needed else f", {done} of {period.needed} {named}"


def _points_part(changed: DayChanged) -> str:
    return _points_text(changed.points)


def _points_text(points: int) -> str:
    sign = "+" if points > 0 else "\N{MINUS SIGN}"
    return f"{sign}{count_of(abs(points), 'point')}." if points else ""
