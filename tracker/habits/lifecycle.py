"""How a habit begins, changes and ends: what is checked, and what is written."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from tracker.goals.composite.marking import all_marked, relinked
from tracker.goals.composite.model import GoalHabit
from tracker.habits.errors import BadHabit
from tracker.habits.model import FormerTarget, Habit, HabitStatus, HabitType, StreakItem
from tracker.habits.schedule import ONE_DAY
from tracker.habits.watched import Watched
from tracker.shares.model import Shareable
from tracker.shares.things import end_links_to
from tracker.store.conditions import ABSENT, EXISTS, Condition, eq, lacks
from tracker.store.entity import change, from_items, stored
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import HabitKey, HabitLogKey, StreakKey
from tracker.store.table import Delete, Operation, Table, Update
from tracker.store.values import key_of
from tracker.words import can_be_seen

LONGEST_NAME = 60
MOST_FORMER = 60

_ATTEMPTS = 5


def checked_name(text: str) -> str:
    name = " ".join(text.split())
    if not can_be_seen(name) or not 1 <= len(name) <= LONGEST_NAME:
        had = f" This one has {len(name)}." if len(name) > LONGEST_NAME else ""
        raise BadHabit(
            f"A habit's name has 1 to {LONGEST_NAME} letters, digits and signs that can be seen.{had}"
        )
    return name


def refuse_name(known: Sequence[Habit], name: str, but: str | None = None) -> None:
    """Raises BadHabit where another habit is called so; what is archived has no claim to its name."""
    others = (one for one in known if one.id != but and one.status is not HabitStatus.ARCHIVED)
    if name.casefold() in (one.name.casefold() for one in others):
        raise BadHabit(f"You have a habit called {name} already.")


def takes_name(before: Habit, after: Habit) -> bool:
    """Whether it is called so from now on, and was not before: it is renamed, or comes out of the archive."""
    comes_back = before.status is HabitStatus.ARCHIVED is not after.status
    return comes_back or (
        after.status is not HabitStatus.ARCHIVED and before.name.casefold() != after.name.casefold()
    )


def edited(before: Habit, changes: Mapping[str, object]) -> Habit:
    if "name" in changes:
        changes = {**changes, "name": checked_name(str(changes["name"]))}
    try:
        return Habit.model_validate({**before.model_dump(), **changes})
    except ValueError as error:
        raise BadHabit("That change makes no sense; nothing was changed.") from error


def habit_change(before: Habit, after: Habit, changes: Mapping[str, object]) -> Update:
    """The fields that changed. Parts of a plan change, and the others are written as they were seen."""
    values = {name: getattr(after, name) for name in changes}
    enter, leave = tuple(after.places()), tuple(after.places_left())
    unchanged = EXISTS & eq("plan", stored(before.plan)) if "plan" in changes else EXISTS
    if "goal_ids" in changes:
        unchanged &= same_goals(before)
    return change(Habit, after.key, values, enter=enter, leave=leave, when=unchanged)


def same_goals(habit: Habit) -> Condition:
    """Holds as long as the habit is there, and counts for the goals that it was read with."""
    own, shared = eq("goalIds", stored(habit.goal_ids)), eq("sharedIn", stored(habit.shared_in))
    own = own if habit.goal_ids else own | lacks("goalIds")
    return EXISTS & own & (shared if habit.shared_in else shared | lacks("sharedIn"))


def share_habit(habit: Habit, streak: StreakItem | None, groups: tuple[str, ...]) -> list[Operation]:
    """Its days count in these group goals from now on.

    A streak changes with them, as in `goals_told`: so no day is told without a mark.
    """
    changed: list[Operation] = [
        change(Habit, habit.key, {"shared_in": groups}, when=same_goals(habit)),
    ]
    if streak is not None:
        changed.append(Update(habit.streak_key.key, add={"changes": 1}, when=eq("changes", streak.changes)))
    return changed


def goals_told(
    before: Habit | None, after: Habit | None, streak: StreakItem | None, now: datetime
) -> Iterator[Operation]:
    """What a change of a habit means for the goals of parts that it counts towards, and counted towards.

    A streak changes with them: who tells a day at the same time looks again, and tells the new ones, too.
    """
    habit = after or before
    if habit is None:
        return
    old, new = (one.goal_ids if one else () for one in (before, after))
    yield from relinked(old, new, GoalHabit, habit.id)
    yield from all_marked(habit.user, dict.fromkeys((*old, *new)), now)
    if streak is not None and before is not None and after is not None and old != new:
        yield Update(habit.streak_key.key, add={"changes": 1}, when=eq("changes", streak.changes))


def retargeted(watched: Watched, changes: Mapping[str, object]) -> Mapping[str, object]:
    """With the target of the days before today kept, where the changes bring another one.

    A new target holds from today on: days that are over were good or not by the one that they had.
    """
    habit, yesterday = watched.habit, watched.today - ONE_DAY
    kind = HabitType(changes.get("habit_type", habit.habit_type))
    if (changes.get("amount", habit.amount), kind.at_most) == (habit.amount, habit.target.at_most):
        return changes
    known = habit.former_targets
    if yesterday < habit.began or (known and known[-1].through >= yesterday):
        return changes  # of today alone, which is not over
    former = FormerTarget(through=yesterday, amount=habit.amount, at_most=habit.target.at_most)
    return {**changes, "former_targets": (*known, former)[-MOST_FORMER:]}


async def remove_habit(table: Table, key: HabitKey, now: datetime) -> bool:
    """Whether there was such a habit; stopped anywhere, a second run finishes it. What it gave stays given.

    Its log goes first: by the habit it is found.
    """
    streak = StreakKey(key.user, key.habit).key
    for _ in range(_ATTEMPTS):
        found = await table.get_many([key.key, streak])
        if key.key not in found:
            return False
        await _remove_log(table, key.habit)
        await end_links_to(table, key.user, Shareable.HABIT, key.habit)
        kept = next(from_items(StreakItem, [found[streak]] if streak in found else []), None)
        untold = ABSENT if streak not in found else EXISTS if kept is None else eq("changes", kept.changes)
        try:
            habit = next(from_items(Habit, [found[key.key]]), None)
            goals = goals_told(habit, None, None, now)
            await table.transact([Delete(key.key, EXISTS), Delete(streak, untold), *goals])
        except ConditionFailed:
            continue  # a day was told meanwhile
        return True
    raise restless()


async def _remove_log(table: Table, habit_id: str) -> None:
    logged = HabitLogKey.prefix(habit=habit_id)
    while items := (await table.query(logged.pk, prefix=logged.prefix)).items:
        await table.write_many(deletes=[key_of(item) for item in items])


def restless() -> Throttled:
    return Throttled("the habit keeps changing under our hands; try again in a moment")
