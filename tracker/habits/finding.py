"""Which of a person's habits a text means: an id, a name, how one begins, or words of it."""

from collections.abc import Sequence

from tracker.accounts.quoting import quoted
from tracker.habits.errors import AmbiguousHabit, NoSuchHabit
from tracker.habits.model import Habit

_MOST_SHOWN = 5


def find_habit(habits: Sequence[Habit], text: str) -> Habit:
    """Raises NoSuchHabit, AmbiguousHabit."""
    found = meant(habits, text)
    if len(found) > 1:
        raise AmbiguousHabit(f"{quoted(text)} may be {_listed(found)}. Say more of its name.")
    if not found:
        raise unknown(habits, text)
    return found[0]


def meant(habits: Sequence[Habit], text: str) -> list[Habit]:
    """All that a text may mean: by the first of these ways that finds any."""
    wanted = " ".join(text.casefold().split())
    if not wanted:
        return []
    return (
        [one for one in habits if one.id.casefold() == wanted]
        or [one for one in habits if one.name.casefold() == wanted]
        or [one for one in habits if one.name.casefold().startswith(wanted)]
        or [one for one in habits if set(wanted.split()) <= set(one.name.casefold().split())]
    )


def unknown(habits: Sequence[Habit], text: str) -> NoSuchHabit:
    if not habits:
        return NoSuchHabit(f"You have no habit {quoted(text)}, and none yet at all.")
    return NoSuchHabit(f"You have no habit {quoted(text)}. You have {_listed(habits)}.")


def _listed(habits: Sequence[Habit]) -> str:
    shown = [one.name for one in habits[:_MOST_SHOWN]]
    more = len(habits) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
