"""Which of a person's habits a text means: an id, a name, how one begins, or words of it.

A whole name beats a part of one, and a habit that is live beats one that was archived.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from tracker.habits.errors import AmbiguousHabit, NoSuchHabit
from tracker.habits.model import Habit, HabitStatus
from tracker.refusals import Suggestion
from tracker.words import quoted, some_of

_MOST_SHOWN = 5
_NEAR = 0.65
"""How alike a name is to one that was meant, at least: `gmy` is 0.67 of `gym`."""


def find_habit(
    habits: Sequence[Habit], text: str, *, archived: bool = False, whole_name: bool = False
) -> Habit:
    """Among all habits of a person. Raises NoSuchHabit, AmbiguousHabit.

    With `archived`, one that was put away can be found, too. `whole_name` is for what cannot be undone: there
    a part of a name is not enough.
    """
    found = meant(habits, text)
    if not found:
        raise unknown(habits if archived else _live(habits), text)
    if whole_name and not is_called(found[0], text):
        raise NoSuchHabit(
            f"You have no habit that is called {quoted(text)}. Did you mean {_listed(found)}?",
            _suggested(found),
        )
    if not archived:
        refuse_archived(found)
    if len(found) > 1:
        raise AmbiguousHabit(
            f"{quoted(text)} may be {_listed(found)}. Say more of its name.", _suggested(found)
        )
    return found[0]


def meant(habits: Sequence[Habit], text: str) -> list[Habit]:
    """All that a text may mean: by the first of these ways that finds any."""
    wanted = _plain(text)
    nothing = list[Habit]()
    return next(filter(None, _ways(habits, wanted)), nothing) if wanted else nothing


def _ways(habits: Sequence[Habit], wanted: str) -> Iterator[list[Habit]]:
    live = _live(habits)
    put_away = [one for one in habits if one.status is HabitStatus.ARCHIVED]
    yield [one for one in habits if one.id.casefold() == wanted]
    for some in (live, put_away):
        yield [one for one in some if _plain(one.name) == wanted]
    for some in (live, put_away):
        yield [one for one in some if _plain(one.name).startswith(wanted)]
        yield [one for one in some if set(wanted.split()) <= set(_plain(one.name).split())]


def refuse_archived(found: Sequence[Habit]) -> None:
    """Raises NoSuchHabit where only what was put away is meant: nothing can be told of it."""
    if found and all(one.status is HabitStatus.ARCHIVED for one in found):
        raise NoSuchHabit(f"{found[0].name} is archived. Resume it first.", _suggested(found))


def is_called(habit: Habit, text: str) -> bool:
    """Whether the text is its id, or all of its name."""
    return _plain(text) in (habit.id.casefold(), _plain(habit.name))


def unknown(habits: Sequence[Habit], text: str) -> NoSuchHabit:
    if not habits:
        return NoSuchHabit(f"You have no habit {quoted(text)}, and none yet at all.")
    if near := nearest(habits, text):
        said = f"You have no habit {quoted(text)}. Did you mean {near.name}?"
        return NoSuchHabit(said, _suggested([near]))
    return NoSuchHabit(f"You have no habit {quoted(text)}. You have {_listed(habits)}.", _suggested(habits))


def nearest(habits: Sequence[Habit], text: str) -> Habit | None:
    """The one whose name is written almost so."""
    names = {_plain(one.name): one for one in habits}
    return next((names[name] for name in get_close_matches(_plain(text), names, n=1, cutoff=_NEAR)), None)


def _live(habits: Sequence[Habit]) -> list[Habit]:
    return [one for one in habits if one.status is not HabitStatus.ARCHIVED]


def _plain(text: str) -> str:
    """Without what people leave out: capitals, and the marks on letters."""
    apart = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(bare.casefold().split())


def _listed(habits: Sequence[Habit]) -> str:
    return some_of([one.name for one in habits], _MOST_SHOWN)


def _suggested(habits: Sequence[Habit]) -> list[Suggestion]:
    return [Suggestion(one.name, one.id) for one in habits[:_MOST_SHOWN]]
