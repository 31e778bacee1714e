"""How much: of a habit, and of what is said of a day."""

import re
from decimal import Decimal

from tracker.habits.errors import HabitRefused
from tracker.numbers import parse_number
from tracker.readings import Number
from tracker.refusals import Reason
from tracker.words import people, quoted

MOST = 10**9  # every amount is below it
DECIMALS = 3


class BadAmount(HabitRefused):
    code = "bad_amount"
    reason = Reason.UNREADABLE


def parse_amount(text: str) -> Number:
    """`5`, `2.5`, `2,5`, `1,000`. No `5k`: who runs it means another thing than a thousand."""
    number = None if re.search(r"[^\W\d_]", text) else parse_number(text)
    if number is None:
        raise BadAmount(f"{quoted(text)} is no amount. Write a number above 0, such as 5 or 2.5.")
    return checked_amount(number)


def checked_amount(number: Number) -> Number:
    if not 0 < number < MOST:
        raise BadAmount(f"An amount is a number above 0 and below {people(MOST)}.")
    if not has_few_decimals(number):
        raise BadAmount(f"An amount has {DECIMALS} decimals at most.")
    exact = Decimal(number)
    return int(exact) if exact == exact.to_integral_value() else exact.normalize()


def has_few_decimals(number: Number) -> bool:
    return round(Decimal(number), DECIMALS) == number
