"""Where a goal stands now: progress, forecast, state and next level, from what was recorded of it."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from tracker.accounts.model import User
from tracker.days import day_begins, left_of_day, local_day
from tracker.goals.games.game import ALL_SKILLS, OVERALL, Game, game_of
from tracker.goals.model import Goal, GoalStatus, LatestProgress, Observed, Outage
from tracker.goals.pace import history
from tracker.goals.pace.gains import MOST_DAYS, Point, daily_gains, daily_rates
from tracker.goals.pace.progress import NextLevel, Progress, next_level, progress_of
from tracker.goals.pace.state import GoalState, state_of
from tracker.goals.plans import Plan
from tracker.goals.words.request import LEVELS, GoalType
from tracker.readings import Measure, Number, Quantity
from tracker.store.entity import from_items
from tracker.store.keys import SubjectKey
from tracker.store.table import Table
from tracker.store.values import Item, Key

if TYPE_CHECKING:  # numpy is loaded only where a forecast is made: a command line starts ten times a minute
    from tracker.goals.pace.forecast import Eta, Forecast

RECENT = timedelta(days=60)
"""What is read of a goal's history to say where it stands; a forecast looks at 42 days of it."""
_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Standing:
    goal: Goal
    game: Game
    plan: Plan
    today: date
    """The person's day."""
    now: datetime
    latest: LatestProgress | None
    progress: Progress | None
    """None while the number has not been seen."""
    forecast: "Forecast | None"
    """None where there are too few days for it, and where nothing is left to forecast."""
    eta: "Eta | None"
    state: GoalState
    next_level: NextLevel | None
    points: tuple[Point, ...]
    gained_today: Number | None
    """None where that is unknown."""
    outage: Outage | None = None
    """Since when there is no reading, where that is so now."""


def standing_of(
    goal: Goal,
    user: User,
    now: datetime,
    *,
    latest: LatestProgress | None,
    points: Sequence[Point],
    outage: Outage | None = None,
) -> Standing:
    """`points` are in order of time, and reach back as far as a forecast shall look."""
    game = _game(goal, latest)
    plan = goal.plan(game)
    today, left = local_day(now, user.zone, user.day_start), left_of_day(now, user.zone, user.day_start)
    progress = None if latest is None else progress_of(plan, latest.value, today, left)
    reached = goal.status is GoalStatus.REACHED
    seen_until = now if outage is None else min(outage.since, now)
    ahead = None
    if progress is not None and not (reached or progress.reached):
        ahead = _forecast(goal, _rates(plan, game, user, points, seen_until), progress.remaining, left)
    return Standing(
        goal=goal,
        game=game,
        plan=plan,
        today=today,
        now=now,
        latest=latest,
        progress=progress,
        forecast=ahead,
        eta=None if ahead is None else ahead.eta(today),
        state=state_of(
            progress,
            ahead,
            plan.due,
            today,
            reached=reached,
            paused=goal.status is GoalStatus.PAUSED,
            before=None if latest is None else latest.state,
        ),
        next_level=None if latest is None else _next_level(goal, game, latest.value),
        points=tuple(points),
        gained_today=_gained(goal, user, points, today, seen_until),
        outage=outage,
    )


async def standings(
    table: Table,
    user: User,
    goals: Sequence[Goal],
    now: datetime,
    *,
    moments: Iterable[datetime] = (),
    newest: int = history.NEWEST,
) -> list[Standing]:
    """Where each of a person's goals stands, in the order given.

    `moments` are those from which on somebody will ask for gains, besides the beginnings of days. Where a
    goal has more than the `newest` records, its `points` are those and what these questions need.
    """
    found = await table.get_many(
        [
            *(goal.latest_key.key for goal in goals),
            *(SubjectKey(subject).key for subject in {goal.subject for goal in goals}),
        ]
    )
    latest = [_latest(goal, found) for goal in goals]
    outages = [_outage(goal, found) for goal in goals]
    gate, asked = asyncio.Semaphore(_AT_ONCE), [*moments]

    async def recent(goal: Goal, last: LatestProgress | None, outage: Outage | None) -> list[Point]:
        until = now if outage is None else min(outage.since, now)
        since = until - RECENT
        if last is None or last.at < since:
            # Of a goal that has not moved for so long, the last value is all there is to know.
            return [] if last is None else [last.point]

        def wanted() -> Iterable[datetime]:
            return (goal.created_at, now, *asked, *_days_until(until, user))

        async with gate:
            return await history.recent(table, goal, since=since, moments=wanted, newest=newest)

    known = await asyncio.gather(*map(recent, goals, latest, outages))
    return [
        standing_of(goal, user, now, latest=last, points=points, outage=outage)
        for goal, last, outage, points in zip(goals, latest, outages, known, strict=True)
    ]


def _game(goal: Goal, latest: LatestProgress | None) -> Game:
    """With the skills that the data does not have, but that the goal has counted."""
    game = game_of(goal.subject.source)
    counted = () if latest is None else latest.counted or ()
    new = [name for name in counted if name not in game.skills]
    return game.knowing({Quantity(name, Measure.XP): 0 for name in new}) if new else game


def _gained(
    goal: Goal, user: User, points: Sequence[Point], today: date, seen_until: datetime
) -> Number | None:
    gains = daily_gains(
        points, [today], user.zone, user.day_start, seen_until=seen_until, founded=goal.created_at
    )
    return gains[today]


def _rates(
    plan: Plan, game: Game, user: User, points: Sequence[Point], seen_until: datetime
) -> tuple[float, ...]:
    return daily_rates(
        points,
        seen_until,
        user.zone,
        user.day_start,
        most_days=MOST_DAYS,
        may_fall=all(game.may_fall(part.quantity) for part in plan.aim.parts),
        falling=plan.falling,
    )


def _forecast(
    goal: Goal, rates: Sequence[float], remaining: Number, left_of_today: float
) -> "Forecast | None":
    from tracker.goals.pace.forecast import forecast, seed_of  # noqa: PLC0415 - see above

    return forecast(rates, float(remaining), seed_of(goal.id), left_of_today)


def _next_level(goal: Goal, game: Game, value: Number) -> NextLevel | None:
    """Of goals that count the xp of one skill."""
    counts_xp = goal.target_type in (GoalType.XP, *LEVELS)
    if not counts_xp or goal.target_attribute in (OVERALL, ALL_SKILLS):
        return None
    skill = game.skills.get(goal.target_attribute) or game.new_skill(goal.target_attribute)
    return next_level(skill, int(value))


def _latest(goal: Goal, found: Mapping[Key, Item]) -> LatestProgress | None:
    item = found.get(goal.latest_key.key)
    return next(from_items(LatestProgress, [] if item is None else [item]), None)


def _outage(goal: Goal, found: Mapping[Key, Item]) -> Outage | None:
    item = found.get(SubjectKey(goal.subject).key)
    observed = next(from_items(Observed, [] if item is None else [item]), None)
    return None if observed is None else observed.outage


def _days_until(seen_until: datetime, user: User) -> Iterator[datetime]:
    """When the days begin that a forecast looks at, and that of the last look."""
    last = local_day(seen_until, user.zone, user.day_start)
    for days in range(MOST_DAYS + 1):
        yield day_begins(last - timedelta(days=days), user.zone, user.day_start)
