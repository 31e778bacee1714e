"""A message for tests of channels."""

from typing import Any

from scheduler.channels.channel import Message, Part
from tests.fakes.clock import START
from tests.tracker.notify.notes import REACHED
from tracker.notify.kinds import kind_named


def part(name: str = "a", **other: Any) -> Part:  # noqa: ANN401 - any field
    """A kind may be said by its name."""
    fields = {
        "id": f"id-of-{name}",
        "kind": REACHED,
        "title": f"Reached {name}",
        "text": "99 Woodcutting, at last ★",
        "facts": {"xp": 13_034_431},
        "urgent": False,
        "meant_for": START,
        "late": None,
    }
    if isinstance(name := other.get("kind"), str):
        other["kind"] = kind_named(name)
    return Part(**{**fields, **other})


def message(*parts: Part, note: str | None = None) -> Message:
    told = parts or (part(),)
    return Message(told[0].id, told, note)
