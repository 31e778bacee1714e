"""A person's day as they see it: habits with a sign each, goals with what they ask for today."""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from bot.cli.goal_screen import outage_notes, signed, state_text
from bot.cli.goal_view import GoalView
from bot.cli.habit_screen import today_line
from bot.cli.habit_view import typed
from bot.cli.screen import plain
from bot.cli.today import Today
from tracker.goals.pace.quota import quota_of
from tracker.goals.words.wording import measured, whose
from tracker.habits.watched import Watched
from tracker.habits.words.wording import period_text, streak_text
from tracker.readings import Number
from tracker.words import count_of, people

_DOT = " \N{MIDDLE DOT} "


def page(today: Today) -> Iterator[Text | Table]:
    day = today.day
    yield Text(f"Today, {day:%A} {day.day} {day:%B}", "bold")
    if today.habits:
        yield Text()
        yield habits_table(today)
    if today.goals:
        yield Text()
        yield goals_table(today)
        yield from map(Text, outage_notes(today.goals))
    yield Text()
    yield Text(below(today), "dim")


def below(today: Today) -> str:
    """What to type next; or that nothing is left."""
    if due := [one.habit for one in today.habits if one.is_due]:
        return f"When one is done: questlog habit done {typed(due[0])}"
    return f"{'Nothing' if all(map(is_done, today.goals)) else 'No habit'} is left to do today."


def habits_table(today: Today) -> Table:
    table = _table("habit", "today", "")
    for one in today.habits:
        table.add_row(Text(plain(one.habit.name)), today_line(one), Text(_standing(one), "dim"))
    return table


def _standing(watched: Watched) -> str:
    current = watched.standing().current
    streak = streak_text(current, watched.habit.schedule) if current else None
    return _DOT.join(filter(None, [period_text(watched), streak]))


def goals_table(today: Today) -> Table:
    table = _table("goal", "today", "state")
    for one in today.goals:
        name = whose(one.goal, one.called.character)
        title = Text.assemble(one.called.title, (f"  {plain(name)}" if name else "", "dim"))
        table.add_row(title, Text(goal_words(one)), state_text(one))
    return table


def goal_words(view: GoalView) -> str:
    """What was done today, and what is to be done."""
    standing, progress = view.standing, view.standing.progress
    if progress is None:
        return "its number has not been seen yet"
    if progress.days_left is not None and progress.days_left <= 0:
        return f"the date is over, {_measured(view, progress.remaining)} to go"
    gained = None if standing.gained_today is None else signed(view, standing.gained_today)
    if (safe := int(progress.safe_days or 0)) >= 1:
        return ", ".join(filter(None, [gained, f"free: you are {count_of(safe, 'day')} ahead"]))
    if (quota := quota_of(standing)) is None:
        return gained or "nothing new"
    if quota.done is None:
        return f"{_measured(view, quota.wanted)} to do"
    if quota.done >= quota.wanted:
        return f"{_measured(view, quota.done)}, done for today"
    return f"{people(quota.done)} of {_measured(view, quota.wanted)}"


def is_done(view: GoalView) -> bool:
    """Whether a goal asks for nothing more today; one without a date never does."""
    progress, quota = view.standing.progress, quota_of(view.standing)
    if progress is not None and progress.days_left is not None and progress.days_left <= 0:
        return False
    if quota is None or (progress is not None and (progress.safe_days or 0) >= 1):
        return True
    return quota.done is not None and quota.done >= quota.wanted


def _measured(view: GoalView, value: Number | float) -> str:
    return plain(measured(view.goal, view.standing.game, value))


def _table(*titles: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in titles:
        table.add_column(title)
    return table
