"""What is said of a metric besides its name: its unit, which way is good, what is wanted, when to ask.

Every option is text, as people write it; `none` takes one away. What is not said follows from the name.
"""

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from datetime import time
from typing import Any, TypeVar, cast

from tracker.accounts.settings import clock_time
from tracker.metrics.errors import BadMetric
from tracker.metrics.lifecycle import MetricChanges, NewMetric
from tracker.metrics.model import Aggregation, Direction, Metric, MetricStatus, Question
from tracker.metrics.units import UNITS, Measures, Unit, WrongUnit, unit_called
from tracker.metrics.words.naming import read_name, usual_of
from tracker.metrics.words.values import read_value
from tracker.metrics.words.wording import question_for
from tracker.refusals import Refused
from tracker.tags import parse_tags
from tracker.words import can_be_seen, capital, quoted

LONGEST_AREA, LONGEST_QUESTION, LONGEST_DESCRIPTION = 40, 120, 500
NOTHING = frozenset({"none", "no", "off", "-"})
_Member = TypeVar("_Member", Direction, Aggregation, MetricStatus)
_NUMBERS = {
    "target": "target_value",
    "tolerance": "tolerance",
    "low": "threshold_low",
    "high": "threshold_high",
}
_ALSO: Mapping[str, Aggregation] = {
    "total": Aggregation.SUM,
    "add": Aggregation.SUM,
    "latest": Aggregation.LAST,
    "newest": Aggregation.LAST,
    "average": Aggregation.MEAN,
    "avg": Aggregation.MEAN,
    "minimum": Aggregation.MIN,
    "lowest": Aggregation.MIN,
    "maximum": Aggregation.MAX,
    "highest": Aggregation.MAX,
}
_DIRECTIONS: Mapping[str, Direction] = {
    "up": Direction.HIGHER,
    "more": Direction.HIGHER,
    "down": Direction.LOWER,
    "less": Direction.LOWER,
    "near": Direction.TARGET,
}


def read_new(text: str, said: Mapping[str, str]) -> NewMetric:
    """`text` is the name, in which there may be a unit. Raises Refused."""
    name, in_name = read_name(text)
    options = {key: value for key, value in said.items() if not is_nothing(value)}
    unit = _unit(options["unit"]) if "unit" in options else in_name
    usual = usual_of(name, unit)
    if unit is None and usual.unit is not None and "unit" not in said:
        unit = unit_called(usual.unit)
    unit = unit or _unit_of_numbers(options)
    direction = _direction(options)
    if direction is None:
        # Near a target is something only where there is one.
        wanted = usual.direction is not Direction.TARGET or "target" in options
        direction = usual.direction if wanted else Direction.HIGHER
    return NewMetric(
        name=name,
        **_unit_fields(unit),
        direction=direction,
        aggregation=_aggregation(options) or usual_of(name, unit).aggregation,
        **_numbers(options, unit, name),
        **_texts(options),
        question=_question(options, name, None),
        is_outcome=_switch(options.get("outcome")) or False,
    )


def read_edit(metric: Metric, said: Mapping[str, str]) -> MetricChanges:
    """What is not said stays. Raises Refused."""
    if not said:
        raise BadMetric("Say what to change: its name, unit, target, limits or question.")
    changes: dict[str, Any] = {}
    if "name" in said:
        changes["name"] = read_name(said["name"]).name
    unit = unit_of(metric)
    if "unit" in said:
        unit = None if is_nothing(said["unit"]) else _unit(said["unit"])
        changes |= _unit_fields(unit)
    if (direction := _direction(said)) is not None:
        changes["direction"] = direction
    if (aggregation := _aggregation(said)) is not None:
        changes["aggregation"] = aggregation
    if "status" in said:
        changes["status"] = _member(MetricStatus, "status", said["status"])
    if "outcome" in said:
        changes["is_outcome"] = _switch(said["outcome"]) or False
    if {"ask", "question"} & said.keys():
        changes["question"] = _question(said, changes.get("name", metric.name), metric.question)
    changes |= _numbers(said, unit, metric.name) | _texts(said)
    return cast("MetricChanges", changes)


def unit_of(metric: Metric) -> Unit | None:
    if metric.custom_unit is not None:
        return Unit(metric.custom_unit, Measures.NUMBER)
    return None if metric.unit is None else UNITS[metric.unit]


def kept_unit(metric: Metric, unit: Unit) -> MetricChanges:
    """A metric that has no unit takes the one that is said with its first log, and what is usual of that.

    Raises WrongUnit where it has logs without one: nobody knows what those were in.
    """
    if metric.logs:
        raise WrongUnit(
            f"{capital(metric.name)} has no unit so far. If its numbers are {unit.name},"
            f" set its unit to {unit.name} first; else write only the number.",
            field="value",
        )
    changes = _unit_fields(unit)
    if metric.aggregation is usual_of(metric.name).aggregation:
        changes["aggregation"] = usual_of(metric.name, unit).aggregation
    return cast("MetricChanges", changes)


def _unit_fields(unit: Unit | None) -> dict[str, Any]:
    known = unit is not None and unit.name in UNITS
    return {
        "unit": unit.name if unit is not None and known else None,
        "custom_unit": unit.name if unit is not None and not known else None,
    }


def _unit(text: str) -> Unit:
    with _about("unit"):
        return unit_called(text)


def _unit_of_numbers(options: Mapping[str, str]) -> Unit | None:
    """`--target "75 kg"` says what the metric is in."""
    for key in _NUMBERS:
        if key in options:
            with _about(key):
                value = read_value(options[key])
            if value.unit is not None:
                return value.larger or value.unit
    return None


def _numbers(said: Mapping[str, str], unit: Unit | None, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, field in _NUMBERS.items():
        if key in said:
            with _about(key):
                nothing = is_nothing(said[key])
                found[field] = None if nothing else read_value(said[key], unit).within(unit, name)
    return found


def _texts(said: Mapping[str, str]) -> dict[str, Any]:
    lengths = {"area": LONGEST_AREA, "category": LONGEST_AREA, "description": LONGEST_DESCRIPTION}
    found: dict[str, Any] = {}
    if "tags" in said:
        with _about("tags"):
            found["tags"] = parse_tags(said["tags"])
    for key, most in lengths.items():
        if key in said:
            field = "sub_category" if key == "category" else key
            found[field] = None if is_nothing(said[key]) else _line(said[key], key, most)
    return found


def _line(text: str, key: str, most: int) -> str:
    line = " ".join(text.split())
    if not line or len(line) > most or not can_be_seen(line):
        raise BadMetric(f"Here go 1 to {most} letters, digits and signs that can be seen.", field=key)
    return line


def _question(said: Mapping[str, str], name: str, before: Question | None) -> Question | None:
    """`ask` is the time, and `question` the words; the words alone change a question that is there."""
    if is_nothing(said.get("ask", "")) or is_nothing(said.get("question", "")):
        return None
    at = _time(said["ask"]) if "ask" in said else before.at if before else None
    if at is None:
        if "question" in said:
            raise BadMetric("Say the time at which you want to be asked, such as 8:00.", field="ask")
        return None
    words = _line(said["question"], "question", LONGEST_QUESTION) if "question" in said else None
    return Question(text=words or (before.text if before else question_for(name)), at=at)


def _time(text: str) -> time:
    try:
        return clock_time(re.sub(r"^at ", "", text.strip().casefold()))
    except ValueError as error:
        raise BadMetric(f"{error}", field="ask") from None


def _direction(said: Mapping[str, str]) -> Direction | None:
    if "direction" not in said:
        return None
    word = said["direction"].strip().casefold()
    return _DIRECTIONS.get(word) or _member(Direction, "direction", word)


def _aggregation(said: Mapping[str, str]) -> Aggregation | None:
    if "per_day" not in said:
        return None
    word = said["per_day"].strip().casefold()
    return _ALSO.get(word) or _member(Aggregation, "per_day", word)


def _member(kind: type[_Member], key: str, text: str) -> _Member:
    known = {one.value.casefold(): one for one in kind}
    found = known.get(text.strip().casefold())
    if found is None:
        *some, last = known
        raise BadMetric(f"{quoted(text)} is not one of {', '.join(some)} and {last}.", [*known], field=key)
    return found


def _switch(text: str | None) -> bool | None:
    return None if text is None else not is_nothing(text)


def is_nothing(text: str) -> bool:
    return text.strip().casefold() in NOTHING


@contextmanager
def _about(key: str) -> Generator[None]:
    """A refusal in the block is about this option."""
    try:
        yield
    except Refused as refused:
        refused.field = refused.field or key
        raise
