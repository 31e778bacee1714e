"""Cards about time: what to do today, and what was gained in a day, a week, a month."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import discord

from bot.names import NAME
from bot.page import Page
from bot.shown import ShownGoal
from bot.slash.cards import Card, Row, empty_card, heading, picture_of, separated, text
from bot.slash.goal_words import (
    change,
    expected_briefly,
    named_unless_said,
    title_of,
    today_words,
)
from bot.slash.looks import GREEN, importance, look_of
from bot.slash.paging import Place, turn_rows
from bot.slash.texts import NOTHING, dotted, safe, small
from tracker.days import Days
from tracker.goals.gains import Gain, Period
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.past_days import FIRST
from tracker.goals.quota import quota_of
from tracker.goals.wording import bar, in_full

TODAY_PER_PAGE = 10
GAINS_PER_PAGE = 8
PERIODS = {
    Period.DAY: "today",
    Period.WEEK: "this week",
    Period.MONTH: "this month",
    Period.ALL_TIME: "in all",
}

_BAR = 10


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


def today_card(page: Page[ShownGoal], place: Place, *, rows: Iterable[Row] = ()) -> Card:
    """`page` holds at most TODAY_PER_PAGE, in the order of `for_today`."""
    if not page.items:
        return empty_card(
            "Nothing to do today",
            "No goal is under way. Set one: `/goal add goal:99 wc by 1 march`",
            small("`/goal list` shows those that are paused or reached."),
        )
    day = page.items[0].standing.today
    done = _all_done(page.items)
    below = dotted(["all done for today" if done and page.count == 1 else None, str(page)])
    head = heading(f"Today, {day:%A} {day.day} {day:%B}", below or None, large=True)
    lines = [line for shown in page.items for line in _today_lines(shown)]
    colour = GREEN if done else look_of(page.items[0].standing).colour
    return Card(*separated([head, text(*lines)]), colour=colour, rows=[*rows, *turn_rows(place, page)])


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


def _all_done(shown: Sequence[ShownGoal]) -> bool:
    """Whether there was something to do today, and it is done; a goal without a date asks for nothing."""
    done = [_is_done(one) for one in shown]
    return False not in done and True in done


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
