"""`questlog today`: what there is to do until the person's day ends, habits and goals."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

import click

from bot.cli import goal_view, habit_view
from bot.cli.ending import json_option
from bot.cli.goal_view import GoalView
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, say, show
from bot.slash.looks import importance
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.goals.model import GoalStatus
from tracker.goals.pace.quota import quota_of
from tracker.goals.pace.state import GoalState
from tracker.habits.model import HabitStatus
from tracker.habits.states import DayState
from tracker.habits.watched import Watched, watch


@dataclass(frozen=True, slots=True)
class Today:
    day: date
    habits: list[Watched]
    """In the order of `habits_for_today`."""
    goals: list[GoalView]
    """What needs the person first."""
    owns_any: bool
    """Whether there is a habit or a goal at all."""


@click.command()
@person_option
@json_option
@click.pass_obj
def today(invocation: Invocation, wanted: Identity, *, as_json: bool) -> None:
    """Show what there is to do today: habits and goals."""

    async def collect(desk: Desk) -> Today:
        return await what_is_to_do(desk, await desk.person(wanted))

    found = at_desk(invocation, collect)
    if as_json:
        answer(as_data(found))
    elif found.habits or found.goals:
        show_page(found)
    elif found.owns_any:
        say("There is nothing to do today. `questlog habit list` and `questlog goal list` show all you have.")
    else:
        say(
            'There is nothing to do yet. Begin a habit: questlog habit add "gym 3x a week"',
            "Or say whom you play, and set a goal: questlog character add NAME",
        )


async def what_is_to_do(desk: Desk, user: User) -> Today:
    habits = await watch(desk.table, user, desk.now)
    goals = await desk.goals.list(user.id)
    shown = await goal_view.views(desk, user, [one for one in goals if one.status is GoalStatus.ACTIVE])
    under_way = [one for one in shown if one.standing.state is not GoalState.REACHED]
    return Today(
        day=desk.habits.today(user),
        habits=habits_for_today(habits),
        goals=sorted(under_way, key=lambda one: importance(one.standing.state)),
        owns_any=bool(habits or goals),
    )


def habits_for_today(watched: Iterable[Watched]) -> list[Watched]:
    """What is still to do, what was told today, and what should not be done at all, in this order."""
    live = [one for one in watched if one.habit.status is HabitStatus.ACTIVE]
    shown = [one for one in live if one.is_due or one.today in one.entries or is_to_avoid(one)]
    return sorted(shown, key=lambda one: (not one.is_due, one.today not in one.entries))


def is_to_avoid(watched: Watched) -> bool:
    return watched.habit.target.at_most and watched.state_of(watched.today) is not DayState.AWAY


def as_data(found: Today) -> dict[str, object]:
    """The answer of `--json`, described in docs/cli.md."""
    return {
        "day": f"{found.day}",
        "habits": [habit_view.as_data(one) for one in found.habits],
        "goals": [{**goal_view.as_data(one), "quota": quota_data(one)} for one in found.goals],
    }


def quota_data(view: GoalView) -> dict[str, object] | None:
    quota = quota_of(view.standing)
    if quota is None:
        return None
    return {"done": quota.done, "wanted": round(quota.wanted, 4)}


def show_page(found: Today) -> None:
    from bot.cli.today_screen import page  # noqa: PLC0415 - only people need rich

    show(*page(found))
