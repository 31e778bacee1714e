"""The picture of a message: the chart of the goal or of the week that it tells of.

Most mail is read on white, and most of Discord is dark.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial

from bot.pictures import PICTURES, Pictures, draw_shown, picture_of
from bot.shown import STANDINGS, ShownGoal
from bot.standings_pictures import standings_picture_of, standings_told
from scheduler.channels.channel import Part
from scheduler.channels.looks import GOALS
from scheduler.channels.picture import Picture, PictureOf
from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.goals.live import goal_at
from tracker.goals.own import character_at
from tracker.goals.rounds.messages import DIGEST_KIND
from tracker.store.entity import from_item
from tracker.store.keys import CharacterKey, GoalKey, UserKey
from tracker.store.table import Table

KEPT = 16
MOST_WAITING = 8


class MessagePictures:
    def __init__(self, table: Table, clock: Clock, light: Pictures, dark: Pictures = PICTURES) -> None:
        self._table, self._clock, self._light, self._dark = table, clock, light, dark

    async def __call__(self, person: str, part: Part, /, *, dark: bool = False) -> Picture | None:
        pictures = self._dark if dark else self._light
        if (chart := await standings_told(self._table, person, part)) is not None:
            return await standings_picture_of(chart, pictures, dark=dark)
        key = goal_told(person, part)
        shown = None if key is None else await self._shown(person, key)
        return None if shown is None else await picture_of(self._table, shown, pictures)

    async def _shown(self, person: str, key: GoalKey) -> ShownGoal | None:
        item, goal = await self._table.get(UserKey(person).key), await goal_at(self._table, key)
        if item is None or goal is None:
            return None
        user, now = from_item(User, item), self._clock().replace(microsecond=0)
        [standing] = await STANDINGS.of(self._table, user, [goal], now)
        character = await character_at(self._table, CharacterKey(person, goal.character))
        return ShownGoal(standing, character.name if character else goal.character, user)


def goal_told(person: str, part: Part) -> GoalKey | None:
    """Which goal a notification tells of, or a digest before all others."""
    if part.kind == DIGEST_KIND:
        character, _, goal = str(part.facts.get("foremost", "")).rpartition("/")
    elif part.kind.startswith(GOALS):
        character, goal = part.group or "", str(part.facts.get("goal", ""))
    else:
        return None
    return GoalKey(person, character, goal) if person and character and goal else None


@asynccontextmanager
async def drawing(table: Table, clock: Clock) -> AsyncGenerator[PictureOf]:
    """What draws for as long as the block lasts."""
    pictures = Pictures(partial(draw_shown, dark=False), kept=KEPT, most_waiting=MOST_WAITING)
    try:
        yield MessagePictures(table, clock, pictures)
    finally:
        pictures.close()
