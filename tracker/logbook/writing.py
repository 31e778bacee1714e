"""A change of a page as one transaction: the page, what is kept of the whole, what is due because of it.

Each write has a condition that names what was read. Where somebody was faster, everything is read again: so
of two entries at once both stay.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import TypeAlias

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.logbook.model import LogbookPage, LogbookState, LogEntry
from tracker.logbook.numbers import unfollowed
from tracker.logbook.rounds.planning import Evening, evening_in, evening_key, planned
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import PRESENT, change, from_items, rewrite, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import LogbookKey, UserKey
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.table import Check, Delete, Operation, Put, Table

ATTEMPTS = 20


@frozen
class LogbookScene:
    """All that a change depends on."""

    user: User
    now: datetime
    day: date
    page: LogbookPage | None
    kept: LogbookState | None
    """None where the person never had a logbook."""
    evening: Evening | None

    @property
    def state(self) -> LogbookState:
        return self.kept or LogbookState(revision=0)

    @property
    def page_or_new(self) -> LogbookPage:
        return self.page or LogbookPage(user=self.user.id, day=self.day, revision=0, created_at=self.now)


@frozen
class LogbookChange:
    """What is to become of a page and of the state."""

    page: LogbookPage | None
    state: LogbookState
    entry: LogEntry | None = None
    """The one that it is about."""
    writes: bool = True
    """Whether something was written, so that the evening question comes every day again."""


@frozen
class WrittenPage:
    day: date
    before: LogbookPage | None
    page: LogbookPage | None
    entry: LogEntry | None = None

    @property
    def moves_numbers(self) -> bool:
        before, after = ((one.mood, one.energy) if one else (None, None) for one in (self.before, self.page))
        return before != after


WhichDay: TypeAlias = Callable[[LogbookState], date]
MakeChange: TypeAlias = Callable[[LogbookScene], LogbookChange]


async def write(
    table: Table, clock: Clock, user: User, day: date | WhichDay, change: MakeChange
) -> WrittenPage:
    """`day` may follow from what was written last."""
    for _ in range(ATTEMPTS):
        now = clock().replace(microsecond=0)
        scene = await table.read_in_steps(_scene(user, day, now))
        made = change(scene)
        written = WrittenPage(scene.day, scene.page, made.page, made.entry)
        if made.page == scene.page:
            return written
        try:
            await table.transact([*_operations(scene, made, written)])
        except ConditionFailed:
            continue
        return WrittenPage(scene.day, scene.page, _numbered(made), made.entry)
    raise Throttled("the logbook keeps changing under our hands; try again in a moment")


def _scene(user: User, day: date | WhichDay, now: datetime) -> ReadSteps[LogbookScene]:
    kept, evening = LogbookState.key_of(user.id).key, evening_key(user.id)
    known = [LogbookKey(user.id, day).key] if isinstance(day, date) else []
    found = dict((yield Lookup([kept, evening, *known])).items)
    state = next(from_items(LogbookState, [found[kept]] if kept in found else []), None)
    chosen = day if isinstance(day, date) else day(state or LogbookState())
    place = LogbookKey(user.id, chosen).key
    if not known:
        found |= (yield Lookup([place])).items
    page = next(from_items(LogbookPage, [found[place]] if place in found else []), None)
    return LogbookScene(user, now, chosen, page, state, evening_in(found.get(evening)))


def _operations(scene: LogbookScene, made: LogbookChange, written: WrittenPage) -> Iterator[Operation]:
    yield Check(UserKey(scene.user.id).key, PRESENT)
    yield _page(scene, _numbered(made))
    yield state_write(scene, made.state)
    if made.writes and made.state.prompt is not None:
        yield from planned(scene.user, made.state.prompt, scene.evening, scene.now)
    if written.moves_numbers:
        yield unfollowed(scene.user.id, scene.day, made.state.revision, scene.now)


def _numbered(made: LogbookChange) -> LogbookPage | None:
    """A page has the number of the write that made it so: written anew after its removal, it has another."""
    return made.page and made.page.model_copy(update={"revision": made.state.revision})


def _page(scene: LogbookScene, after: LogbookPage | None) -> Operation:
    if scene.page is None and after is not None:
        return Put(to_item(after, after.key), ABSENT)
    before = scene.page_or_new
    unchanged = eq("revision", before.revision)
    if after is None:
        return Delete(before.key.key, unchanged)
    fields = {
        name: value
        for name in LogbookPage.model_fields
        if (value := getattr(after, name)) != getattr(before, name)
    }
    return change(LogbookPage, before.key, fields, when=unchanged)


def state_write(scene: LogbookScene, after: LogbookState) -> Operation:
    unchanged: Condition = ABSENT if scene.kept is None else eq("revision", scene.kept.revision)
    return rewrite(after, LogbookState.key_of(scene.user.id), when=unchanged)
