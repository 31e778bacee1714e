"""A holiday from the days that people write for it: ahead, over already, or one and then the other."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta

from tracker.dates import AmbiguousDate, DateInPast, NoSuchDate, parse_date, parse_past_day
from tracker.days import Days
from tracker.habits.errors import BadHabit
from tracker.words import in_full

ADVICE = "Write a day as 2027-03-01, 1 march, friday, tomorrow or yesterday."
LATELY = timedelta(days=60)
"""What is over for longer is named with its year: without one, the next such day is meant."""
GUESSED = timedelta(days=183)
"""A holiday into another year that is longer has that year said; from December to January it need not be."""


def parse_holiday(first: str, last: str, today: date) -> Days:
    """Both included. Raises NoSuchDate, and BadHabit where the second is the earlier one."""
    begin = min(_meant(first, today), key=lambda day: _distance(day, today))
    end = _end(last, begin, today)
    if end < begin:
        raise BadHabit(
            f"A holiday ends after it begins, and {in_full(end)} is before {in_full(begin)}."
            " Write the first day first."
        )
    return Days(begin, end)


def _end(text: str, begin: date, today: date) -> date:
    """The first such day from the beginning on, where the text does not say itself which one it is.

    One that is nearly a year later was meant to be before: `5 november` to `1 november`. Raises BadHabit.
    """
    found = _meant(text, today)
    if len(set(found)) == 1:
        return found[0]
    after = [day for day in found if day >= begin]
    end = min(after) if after else parse_date(text, begin)
    if end.year > begin.year and end - begin > GUESSED:
        raise BadHabit(
            f"{in_full(end)} is {(end - begin).days} days after {in_full(begin)}. Write the first day first,"
            f" or the year as well: {end.isoformat()}."
        )
    return end


def _meant(text: str, today: date) -> Sequence[date]:
    """The last such day, and the next one; one of them, where the text says which."""
    found = [*_read(parse_past_day, text, today), *_read(parse_date, text, today)]
    if not found:
        raise NoSuchDate(f"{text.strip()[:40]!r} is no day. {ADVICE}")
    return found


def _read(parse: Callable[[str, date], date], text: str, today: date) -> Iterator[date]:
    try:
        yield parse(text, today)
    except AmbiguousDate:
        raise
    except (NoSuchDate, DateInPast):
        return


def _distance(day: date, today: date) -> tuple[bool, timedelta]:
    """What is meant first: the nearest, but nothing that is long over."""
    return day < today - LATELY, abs(day - today)
