"""How dates, times and numbers are written for whoever reads them: by the language and country they said.

Texts are English everywhere. Who reads is noted once, where a visit or a digest begins (`read_by`), for the
task that answers them; `tracker/words.py` asks. Of people who said neither, nothing is noted: then all is
written as it always was, and Babel is not even loaded.
"""

from contextvars import ContextVar
from datetime import date, time
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from babel import Locale

_CODE = len("DE")
_NO_COUNTRIES = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
_READER: "ContextVar[Locale | None]" = ContextVar("reader", default=None)


def read_by(language: str | None, country: str | None) -> None:
    """From now on, in this task, texts are for somebody who said this."""
    _READER.set(locale_for(language, country) if language or country else None)


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


def date_text(day: date, skeleton: str, locale: "Locale") -> str:
    """By what is to be said of it: `MMMMd`, `MMMEd`."""
    from babel.dates import format_skeleton  # noqa: PLC0415

    return format_skeleton(skeleton, day, locale=locale)  # pyright: ignore[reportArgumentType] - a date does


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
