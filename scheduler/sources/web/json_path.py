"""Where in a JSON document a number is: `data.items[0].count`, and what counts as a number there."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, TypeAlias, cast

from scheduler.sources.source import BadDefinition
from tracker.readings import Number
from tracker.store.values import MAX_DIGITS, canonical

Step: TypeAlias = str | int

LONGEST = 200
_STEP = re.compile(
    r"""
      \. (?P<name> [^.\[\]"'*?$\x00-\x1f]+ )
    | \[ (?P<place> -?[0-9]{1,9} ) \]
    | \[ (?: "(?P<double>[^"]+)" | '(?P<single>[^']+)' ) \]
    """,
    re.VERBOSE,
)
_NUMERAL = re.compile(r"[+-]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?")
_SMALLEST = -130  # the store's own bound


class Absent(LookupError):
    """The document has no such place."""


def steps_of(path: str) -> tuple[Step, ...]:
    """Raises BadDefinition. Nothing, or `$` alone, is the whole document."""
    text = path.strip()
    rest = text[1:] if text.startswith("$") else text if text[:1] in {"", ".", "["} else f".{text}"
    steps: list[Step] = []
    at = 0
    while at < len(rest):
        if len(text) > LONGEST or (found := _STEP.match(rest, at)) is None:
            raise BadDefinition(
                f"{text[:LONGEST]!r} is no path: write names with dots between them and places in brackets, "
                'such as data.items[0].count; a name with dots in it as ["a.b"].'
            )
        place = found["place"]
        steps.append(int(place) if place else found["name"] or found["double"] or found["single"])
        at = found.end()
    return tuple(steps)


def follow(document: Any, steps: Sequence[Step]) -> Any:  # noqa: ANN401 - JSON of any shape
    """What stands there. Raises Absent with the first step that leads nowhere."""
    for step in steps:
        try:
            document = document[_as_in(document, step)]
        except (LookupError, TypeError):
            raise Absent(str(step)) from None
    return document


def _as_in(document: object, step: Step) -> Step:
    """`items.0` is a place in a list too. Text can be indexed as well, but is a value here."""
    if isinstance(document, str):
        raise Absent(str(step))
    if isinstance(document, list) and isinstance(step, str) and step.isascii() and step.isdecimal():
        return int(step[:9])
    return step


def number_of(value: object) -> Number | None:
    """Exactly that number; None for null. Raises ValueError for what is no number.

    Text counts if it is plain digits, with commas between groups of three and a point before fractions, as
    many APIs write large numbers.
    """
    match value:
        case None:
            return None
        case bool():
            raise ValueError("true and false are no numbers")
        case int():
            return _bounded(value)
        case Decimal():
            return _bounded(value)
        case str() if len(value) <= LONGEST and _NUMERAL.fullmatch(value.strip()):
            return _bounded(Decimal(value.strip().replace(",", "")))
        case _:
            raise ValueError("not a number")


def _bounded(value: Number) -> Number:
    """As the store keeps it. Its size is looked at first: writing out 1e999999999 would take all memory."""
    if not value:
        return 0
    if isinstance(value, Decimal) and not _SMALLEST <= value.adjusted() < MAX_DIGITS:
        raise ValueError("out of bounds")
    return cast("Number", canonical(value)[0])
