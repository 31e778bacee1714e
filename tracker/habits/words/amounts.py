"""What is said of a day besides its habit: how much, and a few words."""

import re
from decimal import Decimal

from tracker.habits.errors import HabitRefused
from tracker.habits.words.parse import MOST
from tracker.readings import Number
from tracker.refusals import Reason
from tracker.words import quoted

_DECIMALS = 3
_WRITTEN = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d{1,30})(?:\.\d+)?", re.ASCII)


class BadAmount(HabitRefused):
    code = "bad_amount"
    reason = Reason.UNREADABLE


def parse_amount(text: str) -> Number:
    """`5`, `2.5`, `1,000`. No `5k`: who runs it means another thing than a thousand."""
    said = text.strip()
    if not _WRITTEN.fullmatch(said):
        raise BadAmount(f"{quoted(text)} is no amount. Write a number above 0, such as 5 or 2.5.")
    return checked_amount(Decimal(said.replace(",", "")))


def checked_amount(number: int | Decimal) -> Number:
    if not 0 < number < MOST:
        raise BadAmount(f"An amount is a number above 0 and below {MOST:,}.")
    exact = round(Decimal(number), _DECIMALS)
    if exact != number:
        raise BadAmount(f"An amount has {_DECIMALS} decimals at most.")
    return int(exact) if exact == exact.to_integral_value() else exact.normalize()
