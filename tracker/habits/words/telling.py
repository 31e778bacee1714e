"""What a text says of a habit: which one, how much, on which day, and a note: `gym 5 "legs" yesterday`."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tracker.frozen import frozen
from tracker.habits.errors import WrongHabitUnit
from tracker.habits.finding import meant, said_of
from tracker.habits.model import Habit

_NOTE = re.compile(r"""(?:^|\s)(?:"(?P<double>[^"]*)"?|'(?P<single>[^']+)')$""")
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
_DAY = re.compile(
    rf"\s(?:on\s+)?(?P<day>yesterday|today|(?:last\s+)?{_WEEKDAY}|\d{{1,3}}\s+days?\s+ago|\d{{4}}-\d\d-\d\d)$",
    re.IGNORECASE | re.ASCII,
)
_AMOUNT = re.compile(r"^(?P<name>.*\S)\s+[+x]?(?P<amount>[0-9][0-9.,]*)\s*(?P<unit>[^\W\d_]*)$")


@frozen
class HabitMention:
    """Amount, day and note are as they were written."""

    habits: Sequence[Habit]
    """All that may be meant, at least one."""
    rest: str = ""
    """What was said besides the name."""
    sure: bool = True
    """Whether whole words of a name were said, and not only how it begins."""
    amount: str | None = None
    day: str | None = None
    note: str | None = None


class _Reading(NamedTuple):
    """One way to take a text apart."""

    name: str
    amount: str | None = None
    unit: str = ""
    day: str | None = None
    note: str | None = None


def mentioned(text: str, habits: Sequence[Habit]) -> HabitMention | None:
    """None where no habit is named. Raises WrongHabitUnit."""
    for said in _readings(text):
        if found := meant(habits, said.name):
            _check_unit(found, said.unit)
            return HabitMention(
                habits=found,
                rest=text[len(said.name) :].strip(),
                sure=all(_says_words(said.name, one) for one in found),
                amount=None if said.amount is None else said.amount.rstrip(".,"),
                day=said.day,
                note=said.note,
            )
    return None


def mentioned_before(
    text: str, habits: Sequence[Habit], is_rest: Callable[[str], bool]
) -> HabitMention | None:
    """By the longest name that leaves nothing, or what is expected to follow one: `deep work 2h`."""
    words = text.split()
    for count in range(len(words), 0, -1):
        rest = " ".join(words[count:])
        if (not rest or is_rest(rest)) and (found := meant(habits, " ".join(words[:count]))):
            return HabitMention(found, rest)
    return None


def _readings(text: str) -> Iterator[_Reading]:
    """Those that take more of it for the name come first."""
    yield _Reading(text)
    said, note = text, None
    if found := _NOTE.search(said):
        said, note = said[: found.start()].rstrip(), found["double"] or found["single"] or ""
        yield _Reading(said, note=note)
    before, day = said, None
    if found := _DAY.search(said):
        before, day = said[: found.start()].rstrip(), found["day"]
        yield _Reading(before, day=day, note=note)
    if found := _AMOUNT.match(before):
        yield _Reading(found["name"], found["amount"], found["unit"], day, note)


def _says_words(name: str, habit: Habit) -> bool:
    said = name.casefold()
    words = (set(one.split()) for one in (said, said_of(habit, name)))
    return said == habit.id.casefold() or any(one <= set(habit.name.casefold().split()) for one in words)


def _check_unit(found: Sequence[Habit], unit: str) -> None:
    for habit in found:
        if unit and habit.unit and not _alike(unit.casefold(), habit.unit.casefold()):
            name, counted = habit.name, habit.unit
            raise WrongHabitUnit(f"{name} is counted in {counted}, not in {unit}. Say how many {counted}.")


def _alike(one: str, other: str) -> bool:
    """`page` and `pages`, `min` and `minutes`, `k` and `km`."""
    return one.startswith(other) or other.startswith(one)
