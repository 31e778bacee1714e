"""What a text says of a habit: which one, how much, on which day, and a note: `gym 5 "legs"`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from bot.sms.command import Unclear
from bot.sms.words import ANOTHER_UNIT
from tracker.dates import parse_past_day
from tracker.habits.finding import meant
from tracker.habits.model import Habit
from tracker.habits.words.amounts import parse_amount
from tracker.readings import Number
from tracker.refusals import Refused
from tracker.words import checked_note

_NOTE = re.compile(r"""(?:^|\s)(?:"(?P<double>[^"]*)"?|'(?P<single>[^']+)')$""")
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
_DAY = re.compile(
    rf"\s(?:on\s+)?(?P<day>yesterday|today|(?:last\s+)?{_WEEKDAY}|[1-7]\s+days?\s+ago|\d{{4}}-\d\d-\d\d)$",
    re.IGNORECASE | re.ASCII,
)
_AMOUNT = re.compile(r"^(?P<name>.*\S)\s+[+x]?(?P<amount>[0-9][0-9.,]*)\s*(?P<unit>[^\W\d_]*)$")


@dataclass(frozen=True, slots=True)
class Heard:
    habits: Sequence[Habit]
    """All that may be meant, at least one."""
    after: str
    """What was said besides the name."""
    is_sure: bool
    """Whether whole words of a name were said, and not only how it begins."""
    amount: Number | None = None
    day: date | None = None
    note: str | None = None


def heard(text: str, habits: Sequence[Habit], today: date) -> Heard | None:
    """None where no habit is named. Raises Unclear, and HabitRefused for an amount or note that is none."""
    for said in _readings(text):
        if found := meant(habits, said.name):
            return Heard(
                habits=found,
                after=text[len(said.name) :].strip(),
                is_sure=all(_says_words(said.name, one) for one in found),
                amount=_amount(found, said.amount, said.unit),
                day=_day(said.day, today),
                note=None if said.note is None else checked_note(said.note),
            )
    return None


class _Reading(NamedTuple):
    """One way to take a text apart."""

    name: str
    amount: str | None = None
    unit: str = ""
    day: str | None = None
    note: str | None = None


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
    return said == habit.id.casefold() or set(said.split()) <= set(habit.name.casefold().split())


def _amount(found: Sequence[Habit], text: str | None, unit: str) -> Number | None:
    if text is None:
        return None
    amount = parse_amount(text.rstrip(".,"))
    for habit in found:
        if unit and habit.unit and not _alike(unit.casefold(), habit.unit.casefold()):
            raise Unclear(ANOTHER_UNIT.format(name=habit.name, unit=habit.unit, said=unit))
    return amount


def _alike(one: str, other: str) -> bool:
    """`page` and `pages`, `min` and `minutes`, `k` and `km`."""
    return one.startswith(other) or other.startswith(one)


def _day(text: str | None, today: date) -> date | None:
    if text is None:
        return None
    try:
        return parse_past_day(text, today)
    except Refused as refused:
        raise Unclear(str(refused)) from refused
