"""Habits: made, told day by day, skipped, undone. One telling is one transaction, and counts once."""

import builtins
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from typing import TypeAlias, TypeVar

import structlog

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.habits import away
from tracker.habits.changing import Fed, Told, completed, fed, kept, noted, skipped, undone
from tracker.habits.errors import (
    BadHabit,
    HabitRefused,
    NoSuchHabit,
    NothingToChange,
    NothingToUndo,
    TooManyHabits,
)
from tracker.habits.events import DayChanged, message_keys, operations, restated
from tracker.habits.feeds import LINKS, linked
from tracker.habits.finding import find_habit
from tracker.habits.model import MOST_HABITS, Habit, HabitStatus, Wallet
from tracker.habits.removal import remove_habit
from tracker.habits.rounds.planning import planned
from tracker.habits.scene import Scene, Scenes, read_logs, read_places
from tracker.habits.states import Logged
from tracker.habits.targets import retargeted
from tracker.habits.words.options import parse_options, with_plan
from tracker.habits.words.parse import parse_change, parse_habit
from tracker.ids import Ids
from tracker.letters import can_be_seen
from tracker.rewards.leaderboard import overtaken
from tracker.rewards.points import Scale
from tracker.rewards.unlocking import held_achievements
from tracker.store.conditions import ABSENT, EXISTS
from tracker.store.entity import PRESENT, change, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import HabitKey, UserKey, WalletKey
from tracker.store.table import Check, Operation, Put, Table, Update
from tracker.store.values import Key

log = structlog.stdlib.get_logger(__name__)

ATTEMPTS = 20
LONGEST_NAME = 60
RECKONED = frozenset({"schedule", "amount", "habit_type", "away", "began"})
"""What a streak is reckoned from, besides the log."""

_Change: TypeAlias = Callable[[Scene], DayChanged | None]
_Changed = TypeVar("_Changed", DayChanged, DayChanged | None)
_Edit: TypeAlias = Callable[[Scene], Mapping[str, object]]


class Habits:
    def __init__(self, table: Table, clock: Clock, ids: Ids, scale: Scale | None = None) -> None:
        """`ids` are unique among all people: a log has only the habit's id in its key."""
        self._table, self._clock, self._ids = table, clock, ids
        self._scale, self._scenes = scale or Scale(), Scenes(table)

    async def add_written(self, user: User, text: str, options: Mapping[str, str] | None = None) -> Habit:
        """From the words that people write: `gym 3x a week`, and options such as `remind`."""
        meant = parse_habit(text, self.today(user))
        fields = {**meant.fields, **with_plan(await self._written(user, options or {}), {})}
        return await self.add(user, meant.name, **fields)

    async def add(self, user: User, name: str, **wanted: object) -> Habit:
        """A habit that begins today. `wanted` are further fields of Habit."""
        shown = checked_name(name)
        known = await self.list(user.id, archived=True)
        if len(known) >= MOST_HABITS:
            raise TooManyHabits(
                f"You have {MOST_HABITS} habits, which is as many as there can be. Remove one first."
            )
        _refuse_name(known, shown)
        now = self._now()
        fields = {"id": self._ids(), "user": user.id, "name": shown, "began": self.today(user)}
        try:
            habit = Habit.model_validate({**fields, "created_at": now, **wanted})
        except ValueError as error:
            raise BadHabit("That habit makes no sense; see /help.") from error
        for _ in range(ATTEMPTS):
            new = Put(to_item(habit, habit.key, *habit.places()), ABSENT)
            plan = await planned(self._table, user, [habit], now)
            if await self._write_all([Check(UserKey(user.id).key, PRESENT), new, *plan]):
                return habit
        raise _restless()

    async def list(self, user_id: str, *, archived: bool = False) -> builtins.list[Habit]:
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

    async def find(self, user_id: str, text: str, *, archived: bool = False) -> Habit:
        """By its id, its name, or a part of that. Raises NoSuchHabit, AmbiguousHabit."""
        every = await self.list(user_id, archived=True)
        if archived:
            return find_habit(every, text)
        put_away = [one for one in every if one.status is HabitStatus.ARCHIVED]
        return find_habit([one for one in every if one not in put_away], text, put_away)

    async def edit_written(
        self, user: User, habit: Habit, text: str | None = None, options: Mapping[str, str] | None = None
    ) -> Habit:
        """By words as for a new one, which change the name and whatever else they say, and by options."""
        fields = await self._written(user, options or {})
        if text is not None:
            said = parse_change(text, self.today(user))
            said["name"] = name = checked_name(str(said["name"]))
            _refuse_name([one for one in await self.list(user.id) if one.id != habit.id], name)
            fields = {**said, **fields}
        if not fields:
            raise NothingToChange("Say what is to be different about it.")
        return await self._edit(
            user.id, habit.id, lambda scene: with_plan(dict(fields), scene.habit.plan.model_dump())
        )

    async def edit(self, user_id: str, habit_id: str, changes: Mapping[str, object]) -> Habit:
        """Where it changes which days count, the streak is reckoned anew from the whole log."""
        return await self._edit(user_id, habit_id, lambda _: changes)

    async def pause(self, user_id: str, habit_id: str) -> Habit:
        """Nothing is expected of it from today on, until it is resumed; the streak stays."""
        return await self._edit(user_id, habit_id, away.paused)

    async def resume(self, user_id: str, habit_id: str) -> Habit:
        """Also one that was put away, unless another has its name now."""
        mine = await self.list(user_id)
        old = await self.get(user_id, habit_id)
        _refuse_name([one for one in mine if one.id != habit_id], old.name)
        return await self._edit(user_id, habit_id, away.resumed)

    async def archive(self, user_id: str, habit_id: str) -> Habit:
        """Put away with its history; until it is resumed nothing is expected of it."""
        return await self._edit(user_id, habit_id, away.archived)

    async def be_away(self, user_id: str, habit_id: str, first: date, last: date) -> Habit:
        """A holiday, also afterwards: nothing was expected on these days."""
        return await self._edit(user_id, habit_id, lambda scene: away.left(scene.habit, first, last))

    async def remove(self, user_id: str, habit_id: str) -> None:
        """With its log. What it gave is kept."""
        if not await remove_habit(self._table, HabitKey(user_id, habit_id)):
            raise NoSuchHabit("There is no such habit.")

    async def complete(self, user_id: str, habit_id: str, told: Told) -> DayChanged | None:
        """None where it was done already."""
        return await self._change(
            user_id, habit_id, told.day, lambda scene: completed(scene, told, self._scale)
        )

    async def feed(self, user_id: str, habit_id: str, seen: Fed) -> DayChanged | None:
        """By the gains of a number; the same gains again change nothing."""
        return await self._change(user_id, habit_id, seen.day, lambda scene: fed(scene, seen, self._scale))

    async def keep(self, user_id: str, habit_id: str, day: date) -> DayChanged | None:
        """A day that is over, of what is to be left. None where it was no good one, or was rewarded."""
        return await self._change(user_id, habit_id, day, lambda scene: kept(scene, day, self._scale))

    async def note(
        self, user_id: str, habit_id: str, day: date, state: Logged, via: str
    ) -> DayChanged | None:
        """A day that Questlog itself excuses: frozen, or unknown. None where it counts already."""
        return await self._change(user_id, habit_id, day, lambda scene: noted(scene, day, state, via))

    async def skip(self, user_id: str, habit_id: str, told: Told) -> DayChanged | None:
        async def look(_: int) -> DayChanged | None:
            """Skips are counted after the streak is read: another one meanwhile is a change of it."""
            scene = await self.scene(user_id, habit_id, told.day)
            return skipped(scene, told, await self._skips(habit_id, told.day))

        return await self._written_once(look)

    async def undo(self, user_id: str, habit_id: str, day: date) -> DayChanged:
        """The last thing that was told of a day: of any day, in any order."""

        async def look(attempt: int) -> DayChanged:
            return undone(await self._scene_to_change(user_id, habit_id, day, attempt), day, self._scale)

        return await self._written_once(look)

    async def undo_last(self, user_id: str) -> DayChanged:
        """The last thing that the person said; once that is undone, the one before it."""
        item = await self._table.get(WalletKey(user_id).key)
        wallet = next(from_items(Wallet, [item] if item else []), Wallet())
        for said in reversed(wallet.said):
            with suppress(NoSuchHabit, NothingToUndo):  # the habit may have been removed since
                return await self.undo(user_id, said.habit, said.day)
        raise NothingToUndo("There is nothing to undo.")

    async def scene(self, user_id: str, habit_id: str, day: date) -> Scene:
        """All that a change of a day depends on. What lies before the mark is reckoned from the beginning."""
        scene = await self._scenes.read(user_id, habit_id, self._now(), day)
        if scene.mark is None or day > scene.mark.through:
            return scene
        return scene.from_the_beginning(await read_logs(self._table, habit_id))

    def today(self, user: User) -> date:
        """The day that it is for the person."""
        return local_day(self._now(), user.zone, user.day_start)

    async def _written(self, user: User, options: Mapping[str, str]) -> dict[str, object]:
        """The fields that options say, among them those that name something else of the person's."""
        links = {name: text for name, text in options.items() if name in LINKS}
        others = {name: text for name, text in options.items() if name not in LINKS}
        return {**parse_options(others, self.today(user)), **await linked(self._table, user.id, links)}

    async def _edit(self, user_id: str, habit_id: str, edit: _Edit) -> Habit:
        for _ in range(ATTEMPTS):
            scene = await self.scene(user_id, habit_id, self._now().date())
            changes = retargeted(scene, edit(scene))
            after = _edited(scene.habit, changes)
            writes: list[Operation] = [Check(UserKey(user_id).key, PRESENT), _habit_change(after, changes)]
            if not RECKONED.isdisjoint(changes):
                whole = scene.from_the_beginning(await read_logs(self._table, habit_id))
                writes.append(restated(replace(whole, habit=after)))
            writes += await planned(self._table, scene.user, [after], scene.now)
            if await self._write_all(writes):
                return after
        raise _restless()

    async def _change(self, user_id: str, habit_id: str, day: date, change_of: _Change) -> DayChanged | None:
        async def look(attempt: int) -> DayChanged | None:
            changed = change_of(await self._scene_to_change(user_id, habit_id, day, attempt))
            if changed is None:
                return None
            behind = await overtaken(self._table, changed)
            return replace(changed, overtaken=behind) if behind else changed

        return await self._written_once(look)

    async def _written_once(self, look: Callable[[int], Awaitable[_Changed]]) -> _Changed:
        """What a look at everything gives, written; where something changed meanwhile, look again.

        A look is told the number of the attempt.
        """
        for attempt in range(ATTEMPTS):
            changed = await look(attempt)
            if changed is None or await self._write(changed):
                return changed
        raise _restless()

    async def _scene_to_change(self, user_id: str, habit_id: str, day: date, attempt: int) -> Scene:
        """Boards are those of the award's day, where the day has given one: it may have to be taken back."""
        scene = await self.scene(user_id, habit_id, day)
        if attempt:  # whatever it was that changed: now all of it is read
            scene = replace(scene, achievements=await held_achievements(self._table, user_id))
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
        """False where something changed meanwhile: look again. What was told before is not told again."""
        there = [Check(changed.scene.user.key.key, PRESENT)]
        if changed.scene.streak is None and not changed.begins_elsewhere:
            there.append(Check(changed.habit.key.key, EXISTS))  # a streak would tell: it goes with its habit
        told = set[Key]()
        while True:
            try:
                await self._table.transact([*there, *operations(changed, told)])
            except ConditionFailed as failed:
                lost = {failure.key for failure in failed.failures}
                if not lost or not lost <= message_keys(changed) - told:
                    return False
                told |= lost
            else:
                return True

    async def _write_all(self, all_of_it: Sequence[Operation]) -> bool:
        try:
            await self._table.transact(all_of_it)
        except ConditionFailed:
            return False
        return True

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _refuse_name(known: Sequence[Habit], name: str) -> None:
    taken = (one.name.casefold() for one in known if one.status is not HabitStatus.ARCHIVED)
    if name.casefold() in taken:
        raise BadHabit(f"You have a habit called {name} already.")


def _edited(before: Habit, changes: Mapping[str, object]) -> Habit:
    try:
        return Habit.model_validate({**before.model_dump(), **changes})
    except ValueError as error:
        raise BadHabit("That change makes no sense; nothing was changed.") from error


def _habit_change(after: Habit, changes: Mapping[str, object]) -> Update:
    values = {name: getattr(after, name) for name in changes}
    enter, leave = tuple(after.places()), tuple(after.places_left())
    return change(Habit, after.key, values, enter=enter, leave=leave, when=EXISTS)


def checked_name(text: str) -> str:
    name = " ".join(text.split())
    if not can_be_seen(name) or not 1 <= len(name) <= LONGEST_NAME:
        had = f" This one has {len(name)}." if len(name) > LONGEST_NAME else ""
        raise BadHabit(
            f"A habit's name has 1 to {LONGEST_NAME} letters, digits and signs that can be seen.{had}"
        )
    return name


def _restless() -> HabitRefused | Throttled:
    return Throttled("the habit keeps changing under our hands; try again in a moment")
