"""Which of a person's habits a text means. One that is live beats one that was archived."""

from collections.abc import Sequence

from tracker.finding import Finder
from tracker.habits.errors import AmbiguousHabit, NoSuchHabit
from tracker.habits.model import Habit, HabitStatus

FINDER: Finder[Habit] = Finder(
    "habit",
    name=lambda habit: habit.name,
    ids=lambda habit: (habit.id,),
    missing=NoSuchHabit,
    ambiguous=AmbiguousHabit,
    is_live=lambda habit: habit.status is not HabitStatus.ARCHIVED,
)
meant, unknown, nearest = FINDER.meant, FINDER.unknown, FINDER.nearest


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


def refuse_archived(found: Sequence[Habit]) -> None:
    """Raises NoSuchHabit where only what was put away is meant: nothing can be told of it."""
    if found and not any(map(FINDER.is_live, found)):
        raise NoSuchHabit(f"{found[0].name} is archived. Resume it first.", FINDER.suggested(found))
