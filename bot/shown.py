"""Goals as they are shown: where each stands, what its character is called, and in whose zone days are."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import TYPE_CHECKING, NamedTuple

from bot.glance import UNSEEN, Glance
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.goals.model import Character, Goal, GoalStatus
from tracker.goals.pace.standing import Standing, standings
from tracker.goals.pace.state import GoalState
from tracker.store.keys import SubjectKey
from tracker.store.table import Table
from tracker.store.values import Item, Key, Value

if TYPE_CHECKING:
    from bot.services import Services

KEPT = 4096
"""So many standings are kept, at about 3 KB each."""
AT_ONCE = 8
"""Others have their turn after so many forecasts, which take about 2 ms each."""


@dataclass(frozen=True, slots=True)
class ShownGoal:
    standing: Standing = field(repr=False)
    character: str
    """Its name, as it was given."""
    user: User
    """Whose it is."""

    @property
    def goal(self) -> Goal:
        return self.standing.goal

    @property
    def is_open(self) -> bool:
        """Whether there is still something to do."""
        return self.standing.state is not GoalState.REACHED and self.goal.status is not GoalStatus.ARCHIVED


class _Seen(NamedTuple):
    """All that a standing follows from, but for the hour's minutes and the records before the latest one."""

    goal: Goal
    latest: Item | None
    """As it is stored: reading it takes longer than comparing it."""
    outage: Value
    timezone: str
    day_start: time
    today: date
    hour: int


class Standings:
    """Where goals stand, without their points: kept while nothing has moved, for an hour at most."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._known: OrderedDict[Key, tuple[_Seen, Standing]] = OrderedDict()

    async def of(
        self,
        table: Table,
        user: User,
        goals: Sequence[Goal],
        now: datetime,
        glance: Glance = UNSEEN,
    ) -> list[Standing]:
        """In the order given."""
        items = await glance.or_read(table, standing_keys(goals))
        seen = _seen(user, goals, now, items)
        found = {key: standing for key, one in seen.items() if (standing := self._remembered(key, one))}
        new = [goal for goal in goals if places_of(goal).goal not in found]
        for start in range(0, len(new), AT_ONCE):
            for standing in await standings(table, user, new[start : start + AT_ONCE], now):
                key = places_of(standing.goal).goal
                found[key] = replace(standing, points=())
                self._remember(key, seen[key], found[key])
        return [found[places_of(goal).goal] for goal in goals]

    def _remembered(self, key: Key, seen: _Seen) -> Standing | None:
        before = self._known.get(key)
        if before is None or before[0] != seen:
            return None
        self._known.move_to_end(key)
        return before[1]

    def _remember(self, key: Key, seen: _Seen, standing: Standing) -> None:
        self._known[key] = seen, standing
        self._known.move_to_end(key)
        while len(self._known) > self._most:
            self._known.popitem(last=False)


STANDINGS = Standings()
"""Of the whole process. Whose a goal is, is a part of its key."""


class Places(NamedTuple):
    """Where a goal is kept, its newest progress, and what is known of its subject."""

    goal: Key
    latest: Key
    subject: Key


def places_of(goal: Goal) -> Places:
    return Places(goal.key.key, goal.latest_key.key, SubjectKey(goal.subject).key)


def standing_keys(goals: Iterable[Goal]) -> list[Key]:
    """The items that change whenever goals stand elsewhere."""
    places = [places_of(goal) for goal in goals]
    return [*(one.latest for one in places), *{one.subject for one in places}]


def _seen(user: User, goals: Sequence[Goal], now: datetime, items: Mapping[Key, Item]) -> dict[Key, _Seen]:
    today = local_day(now, user.zone, user.day_start)
    return {
        at.goal: _Seen(
            goal=goal,
            latest=items.get(at.latest),
            outage=items.get(at.subject, {}).get("outage"),
            timezone=user.timezone,
            day_start=user.day_start,
            today=today,
            hour=now.hour,
        )
        for goal in goals
        for at in [places_of(goal)]
    }


async def own_goals(
    services: "Services", user_id: str, characters: Sequence[Character], *, archived: bool = False
) -> list[Goal]:
    """Those of these characters, those of one together."""
    found = await asyncio.gather(
        *(services.goals.list(user_id, character=one, archived=archived) for one in characters)
    )
    return [goal for of_one in found for goal in of_one]


async def shown_goals(
    services: "Services", user: User, goals: Sequence[Goal], characters: Sequence[Character]
) -> list[ShownGoal]:
    """In the order given. Only what a page shows should be asked for: each goal costs a forecast."""
    names = {one.id: one.name for one in characters}
    now = services.clock().replace(microsecond=0)
    found = await STANDINGS.of(services.table, user, goals, now)
    return [ShownGoal(one, names.get(one.goal.character, one.goal.character), user) for one in found]
