"""What a person has, as it was read last. One read tells whether it is still so, where several would read it.

All changes of a person's characters are counted on the user item, and those of a character's goals on the
character. What is shown of a goal is compared itself.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from bot.glance import UNSEEN, Glance
from bot.page import Page
from bot.services import Services
from bot.shown import STANDINGS, ShownGoal, Standings, own_goals, places_of, standing_keys
from tracker.accounts.model import User
from tracker.goals.errors import GoalRefused
from tracker.goals.model import Character, Goal
from tracker.store.entity import from_items
from tracker.store.values import Item, Key, Value

KEPT = 8192
"""So many characters and goals of all people are kept, at about 3 KB each."""
_CHANGES = "characterChanges"


class Own(NamedTuple):
    changes: Value
    """How often the person's characters had changed."""
    characters: Sequence[Character]
    goals: Sequence[Goal]
    """Archived ones too, those of one character together."""
    items: dict[Key, Item]
    """Of these, as they are stored, as far as they were looked at: comparing is quicker than reading."""

    @property
    def size(self) -> int:
        return 1 + len(self.characters) + len(self.goals)


Choose: TypeAlias = Callable[[Own], Page[Goal]]
"""Which of somebody's goals are to be shown. Raises GoalRefused where what was asked for is not there."""


class View(NamedTuple):
    """Some of somebody's goals as they stand."""

    own: Own
    page: Page[ShownGoal]
    glance: Glance
    """What it follows from: a goal changes only together with its character, or with its newest progress.

    Of nothing where that was read bit by bit, and may have changed in between.
    """


class Belongings:
    def __init__(self, most: int = KEPT, standings: Standings = STANDINGS) -> None:
        self._most, self._standings = most, standings
        self._known: OrderedDict[str, Own] = OrderedDict()
        self._held = 0

    async def of(self, services: Services, user: User) -> Own:
        """Everything that the person has. A goal may have got its start since; nothing else has changed."""
        own, _, _ = await self._remembered(services, user, _none)
        return own or await self._read(services, user)

    async def shown(self, services: Services, user: User, choose: Choose) -> View:
        """The goals that are chosen of all that the person has."""
        now = services.clock().replace(microsecond=0)
        own, page, glance = await self._remembered(services, user, choose)
        if own is None or page is None:
            own = await self._read(services, user)
            page = choose(own)
        standings = await self._standings.of(services.table, user, page.items, now, glance)
        names = {one.id: one.name for one in own.characters}
        shown = [ShownGoal(one, names[one.goal.character], user) for one in standings]
        return View(own, page.showing(shown), glance)

    async def _remembered(
        self, services: Services, user: User, choose: Choose
    ) -> tuple[Own | None, Page[Goal] | None, Glance]:
        """What is still so, and what was read to find that out."""
        own = self._known.get(user.id)
        if own is None:
            return None, None, UNSEEN
        try:
            page = choose(own)
        except GoalRefused:
            return None, None, UNSEEN  # perhaps it is there by now
        characters = {one.key.key: one for one in own.characters}
        goals = {places_of(one).goal: one for one in page.items}
        signs = frozenset((user.key.key, *characters, *standing_keys(page.items)))
        found = await services.table.get_many((*signs, *goals))
        is_so = found.get(user.key.key, {}).get(_CHANGES) == own.changes
        if not is_so or not _are_so(own, {**characters, **goals}, found):
            return None, None, UNSEEN
        self._known.move_to_end(user.id)
        return own, page, Glance(signs, found)

    async def _read(self, services: Services, user: User) -> Own:
        """The user item first: what is added meanwhile changes it, and is seen the next time."""
        item = await services.table.get(user.key.key) or {}
        characters = await services.characters.list(user.id)
        goals = await own_goals(services, user.id, characters, archived=True)
        own = Own(item.get(_CHANGES), characters, goals, {})
        self._remember(user.id, own)
        return own

    def _remember(self, user_id: str, own: Own) -> None:
        """In the place of what was known before; whoever has not been here for longest makes room."""
        self._held += own.size
        if (before := self._known.pop(user_id, None)) is not None:
            self._held -= before.size
        self._known[user_id] = own
        while self._held > self._most and len(self._known) > 1:
            self._held -= self._known.popitem(last=False)[1].size


BELONGINGS = Belongings()
"""Of the whole process."""


def _none(own: Own) -> Page[Goal]:
    return Page((), 0, 1, len(own.goals))


def _are_so(own: Own, kept: Mapping[Key, Character | Goal], found: Mapping[Key, Item]) -> bool:
    """Whether these are stored as they are remembered."""
    for key, one in kept.items():
        if (item := found.get(key)) is None:
            return False
        if item != own.items.get(key):
            if next(from_items(type(one), [item]), None) != one:
                return False
            own.items[key] = item
    return True
