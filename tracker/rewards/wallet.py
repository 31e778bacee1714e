"""What a person has earned: points and their level, the ledger, achievements with their dates."""

from collections.abc import Iterable
from typing import NamedTuple

from tracker.habits.model import LedgerEntry, UnlockedAchievement, Wallet
from tracker.rewards.points import level_begins, level_of
from tracker.store.entity import from_items
from tracker.store.keys import AchievementKey, WalletEntryKey, WalletKey
from tracker.store.table import Table
from tracker.store.values import Item


class LedgerPage(NamedTuple):
    entries: list[LedgerEntry]
    """Newest first."""
    cursor: str | None


class Level(NamedTuple):
    number: int
    points: int
    to_next: int
    """Points until the next one begins."""


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


async def achievements_of(table: Table, user_id: str) -> list[UnlockedAchievement]:
    """Newest first. There are only as many as can be unlocked."""
    mine = AchievementKey.prefix(user=user_id)
    return newest_first([item async for item in table.query_all(mine.pk, prefix=mine.prefix)])


def newest_first(items: Iterable[Item]) -> list[UnlockedAchievement]:
    return sorted(
        from_items(UnlockedAchievement, items), key=lambda one: (one.unlocked_at, one.id), reverse=True
    )
