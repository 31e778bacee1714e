"""Numbers as players write them (`13m`, `1.5b`, `13,034,431`, `13 034 431`), and as they read them."""

import re
from collections.abc import Callable
from decimal import Decimal

from tracker.readings import Number
from tracker.refusals import Reason, Refused

MOST_DIGITS = 15

_FACTORS = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9}
SUFFIXES = ("k", "m", "b", "thousand", "mil", "mill", "million", "bil", "billion", "bn")
_SUFFIX = rf"(?:{'|'.join(SUFFIXES)})(?![^\W_])"
DIGITS = (
    r"(?:\d{1,3}(?:[,_']\d{3})+(?:\.\d+)?"  # 13,034,431.5
    r"|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}"  # 13.034.431,5
    r"|\d+(?:[.,]\d+)?)"  # 13034431.5, 3,5
)
"""However thousands and decimals are marked; `number_in` says what it means."""
SPACED = r"\d{1,3}(?:\x20\d{3})+(?:[.,]\d{1,2}(?!\d))?"
# Groups of three with spaces between them take no suffix: `99 200m` are two numbers.
NUMBER = re.compile(
    rf"""(?<![\w.,])(?:
        (?P<spaced>{SPACED})(?!\x20?{_SUFFIX})
      | (?P<digits>{DIGITS})\x20?(?P<suffix>{_SUFFIX})?
    )(?!\w|[.,]\d)""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_TWO_MEANINGS = re.compile(r"([1-9]\d{0,2})\.(\d{3})")
_COMMA_OF_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
_DOTS_OF_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")


class AmbiguousNumber(Refused):
    """A number that people in two places read in two ways."""

    code = "ambiguous_number"
    reason = Reason.UNREADABLE


_WORD_AND_NUMBER = re.compile(r"(?<![^\W_])([^\W\d_]+)(?=[0-9])[^\W_]+")
_NUMBER_AND_WORD = re.compile(r"(?<![\w.,'-])([0-9][0-9.,_']*)([^\W\d_]+)(?![^\W_])")
_PART_OF_A_NUMBER = frozenset((*SUFFIXES, "s", "st", "nd", "rd", "th"))  # `13m`, `base 70s`, `1st march`


def apart(text: str, means_something: Callable[[str], bool]) -> str:
    """`99wc` as `99 wc`, `5mxp` as `5m xp`, `base70` as `base 70`: numbers and words written together."""

    def word_first(found: re.Match[str]) -> str:
        whole, word = found[0], found[1]
        splits = means_something(word) and not means_something(whole)
        return f"{word} {whole.removeprefix(word)}" if splits else whole

    def number_first(found: re.Match[str]) -> str:
        digits, word = found.groups()
        if word in _PART_OF_A_NUMBER:
            return found[0]
        if word[0] in SUFFIXES and means_something(word[1:]) and not means_something(word):
            return f"{digits}{word[0]} {word[1:]}"
        return f"{digits} {word}"

    return _NUMBER_AND_WORD.sub(number_first, _WORD_AND_NUMBER.sub(word_first, text))


def as_typed(value: Number | str) -> str:
    """A number of a program as somebody types it: `0.0000001`, where it says 1e-7. What is out of all bounds
    stays as it is, so that it is refused without being written out."""
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) <= 2 * MOST_DIGITS:
        return f"{value:f}"
    return f"{value}"


def number_in(found: re.Match[str]) -> Number | None:
    """The value of a match of NUMBER, or None where it is too long for one. Raises AmbiguousNumber."""
    digits = found["spaced"] or found["digits"]
    if len(digits) > 2 * MOST_DIGITS:
        return None
    value = Decimal(_plain(digits, has_suffix=bool(found["suffix"]))) * _factor(found["suffix"])
    if value >= 10**MOST_DIGITS:
        return None
    return int(value) if value == value.to_integral_value() else value.normalize()


def _plain(digits: str, *, has_suffix: bool) -> str:
    """The digits with at most a dot for the decimals.

    A comma before three digits marks thousands, any other one decimals. A dot marks decimals; before three
    digits it may mark thousands as well, and somebody has to say which, but for `1.234m` and `0.125`.
    """
    if not has_suffix and (found := _TWO_MEANINGS.fullmatch(digits)):
        whole, decimals = found.groups()
        exact = decimals.rstrip("0") if decimals.endswith("0") else f"{decimals}0"
        raise AmbiguousNumber(
            f"{digits} can mean two things. Write {whole},{decimals} for thousands"
            f" or {f'{whole}.{exact}'.rstrip('.')} for decimals."
        )
    bare = re.sub(r"[ _']", "", digits)
    if _COMMA_OF_THOUSANDS.fullmatch(bare):
        return bare.replace(",", "")
    if _DOTS_OF_THOUSANDS.fullmatch(bare) and (bare.count(".") > 1 or "," in bare):
        bare = bare.replace(".", "")
    return bare.replace(",", ".")


def parse_number(text: str) -> Number | None:
    """The number that the whole text is, or None. Raises AmbiguousNumber."""
    found = NUMBER.fullmatch(text.strip())
    return number_in(found) if found else None


def grouped(number: Number) -> str:
    """`13,034,431`, `1,234.2`: all digits, and no zeros after them."""
    if isinstance(number, int) or number == number.to_integral_value():
        return f"{int(number):,}"
    return f"{number.normalize():,f}"


def short(number: Number | float) -> str:
    """`13.03m`: three or four digits that matter, never rounded up to the next unit."""
    size = abs(Decimal(number))
    for suffix in ("b", "m", "k"):
        if size >= _FACTORS[suffix]:
            hundredths = int(size * 100 / _FACTORS[suffix])
            text = f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
            return f"{'-' if number < 0 else ''}{text}{suffix}"
    return f"{Decimal(number).quantize(Decimal('0.1')).normalize():f}" if size % 1 else f"{int(number)}"


def is_short(number: int) -> bool:
    """Whether nothing is lost by telling it in short."""
    factor = next((_FACTORS[one] for one in ("b", "m", "k") if abs(number) >= _FACTORS[one]), 1)
    return number * 100 % factor == 0


def _factor(suffix: str | None) -> int:
    letter = (suffix or "")[:1].lower()
    return _FACTORS["k" if letter == "t" else letter]
