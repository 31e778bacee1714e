"""What can be said of a habit besides its words, as people write it: one table of options and fields."""

import re
from collections.abc import Callable, Mapping
from datetime import date

from tracker.habits.errors import BadHabit
from tracker.habits.model import HabitType
from tracker.habits.words.parse import parse_schedule
from tracker.habits.words.reminders import NONE, parse_reminders
from tracker.tags import parse_tags
from tracker.words import LONGEST_NOTE, quoted

LONGEST_AREA = 30

_YES = frozenset({"yes", "on", "true"})
_PLAN = ("trigger", "action", "reward", "friction_up", "friction_down")


def parse_options(options: Mapping[str, str], today: date) -> dict[str, object]:
    """Values by the fields of Habit; those of its plan under their own names. BadHabit says what is wrong."""
    found: dict[str, object] = {}
    for name, text in options.items():
        if name not in OPTIONS:
            raise BadHabit(f"A habit has no {quoted(name)}; it has {', '.join(OPTIONS)}, fed and goals.")
        field, read = OPTIONS[name]
        found[field] = read(" ".join(text.split()), today)
    return found


def with_plan(fields: dict[str, object], plan: Mapping[str, object]) -> dict[str, object]:
    """The fields with those of the plan in their place; what is not said of it stays as it is."""
    said = {name: fields.pop(name) for name in _PLAN if name in fields}
    return {**fields, "plan": {**plan, **said}} if said else fields


def _type(text: str, _: date) -> HabitType:
    try:
        return HabitType(text.casefold())
    except ValueError:
        raise BadHabit(f"A habit is one to {', '.join(HabitType)}; {quoted(text)} is none.") from None


def _area(text: str, _: date) -> str | None:
    return _seen(text, LONGEST_AREA)


def _note(text: str, _: date) -> str | None:
    return _seen(text, LONGEST_NOTE)


def _seen(text: str, longest: int) -> str | None:
    if text.casefold() in NONE:
        return None
    if not text.isprintable() or len(text) > longest or "#" in text:
        raise BadHabit(
            f"{quoted(text)} cannot be kept: up to {longest} visible letters, digits and signs, but no #."
        )
    return text


def _switch(text: str, _: date) -> bool:
    said = text.casefold()
    if said not in NONE and said not in _YES:
        raise BadHabit(f"{quoted(text)} is neither on nor off.")
    return said in _YES


def _skips(text: str, _: date) -> int:
    if not re.fullmatch(r"\d{1,2}", text) or int(text) > 31:  # noqa: PLR2004 - days of a month
        raise BadHabit("Skips in a month are a number from 0 to 31.")
    return int(text)


OPTIONS: Mapping[str, tuple[str, Callable[[str, date], object]]] = {
    "often": ("schedule", parse_schedule),
    "remind": ("reminders", lambda text, _: parse_reminders(text)),
    "type": ("habit_type", _type),
    "area": ("area", _area),
    "category": ("category", _area),
    "tags": ("tags", lambda text, _: parse_tags(text)),
    "trigger": ("trigger", _note),
    "action": ("action", _note),
    "reward": ("reward", _note),
    "friction_up": ("friction_up", _note),
    "friction_down": ("friction_down", _note),
    "description": ("description", _note),
    "freezes": ("freezes", _switch),
    "skips": ("skips_per_month", _skips),
}
"""The field of Habit that each sets, and how it is read."""
