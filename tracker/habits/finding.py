"""Which of a person's habits a text means. One that is live beats one that was archived.

What is to be left is also found as it was begun: `no smoking`.
"""

from collections.abc import Sequence

from tracker.finding import Finder, plain
from tracker.habits.errors import AmbiguousHabit, HabitUnchanged, NoSuchHabit
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.words.parse import NEGATION


def _called(habit: Habit) -> Sequence[str]:
    return (habit.id, f"no {plain(habit.name)}") if habit.target.at_most else (habit.id,)


FINDER: Finder[Habit] = Finder(
    "habit",
    name=lambda habit: habit.name,
    ids=_called,
    missing=NoSuchHabit,
    ambiguous=AmbiguousHabit,
    is_live=lambda habit: habit.status is not HabitStatus.ARCHIVED,
)
unknown, nearest = FINDER.unknown, FINDER.nearest


def find_habit(
    habits: Sequence[Habit], text: str, *, archived: bool = False, whole_name: bool = False
) -> Habit:
    """Among all habits of a person. Raises NoSuchHabit, AmbiguousHabit.

    With `archived`, one that was put away can be found, too. `whole_name` is for what cannot be undone: there
    a part of a name is not enough.
    """
    found = meant(habits, text)
    if not found:
        raise unknown(habits if archived else [*filter(FINDER.is_live, habits)], text)
    if not archived:
        refuse_archived(found)
    return FINDER.only(found, text, whole_name=whole_name)


def meant(habits: Sequence[Habit], text: str) -> list[Habit]:
    """All that a text may mean: by the first of the ways that finds any."""
    found, wanted = FINDER.meant(habits, text), plain(text)
    if found or not NEGATION.match(wanted):
        return found
    return FINDER.meant([one for one in habits if one.target.at_most], NEGATION.sub("", wanted))


def said_of(habit: Habit, text: str) -> str:
    """A text in the letters that names are compared in, without what says that the habit is to be left."""
    return NEGATION.sub("", plain(text)) if habit.target.at_most else plain(text)


def refuse_archived(found: Sequence[Habit]) -> None:
    """Raises NoSuchHabit where only what was put away is meant: nothing can be told of it."""
    if found and not any(map(FINDER.is_live, found)):
        raise NoSuchHabit(f"{found[0].name} is archived. Resume it first.", FINDER.suggested(found))


def refuse_denial(habit: Habit, text: str) -> None:
    """Raises HabitUnchanged for `no smoking`: that it did not happen needs no entry."""
    if said_of(habit, text) != plain(text):
        raise HabitUnchanged(
            f"Days you don't log count as kept. If {habit.name} happened after all, name it without the no."
        )
