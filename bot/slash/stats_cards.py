"""The card of `/stats`: what somebody has done in all, and what everybody is after."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.slash.cards import Card, heading, separated, text
from bot.slash.goal_words import change, named_unless_said
from bot.slash.looks import Look
from bot.slash.texts import counted, dotted, moment, safe, small
from tracker.goals.games.game import game_of
from tracker.goals.model import Goal
from tracker.goals.words.wording import attribute_name
from tracker.readings import Number

MOST_GAINS = 8


@dataclass(frozen=True, slots=True)
class WeekGain:
    goal: Goal
    character: str
    """Its name, as it was given."""
    amount: Number


@dataclass(frozen=True, slots=True)
class Tracked:
    """What most goals in a game are on, of all people together."""

    game: str
    """The name of its source."""
    attributes: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Stats:
    since: datetime
    characters: int
    reached: int
    """Also those that were put away afterwards."""
    states: Mapping[Look, int]
    """How many goals are in each state, but for those that are over."""
    gains: Sequence[WeekGain]
    """This week, the largest first."""
    tracked: Sequence[Tracked]


def stats_card(stats: Stats, title: str = "Your numbers") -> Card:
    """`title` is safe already."""
    head = heading(title, f"with Questlog since {moment(stats.since, 'D')}", large=True)
    parts = [head, text(*_totals(stats)), text("### This week", *_week(stats.gains))]
    if stats.tracked:
        parts.append(text("### What everybody is after", *map(_of_game, stats.tracked)))
    return Card(*separated(parts))


def _totals(stats: Stats) -> Iterator[str]:
    under_way = sum(stats.states.values())
    yield dotted(
        [
            counted(stats.characters, "character"),
            f"{counted(under_way, 'goal')} under way",
            f"\N{TROPHY} {stats.reached:,} reached",
        ]
    )
    if stats.states:
        yield dotted(f"{look.symbol} {count:,} {look.word}" for look, count in stats.states.items())
    elif not stats.reached:
        yield "Set a goal in your own words: `/goal add goal:99 wc by 1 march`"


def _week(gains: Sequence[WeekGain]) -> Iterator[str]:
    for gain in gains[:MOST_GAINS]:
        goal = gain.goal
        name = safe(attribute_name(goal, game_of(goal.subject.source)))
        amount = change(goal, gain.amount)
        yield dotted([f"**{name}** {amount}", named_unless_said(goal, gain.character)])
    if len(gains) > MOST_GAINS:
        yield small(f"and {len(gains) - MOST_GAINS:,} more: `/gains`")
    if not gains:
        yield "Nothing has moved yet."


def _of_game(tracked: Tracked) -> str:
    game = game_of(tracked.game)
    names = (f"{safe(game.display(name))} ({counted(goals, 'goal')})" for name, goals in tracked.attributes)
    return f"**{safe(game.title)}** {', '.join(names)}"
