"""What can be asked of a period."""

from enum import StrEnum

from pydantic import Field

from bot.documents import Ask

MOST_BACK = 520
"""So many periods back: ten years of weeks."""


class PeriodKind(StrEnum):
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class ShowPeriod(Ask, frozen=True):
    period: PeriodKind = Field(default=PeriodKind.WEEK, description="week, month or year")
    back: int = Field(default=0, ge=0, le=MOST_BACK, description="How many before this one: 1 is the last")
