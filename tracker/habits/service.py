"""Habits: made, told day by day, skipped, undone. One telling is one transaction, and counts once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import TypeAlias

import structlog

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.habits.changing import Told, completed, skipped, undone
from tracker.habits.errors import BadHabit, HabitRefused, NoSuchHabit, NothingToUndo, TooManyHabits
from tracker.habits.events import DayChanged, operations, restated
from tracker.habits.model import MOST_HABITS, Habit, HabitStatus, Wallet
from tracker.habits.points import Scale
from tracker.habits.scene import Scene, read_logs, read_places, read_scene
from tracker.habits.states import Logged
from tracker.ids import Ids
from tracker.store.conditions import ABSENT, EXISTS
from tracker.store.entity import PRESENT, change, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import HabitKey, UserKey, WalletKey
from tracker.store.table import Check, Operation, Put, Table, Update

log = structlog.stdlib.get_logger(__name__)

ATTEMPTS = 20
LONGEST_NAME = 60
RECKONED = frozenset({"schedule", "amount", "habit_type", "away", "began"})
"""What a streak is reckoned from, besides the log."""

_Change: TypeAlias = Callable[[Scene], DayChanged | None]


class Habits:
    def __init__(self, table: Table, clock: Clock, ids: Ids, scale: Scale | None = None) -> None:
        self._table, self._clock, self._ids = table, clock, ids
        self._scale = scale or Scale()

    async def add(self, user: User, name: str, **wanted: object) -> Habit:
        """A habit that begins today. `wanted` are further fields of Habit."""
        shown = checked_name(name)
        known = await self.list(user.id, archived=True)
        if len(known) >= MOST_HABITS:
            raise TooManyHabits(f"You have {MOST_HABITS} habits, which is as many as there can be.")
        if any(
            one.name.casefold() == shown.casefold() and one.status is not HabitStatus.ARCHIVED
            for one in known
        ):
            raise BadHabit(f"You have a habit called {shown} already.")
        now = self._now()
        began = local_day(now, user.zone, user.day_start)
        fields = {
            "id": self._ids(),
            "user": user.id,
            "name": shown,
            "began": began,
            "created_at": now,
            **wanted,
        }
        try:
            habit = Habit.model_validate(fields)
        except ValueError as error:
            raise BadHabit("That habit makes no sense; see /help.") from error
        await self._table.transact(
            [Check(UserKey(user.id).key, PRESENT), Put(to_item(habit, habit.key, *habit.places()), ABSENT)]
        )
        return habit

    async def list(self, user_id: str, *, archived: bool = False) -> list[Habit]:
        """In the order in which they were made."""
        mine = HabitKey.prefix(user=user_id)
        items = [item async for item in self._table.query_all(mine.pk, prefix=mine.prefix)]
        found = sorted(from_items(Habit, items), key=lambda one: (one.created_at, one.id))
        return [one for one in found if archived or one.status is not HabitStatus.ARCHIVED]

    async def get(self, user_id: str, habit_id: str) -> Habit:
        item = await self._table.get(HabitKey(user_id, habit_id).key)
        if item is None:
            raise NoSuchHabit("There is no such habit.")
        return from_item(Habit, item)

    async def edit(self, user_id: str, habit_id: str, changes: Mapping[str, object]) -> Habit:
        """Where it changes which days count, the streak is reckoned anew from the whole log."""
        for _ in range(ATTEMPTS):
            scene = await self.scene(user_id, habit_id, self._now().date())
            after = _edited(scene.habit, changes)
            writes: list[Operation] = [Check(UserKey(user_id).key, PRESENT), _habit_change(after, changes)]
            if not RECKONED.isdisjoint(changes):
                whole = scene.from_the_beginning(await read_logs(self._table, habit_id))
                writes.append(restated(replace(whole, habit=after)))
            if await self._write_all(writes):
                return after
        raise _restless()

    async def complete(self, user_id: str, habit_id: str, told: Told) -> DayChanged | None:
        """None where it was done already."""
        return await self._change(user_id, habit_id, told, lambda scene: completed(scene, told, self._scale))

    async def skip(self, user_id: str, habit_id: str, told: Told) -> DayChanged | None:
        used = await self._skips(habit_id, told.day)
        return await self._change(user_id, habit_id, told, lambda scene: skipped(scene, told, used))

    async def undo(self, user_id: str, habit_id: str, day: date) -> DayChanged:
        """Of any day, in any order."""
        for _ in range(ATTEMPTS):
            scene = await self._scene_for_undo(user_id, habit_id, day)
            changed = undone(scene, day)
            if await self._write(changed):
                return changed
        raise _restless()

    async def undo_last(self, user_id: str) -> DayChanged:
        item = await self._table.get(WalletKey(user_id).key)
        wallet = next(from_items(Wallet, [item] if item else []), None)
        if wallet is None or wallet.last_habit is None or wallet.last_day is None:
            raise NothingToUndo("There is nothing to undo.")
        return await self.undo(user_id, wallet.last_habit, wallet.last_day)

    async def scene(self, user_id: str, habit_id: str, day: date) -> Scene:
        """All that a change of a day depends on."""
        return await read_scene(self._table, user_id, habit_id, self._now(), day)

    async def _change(self, user_id: str, habit_id: str, told: Told, change_of: _Change) -> DayChanged | None:
        for _ in range(ATTEMPTS):
            changed = change_of(await self.scene(user_id, habit_id, told.day))
            if changed is None or await self._write(changed):
                return changed
        raise _restless()

    async def _scene_for_undo(self, user_id: str, habit_id: str, day: date) -> Scene:
        """What lies before the mark is reckoned from the beginning; boards are those of the award's day."""
        scene = await self.scene(user_id, habit_id, day)
        if scene.mark is not None and day <= scene.mark.through:
            scene = scene.from_the_beginning(await read_logs(self._table, habit_id))
        before = scene.before
        if before is None or before.award is None or before.award.given_on == scene.today:
            return scene
        places = await read_places(self._table, user_id, scene.wallet, before.award.given_on)
        return replace(scene, places=places)

    async def _skips(self, habit_id: str, day: date) -> int:
        logs = await read_logs(self._table, habit_id, day.replace(day=1))
        in_month = (one for one in logs.values() if (one.day.year, one.day.month) == (day.year, day.month))
        return sum(one.state is Logged.SKIPPED for one in in_month)

    async def _write(self, changed: DayChanged) -> bool:
        """False where something changed meanwhile: look again."""
        return await self._write_all([Check(changed.scene.user.key.key, PRESENT), *operations(changed)])

    async def _write_all(self, all_of_it: Sequence[Operation]) -> bool:
        try:
            await self._table.transact(all_of_it)
        except ConditionFailed:
            return False
        return True

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _edited(before: Habit, changes: Mapping[str, object]) -> Habit:
    try:
        return Habit.model_validate({**before.model_dump(), **changes})
    except ValueError as error:
        raise BadHabit("That change makes no sense; nothing was changed.") from error


def _habit_change(after: Habit, changes: Mapping[str, object]) -> Update:
    values = {name: getattr(after, name) for name in changes}
    return change(Habit, after.key, values, enter=after.places(), when=EXISTS)


def checked_name(text: str) -> str:
    name = " ".join(text.split())
    if not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
        raise BadHabit(f"A habit's name has 1 to {LONGEST_NAME} letters, digits and signs that can be seen.")
    return name


def _restless() -> HabitRefused | Throttled:
    return Throttled("the habit keeps changing under our hands; try again in a moment")
