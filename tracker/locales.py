"""How dates, times and numbers are written for whoever reads them: by the language and country they said.

Texts are English everywhere. Who reads is noted where something begins that is for one person: a visit, a
round, the way of their messages (`read_by`), or a message that is worded while something else happens, which
may be what somebody else does (`worded_for`). `tracker/words.py` asks. Of people who said neither, nothing is
noted: then all is written as it always was, and Babel is not even loaded.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, time
from decimal import Decimal
from functools import cache, wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from babel import Locale

_CODE = len("DE")
_NO_COUNTRIES = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
_READER: "ContextVar[Locale | None]" = ContextVar("reader", default=None)


def read_by(language: str | None, country: str | None) -> None:
    """From now on, in this task, texts are for somebody who said this."""
    _READER.set(_locale_of(language, country))


def _locale_of(language: str | None, country: str | None) -> "Locale | None":
    return locale_for(language, country) if language or country else None


class Reader(Protocol):
    """Somebody who may have said how they write: a person, or what is known of one."""

    @property
    def language(self) -> str | None: ...
    @property
    def country(self) -> str | None: ...


class OfReader(Protocol):
    """What belongs to somebody: a habit of theirs as it is watched."""

    @property
    def user(self) -> Reader: ...


_Whose = TypeVar("_Whose", bound=Reader | OfReader)
_Rest = ParamSpec("_Rest")
_Words = TypeVar("_Words")


@contextmanager
def written_for(person: Reader | None) -> Generator[None]:
    """What is worded within it is for this person, whoever is served at the time; None: for many people."""
    before = _READER.set(None if person is None else _locale_of(person.language, person.country))
    try:
        yield
    finally:
        _READER.reset(before)


def worded_for(
    words: Callable[Concatenate[_Whose, _Rest], _Words],
) -> Callable[Concatenate[_Whose, _Rest], _Words]:
    """Of what words a message: its first argument is who reads it, or is theirs."""

    @wraps(words)
    def worded(whose: _Whose, /, *rest: _Rest.args, **named: _Rest.kwargs) -> _Words:
        with written_for(cast("Reader", getattr(whose, "user", whose))):
            return words(whose, *rest, **named)

    return worded


def worded_plainly(words: Callable[_Rest, _Words]) -> Callable[_Rest, _Words]:
    """Of what words a message to many, such as to a server: as nobody in particular writes."""

    @wraps(words)
    def worded(*rest: _Rest.args, **named: _Rest.kwargs) -> _Words:
        with written_for(None):
            return words(*rest, **named)

    return worded


def first_weekday() -> int:
    """With which day a week begins where it is shown: 0 is Monday, as where nobody said anything."""
    locale = _READER.get()
    return 0 if locale is None else int(locale.first_week_day)


def reader() -> "Locale | None":
    """None where they said nothing: then all is written as it always was."""
    return _READER.get()


@cache
def locale_for(language: str | None, country: str | None) -> "Locale":
    """That of both together, or of the language, where nobody wrote down how that is spoken there.

    Of a country alone, English as it is written there: `en_DE`, `en_US`."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415 - see above, and so below

    names = [f"{language or 'en'}_{country}" if country else "", language or "", f"und_{country}", "en_001"]
    for name in filter(None, names):
        try:
            return Locale.parse(name)
        except (UnknownLocaleError, ValueError):
            continue
    raise AssertionError("the last one is always there")


def parse_language(text: str) -> str:
    """`de`, `German`, `Deutsch`, `pt`. Raises ValueError."""
    from babel import Locale  # noqa: PLC0415
    from babel.localedata import locale_identifiers  # noqa: PLC0415

    wanted = text.strip().casefold()
    known = {one for one in locale_identifiers() if "_" not in one}
    if wanted in known:
        return wanted
    for code, name in _languages().items():
        own = Locale.parse(code).get_language_name(code) if code in known else None
        if own is not None and wanted in (name.casefold(), own.casefold()):
            return code
    raise ValueError(f"{text[:40]!r} is no language that I know. Say its name or its code: German, de.")


def parse_country(text: str) -> str:
    """`DE`, `Germany`. Raises ValueError."""
    wanted = text.strip()
    for code, name in _countries().items():
        if wanted.upper() == code or wanted.casefold() == name.casefold():
            return code
    raise ValueError(f"{text[:40]!r} is no country that I know. Say its name or its code: Germany, DE.")


def language_name(code: str) -> str:
    return _languages().get(code, code)


def country_name(code: str) -> str:
    return _countries().get(code, code)


@cache
def _languages() -> dict[str, str]:
    """In English."""
    from babel import Locale  # noqa: PLC0415

    return dict(cast("Mapping[str, str]", Locale("en").languages))


@cache
def _countries() -> dict[str, str]:
    from babel import Locale  # noqa: PLC0415

    known = cast("Mapping[str, str]", Locale("en").territories)
    return {code: name for code, name in known.items() if len(code) == _CODE and code not in _NO_COUNTRIES}


def number_text(number: int | Decimal, locale: "Locale") -> str:
    """With all its digits."""
    from babel.numbers import format_decimal  # noqa: PLC0415

    return _plain_spaces(format_decimal(number, locale=locale, decimal_quantization=False))


def with_signs(text: str, locale: "Locale") -> str:
    """A number that is written already, `1,234.50` or `12.3k`, with the signs of whoever reads."""
    from babel.numbers import get_decimal_symbol, get_group_symbol  # noqa: PLC0415

    signs = {",": get_group_symbol(locale), ".": get_decimal_symbol(locale)}
    return _plain_spaces(text.translate(str.maketrans(signs)))


def date_text(day: date, skeleton: str, locale: "Locale") -> str:
    """By what is to be said of it: `MMMMd`, `MMMEd`."""
    from babel.dates import format_skeleton  # noqa: PLC0415

    return format_skeleton(skeleton, day, locale=locale)  # pyright: ignore[reportArgumentType] - a date does


def weekday_short(day: date, locale: "Locale") -> str:
    from babel.dates import format_date  # noqa: PLC0415

    return format_date(day, "ccc", locale=locale)


def whole_date(day: date, locale: "Locale", *, weekday: bool = False) -> str:
    from babel.dates import format_date  # noqa: PLC0415

    return format_date(day, "full" if weekday else "long", locale=locale)


def weekday_text(day: date, locale: "Locale") -> str:
    from babel.dates import format_date  # noqa: PLC0415

    return format_date(day, "EEEE", locale=locale)


def time_text(at: time, locale: "Locale") -> str:
    from babel.dates import format_time  # noqa: PLC0415

    return _plain_spaces(format_time(at, "short", locale=locale))


def _plain_spaces(text: str) -> str:
    """A text message that holds a space at which no line breaks costs double."""
    return text.replace("\u202f", " ").replace("\xa0", " ")
