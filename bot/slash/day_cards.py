"""Cards about time: what to do today, and what was gained in a day, a week, a month."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.names import NAME
from bot.page import Page
from bot.shown import ShownGoal
from bot.slash.cards import Card, Part, Row, empty_card, heading, picture_of, separated, text
from bot.slash.goal_words import (
    change,
    expected_briefly,
    named_unless_said,
    title_of,
    today_words,
)
from bot.slash.habit_words import today_line
from bot.slash.looks import BLUE, GREEN, importance, look_of
from bot.slash.paging import Place, turn_rows
from bot.slash.texts import NOTHING, dotted, safe, small
from tracker.dates import FIRST
from tracker.days import Days
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.pace.gains import Gain, Period
from tracker.goals.pace.quota import quota_of
from tracker.habits.model import HabitStatus
from tracker.habits.states import DayState
from tracker.habits.watched import Watched
from tracker.words import bar, in_full

TODAY_PER_PAGE = 10
"""Goals; two habits take as much room as one of them."""
GAINS_PER_PAGE = 8
PERIODS = {
    Period.DAY: "today",
    Period.WEEK: "this week",
    Period.MONTH: "this month",
    Period.ALL_TIME: "in all",
}

_BAR = 10

ToDo: TypeAlias = ShownGoal | Watched
"""What a day can ask for."""


@dataclass(frozen=True, slots=True)
class GoalGains:
    """What a goal gained in one or more spans of time."""

    goal: Goal
    character: str
    """Its name, as it was given."""
    gains: Mapping[str, Gain | None]
    """By what is said of the span, such as `today`: safe text. None where nothing was known yet."""


def for_today(shown: Iterable[ShownGoal]) -> list[ShownGoal]:
    """The goals that are under way, what needs somebody first."""
    live = [one for one in shown if one.is_open and one.goal.status is GoalStatus.ACTIVE]
    return sorted(live, key=lambda one: importance(one.standing.state))


def habits_for_today(watched: Iterable[Watched]) -> list[Watched]:
    """What is still to do, what was told today, and what should not be done at all, in this order."""
    live = [one for one in watched if one.habit.status is HabitStatus.ACTIVE]
    shown = [one for one in live if one.is_due or one.today in one.entries or _is_to_avoid(one)]
    return sorted(shown, key=lambda one: (not one.is_due, one.today not in one.entries))


def today_pages(habits: Sequence[Watched], goals: Sequence[ShownGoal], number: int) -> Page[ToDo]:
    """Habits first, on as many pages as it takes."""
    pages: list[list[ToDo]] = [[]]
    left = room = 2 * TODAY_PER_PAGE
    for one, size in [*((habit, 1) for habit in habits), *((goal, 2) for goal in goals)]:
        if size > left:
            pages.append([])
            left = room
        pages[-1].append(one)
        left -= size
    at = min(max(number, 0), len(pages) - 1)
    return Page(pages[at], at, len(pages), len(habits) + len(goals))


def today_card(page: Page[ToDo], place: Place, *, lead: str | None = None, ticks: Iterable[Row] = ()) -> Card:
    """`lead` says in safe words what was just ticked off, and `ticks` is what ticks more of them off."""
    if not page.items:
        return nothing_to_do_card(lead)
    habits = [one for one in page.items if isinstance(one, Watched)]
    goals = [one for one in page.items if not isinstance(one, Watched)]
    day = habits[0].today if habits else goals[0].standing.today
    done = _all_done(page.items)
    below = dotted(["all done for today" if done and page.count == 1 else None, str(page)])
    parts: list[Part] = [heading(f"Today, {day:%A} {day.day} {day:%B}", below or None, large=True)]
    parts += [text(lead)] if lead else []
    if habits:
        parts += [ui.Separator[Any](), text(*map(today_line, habits)), *ticks]
    if goals:
        parts += [ui.Separator[Any](), text(*(line for shown in goals for line in _today_lines(shown)))]
    colour = GREEN if done else look_of(goals[0].standing).colour if goals else BLUE
    return Card(*parts, colour=colour, rows=turn_rows(place, page))


def nothing_to_do_card(lead: str | None = None) -> Card:
    return empty_card(
        "Nothing to do today",
        *([lead] if lead else []),
        "No goal is under way, and no habit is due.",
        "Set a goal: `/goal add goal:99 wc by 1 march`",
        "Begin a habit: `/habit add habit:gym 3x a week`",
        small("`/goal list` and `/habit list` show those that are paused, reached or done."),
    )


def gains_card(
    page: Page[GoalGains],
    place: Place,
    *,
    below: str | None = None,
    picture: discord.File | None = None,
    rows: Iterable[Row] = (),
) -> Card:
    """`page` holds at most GAINS_PER_PAGE, those of one character together; `below` says of which days."""
    if not page.items:
        return empty_card(
            "No gains yet", "There are no goals here. Set one: `/goal add goal:99 wc by 1 march`"
        )
    head = heading("Gains", dotted([below, str(page)]) or None, large=True)
    groups = [text(*_gained_by(of_one)) for _, of_one in groupby(page.items, lambda one: one.goal.character)]
    seen = [picture_of(picture)] if picture else []
    return Card(*separated([head, *groups]), *seen, rows=[*rows, *turn_rows(place, page)])


def days_words(days: Days) -> str:
    """`Monday 1 March 2027 to Friday 5 March 2027`."""
    if days.first == days.last:
        return in_full(days.last)
    return (
        f"{in_full(days.first)} to {in_full(days.last)}"
        if days.first > FIRST
        else f"until {in_full(days.last)}"
    )


def _today_lines(shown: ShownGoal) -> Iterator[str]:
    standing = shown.standing
    look = look_of(standing)
    yield dotted(
        [f"{look.symbol} **{title_of(shown.goal)}**", named_unless_said(shown.goal, shown.character)]
    )
    words, quota = today_words(shown), quota_of(standing)
    if quota is not None and quota.done is not None and not _is_free(shown):
        words = f"{bar(quota.percent, _BAR)} {words}"
    yield dotted([words, look.word])
    if standing.eta:
        yield small(f"expected {expected_briefly(shown)}")


def _is_free(shown: ShownGoal) -> bool:
    progress = shown.standing.progress
    return progress is not None and (progress.safe_days or 0) >= 1


def _all_done(shown: Sequence[ToDo]) -> bool:
    """Whether there was something to do today, and it is done; a goal without a date asks for nothing."""
    done = [_is_kept(one) if isinstance(one, Watched) else _is_done(one) for one in shown]
    return False not in done and True in done


def _is_kept(watched: Watched) -> bool | None:
    """None where nothing is asked for: it is skipped, or not to be done."""
    if watched.is_due:
        return False
    return True if watched.state_of(watched.today) is DayState.DONE else None


def _is_to_avoid(watched: Watched) -> bool:
    return watched.habit.target.at_most and watched.state_of(watched.today) is not DayState.AWAY


def _is_done(shown: ShownGoal) -> bool | None:
    """None where nothing is asked for."""
    progress, quota = shown.standing.progress, quota_of(shown.standing)
    if progress is not None and progress.days_left is not None and progress.days_left <= 0:
        return False
    if quota is None or _is_free(shown):
        return None if quota is None else True
    return quota.done is not None and quota.done >= quota.wanted


def _gained_by(gained: Iterable[GoalGains]) -> Iterator[str]:
    for number, one in enumerate(gained):
        if number == 0:
            yield f"### {safe(one.character, NAME)}"
        yield f"**{title_of(one.goal)}**"
        yield (
            dotted(f"{_amount(one.goal, gain)} {span}".rstrip() for span, gain in one.gains.items())
            or NOTHING
        )


def _amount(goal: Goal, gain: Gain | None) -> str:
    return NOTHING if gain is None else change(goal, gain.amount)
