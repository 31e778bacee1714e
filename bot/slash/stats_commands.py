"""`/stats`: what the person has done in all, and what everybody is after."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from discord import app_commands

from bot.names import NAME
from bot.services import Services
from bot.slash.answers import Interaction, answer
from bot.slash.goal_words import unit
from bot.slash.looks import look_of
from bot.slash.person import present
from bot.slash.stats_cards import Stats, Tracked, WeekGain, stats_card
from bot.slash.texts import safe
from tracker.accounts.model import User
from tracker.days import Span, local_day, week_span
from tracker.goals.characters.service import most_tracked
from tracker.goals.games.game import game_keys
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.pace.gains import gain_between
from tracker.goals.pace.standing import Standing, standings

MOST_TRACKED = 5

_AT_ONCE = 8
"""Goals that are looked at before others get their turn: each costs a forecast."""
_LIVE = (GoalStatus.ACTIVE, GoalStatus.PAUSED)


@app_commands.describe(share="Let everybody here see it")
async def show_stats(interaction: Interaction, share: bool = False) -> None:  # noqa: FBT001, FBT002 - an option
    """Show what you have done in all, and what everybody is after"""
    user = await present(interaction)
    found = await stats_of(interaction.client.services, user)
    name = safe(interaction.user.display_name, NAME)
    card = stats_card(found, f"The numbers of {name}") if share else stats_card(found)
    await answer(interaction, card, share=share)


stats: app_commands.Command[Any, ..., None] = app_commands.command(name="stats")(show_stats)


async def stats_of(services: Services, user: User) -> Stats:
    now = services.clock().replace(microsecond=0)
    week = week_span(local_day(now, user.zone, user.day_start), user.zone, user.day_start)
    characters = await services.characters.list(user.id)
    goals = await services.goals.list(user.id, archived=True)
    found = await _standings(services, user, [goal for goal in goals if _moves(goal, week)], now, week)
    live = [look_of(one) for one in found if one.goal.status in _LIVE]
    return Stats(
        since=user.created_at,
        characters=len(characters),
        reached=sum(goal.reached_at is not None for goal in goals),
        states=dict(Counter(live).most_common()),
        gains=gains_in(week, found, {one.id: one.name for one in characters}),
        tracked=await _tracked(services),
    )


def gains_in(week: Span, found: Iterable[Standing], names: dict[str, str]) -> list[WeekGain]:
    """The largest first. A number that several goals are on is told once, from the oldest of them."""
    gained: dict[tuple[str, str, str], WeekGain] = {}
    for standing in found:
        goal = standing.goal
        gain = gain_between(standing.points, week, founded=goal.created_at)
        if gain is not None and gain.amount:
            number = (goal.character, goal.target_attribute, unit(goal))
            name = names.get(goal.character, goal.character)
            gained.setdefault(number, WeekGain(goal, name, gain.amount))
    return sorted(gained.values(), key=lambda one: -abs(one.amount))


def _moves(goal: Goal, week: Span) -> bool:
    return goal.status in _LIVE or (goal.reached_at is not None and goal.reached_at >= week.start)


async def _standings(
    services: Services, user: User, goals: Sequence[Goal], now: datetime, week: Span
) -> list[Standing]:
    found: list[Standing] = []
    for start in range(0, len(goals), _AT_ONCE):
        some = goals[start : start + _AT_ONCE]
        found += await standings(services.table, user, some, now, moments=[week.start])
    return found


async def _tracked(services: Services) -> list[Tracked]:
    """Of games alone: what people call a number on the web is theirs."""
    counts = [Tracked(game, await most_tracked(services.table, game, MOST_TRACKED)) for game in game_keys()]
    return [one for one in counts if one.attributes]
