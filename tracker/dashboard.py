"""Everything about a person at a glance, from their own partition, in one round trip.

Profile, wallet, streaks, achievements and where goals stand: what it costs grows with what is shown, and not
with the person's history.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.frozen import frozen
from tracker.goals.composite.model import CompositeGoal
from tracker.goals.model import Goal, GoalStatus, LatestProgress
from tracker.habits.watched import Watched, watched_by
from tracker.rewards.model import UnlockedAchievement, Wallet
from tracker.rewards.wallet import Level, level, newest_first
from tracker.store.entity import from_items
from tracker.store.index_keys import StatusKey
from tracker.store.key import KeyPrefix
from tracker.store.keys import (
    AchievementKey,
    CompositeGoalKey,
    GoalKey,
    HabitKey,
    LatestProgressKey,
    StreakKey,
    UserKey,
    WalletKey,
)
from tracker.store.query import Query
from tracker.store.table import Table
from tracker.store.values import Item, Key, key_of

MOST = 500
"""More than a person can have of anything that is shown."""


class GoalGlance(NamedTuple):
    goal: Goal
    latest: LatestProgress | None


@frozen
class Dashboard:
    user: User
    wallet: Wallet
    habits: Sequence[Watched]
    achievements: Sequence[UnlockedAchievement]
    """Newest first."""
    goals: Sequence[GoalGlance]
    """Those under way."""
    goals_of_parts: Sequence[CompositeGoal]
    """The same, as they were last counted."""

    @property
    def level(self) -> Level:
        return level(self.wallet)


async def dashboard_of(table: Table, user_id: str, now: datetime) -> Dashboard:
    """Raises NoSuchUser."""
    profile, wallet = UserKey(user_id).key, WalletKey(user_id).key
    listed = (
        HabitKey.prefix(user=user_id),
        StreakKey.prefix(user=user_id),
        AchievementKey.prefix(user=user_id),
        _active(user_id, GoalKey.item_type),
        _active(user_id, LatestProgressKey.item_type),
        CompositeGoalKey.prefix(user=user_id),
    )
    found, pages = await table.read([profile, wallet], [_all(mine) for mine in listed])
    habits, streaks, achievements, goals, latest, composites = (page.items for page in pages)
    user = next(from_items(User, _some(found.get(profile))), None)
    if user is None:
        raise NoSuchUser("There is no such person.")
    return Dashboard(
        user=user,
        wallet=next(from_items(Wallet, _some(found.get(wallet))), Wallet()),
        habits=watched_by(user, habits, streaks, now),
        achievements=newest_first(achievements),
        goals=await _glances(table, goals, latest),
        goals_of_parts=_under_way(composites),
    )


def _under_way(items: Iterable[Item]) -> list[CompositeGoal]:
    """In the order in which they were made."""
    found = (one for one in from_items(CompositeGoal, items) if one.status.is_judged)
    return sorted(found, key=lambda one: (one.created_at, one.id))


async def _glances(table: Table, goals: Iterable[Item], latest: Iterable[Item]) -> list[GoalGlance]:
    under_way = sorted(from_items(Goal, goals), key=lambda one: (one.created_at, one.id))
    newest = {key_of(item): item for item in latest}
    newest |= await table.get_many(_unlisted(under_way, newest))
    return [
        GoalGlance(goal, next(from_items(LatestProgress, _some(newest.get(goal.latest_key.key))), None))
        for goal in under_way
    ]


def _unlisted(goals: Iterable[Goal], listed: Mapping[Key, Item]) -> list[Key]:
    """What is there and not in the index: it lags, or the goal has not moved since progress is listed.

    A goal that has no start has no progress either.
    """
    keys = (goal.latest_key.key for goal in goals if goal.start_value is not None)
    return [key for key in keys if key not in listed]


def _active(user_id: str, kind: str) -> KeyPrefix:
    return StatusKey.prefix(user=user_id, kind=kind, status=GoalStatus.ACTIVE.value)


def _all(mine: KeyPrefix) -> Query:
    return Query(mine.pk, prefix=mine.prefix, index=mine.index, limit=MOST)


def _some(item: Item | None) -> Iterable[Item]:
    return () if item is None else (item,)
