"""Options that several commands have."""

from decimal import Decimal
from typing import Final, TypeAlias

from discord import app_commands

from tracker.readings import Number

SHARE: Final = "Let everybody here see the answer; otherwise only you do"

Name: TypeAlias = app_commands.Range[str, 1, 100]
"""What something is called, or a few words about it."""


def exact(amount: float | None) -> Number | None:
    """As it was typed: Discord's numbers are floats."""
    if amount is None:
        return None
    number = Decimal(str(round(amount, 3)))
    return int(number) if number == number.to_integral_value() else number
