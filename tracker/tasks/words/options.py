"""What can be said of a task besides its words, as people write it: from texts to fields."""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime

from tracker.dates import parse_date
from tracker.refusals import Refused
from tracker.tasks.errors import BadTask
from tracker.tasks.model import (
    LONGEST_TEXT,
    MOST_CHECKLIST,
    MOST_PROJECTS,
    MOST_TAGS,
    ChecklistItem,
    Priority,
)
from tracker.tasks.recurrence import Recurrence
from tracker.tasks.words.quick_add import LONGEST_LABEL, checked_minutes, understand
from tracker.tasks.words.repeating import parse_repeat
from tracker.words import can_be_seen, people

NONE = frozenset({"", "none", "off", "no", "-"})
"""What takes an option away."""
_SIZE = re.compile(r"(?:(?P<h>\d{1,3}) ?h(?:ours?)?)? ?(?:(?P<m>\d{1,4}) ?(?:m|min|minutes?)?)?", re.ASCII)


def parse_fields(options: Mapping[str, str], now: datetime, today: date) -> dict[str, object]:
    """Values by the fields of Task, but for `every`, `until`, `times`, `project` and `goals`.

    `now` is by the person's clocks. Raises BadTask, DateRefused, each with the option as its field.
    """
    found: dict[str, object] = {}
    for name, text in options.items():
        try:
            found |= _field(name, text.strip(), now, today)
        except Refused as refused:
            refused.field = refused.field or name
            raise
    return found


def _field(name: str, text: str, now: datetime, today: date) -> dict[str, object]:
    if name == "due":
        return due_fields(text, now, today)
    if name == "start":
        return {"scheduled_date": None if text.casefold() in NONE else parse_date(text, today)}
    if name not in _FIELDS:
        return {}
    field, read, nothing = _FIELDS[name]
    return {field: nothing if text.casefold() in NONE else read(text)}


def due_fields(text: str, now: datetime, today: date) -> dict[str, object]:
    """`friday`, `tomorrow 5pm`, `18:00`."""
    if text.casefold().strip() in NONE:
        return {"due_date": None, "due_time": None}
    try:
        return {"due_date": parse_date(text, today), "due_time": None}
    except Refused as no_date:
        try:
            found = understand(f"x {text}", now, today)
        except Refused:
            raise no_date from None
        if found.title != "x" or found.due_date is None:
            raise
        return {"due_date": found.due_date, "due_time": found.due_time}


def parse_rule(every: str, start: date) -> Recurrence:
    """Raises BadTask."""
    return parse_repeat(every).rule(start)


def parse_until(text: str, today: date) -> date | None:
    """The last day of a repetition; None where it has none any more. Raises DateRefused."""
    try:
        return None if text.strip().casefold() in {*NONE, "never"} else parse_date(text, today)
    except Refused as refused:
        refused.field = refused.field or "until"
        raise


def parse_priority(text: str) -> Priority:
    wanted = text.strip().upper().removeprefix("!")
    for one in Priority:
        if wanted in (one.value, one.value[1:]):
            return one
    raise BadTask("A priority is P1, P2, P3 or P4, of which P1 comes first.")


def parse_size(text: str) -> int:
    """`30`, `30m`, `2h`, `1h 30m`."""
    found = _SIZE.fullmatch(text.strip().casefold())
    if found is None or not (found["h"] or found["m"]):
        raise BadTask("Say how long it takes: 30, 30m, 2h, 1h 30m.")
    return checked_minutes(int(found["h"] or 0) * 60 + int(found["m"] or 0))


def labels(text: str, most: int) -> tuple[str, ...]:
    """Separated by commas, each once."""
    found = tuple(dict.fromkeys(_label(one.strip().lstrip("@#+")) for one in text.split(",") if one.strip()))
    if len(found) > most:
        raise BadTask(f"There can be {most} of them, separated by commas.")
    return found


def project_names(text: str) -> tuple[str, ...]:
    return () if text.strip().casefold() in NONE else labels(text, MOST_PROJECTS)


def _label(text: str) -> str:
    label = " ".join(text.split())
    if not label or len(label) > LONGEST_LABEL or not can_be_seen(label):
        raise BadTask(f"Write up to {LONGEST_LABEL} letters and digits.")
    return label


def checked_text(text: str) -> str:
    lines = "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
    if len(lines) > LONGEST_TEXT or not can_be_seen(lines.replace("\n", " ")):
        raise BadTask(f"Write up to {people(LONGEST_TEXT)} letters, digits and signs that can be seen.")
    return lines


def _checklist(text: str) -> tuple[ChecklistItem, ...]:
    steps = [" ".join(one.split()) for one in re.split(r"[;\n]", text) if one.strip()]
    if len(steps) > MOST_CHECKLIST or any(len(one) > 2 * LONGEST_LABEL for one in steps):
        raise BadTask(f"A checklist has up to {MOST_CHECKLIST} steps of up to {2 * LONGEST_LABEL} letters.")
    return tuple(ChecklistItem(text=checked_text(one)) for one in steps)


_FIELDS: Mapping[str, tuple[str, Callable[[str], object], object]] = {
    "priority": ("priority", parse_priority, Priority.P4),
    "size": ("size", parse_size, None),
    "tags": ("tags", lambda text: labels(text, MOST_TAGS), ()),
    "area": ("area", _label, None),
    "category": ("sub_category", _label, None),
    "description": ("description", checked_text, None),
    "details": ("extended_description", checked_text, None),
    "notes": ("notes", checked_text, None),
    "checklist": ("checklist", _checklist, ()),
}
"""By option: the field of Task, what reads it, and what stands there where it is taken away."""
