"""How often, as people write it: `every 2 weeks`, `every mon wed`, `every! month`, `every 31st`."""

import re
from dataclasses import replace
from datetime import date
from functools import cache
from typing import NamedTuple

from tracker.dates import months_later
from tracker.frozen import frozen
from tracker.tasks.errors import BadTask
from tracker.tasks.recurrence import (
    LAST,
    MOST_COUNT,
    MOST_INTERVAL,
    Anchor,
    Recurrence,
    RepeatMode,
    RepeatUnit,
)
from tracker.words import day_text, listed, people

# fmt: off
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# fmt: on
_LEAP_YEAR = 2024
_WORKDAYS, _WEEKEND = (0, 1, 2, 3, 4), (5, 6)
_DAY = r"(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs?|ur)?(?:days?)?"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_NUMBER = r"\d{1,2}(?:st|nd|rd|th)"
_LAST_DAY = r"(?:the\ +)?last\ +day(?:\ +of\ +(?:(?:the|each|every)\ +)?month)?"
_ON = (
    rf"(?:\ +on\ +(?:(?:the\ +)?(?P<on_number>{_NUMBER})|(?P<on_last>{_LAST_DAY})"
    rf"|(?P<on_days>{_DAY}(?:(?:\ +|,\ *|\ +and\ +){_DAY})*)))?"
)
_ADVERB = re.compile(r"(?<!\w)(?P<adverb>daily|weekly|monthly|yearly|annually)\W*$", re.ASCII)
_TIMES = re.compile(r"(?<!\w)(?:for\ +)?(?P<times>\d{1,4})\ +times(?!\w)", re.ASCII)
_COUNTS = {"other": 2, "two": 2, "three": 3, "four": 4}
_ADVERBS = {
    "daily": RepeatUnit.DAY,
    "weekly": RepeatUnit.WEEK,
    "monthly": RepeatUnit.MONTH,
    "yearly": RepeatUnit.YEAR,
    "annually": RepeatUnit.YEAR,
}
ADVICE = "Write every day, every 2 weeks, every mon wed, every month, every 31st or every last day."


@cache  # whoever only says how often something is has no use for it, and making it takes its time
def _in_text() -> re.Pattern[str]:
    return re.compile(
        r"(?<!\w)(?:every|each)(?P<mark>\ ?!)?\ +(?:"
        rf"(?P<yearly>(?:\d{{1,2}}(?:st|nd|rd|th)?\ +{_MONTH}|{_MONTH}\ +\d{{1,2}}(?:st|nd|rd|th)?))"
        rf"|(?P<days>{_DAY}(?:(?:\ +|,\ *|\ +and\ +){_DAY})*)"
        r"|(?P<workday>weekday|workday)s?|(?P<weekend>weekend)s?"
        rf"|(?P<last>{_LAST_DAY})"
        rf"|(?P<number>{_NUMBER})(?:\ +(?:of\ +)?(?:the\ +|each\ +|every\ +)?month)?"
        rf"|(?:(?P<count>\d{{1,4}}|other|two|three|four)\ +)?(?P<unit>day|week|month|year)s?{_ON}"
        r")(?!\w)",
        re.ASCII,
    )


@frozen
class Repeat:
    """How often, without a date to begin with."""

    frequency: RepeatUnit
    interval: int = 1
    weekdays: tuple[int, ...] = ()
    anchor: Anchor | None = None
    month: int | None = None
    """Of a day that comes once a year."""
    mode: RepeatMode = RepeatMode.CATCH_UP
    count: int | None = None
    end_date: date | None = None

    def rule(self, start: date) -> Recurrence:
        """From a day on; the first date of the series is that day or the next one that fits."""
        if self.month is not None and start.month != self.month:
            start = start.replace(day=1, month=self.month, year=start.year + (self.month < start.month))
        rule = Recurrence(
            frequency=self.frequency,
            interval=self.interval,
            weekdays=self.weekdays,
            anchor=self.anchor,
            mode=self.mode,
            start=start,
            count=self.count,
            end_date=self.end_date,
        )
        return rule.beginning()


class RepeatSpan(NamedTuple):
    """It in a text: where it stands, and what it says."""

    start: int
    end: int
    repeat: Repeat


def repeats_in(text: str) -> list[RepeatSpan]:
    """Every one in a text in small letters; an adverb (`weekly`) counts as the last word only."""
    found = [RepeatSpan(one.start(), one.end(), _read(one)) for one in _in_text().finditer(text)]
    if not found and (adverb := _ADVERB.search(text)):
        repeat = Repeat(_ADVERBS[adverb["adverb"]])
        found.append(RepeatSpan(adverb.start("adverb"), adverb.end("adverb"), repeat))
    return found


def times_said(text: str) -> tuple[int, int, int] | None:
    """`10 times`: where it stands, and how many."""
    found = _TIMES.search(text)
    return None if found is None else (found.start(), found.end(), _bounded(int(found["times"]), MOST_COUNT))


def parse_repeat(text: str) -> Repeat:
    """A text that is nothing but that, with or without `every`. Raises BadTask."""
    wanted = " ".join(text.casefold().split())
    bare = re.sub(r"^(every|each)(?=[ !])", "", wanted).strip()
    marked = bare.startswith("!")
    spoken = bare.removeprefix("!").strip()
    found = _in_text().fullmatch(f"every {spoken}")
    if found is None and spoken in _ADVERBS:
        return Repeat(_ADVERBS[spoken])
    if found is None:
        raise BadTask(f"{text.strip()[:40]!r} does not say how often. {ADVICE}")
    repeat = _read(found)
    return replace(repeat, mode=RepeatMode.AFTER_COMPLETION) if marked else repeat


def _read(found: re.Match[str]) -> Repeat:
    mode = RepeatMode.AFTER_COMPLETION if found["mark"] else RepeatMode.CATCH_UP
    if found["workday"] or found["weekend"]:
        return Repeat(RepeatUnit.WEEK, weekdays=_WORKDAYS if found["workday"] else _WEEKEND, mode=mode)
    if found["days"]:
        return Repeat(RepeatUnit.WEEK, weekdays=_weekdays(found["days"]), mode=mode)
    if found["yearly"]:
        day = int(re.sub(r"\D", "", found["yearly"]))
        name = re.sub(r"[^a-z]|\d+(?:st|nd|rd|th)?", "", re.sub(r"\d+(?:st|nd|rd|th)?", "", found["yearly"]))
        return Repeat(
            RepeatUnit.YEAR, anchor=_day_of_month(day), month=_MONTHS.index(name[:3]) + 1, mode=mode
        )
    if found["last"] or found["number"]:
        anchor = LAST if found["last"] else _day_of_month(int(found["number"][:-2]))
        return Repeat(RepeatUnit.MONTH, anchor=anchor, mode=mode)
    return _of_unit(found, mode)


def _of_unit(found: re.Match[str], mode: RepeatMode) -> Repeat:
    count = found["count"] or "1"
    interval = _bounded(_COUNTS.get(count) or int(count), MOST_INTERVAL)
    frequency = RepeatUnit(found["unit"])
    repeat = Repeat(frequency, interval, mode=mode)
    if found["on_days"]:
        if frequency is not RepeatUnit.WEEK:
            raise BadTask(f"Weekdays go with weeks: every {interval} weeks on mon. {ADVICE}")
        return replace(repeat, weekdays=_weekdays(found["on_days"]))
    if found["on_number"] or found["on_last"]:
        if frequency not in (RepeatUnit.MONTH, RepeatUnit.YEAR):
            raise BadTask(f"A day of the month goes with months: every month on the 15th. {ADVICE}")
        anchor = LAST if found["on_last"] else _day_of_month(int(found["on_number"][:-2]))
        return replace(repeat, anchor=anchor)
    return repeat


def _weekdays(text: str) -> tuple[int, ...]:
    named = re.findall(r"[a-z]+", text.replace(" and ", " "))
    return tuple(sorted({_DAYS.index(one[:3]) for one in named}))


def _day_of_month(day: int) -> int:
    if not 1 <= day <= 31:  # noqa: PLR2004 - of any month
        raise BadTask(f"No month has a day {day}. {ADVICE}")
    return day


def _bounded(number: int, most: int) -> int:
    if not 1 <= number <= most:
        raise BadTask(f"Say a number from 1 to {people(most)}. {ADVICE}")
    return number


def repeat_text(rule: Recurrence) -> str:
    """`every month`, `every 2 weeks on Monday and Friday`, `every day, 10 times`."""
    units = f"{rule.interval} {rule.frequency}s" if rule.interval > 1 else rule.frequency.value
    on = ""
    if rule.weekdays:
        on = (
            " on weekdays"
            if rule.weekdays == _WORKDAYS
            else f" on {listed([_NAMES[day] for day in rule.weekdays])}"
        )
    elif rule.anchor == LAST:
        on = " on the last day"
    elif rule.frequency is RepeatUnit.YEAR and rule.anchor is not None:
        day = months_later(date(_LEAP_YEAR, 1, rule.anchor), rule.start.month - 1)
        on = f" on {day_text(day, day)}"
    elif rule.frequency is RepeatUnit.MONTH and rule.anchor is not None:
        on = f" on day {rule.anchor}"
    after = " after it is done" if rule.mode is RepeatMode.AFTER_COMPLETION else ""
    until = f", until {day_text(rule.end_date, date.min)}" if rule.end_date else ""
    times = f", {rule.count} times" if rule.count else ""
    every = f"every {units}{on}{after}{until}{times}"
    return every.replace("every week on weekdays", "every weekday")
