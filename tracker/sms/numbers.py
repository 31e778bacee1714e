"""Which numbers are texted: those of telephones, in the countries that this Questlog is for.

A text to a premium number or a satellite costs whoever runs this Questlog what its owner likes.
"""

from tracker.settings import SmsSettings

_NO_COUNTRY = "001"
"""Of satellites and of networks that span the world."""


class NotTextable(ValueError):
    """The text is for whoever named the number."""


def check_number(phone: str, settings: SmsSettings) -> None:
    """Raises NotTextable. `phone` is in full, as E.164 writes it."""
    import phonenumbers  # noqa: PLC0415 - it is large, and not everybody has SMS

    kinds = phonenumbers.PhoneNumberType
    number = phonenumbers.parse(phone)
    country = _country(phone)
    if country == _NO_COUNTRY:
        raise NotTextable("Questlog does not text satellite phones and international networks.")
    # What the library does not know it calls UNKNOWN: number ranges are newer than its list now and then.
    ordinary = (kinds.MOBILE, kinds.FIXED_LINE_OR_MOBILE, kinds.FIXED_LINE, kinds.VOIP, kinds.UNKNOWN)
    if phonenumbers.number_type(number) not in ordinary:
        raise NotTextable("Questlog does not text premium, toll-free and other special numbers.")
    allowed = countries(settings)
    if allowed and country not in allowed:
        raise NotTextable(
            f"This Questlog texts numbers of {', '.join(sorted(allowed))} only. "
            "Whoever runs it can allow other countries with sms.countries."
        )


def countries(settings: SmsSettings) -> frozenset[str]:
    """Those that are set; else the one of our own number. None at all where SMS is off."""
    if settings.countries or settings.from_number is None:
        return frozenset(settings.countries)
    return frozenset({_country(settings.from_number)})


def _country(phone: str) -> str:
    import phonenumbers  # noqa: PLC0415 - the same

    number = phonenumbers.parse(phone)
    known = phonenumbers.region_code_for_number(number)
    return known or phonenumbers.region_code_for_country_code(number.country_code or 0)
