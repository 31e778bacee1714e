"""Where a goal stands now: progress, forecast, state and next level, from its newest progress alone."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Self

from tracker.accounts.model import User
from tracker.days import day_span, local_day
from tracker.frozen import frozen
from tracker.goals.games.game import ALL_SKILLS, OVERALL, Game, game_of
from tracker.goals.model import Goal, GoalStatus, LatestProgress
from tracker.goals.pace.forecast import Eta, Forecast, forecast
from tracker.goals.pace.history import with_recent_gains
from tracker.goals.pace.progress import NextLevel, Progress, next_level, progress_of
from tracker.goals.pace.state import GoalState, state_of
from tracker.goals.plans import Plan
from tracker.goals.words.request import LEVELS, GoalType
from tracker.readings import Measure, Number, Quantity
from tracker.store.entity import Model, from_item, from_items
from tracker.store.keys import LatestReadingKey, SubjectKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.store.values import Item, Key
from tracker.subjects import LatestReading, Observed, Outage


@frozen
class LocalNow:
    """This moment by a person's own calendar, worked out once for all of their goals."""

    user: User
    now: datetime
    today: date
    left_of_today: float

    @classmethod
    def of(cls, user: User, now: datetime) -> Self:
        zone, day_start = user.zone, user.day_start
        today = local_day(now, zone, day_start)
        day = day_span(today, zone, day_start)
        return cls(user, now, today, (day.end - now) / day.length)

    def day_of(self, instant: datetime) -> date:
        return local_day(instant, self.user.zone, self.user.day_start)


@frozen
class GoalStanding:
    """What a list does not show is worked out when it is asked for."""

    goal: Goal
    game: Game
    plan: Plan
    today: date
    """The person's day."""
    now: datetime
    seen: date
    """The day of the last look."""
    latest: LatestProgress | None
    progress: Progress | None
    """None while the number has not been seen."""
    forecast: Forecast | None
    """None where there are too few days for it, and where nothing is left to forecast."""
    state: GoalState
    outage: Outage | None = None
    """Since when there is no reading, where that is so now."""

    @property
    def eta(self) -> Eta | None:
        return None if self.forecast is None else self.forecast.eta(self.today)

    @property
    def next_level(self) -> NextLevel | None:
        return None if self.latest is None else _next_level(self.goal, self.game, self.latest.value)

    @property
    def gained_today(self) -> Number | None:
        """None where that is unknown."""
        if self.latest is None or self.latest.recent_gains is None or self.seen < self.today:
            return None
        return self.latest.recent_gains.gained_on(self.today, self.latest.point.grown)


def standing_of(
    goal: Goal, local: LocalNow, *, latest: LatestProgress | None, outage: Outage | None = None
) -> GoalStanding:
    game = _game(goal, latest)
    plan, today, left = goal.plan(game), local.today, local.left_of_today
    progress = None if latest is None else progress_of(plan, latest.value, today, left)
    reached = goal.status is GoalStatus.REACHED
    seen = today if outage is None else min(local.day_of(outage.since), today)
    ahead = None
    if latest is not None and progress is not None and not (reached or progress.reached):
        ahead = forecast(_rates(plan, game, latest, seen, local.user), float(progress.remaining), left)
    state = state_of(
        progress,
        ahead,
        plan.due,
        today,
        reached=reached,
        paused=goal.status is GoalStatus.PAUSED,
        before=None if latest is None else latest.state,
    )
    return GoalStanding(goal, game, plan, today, local.now, seen, latest, progress, ahead, state, outage)


async def standings(table: Table, user: User, goals: Sequence[Goal], now: datetime) -> list[GoalStanding]:
    """Where each of a person's goals stands, in the order given: one request, and no history."""
    return await standings_in(await table.get_many(standing_keys(goals)), table, user, goals, now)


def standing_keys(goals: Iterable[Goal]) -> list[Key]:
    """What says where goals stand: their newest progress, and the subjects for their outages."""
    every = [*goals]
    subjects = dict.fromkeys(goal.subject for goal in every)
    return [*(goal.latest_key.key for goal in every), *(SubjectKey(subject).key for subject in subjects)]


async def standings_in(
    items: Mapping[Key, Item], table: Table, user: User, goals: Sequence[Goal], now: datetime
) -> list[GoalStanding]:
    """The same from what was read; the table is asked only about what an older version wrote."""
    local = LocalNow.of(user, now)
    subjects = {goal.subject for goal in goals}
    outages = {one: _outage(items.get(SubjectKey(one).key)) for one in subjects}
    found: list[GoalStanding] = []
    for goal in goals:
        latest = _one(LatestProgress, items.get(goal.latest_key.key))
        if latest is not None and latest.recent_gains is None:
            latest = await with_recent_gains(table, user, goal, latest)
        found.append(standing_of(goal, local, latest=latest, outage=outages[goal.subject]))
    return found


def _game(goal: Goal, latest: LatestProgress | None) -> Game:
    """With the skills that the data does not have, but that the goal has counted."""
    game = game_of(goal.subject.source)
    counted = () if latest is None else latest.counted or ()
    new = [name for name in counted if name not in game.skills]
    return game.knowing({Quantity(name, Measure.XP): 0 for name in new}) if new else game


def _rates(plan: Plan, game: Game, latest: LatestProgress, seen: date, user: User) -> list[float]:
    """How much nearer each whole day brought, until the day of the last look.

    What fell though it should not was taken back by the game: a day that lost more than it brought counts as
    nothing. Where down is nearer, or the number may fall, it counts as it is.
    """
    if latest.recent_gains is None:
        return []
    rates = latest.recent_gains.rates(seen, user.zone, user.day_start)
    if plan.falling:
        return [-rate for rate in rates]
    if min(rates, default=0.0) >= 0 or all(game.may_fall(part.quantity) for part in plan.aim.parts):
        return rates
    return [max(rate, 0.0) for rate in rates]


def _next_level(goal: Goal, game: Game, value: Number) -> NextLevel | None:
    """Of goals that count the xp of one skill."""
    counts_xp = goal.target_type in (GoalType.XP, *LEVELS)
    if not counts_xp or goal.target_attribute in (OVERALL, ALL_SKILLS):
        return None
    skill = game.skills.get(goal.target_attribute) or game.new_skill(goal.target_attribute)
    return next_level(skill, int(value))


def _one(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, [] if item is None else [item]), None)


def _outage(item: Item | None) -> Outage | None:
    """Few subjects have one."""
    observed = _one(Observed, item) if item is not None and item.get("outage") is not None else None
    return None if observed is None else observed.outage


async def values_in(
    table: Table, found: Collection[GoalStanding]
) -> dict[Subject, Mapping[Quantity, Number]]:
    """All that is known of characters, where a goal is about all of their skills."""
    wanted = {one.goal.subject for one in found if one.goal.target_attribute == ALL_SKILLS}
    keys = {LatestReadingKey(one).key: one for one in wanted}
    items = await table.get_many([*keys]) if keys else {}
    return {
        one: from_item(LatestReading, items[key]).quantities if key in items else {}
        for key, one in keys.items()
    }
