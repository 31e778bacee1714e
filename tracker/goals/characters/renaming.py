"""A character under another name: its goals follow it to the new subject, and keep what they recorded."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from tracker.goals.characters.link import CharacterLink
from tracker.goals.characters.watching import announced, forget_readings, observed_of, unwatched, watched
from tracker.goals.errors import AnotherCharacter, GoalUnchanged
from tracker.goals.games.game import game_of
from tracker.goals.listeners import CharacterListener
from tracker.goals.lookup import goals_of
from tracker.goals.model import LIVE, Character, Goal
from tracker.numbers import grouped
from tracker.readings import Measure, Number, Quantity
from tracker.store.conditions import eq
from tracker.store.entity import change
from tracker.store.index_keys import SubjectWatcherKey
from tracker.store.table import MAX_OPERATIONS, Operation, Table, Update

_TOGETHER = MAX_OPERATIONS - 10
"""So many goals move in one transaction with their character."""
_ONLY_GROW = (Measure.XP, Measure.SCORE)


def check_same(old: Character, link: CharacterLink, before: Mapping[Quantity, Number]) -> None:
    """Raises AnotherCharacter where the new name has less than the old one had."""
    game = game_of(old.game)
    after: Mapping[Quantity, Number] = {} if link.reading is None else link.reading.values
    lost = {
        quantity: before[quantity] - after[quantity]
        for quantity in before.keys() & after.keys()
        if quantity.measure in _ONLY_GROW and not game.may_fall(quantity)
        if before[quantity] > after[quantity]
    }
    if not lost:
        return
    most = max(lost, key=lambda quantity: (lost[quantity], quantity))
    counted = game.activities.get(most.attribute)
    unit = counted.unit if counted else most.measure
    what = f"{game.display(most.attribute)} {unit}"
    raise AnotherCharacter(
        f"{link.name} has {grouped(after[most])} {what}, but {old.name} had {grouped(before[most])}:"
        " that looks like another character. Add it as one of its own, or rename it anyway if you are sure."
    )


async def rename(  # noqa: PLR0917 - which one, to what, as long as what holds, and who hears of it
    table: Table,
    old: Character,
    link: CharacterLink,
    unchanged: Update,
    now: datetime,
    listeners: Sequence[CharacterListener],
) -> Character:
    """Raises ConditionFailed where somebody changed something meanwhile, and GoalUnchanged."""
    changes = {"name": link.name, "mode": link.mode, "subject": link.subject}
    new = old.model_copy(update={**changes, "revision": old.revision + 1})
    if new == old.model_copy(update={"revision": new.revision}):
        raise GoalUnchanged(f"{old.name} is called so already.")
    moved = change(
        Character, old.key, {**changes, "revision": new.revision}, when=eq("revision", old.revision)
    )
    goals = await _renamed_goals(table, old, new, listeners)
    if new.subject == old.subject:
        await table.transact([unchanged, moved, *goals])
        return new
    observed = await observed_of(table, old.subject)
    await table.transact(
        [
            unchanged,
            moved,
            *unwatched(observed),
            watched(new.subject, link.definition, new.user, now),
            *announced(old.subject, new.subject),
            *goals,
        ]
    )
    if observed is not None and observed.watchers <= 1:
        await forget_readings(table, old.subject)
    return new


async def _renamed_goals(
    table: Table, old: Character, new: Character, listeners: Sequence[CharacterListener]
) -> list[Operation]:
    """What changes the goals, and all else that hangs on the character.

    Where they are too many for one transaction, goals that are over have changed before.
    """
    goals = sorted(await goals_of(table, old.user, old.id), key=lambda goal: goal.status not in LIVE)
    changes = [operation for goal in goals for operation in _renamed(goal, new)]
    if old.subject != new.subject:
        changes[:0] = [operation for one in listeners for operation in await one.renamed(old, new)]
    for start in range(_TOGETHER, len(changes), MAX_OPERATIONS):
        await table.transact(changes[start : start + MAX_OPERATIONS])
    return changes[:_TOGETHER]


async def called_anew(
    table: Table, old: Character, *, name: str, unit: str | None, mode: str | None
) -> list[Operation]:
    """What calls a plain number otherwise: for the transaction of whoever keeps it."""
    changes = {"name": name, "unit": unit, "mode": mode, "revision": old.revision + 1}
    new = old.model_copy(update=changes)
    moved = change(Character, old.key, changes, when=eq("revision", old.revision))
    return [moved, *await _renamed_goals(table, old, new, ())]


def _renamed(goal: Goal, new: Character) -> Iterator[Operation]:
    """It follows to another subject; one on a plain number is called as that is."""
    if goal.subject != new.subject:
        place = SubjectWatcherKey(new.subject, goal.user, goal.id)
        yield change(Goal, goal.key, {"subject": new.subject}, enter=[place])
    elif goal.label is not None:
        yield change(Goal, goal.key, {"label": new.name})
