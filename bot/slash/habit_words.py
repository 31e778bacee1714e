"""Habits on Discord in words: names that can do nothing, and the lines of cards."""

from collections.abc import Iterator, Sequence
from datetime import date

from bot.names import NAME, TITLE
from bot.slash.habit_looks import FIRE, look_of_habit
from bot.slash.texts import counted, dotted, on_day, percent, safe, small
from tracker.habits.model import Away, Habit, HabitStatus, Plan
from tracker.habits.states import DayState
from tracker.habits.streaks import MOST_FREEZES, WHOLE, Mark
from tracker.habits.watched import Watched
from tracker.habits.words.wording import amount_text, period_text, streak_text, today_text, wanted_text
from tracker.words import bar, count_of, times_text

WEEKDAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")

_BAR = 14
_ENOUGH = 7
"""Days after which it says something on which of them it is done most often."""
_MOST_HOLIDAYS = 2
_MOST_GOALS = 3
_NOTE = 120
"""The most letters that are shown of each part of a plan."""
_THEN = " \N{RIGHTWARDS ARROW} "


def name_of(habit: Habit) -> str:
    return safe(habit.name, NAME)


def wanted_words(habit: Habit) -> str:
    """What it asks for; the unit is the person's own word."""
    return safe(wanted_text(habit), TITLE)


def state_words(watched: Watched) -> str:
    """`✅ done: 20 of 20 pages · 2 of 3 this week`."""
    look, habit = look_of_habit(watched), watched.habit
    words = look.word if habit.status is not HabitStatus.ACTIVE else safe(today_text(watched))
    return dotted([f"{look.symbol} {words}", period_text(watched) if _is_live(habit) else None])


def streak_words(watched: Watched, mark: Mark | None = None) -> str | None:
    """`🔥 12 days in a row`; None where there is no streak now."""
    current = (mark or watched.standing()).current
    return f"{FIRE} {streak_text(current, watched.habit.schedule)}" if current else None


def today_line(watched: Watched) -> str:
    """For `/today`: `⬜ **Gym** · 2 of 3 this week · 🔥 12 weeks in a row`."""
    words = _today_words(watched)
    named = f"{look_of_habit(watched).symbol} **{name_of(watched.habit)}**"
    return dotted([named, safe(words) if words else None, period_text(watched), streak_words(watched)])


def _today_words(watched: Watched) -> str | None:
    """How much, where that is the question; what its symbol says already is not said again."""
    habit, told = watched.habit, watched.entries.get(watched.today)
    if habit.target.at_most:
        return today_text(watched)
    if told is None:
        return None if habit.amount is None else amount_text(habit, habit.amount)
    says_all = habit.amount is None and watched.state_of(watched.today) is DayState.DONE
    return None if says_all else today_text(watched)


def list_lines(watched: Watched) -> Iterator[str]:
    """For a list: what it asks for, what today is, and how strong it is."""
    habit, mark = watched.habit, watched.standing()
    yield dotted([f"**{name_of(habit)}**", wanted_words(habit)])
    yield dotted([state_words(watched), streak_words(watched, mark)])
    yield small(dotted([f"strength {strength(mark)}", _longest(habit, mark)]))


def facts(watched: Watched, skipped: int) -> Iterator[str]:
    """All numbers, one to a line. `skipped` are the days of this month that were left out so far."""
    habit, mark = watched.habit, watched.standing()
    unit = habit.schedule.unit
    streak = streak_words(watched, mark) or "none now"
    yield f"**Streak** {dotted([streak, _longest(habit, mark)])}"
    yield f"**Strength** {bar(100 * mark.strength / WHOLE, _BAR)} {strength(mark)}"
    if mark.rate is not None:
        share = percent(round(100 * mark.rate))
        yield f"**Kept** {mark.kept:,} of {count_of(mark.kept + mark.missed, unit)}, {share}"
    if mark.done:
        yield f"**Done** on {dotted([counted(mark.done, 'day'), _best_day(mark)])}"
    saved = f"{mark.freezes} of {MOST_FREEZES}, used when a day is missed"
    if not habit.target.at_most:  # a slip is not saved
        yield f"**Freezes** {saved if habit.freezes else 'switched off'}"
    left = max(habit.skips_per_month - skipped, 0)
    yield f"**Skips** {left} of {habit.skips_per_month} left this month"


def plans(watched: Watched, goals: Sequence[str] = ()) -> Iterator[str]:
    """What was planned: reminders, the way it goes, holidays, what feeds it. Titles of goals are safe."""
    habit = watched.habit
    yield f"**Reminders** {times_text(habit.reminders)}" if habit.reminders else "**Reminders** none"
    yield from plan_lines(habit.plan)
    if habit.fed_by is not None:
        yield f"**Counted from** {safe(habit.fed_by.title)}"
    if goals:
        yield f"**For** {', '.join(goals[:_MOST_GOALS])}"
    if holidays := _holidays(watched, habit.away):
        yield f"**Away** {holidays}"


def plan_lines(plan: Plan) -> Iterator[str]:
    """`**Plan** After breakfast → shoes on → coffee`."""
    steps = [safe(one, _NOTE) for one in (plan.trigger, plan.action, plan.reward) if one]
    if steps:
        yield f"**Plan** {_THEN.join(steps)}"
    if plan.friction:
        yield f"**In the way** {safe(plan.friction, _NOTE)}"


def footer(watched: Watched) -> str:
    habit = watched.habit
    where = " / ".join(safe(one, NAME) for one in (habit.area, habit.category) if one)
    kind = f"a habit to {habit.habit_type.value}"
    return dotted([kind, where, f"since {on_day(habit.began, watched.user.zone)}"])


def strength(mark: Mark) -> str:
    return percent(round(100 * mark.strength / WHOLE))


def _longest(habit: Habit, mark: Mark) -> str | None:
    if mark.longest <= mark.current:
        return "the longest so far" if mark.current > 1 else None
    return f"longest {count_of(mark.longest, habit.schedule.unit)}"


def _best_day(mark: Mark) -> str | None:
    if mark.best_weekday is None or mark.done < _ENOUGH:
        return None
    return f"most often on {WEEKDAYS[mark.best_weekday]}"


def _holidays(watched: Watched, away: Sequence[Away]) -> str:
    """Those that are not over; a pause is told by its own word."""
    coming = [one for one in away if one.last is not None and one.last >= watched.today]
    shown = [_holiday(one.first, one.last or one.first, watched) for one in coming[:_MOST_HOLIDAYS]]
    more = len(coming) - len(shown)
    return ", ".join([*shown, *([f"and {more} more"] if more else [])])


def _holiday(first: date, last: date, watched: Watched) -> str:
    zone = watched.user.zone
    return on_day(first, zone) if first == last else f"{on_day(first, zone)} to {on_day(last, zone)}"


def _is_live(habit: Habit) -> bool:
    return habit.status is HabitStatus.ACTIVE
