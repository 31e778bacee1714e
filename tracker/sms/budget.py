"""What may be spent on SMS in a calendar month of UTC: counted in segments, whatever they are for."""

from datetime import timedelta

from tracker.limits import Limit, Limits
from tracker.settings import SmsSettings

_MONTH = timedelta(days=62)
"""Longer than any: a month is told from the next one by its name."""
_STRANGERS_PART = 10
"""Of the budget, at most one part of so many is for those whom nobody knows."""


class SmsBudget:
    def __init__(self, settings: SmsSettings, limits: Limits) -> None:
        self._limits, most = limits, settings.monthly_budget
        self._all = Limit("sms-month", most, _MONTH)
        self._strangers = Limit("sms-strangers", max(most // _STRANGERS_PART, 1) if most else 0, _MONTH)
        self.spent = f"the monthly budget of {most} segments is used up; raise sms.monthly_budget"
        """As those who run this Questlog read it."""

    async def pay(self, segments: int) -> bool:
        return await self._limits.take(self._all, self._month(), segments) is None

    async def give_back(self, segments: int) -> None:
        """Of what surely did not go."""
        await self._limits.give_back(self._all, self._month(), segments)

    async def greets(self) -> bool:
        """Whether one more stranger may be answered."""
        return await self._limits.take(self._strangers, self._month()) is None

    def _month(self) -> str:
        return f"{self._limits.now():%Y-%m}"
