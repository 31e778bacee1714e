"""The logbook: the one door to what can be done with it."""

from collections.abc import Mapping
from datetime import date, time
from typing import TYPE_CHECKING

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.ids import Ids
from tracker.logbook import looking, pages
from tracker.logbook.errors import NoSuchPage
from tracker.logbook.looking import Finds
from tracker.logbook.model import EVENING, LinkKind, Links, LogbookPage, LogbookState, Mood, WrittenEntry
from tracker.logbook.numbers import LogbookNumbers
from tracker.logbook.pages import NewEntry, PageEdit
from tracker.logbook.prompting import Prompt, prompt_of, set_prompt
from tracker.logbook.writing import LogbookChange, LogbookScene, MakeChange, WhichDay, WrittenPage, write
from tracker.metrics.service import Metrics
from tracker.store.entity import from_items
from tracker.store.table import Table

if TYPE_CHECKING:
    from tracker.logbook.links import LinkedThing


class Logbook:
    def __init__(self, table: Table, clock: Clock, new_id: Ids, metrics: Metrics) -> None:
        self._table, self._clock, self._new_id = table, clock, new_id
        self._numbers = LogbookNumbers(table, clock, metrics)

    async def add(self, user: User, day: date, new: NewEntry) -> WrittenPage:
        """One entry more on the page of a day. Raises BadEntry, EntryTooLong, PageFull, TooManyLinks."""
        entry_id = self._new_id()

        def change(scene: LogbookScene) -> LogbookChange:
            entry = pages.written_at(user, day, scene.now, entry_id, new)
            page = pages.appended(scene.page_or_new, entry, new)
            return LogbookChange(page, pages.remembered(scene.state, day, entry), entry)

        return await self._write(user, day, change)

    async def answer(
        self, user: User, day: date, *, mood: Mood | None = None, energy: int | None = None
    ) -> WrittenPage:
        """To the evening question: both taps are one entry, and another tap corrects it."""
        new = NewEntry(mood=mood, energy=energy)

        def change(scene: LogbookScene) -> LogbookChange:
            entry = pages.written_at(user, day, scene.now, EVENING, new)
            page = pages.answered(scene.page_or_new, entry)
            return LogbookChange(page, pages.remembered(scene.state, day, entry), entry)

        return await self._write(user, day, change)

    async def undo(self, user: User, entry: tuple[date, str] | None = None) -> WrittenPage:
        """The last entry goes, or the one of that day and id. Raises NothingWritten."""

        def change(scene: LogbookScene) -> LogbookChange:
            last = pages.last_written(scene.state, entry)
            page = scene.page and pages.without(scene.page, last.entry)
            gone = next((one for one in scene.page_or_new.entries if one.id == last.entry), None)
            return LogbookChange(page, pages.forgotten(scene.state, last.day, last.entry), gone, writes=False)

        return await self._write(user, lambda state: pages.last_written(state, entry).day, change)

    async def edit(self, user: User, day: date, edit: PageEdit) -> WrittenPage:
        """Raises NoSuchPage, NoSuchEntry, PageUnchanged, and what `add` does."""

        def change(scene: LogbookScene) -> LogbookChange:
            return LogbookChange(pages.edited(scene.page, edit), _next(scene.state), writes=False)

        return await self._write(user, day, change)

    async def remove(self, user: User, day: date) -> WrittenPage:
        """The whole page, for good. Raises NoSuchPage."""

        def change(scene: LogbookScene) -> LogbookChange:
            if scene.page is None:
                raise NoSuchPage("There is no page for that day.")
            return LogbookChange(None, pages.forgotten(scene.state, day), writes=False)

        return await self._write(user, day, change)

    async def page(self, user_id: str, day: date) -> LogbookPage | None:
        return await self._table.read_in_steps(looking.page_of(user_id, day))

    async def day_and_year_ago(
        self, user_id: str, day: date
    ) -> tuple[LogbookPage | None, LogbookPage | None]:
        return await self._table.read_in_steps(looking.day_and_year_ago(user_id, day))

    async def pages(self, user_id: str, first: date, last: date) -> list[LogbookPage]:
        """Of these days, both included, in the order of time."""
        return await self._table.read_in_steps(looking.pages_between(user_id, first, last))

    async def search(self, user_id: str, words: str, until: date) -> Finds:
        return await self._table.read_in_steps(looking.search(user_id, words, until))

    async def find_links(self, user_id: str, said: Mapping[LinkKind, str]) -> Links:
        """Raises what tasks, goals, habits and projects raise where they know no such thing."""
        from tracker.logbook.links import find_links  # noqa: PLC0415 - few entries name other things

        return await find_links(self._table, user_id, said)

    async def named(self, user_id: str, links: Links) -> "list[LinkedThing]":
        """With the names that they have now; what is gone is left out."""
        if not links.count:
            return []
        from tracker.logbook.links import named  # noqa: PLC0415 - the same

        return await named(self._table, user_id, links)

    async def prompt(self, user_id: str) -> Prompt:
        """When the person is asked, and when next."""
        return await prompt_of(self._table, user_id)

    async def set_prompt(self, user: User, at: time | None) -> Prompt:
        """Every evening at this time; None ends it."""
        return await set_prompt(self._table, self._clock, user, at)

    async def last_written(self, user_id: str) -> WrittenEntry | None:
        """What `undo` would take away."""
        item = await self._table.get(LogbookState.key_of(user_id).key)
        state = next(from_items(LogbookState, [item] if item else []), LogbookState())
        return state.written[-1] if state.written else None

    async def _write(self, user: User, day: date | WhichDay, change: MakeChange) -> WrittenPage:
        written = await write(self._table, self._clock, user, day, change)
        if written.moves_numbers:
            await self._numbers.try_follow(user, written.day)
        return written


def _next(state: LogbookState) -> LogbookState:
    return state.model_copy(update={"revision": state.revision + 1})
