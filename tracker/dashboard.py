"""Everything about a person at a glance, from their own partition, in one round trip.

Profile, wallet, streaks, achievements and where goals stand: what it costs grows with what is shown, and not
with the person's history.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.goals.model import Goal, GoalStatus, LatestProgress
from tracker.habits.model import UnlockedAchievement, Wallet
from tracker.habits.rewards import Level, achievements_of, level
from tracker.habits.watched import Watched, watched_by
from tracker.store.entity import from_items
from tracker.store.index_keys import StatusKey
from tracker.store.key import KeyPrefix
from tracker.store.keys import GoalKey, HabitKey, StreakKey, UserKey, WalletKey
from tracker.store.table import Table
from tracker.store.values import Item, Key

KEPT = 4096
"""Of so many people it is remembered which goals they have: those are read together with all else."""


class GoalGlance(NamedTuple):
    goal: Goal
    latest: LatestProgress | None


@dataclass(frozen=True, slots=True)
class Dashboard:
    user: User
    wallet: Wallet
    habits: Sequence[Watched]
    achievements: Sequence[UnlockedAchievement]
    """Newest first."""
    goals: Sequence[GoalGlance]
    """Those under way."""

    @property
    def level(self) -> Level:
        return level(self.wallet)


class Dashboards:
    """The first look at a person takes two steps: which goals there are, and where they stand."""

    def __init__(self, table: Table, most: int = KEPT) -> None:
        self._table, self._most = table, most
        self._known: OrderedDict[str, tuple[Key, ...]] = OrderedDict()

    async def of(self, user_id: str, now: datetime) -> Dashboard:
        """Raises NoSuchUser."""
        profile, wallet = UserKey(user_id).key, WalletKey(user_id).key
        known = self._known.get(user_id, ())
        found, habits, streaks, achievements, goals = await asyncio.gather(
            self._table.get_many([profile, wallet, *known]),
            self._all(HabitKey.prefix(user=user_id)),
            self._all(StreakKey.prefix(user=user_id)),
            achievements_of(self._table, user_id),
            self._goals(user_id),
        )
        user = next(from_items(User, _some(found.get(profile))), None)
        if user is None:
            raise NoSuchUser("There is no such person.")
        latest = await self._latest(user_id, goals, found)
        return Dashboard(
            user=user,
            wallet=next(from_items(Wallet, _some(found.get(wallet))), Wallet()),
            habits=watched_by(user, habits, streaks, now),
            achievements=achievements,
            goals=[GoalGlance(goal, latest.get(goal.latest_key.key)) for goal in goals],
        )

    async def _latest(
        self, user_id: str, goals: Sequence[Goal], found: Mapping[Key, Item]
    ) -> dict[Key, LatestProgress]:
        """What was not among what was read already is read now."""
        keys = tuple(goal.latest_key.key for goal in goals)
        before = self._known.get(user_id, ())
        missing = [key for key in keys if key not in before]
        items = {**found, **(await self._table.get_many(missing) if missing else {})}
        self._remember(user_id, keys)
        there = [(key, items[key]) for key in keys if key in items]
        return {key: one for key, item in there for one in from_items(LatestProgress, [item])}

    def _remember(self, user_id: str, keys: tuple[Key, ...]) -> None:
        self._known[user_id] = keys
        self._known.move_to_end(user_id)
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    async def _goals(self, user_id: str) -> list[Goal]:
        active = StatusKey.prefix(user=user_id, kind=GoalKey.item_type, status=GoalStatus.ACTIVE.value)
        items = [
            item async for item in self._table.query_all(active.pk, prefix=active.prefix, index=active.index)
        ]
        return sorted(from_items(Goal, items), key=lambda one: (one.created_at, one.id))

    async def _all(self, mine: KeyPrefix) -> list[Item]:
        return [item async for item in self._table.query_all(mine.pk, prefix=mine.prefix)]


def _some(item: Item | None) -> Iterable[Item]:
    return () if item is None else (item,)
