"""Which numbers are texted: those of telephones, in the countries that this Questlog is for.

A text to a premium number or a satellite costs whoever runs this Questlog what its owner likes.
"""

from functools import lru_cache
from typing import NamedTuple

from tracker.settings import SmsSettings

_NO_COUNTRY = "001"
"""Of satellites and of networks that span the world."""


class NotTextable(ValueError):
    """The text is for whoever named the number."""


class _Line(NamedTuple):
    country: str
    is_ordinary: bool


def check_number(phone: str, settings: SmsSettings) -> None:
    """Raises NotTextable. `phone` is in full, as E.164 writes it."""
    line, allowed = _line(phone), countries(settings)
    if line.country == _NO_COUNTRY:
        raise NotTextable("Questlog does not text satellite phones and international networks.")
    if not line.is_ordinary:
        raise NotTextable("Questlog does not text premium, toll-free and other special numbers.")
    if allowed and line.country not in allowed:
        raise NotTextable(
            f"This Questlog texts numbers of {', '.join(sorted(allowed))} only. "
            "Whoever runs it can allow other countries with sms.countries."
        )


def countries(settings: SmsSettings) -> frozenset[str]:
    """Those that are set; else the one of our own number. None at all where SMS is off."""
    if settings.countries or settings.from_number is None:
        return frozenset(settings.countries)
    return frozenset({_line(settings.from_number).country})


@lru_cache(256)
def _line(phone: str) -> _Line:
    """What the number alone says. It takes 0.1 ms to read, and a few of them come again and again."""
    import phonenumbers  # noqa: PLC0415 - it is large, and not everybody has SMS

    kinds = phonenumbers.PhoneNumberType
    # What the library does not know it calls UNKNOWN: number ranges are newer than its list now and then.
    ordinary = (kinds.MOBILE, kinds.FIXED_LINE_OR_MOBILE, kinds.FIXED_LINE, kinds.VOIP, kinds.UNKNOWN)
    number = phonenumbers.parse(phone)
    known = phonenumbers.region_code_for_number(number)
    country = known or phonenumbers.region_code_for_country_code(number.country_code or 0)
    return _Line(country, phonenumbers.number_type(number) in ordinary)
