"""The areas of somebody's life in the village."""

from tracker.accounts.model import User
from tracker.life.areas import Area, Areas
from tracker.store.table import Table


async def begin_areas(table: Table, user: User) -> None:
    areas = Areas(table)
    await areas.add(user.id, Area(name="Health", icon="\N{GREEN APPLE}", description="Body and mind"))
    await areas.add(user.id, Area(name="Work"))
