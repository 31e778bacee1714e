"""What has happened to a person since a moment, and that somebody watches them."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from tracker.happenings.ids import first_id, made_at
from tracker.happenings.model import KEPT, Happening, NewestHappening, WatchedPerson
from tracker.ids import is_ulid
from tracker.store.conditions import lacks, lt
from tracker.store.entity import PRESENT, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import HappeningKey, NewestHappeningKey, UserKey
from tracker.store.segments import timestamp
from tracker.store.table import Table, Update

RENEWED_AFTER = timedelta(days=1)
"""So often a mark is renewed at most, and so it lasts for two days at least after the last who watched."""
LATE = timedelta(seconds=10)
"""So much later than others something may be written that happened before them: clocks differ."""
MOST = 200
"""At once; the rest comes next."""

_WATCHED = "watchedUntil"


async def watch(table: Table, person: WatchedPerson) -> bool:
    """From now on what happens is written. Whether it was so already."""
    now = table.instant().replace(microsecond=0)
    until = person.watched_until
    if until is None or until < now + KEPT - RENEWED_AFTER:
        limit = timestamp(now + KEPT - RENEWED_AFTER)
        mark = Update(
            UserKey(person.id).key,
            set={_WATCHED: timestamp(now + KEPT)},
            when=PRESENT & (lacks(_WATCHED) | lt(_WATCHED, limit)),
            stamped=True,
        )
        with suppress(ConditionFailed):  # somebody else was faster, or the person is going
            await table.update(mark)
    return until is not None and until > now


class Since:
    """What comes after an id, each thing once: also what was written late, behind what came already."""

    def __init__(self, after: str) -> None:
        self._begin = self._last = after
        self._given: set[str] = set()

    @property
    def at(self) -> datetime:
        return made_at(self._last)

    async def fresh(self, table: Table, user_id: str) -> list[Happening]:
        """Those that are to be given next."""
        begin = max(self._begin, first_id(self.at - LATE))
        self._given = {one for one in self._given if one >= begin}
        every = HappeningKey.since(user=user_id, id=begin)
        page = await table.query(every.pk, lo=every.lo, hi=every.hi, limit=MOST + len(self._given) + 1)
        found = from_items(Happening, page.items)
        return [one for one in found if one.id > self._begin and one.id not in self._given]

    def give(self, one: Happening) -> str:
        """It is given. Answers the id after which whoever comes back goes on."""
        self._given.add(one.id)
        self._last = max(self._last, one.id)
        return self._last


def is_known(after: str, now: datetime) -> bool:
    """Whether it can be the id of something that has happened."""
    return is_ulid(after) and after <= first_id(now + LATE)


def beginning(now: datetime) -> Since:
    """What happens from now on."""
    return Since(first_id(now))


async def newest(table: Table, user_ids: Iterable[str]) -> dict[str, str]:
    """Which happening came last, by person; of those to whom nothing has happened, none."""
    keys = {NewestHappeningKey(one).key: one for one in user_ids}
    items = await table.get_many(keys)
    return {
        keys[key]: found.id for key, item in items.items() for found in from_items(NewestHappening, [item])
    }
