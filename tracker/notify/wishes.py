"""When a person wants to be left alone, changed: what was held because of it is looked at anew."""

from collections.abc import Iterable
from datetime import datetime

from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.notify import outbox
from tracker.store.table import Table

DECISIVE = frozenset({"timezone", "quiet_hours", "urgent_passes"})
"""The settings by which it is decided whether a message is held."""


async def mute(table: Table, accounts: Accounts, user: User, until: datetime | None, now: datetime) -> User:
    """None for no longer. What was held comes when the mute ends, also where that is earlier than before."""
    after = await accounts.mute(user.id, until)
    before = user.muted_until
    if before is not None and before > now and (until is None or until < before):
        await outbox.release(table, user.id, now)
    return after


async def follow(table: Table, person: str, changed: Iterable[str], now: datetime) -> None:
    """After a change of these settings. What may not come yet is held again, until the right time."""
    if not DECISIVE.isdisjoint(changed):
        await outbox.release(table, person, now)
