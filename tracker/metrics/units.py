"""Units: what they measure, how people write them, and how one becomes another, exactly.

Numbers are rounded once, at the end: to two digits more than were said, and to five at least.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from tracker.frozen import frozen
from tracker.readings import Number
from tracker.refusals import Reason, Refused
from tracker.words import can_be_seen, people, quoted, with_unit

LONGEST_UNIT = 24
_MORE_DIGITS, _FEWEST_DIGITS = 2, 5


class UnitRefused(Refused, ValueError):
    """The root of what is refused about units."""

    code: ClassVar[str] = "unit"
    reason = Reason.UNREADABLE


class BadUnit(UnitRefused):
    """No unit at all."""

    code = "bad_unit"


class WrongUnit(UnitRefused):
    """A unit that measures something else."""

    code = "wrong_unit"


class AmbiguousUnit(UnitRefused):
    """A unit that may be one of several."""

    code = "ambiguous_unit"


class Measures(StrEnum):
    """What a unit measures. Units of one kind convert into each other."""

    NUMBER = "a number"
    SHARE = "a percentage"
    WEIGHT = "weight"
    LENGTH = "length"
    TIME = "time"
    ENERGY = "energy"
    VOLUME = "volume"
    TEMPERATURE = "temperature"
    DOLLARS = "dollars"
    EUROS = "euros"
    STERLING = "pounds of money"
    """Each currency is a kind of its own: what a dollar is in euros changes every day."""


@frozen
class Unit:
    name: str
    """As it is stored and shown."""
    measures: Measures
    size: Fraction = Fraction(1)
    """How much of its kind's first unit it is."""
    zero: Fraction = Fraction(0)
    """What its zero is in that unit."""
    also: tuple[str, ...] = ()
    """Other ways to write it, in small letters."""
    small: str = ""
    """The unit of what may follow it without a name: `7h30`, `12st 4`."""


def _unit(name: str, measures: Measures, size: str = "1", also: str = "", small: str = "") -> Unit:
    return Unit(name, measures, Fraction(size), also=tuple(also.split()), small=small)


# fmt: off
_KNOWN = (
    _unit("count", Measures.NUMBER, also="counts times x"),
    _unit("percent", Measures.SHARE, also="% pct"),
    _unit("kg", Measures.WEIGHT, also="kgs kilo kilos kilogram kilograms"),
    _unit("g", Measures.WEIGHT, "0.001", "gr gram grams"),
    _unit("mg", Measures.WEIGHT, "0.000001", "milligram milligrams"),
    _unit("lb", Measures.WEIGHT, "0.45359237", "lbs pound pounds", small="oz"),
    _unit("oz", Measures.WEIGHT, "0.028349523125", "ounce ounces"),
    _unit("st", Measures.WEIGHT, "6.35029318", "stone stones", small="lb"),
    _unit("m", Measures.LENGTH, also="metre metres meter meters"),
    _unit("km", Measures.LENGTH, "1000", "kms kilometre kilometres kilometer kilometers"),
    _unit("cm", Measures.LENGTH, "0.01", "centimetre centimetres centimeter centimeters"),
    _unit("mm", Measures.LENGTH, "0.001", "millimetre millimetres millimeter millimeters"),
    _unit("mi", Measures.LENGTH, "1609.344", "mile miles"),
    _unit("yd", Measures.LENGTH, "0.9144", "yds yard yards"),
    _unit("ft", Measures.LENGTH, "0.3048", "foot feet '", small="in"),
    _unit("in", Measures.LENGTH, "0.0254", 'inch inches "'),
    _unit("hours", Measures.TIME, "3600", "h hr hrs hour", small="minutes"),
    _unit("minutes", Measures.TIME, "60", "m min mins minute", small="seconds"),
    _unit("seconds", Measures.TIME, also="s sec secs second"),
    _unit("kcal", Measures.ENERGY, "4184", "kcals cal cals calorie calories"),
    _unit("kJ", Measures.ENERGY, "1000", "kj kilojoule kilojoules"),
    _unit("l", Measures.VOLUME, also="litre litres liter liters"),
    _unit("ml", Measures.VOLUME, "0.001", "millilitre millilitres milliliter milliliters"),
    _unit("fl oz", Measures.VOLUME, "0.0295735295625", "floz"),
    _unit("\N{DEGREE SIGN}C", Measures.TEMPERATURE, also="c celsius"),
    Unit("\N{DEGREE SIGN}F", Measures.TEMPERATURE, Fraction(5, 9), Fraction(-160, 9), ("f", "fahrenheit")),
    _unit("dollars", Measures.DOLLARS, also="$ dollar usd bucks"),
    _unit("euros", Measures.EUROS, also="\N{EURO SIGN} euro eur"),
    _unit("sterling", Measures.STERLING, also="\N{POUND SIGN} gbp quid"),
)
# fmt: on

UNITS: Mapping[str, Unit] = {unit.name: unit for unit in _KNOWN}
COUNT = UNITS["count"]


def _by_word() -> dict[str, tuple[Unit, ...]]:
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in _KNOWN:
        for word in dict.fromkeys((unit.name.casefold(), *unit.also)):
            found[word] = (*found.get(word, ()), unit)
    return found


BY_WORD: Mapping[str, tuple[Unit, ...]] = _by_word()
"""Every way to write a unit, in small letters. Only `m` may be one of two."""


def units_called(text: str) -> tuple[Unit, ...]:
    """All that a text may be a name of; nothing where it names none that Questlog knows."""
    return BY_WORD.get(" ".join(text.casefold().split()).rstrip("."), ())


def unit_called(text: str) -> Unit:
    """The unit that a text names, or one of the person's own: `pages`. Raises UnitRefused."""
    words = " ".join(text.split())
    found = units_called(words)
    if len(found) > 1:
        raise ambiguous(words, found)
    if found:
        return found[0]
    if not words or len(words) > LONGEST_UNIT or not can_be_seen(words) or any(map(str.isdigit, words)):
        raise BadUnit(
            f"{quoted(text)} is not a unit. Say kg, lb, km, hours, percent or a word of your own"
            f" without digits, up to {LONGEST_UNIT} letters."
        )
    return Unit(words, Measures.NUMBER)


def ambiguous(words: str, found: Sequence[Unit], number: str = "") -> AmbiguousUnit:
    names = [_unmistakable(one) for one in found]
    said = f"{number}{words}" if number else words
    written = " or ".join(f"{number} {name}".strip() for name in names)
    return AmbiguousUnit(f"{quoted(said)} can mean {' or '.join(names)}. Write {written}.", names)


def _unmistakable(unit: Unit) -> str:
    """Its shortest name of more than one letter that means nothing else."""
    ways = [way for way in (unit.name.casefold(), *unit.also) if len(BY_WORD[way]) == 1 and len(way) > 1]
    return max(ways, key=len)


def converted(value: Number, said: Unit, wanted: Unit) -> Number:
    """The same in another unit. Raises WrongUnit."""
    if said == wanted:
        return value
    if not can_convert(said, wanted):
        raise WrongUnit(f"{said.name} cannot become {wanted.name}: {_kinds(said, wanted)}.")
    exact = ((Fraction(value) * said.size + said.zero) - wanted.zero) / wanted.size
    return _rounded(exact, value)


def can_convert(said: Unit, wanted: Unit) -> bool:
    """Words of one's own measure nothing but themselves."""
    if said.name not in UNITS or wanted.name not in UNITS:
        return said.name == wanted.name
    return said.measures is wanted.measures


def _kinds(said: Unit, wanted: Unit) -> str:
    if said.name not in UNITS or wanted.name not in UNITS or said.measures is wanted.measures:
        return "nobody knows how many of one the other is"
    return f"one is {said.measures}, the other {wanted.measures}"


def _rounded(exact: Fraction, said: Number) -> Number:
    """To two digits more than were said, counted from the first one or after the point: the finer of both.

    Whoever says `1 mi` knows more of it than its one digit says: so many digits there are at least."""
    sign, digits, exponent = Decimal(said).as_tuple()
    del sign
    decimals = max(-int(exponent), 0)
    known = max(len(digits) + _MORE_DIGITS, _FEWEST_DIGITS)
    places = max(decimals + _MORE_DIGITS, known - 1 - _size(exact))
    value = Decimal(round(exact * 10**places)).scaleb(-places)
    return int(value) if value == value.to_integral_value() else value.normalize()


def _size(exact: Fraction) -> int:
    """The power of ten of its first digit."""
    if not exact:
        return 0
    return (Decimal(exact.numerator) / Decimal(exact.denominator)).adjusted()


def in_unit(name: str) -> str:
    """`in kg`, `in inches`: what numbers are in, in a sentence."""
    return "in inches" if name == "in" else f"in {name}"


def measured(value: Number | float, unit: str | None) -> str:
    """`82.4 kg`, `1 hour`, `18.5 %`, `12`: as people read it."""
    match unit:
        case None | "count":
            return people(value)
        case "percent":
            return f"{people(value)} %"
        case _:
            return with_unit(value, unit)
