"""Which of a person's habits a text means: an id, a name, how one begins, or words of it."""

import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches

from tracker.habits.errors import AmbiguousHabit, NoSuchHabit
from tracker.habits.model import Habit
from tracker.words import quoted

_MOST_SHOWN = 5


def find_habit(habits: Sequence[Habit], text: str, archived: Sequence[Habit] = ()) -> Habit:
    """Of `archived` none is found, but a name that is theirs is not taken for another one's.

    Raises NoSuchHabit, AmbiguousHabit.
    """
    found = meant(habits, text)
    is_exact = any(is_called(one, text) for one in found)
    put_away = [one for one in archived if is_called(one, text)] if found else meant(archived, text)
    if put_away and not is_exact:
        raise NoSuchHabit(f"{put_away[0].name} is archived. Resume it first.")
    if len(found) > 1:
        raise AmbiguousHabit(f"{quoted(text)} may be {_listed(found)}. Say more of its name.")
    if not found:
        raise unknown(habits, text)
    return found[0]


def is_called(habit: Habit, text: str) -> bool:
    """Whether the text is its id, or all of its name."""
    return _plain(text) in (habit.id.casefold(), _plain(habit.name))


def _plain(text: str) -> str:
    """Without what people leave out: capitals, and the marks on letters."""
    apart = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(bare.casefold().split())


def meant(habits: Sequence[Habit], text: str) -> list[Habit]:
    """All that a text may mean: by the first of these ways that finds any."""
    wanted = _plain(text)
    if not wanted:
        return []
    return (
        [one for one in habits if one.id.casefold() == wanted]
        or [one for one in habits if _plain(one.name) == wanted]
        or [one for one in habits if _plain(one.name).startswith(wanted)]
        or [one for one in habits if set(wanted.split()) <= set(_plain(one.name).split())]
    )


def unknown(habits: Sequence[Habit], text: str) -> NoSuchHabit:
    if not habits:
        return NoSuchHabit(f"You have no habit {quoted(text)}, and none yet at all.")
    names = {_plain(one.name): one.name for one in habits}
    if near := get_close_matches(_plain(text), names, n=1):
        return NoSuchHabit(f"You have no habit {quoted(text)}. Did you mean {names[near[0]]}?")
    return NoSuchHabit(f"You have no habit {quoted(text)}. You have {_listed(habits)}.")


def _listed(habits: Sequence[Habit]) -> str:
    shown = [one.name for one in habits[:_MOST_SHOWN]]
    more = len(habits) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
