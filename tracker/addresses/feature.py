"""What channels and quiet hours bring to what runs on the clock."""

from collections.abc import Collection
from datetime import datetime

from tracker.accounts.model import User
from tracker.feature import Rules
from tracker.notify import channel_off
from tracker.notify.muting import release_held
from tracker.store.table import Table


async def _release_held(table: Table, user: User, changed: Collection[str], now: datetime) -> None:
    await release_held(table, user.id, changed, now)


CHANNELS = Rules(
    "channels",
    kinds=(channel_off.CHANNEL_OFF,),
    checks=lambda table, _: channel_off.checks(table),
    settings_changed=_release_held,
)
