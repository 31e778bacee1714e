"""What may be spent on SMS in a calendar month of UTC: counted in segments, whatever they are for."""

from datetime import timedelta
from enum import Enum, auto

from tracker.limits import Limit, Limits
from tracker.settings import SmsSettings

_MONTH = timedelta(days=62)
"""Longer than any: a month is told from the next one by its name."""
_STRANGERS_PART = 10
"""Of the budget, at most one part of so many is for those whom nobody knows."""
_PERSONS_PARTS = 3, 4
"""What one number can use up of it: whatever somebody does, a quarter is left to others."""


class SmsPayment(Enum):
    DONE = auto()
    BUDGET_SPENT = auto()
    PART_SPENT = auto()
    """Of this number: others still have theirs."""


class SmsBudget:
    def __init__(self, settings: SmsSettings, limits: Limits) -> None:
        self._limits, most = limits, settings.monthly_budget
        self._all = Limit("sms-month", most, _MONTH)
        part, of = _PERSONS_PARTS
        self._number = Limit("sms-month-number", -(-most * part // of), _MONTH)
        self._strangers = Limit("sms-strangers", max(most // _STRANGERS_PART, 1) if most else 0, _MONTH)
        self.spent = f"the monthly budget of {most} segments is used up; raise sms.monthly_budget"
        """As those who run this Questlog read it."""

    async def pay(self, segments: int, phone: str) -> SmsPayment:
        full = await self._limits.take_all(self._wanted(phone), segments)
        if full is None:
            return SmsPayment.DONE
        return SmsPayment.BUDGET_SPENT if full.limit is self._all else SmsPayment.PART_SPENT

    async def give_back(self, segments: int, phone: str) -> None:
        """Of what surely did not go."""
        for limit, whose in self._wanted(phone):
            await self._limits.give_back(limit, whose, segments)

    def _wanted(self, phone: str) -> tuple[tuple[Limit, str], ...]:
        month = self._month()
        return (self._all, month), (self._number, f"{month} {phone}")

    async def greets(self) -> bool:
        """Whether one more stranger may be answered."""
        return await self._limits.take(self._strangers, self._month()) is None

    def _month(self) -> str:
        return f"{self._limits.now():%Y-%m}"
