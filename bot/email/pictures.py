"""The picture of an e-mail: the chart of the goal that it tells of, on white, as most mail is read."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial

from bot.pictures import Pictures, draw_shown, picture_of
from bot.shown import STANDINGS, ShownGoal
from scheduler.channels.channel import Part
from scheduler.channels.looks import GOALS
from scheduler.channels.picture import Picture, PictureOf
from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.goals.live import goal_at
from tracker.goals.own import character_at
from tracker.goals.round_messages import DIGEST_KIND
from tracker.store.entity import from_item
from tracker.store.keys import CharacterKey, GoalKey, UserKey
from tracker.store.table import Table

KEPT = 16
MOST_WAITING = 8


class GoalPictures:
    def __init__(self, table: Table, clock: Clock, pictures: Pictures) -> None:
        self._table, self._clock, self._pictures = table, clock, pictures

    async def __call__(self, person: str, part: Part) -> Picture | None:
        key = goal_told(person, part)
        shown = None if key is None else await self._shown(person, key)
        return None if shown is None else await picture_of(self._table, shown, self._pictures)

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
        yield GoalPictures(table, clock, pictures)
    finally:
        pictures.close()
