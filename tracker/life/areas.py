"""A person's areas of life: their own list in their own order, and what is in each."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

from pydantic import Field

from tracker.finding import Finder
from tracker.frozen import frozen
from tracker.life.things import Thing, TimelinePlace, places_in, thing_in
from tracker.refusals import Reason, Refused
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import PRESENT, Entity, StoredValue, from_items, rewrite, stored
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.index_keys import AreaKey
from tracker.store.keys import AreaBookKey, UserKey
from tracker.store.query import Query, QueryPage
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.table import Check, Delete, Operation, Table, Update
from tracker.store.values import Item, key_of
from tracker.words import can_be_seen, quoted

MOST_AREAS = 30
MOST_THINGS = 1000
"""So many things that say their area are looked at, to know what there is in each."""
LONGEST_NAME, LONGEST_TEXT, LONGEST_ICON = 40, 200, 8
ATTEMPTS = 5


class NoSuchArea(Refused):
    code = "no_such_area"
    reason = Reason.UNKNOWN


class AmbiguousArea(Refused):
    code = "ambiguous_area"
    reason = Reason.UNREADABLE


class BadArea(Refused):
    code = "bad_area"
    reason = Reason.UNREADABLE


class AreaIsThere(Refused):
    code = "area_is_there"


class TooManyAreas(Refused):
    code = "too_many_areas"


class Area(StoredValue, frozen=True):
    name: str
    icon: str | None = None
    description: str | None = None

    @property
    def key(self) -> str:
        """What is the same for all spellings: how things in it are found."""
        return self.name.casefold()


class AreaBook(Entity, frozen=True):
    type: Literal["areaBook"] = "areaBook"
    areas: tuple[Area, ...] = ()
    """In the person's own order."""
    revision: int = Field(default=0, ge=0)

    def named(self, key: str) -> Area | None:
        return next((one for one in self.areas if one.key == key), None)


FINDER = Finder[Area](
    noun="area",
    name=lambda one: one.name,
    ids=lambda one: (one.key,),
    missing=NoSuchArea,
    ambiguous=AmbiguousArea,
)


@frozen
class AreaDesk:
    """The list, and what is where."""

    book: AreaBook
    things: Sequence[Thing]
    """All that say an area, the newest first."""
    whole: bool
    """Whether that is all of them."""

    @property
    def areas(self) -> list[Area]:
        """Those of the list in its order, then others that things name."""
        others = {one.area.casefold(): one.area for one in self.things if one.area}
        unlisted = sorted(key for key in others if self.book.named(key) is None)
        return [*self.book.areas, *(Area(name=others[key]) for key in unlisted)]

    def within(self, area: Area) -> list[Thing]:
        return [one for one in self.things if one.area and one.area.casefold() == area.key]

    def find(self, text: str) -> Area:
        """Raises NoSuchArea, AmbiguousArea."""
        return FINDER.one(self.areas, text)


def desk_of(user_id: str) -> ReadSteps[AreaDesk]:
    """In one round trip."""
    desk, _ = yield from desk_with(user_id)
    return desk


def desk_with(user_id: str, *queries: Query) -> ReadSteps[tuple[AreaDesk, Sequence[QueryPage]]]:
    """What else is asked for comes with the same round trip."""
    key, everywhere = AreaBookKey(user_id).key, AreaKey.partition(user=user_id)
    all_of_it = Query(everywhere, index=AreaKey.index, limit=MOST_THINGS)
    read = yield Lookup([key], [all_of_it, *queries])
    page, *others = read.pages
    return AreaDesk(_book(read.items.get(key)), _things(page.items), page.cursor is None), others


def _book(item: Item | None) -> AreaBook:
    return next(from_items(AreaBook, [item] if item else []), AreaBook())


def _things(items: Sequence[Item]) -> list[Thing]:
    found = [thing for place, item in places_in(items) if (thing := thing_in(place, item)) is not None]
    return sorted(found, key=_place, reverse=True)


def _place(thing: Thing) -> TimelinePlace:
    return thing.place


def checked_area(name: str, icon: str | None = None, description: str | None = None) -> Area:
    """Raises BadArea."""
    words = " ".join(name.split())
    if not words or len(words) > LONGEST_NAME or "#" in words or not can_be_seen(words):
        raise BadArea(f"An area's name has 1 to {LONGEST_NAME} visible letters, digits and signs, but no #.")
    for text, most, what in ((icon, LONGEST_ICON, "icon"), (description, LONGEST_TEXT, "description")):
        if text is not None and (len(text) > most or not can_be_seen(text)):
            raise BadArea(f"The {what} of an area has up to {most} letters and signs that can be seen.")
    return Area(name=words, icon=icon or None, description=description or None)


class Areas:
    """The one door to the list."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def desk(self, user_id: str) -> AreaDesk:
        return await self._table.read_in_steps(desk_of(user_id))

    async def listed(self, user_id: str) -> Sequence[Area]:
        """In the person's own order."""
        return _book(await self._table.get(AreaBookKey(user_id).key)).areas

    async def add(self, user_id: str, new: Area, place: int | None = None) -> None:
        """Raises AreaIsThere, TooManyAreas."""

        def with_it(book: AreaBook) -> list[Area]:
            if book.named(new.key):
                raise AreaIsThere(f"You have the area {quoted(new.name)} already.")
            if len(book.areas) >= MOST_AREAS:
                raise TooManyAreas(f"You have {MOST_AREAS} areas, which is as many as there can be.")
            return _placed(book.areas, new, place)

        await self._change(user_id, with_it)

    async def edit(self, user_id: str, before: Area, after: Area, place: int | None = None) -> None:
        """What is in it gets its new name before the list does. Raises AreaIsThere."""
        if after.key != before.key:
            if (await self.desk(user_id)).book.named(after.key):
                raise AreaIsThere(f"You have the area {quoted(after.name)} already.")
            await self._move(user_id, before.key, after.name)

        def with_it(book: AreaBook) -> list[Area]:
            keys = [one.key for one in book.areas]
            was = keys.index(before.key) if before.key in keys else len(keys)
            others = [one for one in book.areas if one.key != before.key]
            return _placed(others, after, was + 1 if place is None else place)

        await self._change(user_id, with_it)

    async def remove(self, user_id: str, area: Area) -> None:
        """From the list: what is in it keeps saying so. Raises NoSuchArea."""

        def without_it(book: AreaBook) -> list[Area]:
            if book.named(area.key) is None:
                raise NoSuchArea(f"{area.name} is not on your list: it is only what some of your things say.")
            return [one for one in book.areas if one.key != area.key]

        await self._change(user_id, without_it)

    async def _change(self, user_id: str, change: Callable[[AreaBook], list[Area]]) -> None:
        key = AreaBookKey(user_id)
        for _ in range(ATTEMPTS):
            before = _book(await self._table.get(key.key))
            after = AreaBook(areas=tuple(change(before)), revision=before.revision + 1)
            with suppress(ConditionFailed):
                present = Check(UserKey(user_id).key, PRESENT)
                await self._table.transact([present, _written(after, key, _unchanged(before))])
                return
        raise Throttled("the areas keep changing under our hands; try again in a moment")

    async def _move(self, user_id: str, before: str, after: str) -> None:
        """Done again after a crash, it goes on with what is left."""
        every = AreaKey.prefix(user=user_id, area=before)
        items = [one async for one in self._table.query_all(every.pk, prefix=every.prefix, index=every.index)]
        for item in items:
            place = AreaKey.of(item)
            if place is None:
                continue
            moved = AreaKey(user_id, after.casefold(), place.kind, place.id)
            counted = {"revision": 1} if "revision" in item else {}
            change = Update(
                key_of(item),
                {"area": after, **moved.attributes},
                add=counted,
                when=eq("area", item["area"]),
                stamped=True,
            )
            with suppress(ConditionFailed):  # somebody put it elsewhere meanwhile
                await self._table.update(change)


def _written(book: AreaBook, key: AreaBookKey, unchanged: Condition) -> Operation:
    """A list with nothing on it is not kept."""
    return rewrite(book, key, when=unchanged) if book.areas else Delete(key.key, unchanged)


def _unchanged(book: AreaBook) -> Condition:
    """A list that is begun anew counts its revisions anew, so that they alone do not tell."""
    return eq("revision", book.revision) & eq("areas", stored(book.areas)) if book.revision else ABSENT


def _placed(areas: Sequence[Area], new: Area, place: int | None) -> list[Area]:
    """`place` counts from 1; at the end without it."""
    where = len(areas) if place is None else min(max(place, 1) - 1, len(areas))
    return [*areas[:where], new, *areas[where:]]
