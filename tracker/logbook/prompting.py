"""Whether and when a person is asked in the evening: chosen, changed and ended by them."""

from collections.abc import Iterator
from datetime import datetime, time

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.logbook.model import LogbookState
from tracker.logbook.rounds.planning import Evening, evening_in, evening_key, planned
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import PRESENT, from_items, rewrite
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import UserKey
from tracker.store.table import Check, Delete, Operation, Table

_ATTEMPTS = 20


@frozen
class Prompt:
    at: time | None
    """None where nothing is asked."""
    next_at: datetime | None = None
    """None also where it is silent, because nobody answered."""
    unanswered: int = 0

    @property
    def is_silent(self) -> bool:
        """Whether it waits until something is written."""
        return self.at is not None and self.next_at is None


async def prompt_of(table: Table, user_id: str) -> Prompt:
    state, evening = await _read(table, user_id)
    if state is None or state.prompt is None:
        return Prompt(None)
    return Prompt(state.prompt, evening and evening.due_at, evening.unanswered if evening else 0)


async def set_prompt(table: Table, clock: Clock, user: User, at: time | None) -> Prompt:
    for _ in range(_ATTEMPTS):
        now = clock().replace(microsecond=0)
        state, evening = await _read(table, user.id)
        try:
            await table.transact([*_operations(user, at, state, evening, now)])
        except ConditionFailed:
            continue
        return await prompt_of(table, user.id)
    raise Throttled("the logbook keeps changing under our hands; try again in a moment")


async def _read(table: Table, user_id: str) -> tuple[LogbookState | None, Evening | None]:
    kept, evening = LogbookState.key_of(user_id).key, evening_key(user_id)
    found = await table.get_many([kept, evening])
    state = next(from_items(LogbookState, [found[kept]] if kept in found else []), None)
    return state, evening_in(found.get(evening))


def _operations(
    user: User, at: time | None, kept: LogbookState | None, evening: Evening | None, now: datetime
) -> Iterator[Operation]:
    before = kept or LogbookState(revision=0)
    after = before.model_copy(update={"prompt": at, "revision": before.revision + 1})
    unchanged = ABSENT if kept is None else eq("revision", before.revision)
    yield Check(UserKey(user.id).key, PRESENT)
    yield rewrite(after, LogbookState.key_of(user.id), when=unchanged)
    if at is not None:
        yield from planned(user, at, evening, now)
    elif evening is not None:
        yield Delete(evening.key.key, evening.unmoved)
