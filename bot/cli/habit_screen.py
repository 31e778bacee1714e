"""Habits as people see them: a table, a portrait of one with its last weeks, and what was understood."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from rich.table import Table
from rich.text import Text

from bot.charts.habit_values import state_words
from bot.cli.habit_view import WEEKDAYS, typed
from bot.cli.screen import plain
from tracker.days import first_of_week
from tracker.habits.model import Away, Habit, HabitLog, HabitStatus
from tracker.habits.past import past_of
from tracker.habits.states import DayState, Logged
from tracker.habits.streaks import WHOLE, Mark
from tracker.habits.watched import Watched
from tracker.habits.words.answers import changed_text
from tracker.habits.words.wording import (
    habit_text,
    period_text,
    rate_text,
    streak_text,
    strength_text,
    today_text,
    wanted_text,
)
from tracker.words import bar, count_of, day_text, near_day, times_text

WEEKS = 4
"""So many are shown of a habit's past, this one included."""
NOTES = 5
ENOUGH = 7
"""Days after which it says something on which of them it is done most often."""
_DOT = " \N{MIDDLE DOT} "
_NOTHING = "\N{EN DASH}"
_BLANK = "\N{MIDDLE DOT}"
_STATES: Mapping[DayState, tuple[str, str]] = {
    DayState.DONE: ("\N{CHECK MARK}", "green"),
    DayState.PARTIAL: ("\N{CIRCLE WITH LEFT HALF BLACK}", "yellow"),
    DayState.SKIPPED: ("s", "dim"),
    DayState.FROZEN: ("f", "cyan"),
    DayState.AWAY: ("a", "dim"),
    DayState.MISSED: ("\N{BALLOT X}", "red"),
    DayState.UNKNOWN: ("?", "dim"),
    DayState.OPEN: ("\N{WHITE CIRCLE}", "yellow"),
}


def habit_table(found: Sequence[Watched]) -> Table:
    """One habit in two lines; fits 80 columns."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("habit", min_width=14)
    table.add_column("today")
    table.add_column("streak", no_wrap=True)
    table.add_column("strength", no_wrap=True)
    for one in found:
        table.add_row(*_row(one))
    return table


def _row(watched: Watched) -> Iterator[Text]:
    habit, mark = watched.habit, watched.standing()
    yield Text.assemble(plain(habit.name), (f"\n{plain(wanted_text(habit))}", "dim"))
    yield Text.assemble(today_line(watched), (f"\n{period_text(watched) or ''}", "dim"))
    longest = f"\nlongest {mark.longest:,}" if mark.longest > mark.current else ""
    yield Text.assemble(
        count_of(mark.current, habit.schedule.unit) if mark.current else _NOTHING, (longest, "dim")
    )
    yield Text(f"{bar(_percent(mark), 8)} {strength_text(mark):>5}")


def today_line(watched: Watched) -> Text:
    """A word, a symbol and a colour: nobody needs all three."""
    if watched.habit.status is HabitStatus.ARCHIVED:
        return Text("\N{BLACK SMALL SQUARE} archived", "dim")
    if watched.habit.status is HabitStatus.PAUSED:
        return Text("\N{DOUBLE VERTICAL LINE} paused", "dim")
    state = watched.state_of(watched.today)
    symbol, colour = _STATES[state]
    if state is DayState.OPEN and not watched.is_due:
        symbol, colour = _BLANK, "dim"
    symbol = _BLANK if symbol.isalpha() else symbol
    return Text(f"{symbol} {plain(today_text(watched))}", colour)


def portrait(watched: Watched, logs: Mapping[date, HabitLog]) -> Iterator[Text | Table]:
    """Everything about one habit."""
    habit = watched.habit
    yield Text.assemble((plain(habit.name), "bold"), f"  {plain(wanted_text(habit))}  ", (habit.id, "dim"))
    yield Text(_DOT).join(filter(None, [today_line(watched), _dim(period_text(watched))]))
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for label, words in (*_numbers(watched, logs), *_plans(watched)):
        table.add_row(label, Text(plain(words)))
    for label, days in last_weeks(watched, logs):
        table.add_row(label, days)
    for log in _noted(logs):
        table.add_row(near_day(log.day, watched.today), Text(plain(log.note or "")))
    yield table


def _numbers(watched: Watched, logs: Mapping[date, HabitLog]) -> Iterator[tuple[str, str]]:
    habit, mark = watched.habit, watched.standing()
    unit = habit.schedule.unit
    streak = streak_text(mark.current, habit.schedule) if mark.current else "none now"
    yield "streak", f"{streak}; the longest was {count_of(mark.longest, unit)}" if mark.longest else streak
    yield "strength", f"{bar(_percent(mark), 10)} {strength_text(mark)}"
    if (rate := rate_text(mark)) is not None:
        yield "kept", f"{rate}: {mark.kept:,} of {count_of(mark.kept + mark.missed, unit)}"
    if mark.done:
        yield "done", f"on {count_of(mark.done, 'day')}{_most_often(mark)}"
    if not habit.target.at_most:  # a slip is not saved
        yield "freezes", f"{mark.freezes} left" if habit.freezes else "off"
    left = max(habit.skips_per_month - _skipped(logs, watched.today), 0)
    yield "skips", f"{left} of {habit.skips_per_month} left this month"
    yield "began", day_text(habit.began, watched.today)


def _plans(watched: Watched) -> Iterator[tuple[str, str]]:
    habit, plan = watched.habit, watched.habit.plan
    yield "reminders", times_text(habit.reminders) if habit.reminders else "none"
    said = {
        "type": habit.habit_type.value,
        "area": ", ".join(filter(None, [habit.area, habit.category])),
        "trigger": plan.trigger,
        "action": plan.action,
        "reward": plan.reward,
        "friction": plan.friction,
        "fed by": habit.fed_by.title if habit.fed_by else None,
        "away": "; ".join(_holiday(one, watched.today) for one in habit.away[-3:]),
    }
    yield from ((label, words) for label, words in said.items() if words)


def _most_often(mark: Mark) -> str:
    if mark.best_weekday is None or mark.done < ENOUGH:
        return ""
    return f", most often on {WEEKDAYS[mark.best_weekday].title()}s"


def _holiday(away: Away, today: date) -> str:
    if away.last is None:
        return f"since {day_text(away.first, today)}"
    if away.last == away.first:
        return day_text(away.first, today)
    return f"{day_text(away.first, today)} to {day_text(away.last, today)}"


def last_weeks(watched: Watched, logs: Mapping[date, HabitLog]) -> Iterator[tuple[str, Text]]:
    """From Monday to Sunday, a sign for each day, and what the signs mean."""
    today = watched.today
    first = first_of_week(today) - timedelta(weeks=WEEKS - 1)
    course = watched.course_with({day: one.entry for day, one in logs.items()})
    states = {one.day: one.state for one in past_of(course, today, first).days}
    for week in range(WEEKS):
        monday = first + timedelta(weeks=week)
        if monday + timedelta(days=6) >= course.first:
            days = [monday + timedelta(days=offset) for offset in range(7)]
            yield f"{monday.day} {monday:%b}", Text(" ").join(_sign(states.get(day)) for day in days)
    seen, at_most = [state for state in _STATES if state in states.values()], watched.habit.target.at_most
    if seen:
        words = (f"{_STATES[one][0]} {state_words(one, at_most=at_most)}" for one in seen)
        yield "", Text(", ".join(words), "dim")


def _dim(words: str | None) -> Text | None:
    return Text(words, "dim") if words else None


def _sign(state: DayState | None) -> Text:
    return Text(_BLANK, "dim") if state is None else Text(*_STATES[state])


def _noted(logs: Mapping[date, HabitLog]) -> Sequence[HabitLog]:
    """The last days of which something was written down, the newest first."""
    return [logs[day] for day in sorted(logs, reverse=True) if logs[day].note][:NOTES]


def _skipped(logs: Mapping[date, HabitLog], today: date) -> int:
    in_month = (one for day, one in logs.items() if (day.year, day.month) == (today.year, today.month))
    return sum(one.state is Logged.SKIPPED for one in in_month)


def understood(habit: Habit, today: date, before: Habit | None = None) -> Iterator[str]:
    """What a habit that was just begun or changed means, in sentences."""
    command = typed(habit)
    if before is not None:
        yield changed_text(before, habit)
    yield f"{plain(habit_text(habit))}."
    if habit.target.at_most:
        yield "A day of which you say nothing is a good one."
    if habit.began == today:
        yield f"{_when_told(habit)}: questlog habit done {command}{_how_much(habit)}"
    yield f'Not what you meant? questlog habit edit {command} "NEW WORDS", or --often … --remind …'


def _when_told(habit: Habit) -> str:
    return "When it happens" if habit.target.at_most else "When it is done"


def _how_much(habit: Habit) -> str:
    if habit.amount is None:
        return ""
    if habit.target.at_most:
        return " --amount 1"
    return ", or with --amount 1 for a part of it" if habit.amount > 1 else ""


def _percent(mark: Mark) -> float:
    return 100 * mark.strength / WHOLE
