"""The characters of a person: adding, finding, renaming and removing them, and what is known of them.

A person's characters change one after another: each change names the count of changes that it saw on the
user item. So no two of them can lead to the same subject, and nothing is added for somebody who is leaving.
"""

import builtins
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from tracker.accounts.changes import next_change
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.goals.characters.link import CharacterLink
from tracker.goals.characters.names import find_character, new_id
from tracker.goals.characters.renaming import check_same, rename
from tracker.goals.characters.watching import announced, keep_readings, latest_reading, watched
from tracker.goals.errors import (
    AlreadyLinked,
    AnotherCharacter,
    LookedTooOften,
    NoSuchCharacter,
    NoSuchPerson,
    TooMany,
)
from tracker.goals.listeners import CharacterListener
from tracker.goals.lookup import ATTEMPTS, character_items, characters_of, in_order, not_there, restless
from tracker.goals.model import Character
from tracker.goals.removal import remove_character
from tracker.limits import Limit, Limits
from tracker.readings import Number, Quantity
from tracker.store.conditions import ABSENT
from tracker.store.entity import to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import CharacterKey, TrackedAttributeKey
from tracker.store.segments import Subject
from tracker.store.table import Operation, Put, Table, Update
from tracker.store.values import Item, key_of
from tracker.subjects import is_polled
from tracker.words import wait_text

__all__ = ["LOOKS", "MOST_CHARACTERS", "CharacterLink", "Characters", "most_tracked", "values_of"]

MOST_CHARACTERS = 50
LOOKS = Limit("look", 10, timedelta(minutes=1))
"""So often one person may have a character or a number looked up."""

_CHANGES = "characterChanges"


@frozen
class _Held:
    """A person's characters, and the change of the user item that holds only while these are all."""

    characters: list[Character]
    ids: frozenset[str]
    unchanged: Update

    def refuse_again(self, subject: Subject, but: str | None = None) -> None:
        for one in self.characters:
            if one.subject == subject and one.id != but:
                raise AlreadyLinked(f"{one.name} is among your characters already.")


class Characters:
    def __init__(self, table: Table, clock: Clock, listeners: Sequence[CharacterListener]) -> None:
        """`listeners` have something that hangs on characters, and follows them."""
        self._table, self._clock, self._listeners = table, clock, listeners

    async def add(self, user_id: str, link: CharacterLink) -> Character:
        """Raises AlreadyLinked, TooMany, NoSuchPerson."""
        for _ in range(ATTEMPTS):
            held, now = await self._held(user_id), self._now()
            held.refuse_again(link.subject)
            _refuse_too_many(held)
            character = _character(user_id, link, held, now)
            try:
                await self._table.transact([held.unchanged, *_added(character, link, now)])
            except ConditionFailed:
                continue  # the person changed meanwhile, or is gone: look again
            await keep_readings(self._table, link.subject, link.reading, link.past, now)
            return character
        raise restless()

    async def list(self, user_id: str, *, metrics: bool = False) -> list[Character]:
        """In the order in which they were added. With `metrics`, all that goals can stand on."""
        every = await characters_of(self._table, user_id)
        return [one for one in every if metrics or is_polled(one.subject)]

    async def find(self, user_id: str, text: str) -> Character:
        """By any spelling of the name, or by the id. Raises NoSuchCharacter, AmbiguousCharacter."""
        return find_character(await self.list(user_id), text)

    async def rename(
        self, user_id: str, character: Character, link: CharacterLink, *, anyway: bool = False
    ) -> Character:
        """The same character under another name, with its history.

        Raises AnotherCharacter where it has less than was recorded, unless that is wanted `anyway`.
        """
        if link.game != character.game:
            raise AnotherCharacter(f"{link.name} is in another game: add it as a character of its own.")
        for _ in range(ATTEMPTS):
            held, now = await self._held(user_id), self._now()
            old = next((one for one in held.characters if one.id == character.id), None)
            if old is None:
                raise not_there(character.name)
            held.refuse_again(link.subject, but=old.id)
            if not anyway:
                check_same(old, link, await values_of(self._table, old.subject))
            try:
                new = await rename(self._table, old, link, held.unchanged, now, self._listeners)
            except ConditionFailed:
                continue  # the person, the character or a subject changed meanwhile: look again
            await keep_readings(self._table, link.subject, link.reading, link.past, now)
            return new
        raise restless()

    async def hanging(self, character: Character) -> builtins.list[str]:
        """What would become of all that hangs on it besides its goals, in sentences."""
        return [one for listener in self._listeners for one in await listener.hanging(character)]

    async def remove(self, user_id: str, character: Character) -> int:
        """With its goals and all that they recorded; how many goals went."""
        removed = await remove_character(self._table, CharacterKey(user_id, character.id), self._listeners)
        if removed is None:
            raise not_there(character.name)
        return removed

    async def remove_all(self, user_id: str) -> None:
        """Before a person is deleted: so that what is counted over all people stays right."""
        for character in await characters_of(self._table, user_id):
            with suppress(NoSuchCharacter):
                await self.remove(user_id, character)

    async def count_look(self, user_id: str) -> None:
        """Before others' servers are asked, of which the game's do not bear much. Raises LookedTooOften."""
        limits = Limits(self._table, self._clock)
        if (until := await limits.take(LOOKS, user_id)) is not None:
            raise LookedTooOften(f"That was quick. Please wait {wait_text(until - limits.now())}.")

    async def _held(self, user_id: str) -> _Held:
        unchanged = await next_change(self._table, user_id, _CHANGES)
        if unchanged is None:
            raise NoSuchPerson("There is no such account, or it is being deleted.")
        items = await character_items(self._table, user_id)
        return _Held(in_order(items), frozenset(_ids(items)), unchanged)

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _ids(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if (found := CharacterKey.parse(key_of(item))) is not None:
            yield found.character


def _refuse_too_many(held: _Held) -> None:
    """Metrics have a limit of their own."""
    metrics = {one.id for one in held.characters if not is_polled(one.subject)}
    if len(held.ids - metrics) >= MOST_CHARACTERS:
        raise TooMany(
            f"You have {MOST_CHARACTERS} characters, and that is the most. Remove one before you add another."
        )


def _character(user_id: str, link: CharacterLink, held: _Held, now: datetime) -> Character:
    return Character(
        id=new_id(link.game, link.mode, link.name, held.ids),
        user=user_id,
        game=link.game,
        mode=link.mode,
        name=link.name,
        subject=link.subject,
        unit=link.unit,
        definition=link.own_definition,
        created_at=now,
    )


def _added(character: Character, link: CharacterLink, now: datetime) -> list[Operation]:
    return [
        Put(to_item(character, character.key, *character.places()), ABSENT),
        watched(link.subject, link.definition, character.user, now),
        *announced(link.subject),
    ]


async def values_of(table: Table, subject: Subject) -> dict[Quantity, Number]:
    """The last values that are known of a subject."""
    latest = await latest_reading(table, subject)
    return {} if latest is None else latest.quantities


async def most_tracked(
    table: Table, game: str, limit: int = 10, *, characters: int = 0
) -> list[tuple[str, int]]:
    """The attributes that most goals of all people are on, with their number.

    `characters` leaves out what goals of fewer characters are on: what few are after, others could guess of
    whom it is. Goals of before characters were counted do not count for that.
    """
    counted = TrackedAttributeKey.prefix(game=game)
    found: dict[str, int] = {}
    async for item in table.query_all(counted.pk, prefix=counted.prefix):
        tracked, goals = TrackedAttributeKey.parse(key_of(item)), _count(item, "goals")
        if tracked is not None and goals > 0 and _count(item, "characters") >= characters:
            found[tracked.attribute] = goals
    return sorted(found.items(), key=lambda one: (-one[1], one[0]))[:limit]


def _count(item: Item, name: str) -> int:
    found = item.get(name)
    return found if isinstance(found, int) else 0
