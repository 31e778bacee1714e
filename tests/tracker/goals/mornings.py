"""Somebody whose goals have gone on for ten days, and what happens in the mornings after."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from tests.deliveries import tell_everything
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.tracker.goals.scenes import (
    ANNA,
    DAY,
    HOUR,
    person,
    record,
    settle,
    steady,
    woodcutting,
)
from tracker.accounts.model import User
from tracker.digest.planning import Round, first_round
from tracker.digest.rounds import hold
from tracker.goals.model import Goal, LatestProgress
from tracker.goals.pace.gains import Point
from tracker.goals.pace.state import GoalState
from tracker.notify.model import Notification
from tracker.store.entity import from_item, to_item
from tracker.store.keys import DueKey
from tracker.store.table import Table

ROUND = DueKey(ANNA, "round", "daily").key
PER_DAY = 120_000
MONDAY = date(2100, 1, 11)
"""The first round of `begun`: after ten days of progress."""


async def begun(table: Table, clock: HandClock, *goals: Goal, **wishes: Any) -> User:  # noqa: ANN401 - any field
    """Somebody with goals that have gone on for ten days, and a first round that comes at eight."""
    goals = goals or (woodcutting(),)
    user = await settle(table, person(**wishes), *goals)
    for goal in goals:
        await record(table, goal, steady(10, PER_DAY))
    clock.advance((10 * DAY).total_seconds())
    await table.update(first_round(user, clock()))
    return user


async def planned(table: Table) -> Round:
    item = await table.get(ROUND)
    assert item is not None
    return from_item(Round, item)


async def held(table: Table, clock: HandClock, day: date | None = None) -> list[Notification]:
    """The clock goes on to the next round, or to a later day's, which is then held. What it tells goes."""
    struck = (await planned(table)).due_at
    if day is not None:
        struck = datetime.combine(day, struck.timetz())
    clock.advance((struck + timedelta(seconds=5) - clock()).total_seconds())
    told = await hold(tools_at(table, clock), await planned(table))
    await tell_everything(table, ANNA, clock())
    return told


async def kept_state(table: Table, goal: Goal) -> GoalState | None:
    item = await table.get(goal.latest_key.key)
    assert item is not None
    return from_item(LatestProgress, item).state


async def goes_on(table: Table, goal: Goal, at: datetime, value: int, state: GoalState | None) -> None:
    """A new value is recorded, as the recorder would."""
    latest = LatestProgress(at=at, value=value, since=at - HOUR, day=at.date(), best=value, state=state)
    await record(table, goal, [Point(at, value, at - HOUR)])
    await table.put(to_item(latest, goal.latest_key))


def kinds(messages: Sequence[Notification]) -> list[str]:
    return [message.kind.name for message in messages]
