"""A value as people write it: `82.4`, `82,4 kg`, `181lb`, `$12.50`, `7h30`, `-3`, `10k`.

What can mean two things is asked, and what is not understood is refused as a whole.
"""

import re
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from tracker.frozen import frozen
from tracker.metrics.units import (
    UNITS,
    Measures,
    Unit,
    WrongUnit,
    ambiguous,
    can_convert,
    converted,
    in_unit,
    units_called,
)
from tracker.numbers import SPACED, SUFFIXES, AmbiguousNumber, parse_number
from tracker.readings import Number
from tracker.refusals import Reason, Refused
from tracker.words import capital, quoted, unit_for

MOST_DIGITS, DECIMALS = 15, 9
"""Before and after the point."""
_MINUS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{NO-BREAK SPACE}": " "})
_CURRENCY = "[$\N{EURO SIGN}\N{POUND SIGN}]"
_NUMBER = rf"{SPACED}(?![\d.,])|\.?\d(?:[.,_]?\d|'\d{{3}}(?!\d))*"
"""All that can belong to one number; whether it is one is seen then."""
_VALUE = re.compile(
    rf"(?P<sign>[-+]?)\s*(?P<currency>{_CURRENCY}?)\s*(?P<number>{_NUMBER})\s*(?P<rest>.*)", re.ASCII
)
_MORE = re.compile(r"(?P<unit>[^\d\s]+?)\s*(?P<number>\d+(?:[.,]\d+)?)\s*(?P<small>[^\d\s]*)", re.ASCII)
_TIMES = re.compile(
    r"(?P<sign>[-+]?)(?P<big>\d{1,3}):(?P<small>\d\d)(?::(?P<smallest>\d\d))?(?P<rest>.*)", re.ASCII
)
_THREE_DECIMALS = re.compile(r"[1-9]\d{0,2}\.\d{3}", re.ASCII)
_THREE_AFTER_COMMA = re.compile(r"[1-9]\d{0,2},\d{3}", re.ASCII)
_PER = 60
_COUNTED = (Measures.NUMBER, Measures.ENERGY, Measures.DOLLARS, Measures.EUROS, Measures.STERLING)
"""Where `10k` are ten thousand, and nothing else."""


class BadValue(Refused, ValueError):
    """Not a number, or not one that can be kept."""

    code: ClassVar[str] = "bad_value"
    reason = Reason.UNREADABLE


class AmbiguousValue(BadValue):
    """A value that can be read in two ways."""

    code = "ambiguous_value"


@frozen
class Value:
    number: Number
    unit: Unit | None = None
    """In which it was said."""
    larger: Unit | None = None
    """Of `7h30`: what a metric that has no unit yet is kept in."""

    def within(self, unit: Unit | None, name: str) -> Number:
        """In the unit of a metric of that name. Raises Refused."""
        number = self.number
        if unit is not None and self.unit is not None:
            number = self._converted(self.unit, unit, name)
        elif self.unit is not None and self.larger is not None:
            number = converted(self.number, self.unit, self.larger)
        return checked_value(number)

    def _converted(self, said: Unit, unit: Unit, name: str) -> Number:
        if can_convert(said, unit) or _is_alike(said, unit):
            return converted(self.number, said, unit) if can_convert(said, unit) else self.number
        raise WrongUnit(
            f"{capital(name)} is {in_unit(unit.name)}, not {in_unit(said.name)}."
            f" Write only the number, or {unit.name}."
        )


def read_value(text: str, unit: Unit | None = None) -> Value:
    """`unit` is that of the metric, which decides what `30m` is. Raises Refused."""
    words = " ".join(text.translate(_MINUS).casefold().split())
    if found := _TIMES.fullmatch(words):
        return _clock_like(found, unit)
    found = _VALUE.fullmatch(words)
    number = _number(found["number"], unit) if found else None
    if found is not None and number is None and sum(map(str.isdigit, found["number"])) > MOST_DIGITS:
        raise _too_long()
    if found is None or number is None:
        raise BadValue(f"{quoted(text)} is not a number. Write it as 82.4, or with a unit: 82.4 kg.")
    if found["sign"] == "+":
        raise BadValue(f"{quoted(text)} says how much more. Write the whole number.")
    sign = -1 if found["sign"] else 1
    rest = found["rest"]
    if found["currency"]:
        if rest and rest not in SUFFIXES:
            raise _not_understood(text, rest)
        [currency] = units_called(found["currency"])
        return Value(sign * number * (_factor(rest) if rest else 1), currency)
    if more := _MORE.fullmatch(rest):
        return _two_units(sign, number, more, text)
    return _with_unit(sign * number, rest, unit, text, found["number"])


def checked_value(number: Number) -> Number:
    """As it is kept. Raises BadValue."""
    if abs(number) >= 10**MOST_DIGITS:
        raise _too_long()
    exact = Decimal(number)
    if round(exact, DECIMALS) != exact:
        raise _too_long()
    return int(exact) if exact == exact.to_integral_value() else exact.normalize()


def _too_long() -> BadValue:
    return BadValue(f"A number has up to {MOST_DIGITS} digits before the point and {DECIMALS} after it.")


def _number(text: str, unit: Unit | None) -> Number | None:
    """`82.125` has decimals, unless things are counted: there it is asked, as everywhere. What is measured
    may have them after a comma, too. Raises AmbiguousNumber."""
    counted = unit is not None and unit.measures in _COUNTED
    if _THREE_DECIMALS.fullmatch(text) and not counted:
        return Decimal(text).normalize()
    if _THREE_AFTER_COMMA.fullmatch(text) and unit is not None and not counted:
        whole, _, decimals = text.partition(",")
        raise AmbiguousNumber(
            f"{text} can mean two things."
            f" Write {whole}{decimals} for thousands or {whole}.{decimals} for decimals."
        )
    return parse_number(f"0{text}" if text.startswith(".") else text)


def _with_unit(number: Number, rest: str, unit: Unit | None, text: str, digits: str) -> Value:
    if not rest:
        return Value(number)
    if unit is not None and unit.name not in UNITS and rest in _spellings(unit):
        return Value(number, unit)
    called = units_called(rest)
    fitting = [one for one in called if unit is not None and can_convert(one, unit)]
    if rest in SUFFIXES:
        return _short(number, rest, unit, fitting, digits)
    if len(fitting) == 1 or len(called) == 1:
        return Value(number, (fitting or called)[0])
    if called:
        raise ambiguous(rest, called, digits)
    raise _not_understood(text, rest)


def _short(number: Number, suffix: str, unit: Unit | None, fitting: list[Unit], digits: str) -> Value:
    """`10k`, `5m`: thousands and millions where things are counted, and units where they are measured."""
    if fitting:
        return Value(number, fitting[0])
    if suffix == "k" and unit is not None and unit.measures is Measures.LENGTH:
        return Value(number, UNITS["km"])
    larger = number * _factor(suffix)
    if len(suffix) > 1 or (unit is not None and unit.measures in _COUNTED):
        return Value(larger)
    others = {"k": ("km",), "m": ("min", "metres")}.get(suffix, ()) if unit is None else (unit.name,)
    written = ", ".join(f"{digits} {one}" for one in others)
    raise AmbiguousValue(
        f"{quoted(digits + suffix)} can mean several things. Write {written} or {larger:,}.".replace(
            "  ", " "
        )
    )


def _factor(suffix: str) -> int:
    factor = parse_number(f"1{suffix}")
    return int(factor or 1)


def _two_units(sign: int, number: Number, more: re.Match[str], text: str) -> Value:
    """`7h30`, `12st 4 lb`, `5'11"`: whole ones, and less than one of the smaller ones."""
    found = [one for one in units_called(more["unit"]) if one.small]
    rest = parse_number(more["number"])
    if len(found) != 1 or rest is None:
        raise _not_understood(text, more[0])
    large, small = found[0], UNITS[found[0].small]
    per = large.size / small.size
    if (
        (more["small"] and small not in units_called(more["small"]))
        or not isinstance(number, int)
        or rest >= per
    ):
        raise _not_understood(text, more[0])
    return Value(sign * _sum(number, per, rest), small, larger=large)


def _sum(large: int, per: Fraction, small: Number) -> Number:
    """`per` is whole in every pair of units of which one may follow the other."""
    return large * int(per) + small


def _clock_like(found: re.Match[str], unit: Unit | None) -> Value:
    """`7:30` in hours is half past seven; of anything else nobody knows whether it has hours or minutes."""
    big, small, smallest = int(found["big"]), int(found["small"]), found["smallest"]
    measures = None if unit is None else unit.measures
    if found["rest"] or found["sign"] or small >= _PER or measures not in (None, Measures.TIME):
        raise BadValue(f"{quoted(found[0])} is not a number. Write it as 82.4, or with a unit: 82.4 kg.")
    if smallest is not None and int(smallest) < _PER:
        seconds = (big * _PER + small) * _PER + int(smallest)
        return Value(seconds, UNITS["seconds"], larger=UNITS["hours"])
    if smallest is None and unit == UNITS["hours"]:
        return Value(big * _PER + small, UNITS["minutes"])
    raise AmbiguousValue(
        f"{quoted(found[0])} can mean hours and minutes or minutes and seconds."
        f" Write {big}h{small:02} or {big}min{small:02}."
    )


def _is_alike(said: Unit, unit: Unit) -> bool:
    return said.name.casefold() in _spellings(unit)


def _spellings(unit: Unit) -> tuple[str, ...]:
    """Of a word of the person's own: `pages`, `page`."""
    name = unit.name.casefold()
    return name, unit_for(1, name), f"{name}s"


def _not_understood(text: str, rest: str) -> BadValue:
    return BadValue(
        f"I do not understand {quoted(rest)} in {quoted(text)}."
        ' Write a number, with a unit if you like: 82.4 kg. A note goes in quotes: "after run".'
    )
