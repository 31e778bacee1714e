"""Achievements that come from elsewhere than telling a day: perfect weeks, goals that are reached."""

from datetime import datetime

from tracker.accounts.model import User
from tracker.goals.model import GoalStatus
from tracker.goals.own import characters_of, goals_of
from tracker.habits.model import UnlockedAchievement
from tracker.rewards.achievements import Achievement, Count, Tally, unlocked
from tracker.store.conditions import ABSENT
from tracker.store.entity import from_items, to_item
from tracker.store.index_keys import TimelineKey
from tracker.store.keys import AchievementKey
from tracker.store.table import Put, Table


async def held_achievements(table: Table, user_id: str) -> frozenset[str]:
    mine = AchievementKey.prefix(user=user_id)
    items = [item async for item in table.query_all(mine.pk, prefix=mine.prefix)]
    return frozenset(one.id for one in from_items(UnlockedAchievement, items))


def unlocking(user: User, one: Achievement, now: datetime, award: str = "") -> Put:
    """`award` is what it is taken back with."""
    new = UnlockedAchievement(id=one.id, title=one.title, text=one.text, unlocked_at=now, award=award)
    place = TimelineKey(user.id, now, "achievement", one.id)
    return Put(to_item(new, AchievementKey(user.id, one.id), place), ABSENT)


async def won_by_goal(table: Table, user: User) -> list[Achievement]:
    """What reaching one goal more unlocks."""
    characters = await characters_of(table, user.id)
    goals = [goal for one in characters for goal in await goals_of(table, user.id, one.id)]
    reached = sum(goal.status is GoalStatus.REACHED for goal in goals) + 1
    return list(unlocked(Tally({Count.GOALS: reached}), await held_achievements(table, user.id)))
