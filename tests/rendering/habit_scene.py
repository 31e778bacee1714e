"""The scene of a habit: two seasons of somebody who reads, and what `/habit show` says of it."""

import random
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import account, done
from tests.fakes.clock import HandClock
from tests.rendering.page import page
from tracker.days import Days
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.store.sqlite import SqliteTable

_ZONE = ZoneInfo("Europe/Berlin")
_BEGINS = datetime(2026, 6, 22, 18, 40, tzinfo=_ZONE)
_DAYS = 229
_A_DAY = 86_400
_AWAY = range(46, 60)
_FAITH = 0.93
_OTHERWISE_BUSY = 0.98
"""Below the one a day is done, above the other it is left out on purpose."""


async def habit_page(folder: Path) -> str:
    """The same in every run: chance is seeded."""
    clock = HandClock(_BEGINS.astimezone(UTC))
    table = await SqliteTable.open(folder / "habit.db", clock)
    try:
        async with BotWorld.on_discord(table, clock) as world:
            return await _shown(world)
    finally:
        await table.close()


async def _shown(world: BotWorld) -> str:
    ada, habits = world.discord.user("ada"), world.client.services.habits
    await ada.slash("settings timezone", zone=_ZONE.key)
    await ada.slash(
        "habit add",
        habit="read 20 pages daily",
        remind="7:30, 21:00",
        trigger="After dinner",
        action="open the book",
        reward="a cup of tea",
        area="mind",
    )
    user = await account(world, ada)
    [read] = await habits.list(user.id)
    first, chance = habits.today(user), random.Random(5)  # noqa: S311 - repeatable
    for day in range(_DAYS):
        told, luck = DayReport(habits.today(user), FrontEnd.DISCORD), chance.random()
        if day in _AWAY:
            pass
        elif luck < _FAITH:
            await habits.complete(user.id, read.id, told)
        elif luck > _OTHERWISE_BUSY:
            await habits.skip(user.id, read.id, told)
        world.clock.advance(_A_DAY)
    gone, back = (first.fromordinal(first.toordinal() + day) for day in (_AWAY[0], _AWAY[-1]))
    await habits.be_away(user.id, Days(gone, back), read.id)
    return page((await done(await ada.slash("habit show", habit="read"))).message, _ZONE)
