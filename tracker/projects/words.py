"""What can be said of a project, as people write it: from texts to fields."""

from collections.abc import Mapping
from datetime import date

from tracker.dates import DateInPast, parse_date, parse_past_day
from tracker.projects.errors import BadProject
from tracker.projects.model import LONGEST_NAME, ProjectStatus
from tracker.refusals import Refused
from tracker.tags import parse_tags
from tracker.words import can_be_seen, people

LONGEST_TEXT = 2000
NONE = frozenset({"", "none", "off", "no", "-"})
"""What takes an option away."""
PRIORITIES = ("P1", "P2", "P3", "P4")
_MOST_IMPACT = 5
_TEXTS = {"description": "description", "notes": "notes", "area": "area", "category": "sub_category"}


def parse_fields(options: Mapping[str, str], today: date) -> dict[str, object]:
    """Values by the fields of Project. Raises BadProject, DateRefused, each with the option as its field."""
    found: dict[str, object] = {}
    for name, text in options.items():
        try:
            found |= _field(name, text.strip(), today)
        except Refused as refused:
            refused.field = refused.field or name
            raise
    return found


def _field(name: str, text: str, today: date) -> dict[str, object]:
    taken_away = text.casefold() in NONE
    match name:
        case "start":
            return {"start_date": today if taken_away else _any_day(text, today)}
        case "end":
            return {"end_date": None if taken_away else _any_day(text, today)}
        case "priority":
            return {"priority": _priority(text)}
        case "impact":
            return {"impact": _impact(text)}
        case "status":
            return {"status": parse_status(text)}
        case "tags":
            return {"tags": parse_tags(text)}
        case _ if name in _TEXTS:
            return {_TEXTS[name]: None if taken_away else _text(name, text)}
        case _:
            return {}


def _any_day(text: str, today: date) -> date:
    """A project may have begun before Questlog knew of it."""
    try:
        return parse_date(text, today)
    except DateInPast:
        return parse_past_day(text, today)


def _priority(text: str) -> str:
    wanted = text.upper() if text.upper().startswith("P") else f"P{text}"
    if wanted not in PRIORITIES:
        raise BadProject("A priority is P1, P2, P3 or P4, of which P1 comes first.")
    return wanted


def _impact(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST_IMPACT):
        raise BadProject("How much it matters is a number from 1 to 5.")
    return int(text)


def parse_status(text: str) -> ProjectStatus:
    wanted = "".join(text.casefold().split())
    for status in ProjectStatus:
        if wanted == status.value.casefold():
            return status
    raise BadProject("A project is planning, active, on hold, completed or cancelled.")


def _text(name: str, text: str) -> str:
    most = LONGEST_NAME if name in ("area", "category") else LONGEST_TEXT
    lines = "\n".join(" ".join(line.split()) for line in text.splitlines())
    if len(lines) > most or not can_be_seen(lines.replace("\n", " ")):
        raise BadProject(f"Write up to {people(most)} letters, digits and signs that can be seen.")
    return lines
