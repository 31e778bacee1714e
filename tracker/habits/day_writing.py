"""A day of a habit told, in one transaction. Where somebody was faster, everything is looked at again."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import date, datetime
from typing import NamedTuple, TypeAlias, TypeVar

from tracker.clock import Clock
from tracker.habits.day_context import DayContext, DayContexts, read_logs, read_places
from tracker.habits.events import DayChanged, message_keys, operations
from tracker.habits.lifecycle import restless, same_goals
from tracker.happenings.model import HappeningKind
from tracker.happenings.writing import happening
from tracker.refusals import Refused
from tracker.rewards.model import Wallet
from tracker.rewards.rivals import overtaken
from tracker.rewards.wallet import held_achievements
from tracker.store.entity import PRESENT
from tracker.store.errors import ConditionFailed
from tracker.store.table import Check, Operation, Table
from tracker.store.values import Key

ATTEMPTS = 20

_Changed = TypeVar("_Changed", DayChanged, DayChanged | None)
Change: TypeAlias = Callable[[DayContext], DayChanged | None]
Look: TypeAlias = Callable[[int], Awaitable[_Changed]]
"""It is told the number of the attempt."""


class DayOutcome(NamedTuple):
    """One of several days that were told at once."""

    habit: str
    """Its id."""
    day: date
    changed: DayChanged | None = None
    """None where it was so already, or was refused."""
    refused: Refused | None = None


class DayWriter:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock, self._scenes = table, clock, DayContexts(table)

    async def scene(self, user_id: str, habit_id: str, day: date) -> DayContext:
        """All that a change of a day depends on. What lies before the mark is reckoned from the beginning."""
        scene = await self._scenes.read(user_id, habit_id, self._now(), day)
        if scene.mark is None or day > scene.mark.through:
            return scene
        return scene.from_the_beginning(await read_logs(self._table, habit_id))

    async def write(self, user_id: str, habit_id: str, day: date, change_of: Change) -> DayChanged | None:
        """What a change makes of the day; None where that is nothing."""

        async def look(attempt: int) -> DayChanged | None:
            scene = await self.scene_to_change(user_id, habit_id, day, attempt)
            if (changed := change_of(scene)) is None:
                return None
            wallet = scene.wallet or Wallet()
            behind = await overtaken(self._table, user_id, wallet, changed.points, scene.places, scene.rivals)
            return replace(changed, overtaken=behind) if behind else changed

        return await self.write_once(look)

    async def write_once(self, look: Look[_Changed]) -> _Changed:
        """What a look at everything gives, written; where something changed meanwhile, look again."""
        for attempt in range(ATTEMPTS):
            changed = await look(attempt)
            if changed is None or await self._is_written(changed):
                return changed
        raise restless()

    async def scene_to_change(self, user_id: str, habit_id: str, day: date, attempt: int) -> DayContext:
        """Boards are those of the award's day, where the day has given one: it may have to be taken back."""
        scene = await self.scene(user_id, habit_id, day)
        if attempt:  # whatever it was that changed: now all of it is read
            scene = replace(scene, achievements=await held_achievements(self._table, user_id))
        before = scene.before
        if before is None or before.award is None or before.award.given_on == scene.today:
            return scene
        places = await read_places(self._table, user_id, scene.wallet, before.award.given_on)
        return replace(scene, places=places)

    async def _is_written(self, changed: DayChanged) -> bool:
        """False where something changed meanwhile: look again. What was told before is not told again."""
        there = [Check(changed.scene.user.key.key, PRESENT)]
        if changed.scene.streak is None and not changed.begins_elsewhere:
            # A streak would tell: it goes with its habit, and changes with the goals of it.
            there.append(Check(changed.habit.key.key, same_goals(changed.habit)))
        told, told_on = set[Key](), self._happening(changed)
        while True:
            try:
                await self._table.transact([*there, *operations(changed, told), *told_on])
            except ConditionFailed as failed:
                lost = {failure.key for failure in failed.failures}
                if not lost or not lost <= message_keys(changed) - told:
                    return False
                told |= lost
            else:
                return True

    def _happening(self, changed: DayChanged) -> list[Operation]:
        habit, amount = changed.habit, changed.after.amount if changed.after else None
        thing, state = (habit.id, habit.name), changed.state.value
        user, kind = changed.scene.user, HappeningKind.HABIT
        return happening(self._table, user, kind, thing, state, value=amount, day=changed.day)

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


async def each_day(
    days: Iterable[tuple[str, date]], change: Callable[[str, date], Awaitable[DayChanged | None]]
) -> list[DayOutcome]:
    """One after the other; one that is refused does not keep the others back."""
    outcomes: list[DayOutcome] = []
    for habit_id, day in days:
        try:
            outcomes.append(DayOutcome(habit_id, day, changed=await change(habit_id, day)))
        except Refused as refused:
            outcomes.append(DayOutcome(habit_id, day, refused=refused))
    return outcomes
