"""What a person has earned: points and their level, the ledger, achievements with their dates."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.rewards.achievements import Achievement, AchievementCounts, AchievementMeasure, unlocked
from tracker.rewards.model import LedgerEntry, UnlockedAchievement, Wallet
from tracker.rewards.points import level_begins, level_of
from tracker.store.conditions import ABSENT
from tracker.store.entity import from_items, to_item
from tracker.store.index_keys import TimelineKey
from tracker.store.keys import AchievementKey, WalletEntryKey, WalletKey
from tracker.store.table import Put, Table
from tracker.store.values import Item

_AT_ONCE = 200


class LedgerPage(NamedTuple):
    entries: list[LedgerEntry]
    """Newest first."""
    cursor: str | None


class Level(NamedTuple):
    number: int
    points: int
    to_next: int
    """Points until the next one begins."""

    @property
    def percent(self) -> float:
        """Of the way from this level to the next one; points that were taken back lead below none."""
        whole = level_begins(self.number + 1) - level_begins(self.number)
        return max(round(100 * (1 - self.to_next / whole), 2), 0.0)


def level(wallet: Wallet) -> Level:
    number = level_of(wallet.points)
    return Level(number, wallet.points, level_begins(number + 1) - wallet.points)


async def wallet_of(table: Table, user_id: str) -> Wallet:
    item = await table.get(WalletKey(user_id).key)
    return next(from_items(Wallet, [item] if item else []), Wallet())


async def ledger_page(table: Table, user_id: str, limit: int, cursor: str | None = None) -> LedgerPage:
    mine = WalletEntryKey.prefix(user=user_id)
    page = await table.query(mine.pk, prefix=mine.prefix, reverse=True, limit=limit, cursor=cursor)
    return LedgerPage(list(from_items(LedgerEntry, page.items)), page.cursor)


async def newest_entries(table: Table, user_id: str, most: int | None) -> list[LedgerEntry]:
    """The newest first; without `most`, all of them."""
    found: list[LedgerEntry] = []
    cursor: str | None = None
    while most is None or len(found) < most:
        wanted = _AT_ONCE if most is None else min(_AT_ONCE, most - len(found))
        page = await ledger_page(table, user_id, wanted, cursor)
        found += page.entries
        if (cursor := page.cursor) is None:
            break
    return found


async def achievements_of(table: Table, user_id: str) -> list[UnlockedAchievement]:
    """Newest first. There are only as many as can be unlocked."""
    mine = AchievementKey.prefix(user=user_id)
    return newest_first([item async for item in table.query_all(mine.pk, prefix=mine.prefix)])


def newest_first(items: Iterable[Item]) -> list[UnlockedAchievement]:
    return sorted(
        from_items(UnlockedAchievement, items), key=lambda one: (one.unlocked_at, one.id), reverse=True
    )


async def held_achievements(table: Table, user_id: str) -> frozenset[str]:
    return frozenset(one.id for one in await achievements_of(table, user_id))


def unlocking(user: User, one: Achievement, now: datetime, award: str = "") -> Put:
    """`award` is what it is taken back with."""
    new = UnlockedAchievement(id=one.id, title=one.title, text=one.text, unlocked_at=now, award=award)
    place = TimelineKey(user.id, "achievement", now, one.id)
    return Put(to_item(new, AchievementKey(user.id, one.id), place), ABSENT)


async def won_by_goals(table: Table, user_id: str, reached: int) -> list[Achievement]:
    """What having reached so many goals unlocks."""
    return list(
        unlocked(
            AchievementCounts({AchievementMeasure.GOALS: reached}), await held_achievements(table, user_id)
        )
    )
