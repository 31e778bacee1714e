"""What can be said of a goal of parts, as people write it: from texts to fields."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation

from tracker.dates import parse_date
from tracker.goals.composite.errors import BadGoal
from tracker.goals.composite.model import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    CompositeStatus,
    PartKind,
    ProgressConfig,
    TimeHorizon,
)
from tracker.readings import Number
from tracker.refusals import Refused
from tracker.tags import parse_tags
from tracker.words import can_be_seen, people

NONE = frozenset({"", "none", "off", "no", "-"})
"""What takes an option away."""
PRIORITIES = ("P1", "P2", "P3", "P4")
SAID = (CompositeStatus.PLANNING, CompositeStatus.ACTIVE, CompositeStatus.ACHIEVED, CompositeStatus.ABANDONED)
"""What the person says. Whether it is on track follows from how it goes."""
_LONGEST_NAME, _MOST_WEIGHT, _WHOLE = 60, 100, 100
_LENGTHS = {
    "description": LONGEST_TEXT,
    "notes": LONGEST_TEXT,
    "area": _LONGEST_NAME,
    "category": _LONGEST_NAME,
}
_WEIGHT = re.compile(r"([a-z]+)\s*[:=]?\s*(\d{1,3})", re.IGNORECASE)


def parse_fields(options: Mapping[str, str], today: date) -> dict[str, object]:
    """Values by the fields of CompositeGoal. Raises BadGoal, DateRefused, with the option as its field."""
    found: dict[str, object] = {}
    for name, text in options.items():
        try:
            found |= _field(name, text.strip(), today)
        except Refused as refused:
            refused.field = refused.field or name
            raise
    return found


def _field(name: str, text: str, today: date) -> dict[str, object]:
    if name not in _FIELDS:
        return {}
    field, empty, read = _FIELDS[name]
    return {field: empty if text.casefold() in NONE and name not in _NEEDED else read(text, today)}


def checked_title(text: str) -> str:
    title = " ".join(text.split())
    if not title or len(title) > LONGEST_TITLE or not can_be_seen(title):
        raise BadGoal(
            f"A goal has a title of up to {LONGEST_TITLE} letters, digits and signs.", field="title"
        )
    return title


def checked_text(text: str, name: str) -> str:
    most = _LENGTHS.get(name, LONGEST_TITLE)
    lines = "\n".join(" ".join(line.split()) for line in text.splitlines())
    if not lines or len(lines) > most or not can_be_seen(lines.replace("\n", " ")):
        raise BadGoal(f"Write up to {people(most)} letters, digits and signs that can be seen.", field=name)
    return lines


def parse_status(text: str) -> CompositeStatus:
    wanted = "".join(text.casefold().split())
    words = {"done": CompositeStatus.ACHIEVED, "reached": CompositeStatus.ACHIEVED}
    for status in SAID:
        if wanted == status.value.casefold():
            return status
    if wanted in words:
        return words[wanted]
    raise BadGoal("A goal is planning, active, achieved or abandoned. On track or at risk is worked out.")


def parse_weights(text: str) -> ProgressConfig:
    """`criteria 50, tasks 50`: what is not named weighs as usual."""
    said = {name.casefold(): int(number) for name, number in _WEIGHT.findall(text)}
    kinds = {kind.value for kind in PartKind}
    rest = _WEIGHT.sub("", text).replace(",", "").strip()
    if not said or rest or not said.keys() <= kinds or max(said.values()) > _MOST_WEIGHT:
        raise BadGoal(
            "Say how much each kind weighs, from 0 to 100:"
            " criteria 40, tasks 30, metrics 20, habits 10, goals 40.",
            field="weights",
        )
    return ProgressConfig.model_validate(said)


def parse_percent(text: str) -> Number | None:
    """What somebody says a goal is at; None takes it back."""
    said = text.strip().removesuffix("%").strip().replace(",", ".")
    if said.casefold() in NONE:
        return None
    try:
        number = Decimal(said)
    except InvalidOperation:
        number = Decimal(-1)
    if not (number.is_finite() and 0 <= number <= _WHOLE):
        raise BadGoal("Progress is a number from 0 to 100, or none.", field="progress")
    return number.quantize(Decimal("0.1"))


def _priority(text: str) -> str:
    wanted = text.upper() if text.upper().startswith("P") else f"P{text}"
    if wanted not in PRIORITIES:
        raise BadGoal("A priority is P1, P2, P3 or P4, of which P1 comes first.")
    return wanted


def _horizon(text: str) -> TimeHorizon:
    for one in TimeHorizon:
        if text.casefold() == one.value.casefold():
            return one
    raise BadGoal("A horizon is yearly, quarterly, monthly, weekly or daily.")


def _text(name: str) -> Callable[[str, date], object]:
    return lambda text, _: checked_text(text, name)


_NEEDED = frozenset({"title", "priority", "status"})
_FIELDS: Mapping[str, tuple[str, object, Callable[[str, date], object]]] = {
    "title": ("title", None, lambda text, _: checked_title(text)),
    "by": ("target_date", None, parse_date),
    "priority": ("priority", None, lambda text, _: _priority(text)),
    "status": ("status", None, lambda text, _: parse_status(text)),
    "horizon": ("time_horizon", None, lambda text, _: _horizon(text)),
    "tags": ("tags", (), lambda text, _: parse_tags(text)),
    "weights": ("progress_config", ProgressConfig(), lambda text, _: parse_weights(text)),
    "description": ("description", None, _text("description")),
    "notes": ("notes", None, _text("notes")),
    "area": ("area", None, _text("area")),
    "category": ("sub_category", None, _text("category")),
}
"""By what people call it: the field, what it is where it is taken away, and how it is read."""
