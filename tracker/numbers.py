"""Numbers as players write them (`13m`, `1.5b`, `13,034,431`, `13 034 431`), and as they read them."""

import re
from collections.abc import Callable
from decimal import Decimal

from tracker.readings import Number

MOST_DIGITS = 15

_FACTORS = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9}
SUFFIXES = ("k", "m", "b", "thousand", "mil", "mill", "million", "bil", "billion", "bn")
_SUFFIX = rf"(?:{'|'.join(SUFFIXES)})(?![^\W_])"
# Groups of three with spaces or dots between them take no suffix: `99 200m` are two numbers.
NUMBER = re.compile(
    rf"""(?<![\w.,])(?:
        (?P<spaced>\d{{1,3}}(?:(?:\x20\d{{3}})+|(?:\.\d{{3}}){{2,}}))(?!\x20?{_SUFFIX})
      | (?P<digits>\d{{1,3}}(?:[,_']\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+|,\d{{1,2}})?)\x20?(?P<suffix>{_SUFFIX})?
    )(?!\w|[.,]\d)""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)

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


def number_in(found: re.Match[str]) -> Number | None:
    """The value of a match of NUMBER, or None where it is none: too long, or `13,5` without a unit."""
    factor = _factor(found["suffix"])
    digits = re.sub(r"[ .](?=\d{3})", "", found["spaced"] or "")
    digits = digits or re.sub(r"[,_'](?=\d{3})", "", found["digits"])
    if len(digits) > 2 * MOST_DIGITS or ("," in digits and factor == 1):
        return None
    value = Decimal(digits.replace(",", ".")) * factor
    if value >= 10**MOST_DIGITS:
        return None
    return int(value) if value == value.to_integral_value() else value.normalize()


def parse_number(text: str) -> Number | None:
    """The number that the whole text is, or None."""
    found = NUMBER.fullmatch(text.strip())
    return number_in(found) if found else None


def grouped(number: Number) -> str:
    """`13,034,431`."""
    return f"{number:,}"


def short(number: Number | float) -> str:
    """`13.03m`: three or four digits that matter, never rounded up to the next unit."""
    size = abs(Decimal(number))
    for suffix in ("b", "m", "k"):
        if size >= _FACTORS[suffix]:
            hundredths = int(size * 100 / _FACTORS[suffix])
            text = f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
            return f"{'-' if number < 0 else ''}{text}{suffix}"
    return f"{Decimal(number).quantize(Decimal('0.1')).normalize():f}" if size % 1 else f"{int(number)}"


def _factor(suffix: str | None) -> int:
    letter = (suffix or "")[:1].lower()
    return _FACTORS["k" if letter == "t" else letter]
