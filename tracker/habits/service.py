"""Habits: made, told day by day, skipped, undone. One telling is one transaction, and counts once."""

import builtins
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import TypeAlias

from tracker.accounts.changes import next_change
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import Days, local_day
from tracker.front_ends import FrontEnd, is_by_person
from tracker.goals.composite.marking import with_goal
from tracker.habits import away
from tracker.habits.changing import (
    DayReport,
    ObservedGain,
    completed,
    fed,
    kept,
    noted,
    skipped,
    skips_left,
    undone,
)
from tracker.habits.day_context import DayContext, read_logs
from tracker.habits.day_writing import ATTEMPTS, DayOutcome, DayWriter, each_day
from tracker.habits.errors import (
    BadHabit,
    HabitMissing,
    HabitUnchanged,
    NoSuchHabit,
    NothingToUndo,
    TooManyHabits,
)
from tracker.habits.events import DayChanged, restated
from tracker.habits.feeds import LINKS, linked
from tracker.habits.finding import find_habit
from tracker.habits.lifecycle import (
    checked_name,
    edited,
    goals_told,
    habit_change,
    refuse_name,
    remove_habit,
    restless,
    retargeted,
    takes_name,
)
from tracker.habits.model import MOST_HABITS, Habit, HabitLog, HabitStatus
from tracker.habits.rounds.planning import planned
from tracker.habits.rounds.snoozing import USUAL, reminder_again
from tracker.habits.states import Logged
from tracker.habits.watched import watch_one
from tracker.habits.words.options import parse_options, with_plan
from tracker.habits.words.parse import parse_change, parse_habit
from tracker.ids import Ids, is_ulid
from tracker.notify import outbox
from tracker.rewards.points import Scale
from tracker.rewards.wallet import wallet_of
from tracker.store.conditions import ABSENT
from tracker.store.entity import PRESENT, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import HabitKey, HabitLogKey, UserKey
from tracker.store.table import Check, Operation, Put, Table, Update

RECKONED = frozenset({"schedule", "amount", "habit_type", "away", "began"})
"""What a streak is reckoned from, besides the log."""

_CHANGES = "habitChanges"
_Edit: TypeAlias = Callable[[DayContext], Mapping[str, object]]


class Habits:
    def __init__(self, table: Table, clock: Clock, ids: Ids, scale: Scale | None = None) -> None:
        """`ids` are unique among all people: a log has only the habit's id in its key."""
        self._table, self._clock, self._ids = table, clock, ids
        self._scale, self._days = scale or Scale(), DayWriter(table, clock)

    # Having habits

    async def add_written(self, user: User, text: str, options: Mapping[str, str] | None = None) -> Habit:
        """From the words that people write: `gym 3x a week`, and options such as `remind`."""
        return await self._begin(user, await self.sketch(user, text, options))

    async def add(self, user: User, name: str, **wanted: object) -> Habit:
        """A habit that begins today. `wanted` are further fields of Habit."""
        return await self._begin(user, self._new(user, name, wanted))

    async def sketch(self, user: User, text: str, options: Mapping[str, str] | None = None) -> Habit:
        """The habit that these words would begin; nothing is written."""
        meant = parse_habit(text, self.today(user))
        said = with_plan(await self._written(user, options or {}), {})
        return self._new(user, meant.name, {**meant.fields, **said})

    async def list(self, user_id: str, *, archived: bool = False) -> builtins.list[Habit]:
        """In the order in which they were made; as many as somebody can have."""
        mine = HabitKey.prefix(user=user_id)
        page = await self._table.query(mine.pk, prefix=mine.prefix, limit=MOST_HABITS)
        found = sorted(from_items(Habit, page.items), key=lambda one: (one.created_at, one.id))
        return [one for one in found if archived or one.status is not HabitStatus.ARCHIVED]

    async def get(self, user_id: str, habit_id: str) -> Habit:
        item = await self._table.get(HabitKey(user_id, habit_id).key)
        if item is None:
            raise NoSuchHabit("There is no such habit.")
        return from_item(Habit, item)

    async def find(
        self, user_id: str, text: str, *, archived: bool = False, whole_name: bool = False
    ) -> Habit:
        """By its id, its name, or a part of that; see `find_habit`. Raises NoSuchHabit, AmbiguousHabit."""
        if not is_ulid(text):
            every = await self.list(user_id, archived=True)
        elif (item := await self._table.get(HabitKey(user_id, text).key)) is not None:
            every = [from_item(Habit, item)]
        else:  # what is gone must not lead to another
            raise NoSuchHabit("This habit no longer exists.")
        return find_habit(every, text, archived=archived, whole_name=whole_name)

    async def edit_written(
        self, user: User, habit: Habit, text: str | None = None, options: Mapping[str, str] | None = None
    ) -> Habit:
        """By words as for a new one, which change the name and whatever else they say, and by options."""
        fields = await self._changes(user, text, options or {})
        return await self._edit(
            user.id, habit.id, lambda scene: with_plan(dict(fields), scene.habit.plan.model_dump())
        )

    async def sketch_edit(self, user: User, habit: Habit, text: str, options: Mapping[str, str]) -> Habit:
        """What a habit would become by these words; nothing is written."""
        fields = await self._changes(user, text, options)
        return edited(habit, with_plan(fields, habit.plan.model_dump()))

    async def edit(self, user_id: str, habit_id: str, changes: Mapping[str, object]) -> Habit:
        """Where it changes which days count, the streak is reckoned anew from the whole log."""
        return await self._edit(user_id, habit_id, lambda _: changes)

    async def count_for(self, user_id: str, habit_id: str, goal_id: str, *, counts: bool = True) -> Habit:
        """It counts towards a goal, or no longer does. Raises BadPart."""
        return await self._edit(
            user_id,
            habit_id,
            lambda scene: {"goal_ids": with_goal(scene.habit.goal_ids, goal_id, counts=counts)},
        )

    async def pause(self, user_id: str, habit_id: str) -> Habit:
        """Nothing is expected of it from today on, until it is resumed; the streak stays."""
        return await self._edit(user_id, habit_id, away.paused)

    async def resume(self, user_id: str, habit_id: str) -> Habit:
        """Also one that was put away, unless another has its name now."""
        return await self._edit(user_id, habit_id, away.resumed)

    async def archive(self, user_id: str, habit_id: str) -> Habit:
        """Put away with its history; until it is resumed nothing is expected of it."""
        return await self._edit(user_id, habit_id, away.archived)

    async def be_away(self, user_id: str, days: Days, habit_id: str | None = None) -> builtins.list[Habit]:
        """A holiday of one habit, or of all, also afterwards: nothing was expected on these days.

        Where one of them refuses it, none is changed.
        """
        chosen = await self._chosen(user_id, habit_id)
        for one in chosen:
            away.left(one, days)
        return await self._edit_each(
            chosen, lambda scene: away.left(scene.habit, days), "All habits know of these days already."
        )

    async def be_back(self, user_id: str, days: Days, habit_id: str | None = None) -> builtins.list[Habit]:
        """No holiday on these days after all. Of all habits, those that had one then are changed."""
        chosen = await self._chosen(user_id, habit_id)
        return await self._edit_each(
            chosen, lambda scene: away.returned(scene.habit, days), "No habit has a holiday on these days."
        )

    async def remove(self, user_id: str, habit_id: str) -> None:
        """With its log. What it gave is kept."""
        if not await remove_habit(self._table, HabitKey(user_id, habit_id), self._now()):
            raise NoSuchHabit("There is no such habit.")

    # Telling days

    async def complete(self, user_id: str, habit_id: str, told: DayReport) -> DayChanged | None:
        """None where it was done already."""
        return await self._days.write(
            user_id, habit_id, told.day, lambda scene: completed(scene, told, self._scale)
        )

    async def complete_each(
        self, user_id: str, days: Iterable[tuple[str, date]], via: FrontEnd, occasion: str | None = None
    ) -> builtins.list[DayOutcome]:
        """All that is wanted of each habit on a day; one that is refused does not keep the others back."""

        async def complete(habit_id: str, day: date) -> DayChanged | None:
            return await self.complete(user_id, habit_id, DayReport(day, via, occasion=occasion))

        return await each_day(days, complete)

    async def feed(self, user_id: str, habit_id: str, seen: ObservedGain) -> DayChanged | None:
        """By the gains of a number; the same gains again change nothing."""
        return await self._days.write(
            user_id, habit_id, seen.day, lambda scene: fed(scene, seen, self._scale)
        )

    async def keep(self, user_id: str, habit_id: str, day: date) -> DayChanged | None:
        """A day that is over, of what is to be left. None where it was no good one, or was rewarded."""
        return await self._days.write(user_id, habit_id, day, lambda scene: kept(scene, day, self._scale))

    async def note(
        self, user_id: str, habit_id: str, day: date, state: Logged, via: str
    ) -> DayChanged | None:
        """A day that Questlog itself excuses: frozen, or unknown. None where it counts already."""
        return await self._days.write(user_id, habit_id, day, lambda scene: noted(scene, day, state, via))

    async def skip(self, user_id: str, habit_id: str, told: DayReport) -> DayChanged | None:
        """None where it was skipped already."""

        async def look(_: int) -> DayChanged | None:
            """Skips are counted after the streak is read: another one meanwhile is a change of it."""
            scene = await self._days.scene(user_id, habit_id, told.day)
            return skipped(scene, told, await self.skips_left(scene.habit, told.day))

        return await self._days.write_once(look)

    async def skips_left(self, habit: Habit, day: date) -> int:
        """How many days of its month can still be skipped."""
        return skips_left(habit, await read_logs(self._table, habit.id, day.replace(day=1)), day)

    async def undo(self, user_id: str, habit_id: str | None = None, day: date | None = None) -> DayChanged:
        """Take back what was said last of a day: the one named, else the one told last, else today.

        Without a habit it is the last thing that the person said; said again, the one before it.
        """
        if habit_id is not None:
            return await self._undo(user_id, habit_id, day or await self._last_day(user_id, habit_id))
        if day is not None:
            raise HabitMissing("Which habit is it? Name the habit, and the day.", field="habit")
        said = await self.last_by_person(user_id)
        if said is None:
            raise NothingToUndo("There is nothing to undo. Name a habit, and the day if you like.")
        return await self._undo(user_id, said.habit, said.day)

    async def undo_each(self, user_id: str, days: Iterable[tuple[str, date]]) -> builtins.list[DayOutcome]:
        """What was said last of each day; one that is refused does not keep the others back."""
        return await each_day(days, lambda habit_id, day: self._undo(user_id, habit_id, day))

    async def last_by_person(self, user_id: str) -> HabitLog | None:
        """The last day of which the person said something: nobody else has told it since."""
        wallet = await wallet_of(self._table, user_id)
        keys = [HabitLogKey(one.habit, one.day).key for one in reversed(wallet.undoable_days)]
        found = await self._table.get_many(keys)
        logs = from_items(HabitLog, (found[key] for key in keys if key in found))
        return next((one for one in logs if is_by_person(one.via)), None)

    async def snooze(self, user: User, habit: Habit, wait: timedelta = USUAL) -> datetime:
        """Remind again after so long, if it is not done by then; when that is. Raises NotDue, TooLate."""
        message = reminder_again(await watch_one(self._table, user, habit, self._now()), wait)
        await outbox.enqueue(self._table, message)
        return message.not_before

    async def scene(self, user_id: str, habit_id: str, day: date) -> DayContext:
        """All that a change of a day depends on."""
        return await self._days.scene(user_id, habit_id, day)

    def today(self, user: User) -> date:
        """The day that it is for the person."""
        return local_day(self._now(), user.zone, user.day_start)

    def _new(self, user: User, name: str, wanted: Mapping[str, object]) -> Habit:
        fields = {"id": self._ids(), "user": user.id, "name": checked_name(name), "began": self.today(user)}
        try:
            return Habit.model_validate({**fields, "created_at": self._now(), **wanted})
        except ValueError as error:
            raise BadHabit("That habit makes no sense. Say what, and how often: gym 3x a week.") from error

    async def _begin(self, user: User, habit: Habit) -> Habit:
        for _ in range(ATTEMPTS):
            claimed = await self._claimed(user.id)
            known = await self.list(user.id, archived=True)
            if len(known) >= MOST_HABITS:
                raise TooManyHabits(
                    f"You have {MOST_HABITS} habits, which is as many as there can be. Remove one first."
                )
            refuse_name(known, habit.name)
            new = Put(to_item(habit, habit.key, *habit.places()), ABSENT)
            plan = await planned(self._table, user, [habit], habit.created_at)
            goals = goals_told(None, habit, None, habit.created_at)
            if await self._is_written([claimed, new, *plan, *goals]):
                return habit
        raise restless()

    async def _changes(self, user: User, text: str | None, options: Mapping[str, str]) -> dict[str, object]:
        """What words as for a new one and options say, at least something."""
        fields = await self._written(user, options)
        if text is not None:
            fields = {**parse_change(text, self.today(user)), **fields}
        if not fields:
            raise HabitUnchanged("Say what is to be different about it.")
        return fields

    async def _written(self, user: User, options: Mapping[str, str]) -> dict[str, object]:
        """The fields that options say, among them those that name something else of the person's."""
        links = {name: text for name, text in options.items() if name in LINKS}
        others = {name: text for name, text in options.items() if name not in LINKS}
        return {**parse_options(others, self.today(user)), **await linked(self._table, user.id, links)}

    async def _edit(self, user_id: str, habit_id: str, edit: _Edit) -> Habit:
        for _ in range(ATTEMPTS):
            scene = await self.scene(user_id, habit_id, self._now().date())
            changes = retargeted(scene, edit(scene))
            after = edited(scene.habit, changes)
            writes: list[Operation] = [
                await self._present(scene.habit, after),
                habit_change(scene.habit, after, changes),
            ]
            restates = not RECKONED.isdisjoint(changes)
            if restates:
                whole = scene.from_the_beginning(await read_logs(self._table, habit_id))
                writes.append(restated(replace(whole, habit=after)))
            writes += goals_told(scene.habit, after, None if restates else scene.streak, scene.now)
            writes += await planned(self._table, scene.user, [after], scene.now)
            if await self._is_written(writes):
                return after
        raise restless()

    async def _edit_each(self, habits: Sequence[Habit], edit: _Edit, nothing: str) -> builtins.list[Habit]:
        """Those that changed. Where several are meant, one that has nothing to change stays as it is."""
        changed: list[Habit] = []
        for one in habits:
            try:
                changed.append(await self._edit(one.user, one.id, edit))
            except (HabitUnchanged, NoSuchHabit):
                if len(habits) == 1:
                    raise
        if not changed:
            raise HabitUnchanged(nothing)
        return changed

    async def _chosen(self, user_id: str, habit_id: str | None) -> Sequence[Habit]:
        """The one that is named, or all that are not put away."""
        if habit_id is not None:
            return [await self.get(user_id, habit_id)]
        if found := await self.list(user_id):
            return found
        raise HabitUnchanged("You have no habits yet, and so nothing to be away from.")

    async def _undo(self, user_id: str, habit_id: str, day: date) -> DayChanged:
        async def look(attempt: int) -> DayChanged:
            scene = await self._days.scene_to_change(user_id, habit_id, day, attempt)
            return undone(scene, day, self._scale)

        return await self._days.write_once(look)

    async def _last_day(self, user_id: str, habit_id: str) -> date:
        """The one that was told last of this habit, as far as that is remembered; else today."""
        last = (await wallet_of(self._table, user_id)).last_day_of(habit_id)
        return last or (await self.scene(user_id, habit_id, self._now().date())).today

    async def _present(self, before: Habit, after: Habit) -> Operation:
        """Holds as long as the person is there, and where the habit takes a name, as long as that is free."""
        if not takes_name(before, after):
            return Check(UserKey(after.user).key, PRESENT)
        claimed = await self._claimed(after.user)
        refuse_name(await self.list(after.user), after.name, but=after.id)
        return claimed

    async def _claimed(self, user_id: str) -> Update:
        """Holds as long as nobody makes, renames or brings back another habit of the person."""
        if (claimed := await next_change(self._table, user_id, _CHANGES)) is None:
            raise NoSuchUser("There is no such account, or it is being deleted.")
        return claimed

    async def _is_written(self, all_of_it: Sequence[Operation]) -> bool:
        try:
            await self._table.transact(all_of_it)
        except ConditionFailed:
            return False
        return True

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)
