"""What somebody's days were in one number: a value for each day, or none."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.analysis.statistics import Floats

Ints: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True)
class DailySeries:
    last: date
    values: Floats
    """Of each day up to the last one; NaN where nothing is known. No value is not zero."""

    @classmethod
    def of(cls, by_day: Mapping[date, float], last: date, days: int) -> "DailySeries":
        values = np.full(days, np.nan)
        for day, value in by_day.items():
            place = days - 1 - (last - day).days
            if 0 <= place < days:
                values[place] = value
        return cls(last, values)

    def newest(self, days: int) -> "DailySeries":
        return DailySeries(self.last, self.values[-days:])

    @cached_property
    def known(self) -> npt.NDArray[np.bool_]:
        return ~np.isnan(self.values)

    @property
    def count(self) -> int:
        return int(self.known.sum())

    @property
    def span(self) -> int:
        """Days from the first value to the last day."""
        return len(self.values) - int(np.argmax(self.known)) if self.count else 0

    @cached_property
    def weekdays(self) -> Ints:
        """Of each day, Monday is 0."""
        first = self.last - timedelta(days=len(self.values) - 1)
        return (first.weekday() + np.arange(len(self.values))) % 7

    @cached_property
    def times(self) -> Floats:
        return np.arange(len(self.values), dtype=np.float64)
