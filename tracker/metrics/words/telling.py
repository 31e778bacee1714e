"""What is said of a metric: `82.4`, `181 lb "after run"`, `82.4 yesterday`, `monday 7h30`.

A number, its unit, when it was so and a note, in any order that leaves no doubt. Nothing is left over: a text
of which a part is not understood is refused as a whole.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tracker.dates import AmbiguousDate, DateRefused
from tracker.days import local_day
from tracker.metrics.log_words import LogWords
from tracker.metrics.units import Unit
from tracker.metrics.words.moments import Clock, StillToCome, read_moment
from tracker.metrics.words.values import AmbiguousValue, BadValue, Value, read_value
from tracker.refusals import Refused
from tracker.words import checked_note, quoted

_LONGEST = 400
_NOTE = re.compile(r"""(?:^|(?<=\s))(?:"(?P<double>[^"]*)(?:"|$)|'(?P<single>[^']+)')(?=\s|$)""")
_QUOTES = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'))


class MeantMetric(NamedTuple):
    """The metric of which something is said."""

    name: str
    unit: Unit | None = None


class Told(NamedTuple):
    words: LogWords
    keeps: Unit | None = None
    """The unit that was said of a metric that has none yet."""
    said_as: str | None = None
    """`181 lb`, where that is not the metric's unit."""
    when: str | None = None
    """`yesterday`, where the text says when it was."""


class _Parts(NamedTuple):
    value: str
    when: str


def read_log(
    text: str, about: MeantMetric, clock: Clock, *, when: str | None = None, note: str | None = None
) -> Told:
    """`when` and `note` are what was said apart from the text. Raises Refused."""
    said, written = _without_note(text[:_LONGEST].translate(_QUOTES))
    if written and note:
        raise BadValue("There are two notes: one in the text, and one besides it. Leave one of them out.")
    parts, value = _meant(said, about, clock)
    if parts.when and when:
        raise BadValue(
            f"{quoted(parts.when)} and {quoted(when)} both say when it was. Leave one of them out."
        )
    moment = when or parts.when
    at = read_moment(moment, clock) if moment else clock.now
    day = local_day(at, clock.zone, clock.day_start)
    unit = value.larger or value.unit
    number = value.within(about.unit, about.name)
    words = LogWords(number, unit and unit.name, checked_note(note or written), at, day)
    other = unit is not None and about.unit is not None and unit != about.unit
    keeps, said_as = unit if about.unit is None else None, parts.value if other else None
    return Told(words, keeps, said_as, parts.when or None)


def _without_note(text: str) -> tuple[str, str | None]:
    """The mark of an inch follows its number, and a quote follows a space."""
    found = _NOTE.search(text)
    if found is None:
        return text.strip(), None
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    return " ".join(rest.split()), found["double"] or found["single"]


def _meant(text: str, about: MeantMetric, clock: Clock) -> tuple[_Parts, Value]:
    """The one way to take it apart that leaves nothing over."""
    found: dict[Value, _Parts] = {}
    refused: list[Refused] = []
    for parts in _ways(text):
        try:
            value = read_value(parts.value, about.unit)
            if parts.when:
                read_moment(parts.when, clock)
        except (StillToCome, AmbiguousDate) as surely:
            refused.insert(0, surely)
        except DateRefused:
            continue
        except Refused as other:
            refused.append(other)
        else:
            found.setdefault(value, parts)
    if len(found) > 1:
        raise AmbiguousValue(f"{quoted(text)} can mean two things. Write the number first, then the day.")
    if not found:
        raise _why(text, refused)
    [(value, parts)] = found.items()
    return parts, value


def _ways(text: str) -> Iterator[_Parts]:
    """The whole of it, then with a time after the number, then with one before it."""
    words = text.split()
    yield _Parts(text, "")
    for place in range(1, len(words)):
        before, after = " ".join(words[:place]), " ".join(words[place:])
        yield _Parts(before, after)
        yield _Parts(after, before)


def _why(text: str, refused: list[Refused]) -> Refused:
    """What can mean two things comes before what means nothing; else what was said of the whole."""
    asked = [one for one in refused if not isinstance(one, BadValue) or isinstance(one, AmbiguousValue)]
    return next(iter([*asked, *refused]), BadValue(f"{quoted(text)} is not a number."))
