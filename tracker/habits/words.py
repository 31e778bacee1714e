"""A habit from the words that people write for it: `read 20 pages daily`, `gym 3x a week`, `no smoking`.

What says how often is taken away first, then how much; what is left is the name.
"""

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from tracker.accounts.quoting import quoted
from tracker.habits.errors import BadHabit
from tracker.habits.model import HabitType
from tracker.habits.schedule import Daily, EveryDays, OnWeekdays, PerMonth, PerWeek, Schedule, WithinDays
from tracker.readings import Number

ADVICE = "Write something like `gym 3x a week`, `read 20 pages daily`, `run mon wed fri` or `no smoking`."

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY_NAME = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?"
_COUNT = r"(?P<count>\d{1,2}|once|twice|one|two|three|four|five|six|seven)"
_TIMES = r"\s*(?:x|times?|days?)?\s*(?:/|a|per|every|each)\s*"
_NUMBERS = {"once": 1, "one": 1, "twice": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_WORKDAYS = r"(?:weekdays|workdays|working days)"

_PER_WEEK = re.compile(rf"\b{_COUNT}{_TIMES}week\b")
_PER_MONTH = re.compile(rf"\b{_COUNT}{_TIMES}month\b")
_WITHIN = re.compile(
    r"\b(?P<count>\d{1,2})\s*(?:x|times?|days?)?\s*(?:in|of|out of)(?: any)?\s*(?P<days>\d{1,2})\s*days?\b"
)
_EVERY = re.compile(r"\bevery\s+(?:(?P<days>\d{1,3})(?:rd|th|nd|st)?\s+days?|(?:other|second)\s+day)\b")
_WEEKLY = re.compile(r"\b(?:weekly|(?:once )?(?:a|per|every|each) week)\b")
_MONTHLY = re.compile(r"\b(?:monthly|(?:once )?(?:a|per|every|each) month)\b")
_DAILY = re.compile(r"\b(?:daily|every ?day|each day|(?:a|per) day)\b")
_ON_DAYS = re.compile(rf"\b(?:on |every )?({_DAY_NAME}(?:(?:\s*[,/&+]\s*|\s+and\s+|\s+){_DAY_NAME})*)\b")
_ON_WORKDAYS = re.compile(rf"\b(?:on |every )?{_WORKDAYS}\b")
_ON_WEEKENDS = re.compile(r"\b(?:on |every |at )?(?:the )?weekends?\b")

_OF = re.compile(r"^of\s+(?=\S)", re.IGNORECASE)
"""What is left of `2 cups of coffee` without how much."""
_QUIT = re.compile(r"^(?:no|quit|stop|never|don't|do not|without)\s+(?=\S)")
_AT_MOST = re.compile(r"\b(?:at most|max(?:imum)?|no more than|less than|up to)\s+(?=\d)")
_AT_LEAST = re.compile(r"\b(?:at least|min(?:imum)?)\s+(?=\d)")
_AMOUNT = re.compile(r"(?<![\w.])(?P<amount>\d{1,9}(?:\.\d{1,3})?)\s*(?P<unit>[^\W\d_]{1,20})?(?![\w.])")


class Meant(NamedTuple):
    """What a text asks for."""

    name: str
    type: HabitType
    schedule: Schedule
    amount: Number | None
    unit: str | None

    @property
    def fields(self) -> dict[str, object]:
        """Of Habit, but for its name."""
        return {
            "habit_type": self.type,
            "schedule": self.schedule,
            "amount": self.amount,
            "unit": self.unit,
        }


def parse_habit(text: str, today: date) -> Meant:
    """BadHabit says what can be written."""
    words = " ".join(text.split())
    # The forms are searched in small letters; a few letters have no small one of the same length.
    words = words if len(words.lower()) == len(words) else words.lower()
    rest, schedule = _schedule(words, today)
    rest, kind = _kind(rest)
    rest, amount, unit = _amount(rest)
    name = re.sub(r"\s{2,}", " ", rest).strip(" ,.:;-")
    name = _OF.sub("", name) if amount is not None else name
    if not name or (kind is HabitType.QUIT and amount is not None):
        raise BadHabit(f"That does not say which habit. {ADVICE}")
    return Meant(name[:1].upper() + name[1:], kind, schedule, amount, unit)


def parse_change(text: str, today: date) -> dict[str, object]:
    """The fields that a text changes of a habit: its name, and how often and how much where it says so."""
    meant = parse_habit(text, today)
    words = " ".join(text.split())
    says_often = any(pattern.search(words.lower()) for pattern, _ in _FORMS)
    says_type = meant.type is not HabitType.BUILD or _AT_LEAST.search(words.lower()) is not None
    fields: dict[str, object] = {"name": meant.name}
    fields |= {"schedule": meant.schedule} if says_often else {}
    fields |= {"amount": meant.amount, "unit": meant.unit} if meant.amount is not None else {}
    return fields | ({"habit_type": meant.type} if says_type else {})


def parse_schedule(text: str, today: date) -> Schedule:
    """`3x a week`, and nothing else."""
    rest, schedule = _schedule(" ".join(text.split()), today)
    if rest.strip(" ,.:;-"):
        raise BadHabit(f"{quoted(text)} does not say how often. {ADVICE}")
    return schedule


def says_how_often(text: str) -> bool:
    lowered = text.lower()
    return any(pattern.search(lowered) for pattern, _ in _FORMS)


def _schedule(text: str, today: date) -> tuple[str, Schedule]:
    """The first form that is found, and the text without it; every day where none is."""
    lowered = text.lower()
    for pattern, make in _FORMS:
        if found := pattern.search(lowered):
            try:
                made = make(found, today)
            except ValueError as error:
                raise BadHabit(f"That cannot be so often. {ADVICE}") from error
            return f"{text[: found.start()]} {text[found.end() :]}".strip(), made
    return text, Daily()


def _count(found: re.Match[str]) -> int:
    said = found["count"]
    return _NUMBERS[said] if said in _NUMBERS else int(said)


def _named_days(found: re.Match[str]) -> tuple[int, ...]:
    return tuple(_WEEKDAYS.index(name[:3]) for name in re.findall(_DAY_NAME, found[1]))


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], Schedule]], ...] = (
    (_PER_WEEK, lambda found, _: PerWeek(times=_count(found))),
    (_PER_MONTH, lambda found, _: PerMonth(times=_count(found))),
    (_WITHIN, lambda found, _: WithinDays(times=int(found["count"]), days=int(found["days"]))),
    (_EVERY, lambda found, today: EveryDays(days=int(found["days"] or 2), since=today)),
    (_WEEKLY, lambda _found, _: PerWeek(times=1)),
    (_MONTHLY, lambda _found, _: PerMonth(times=1)),
    (_DAILY, lambda _found, _: Daily()),
    (_ON_WORKDAYS, lambda _found, _: OnWeekdays(days=(0, 1, 2, 3, 4))),
    (_ON_WEEKENDS, lambda _found, _: OnWeekdays(days=(5, 6))),
    (_ON_DAYS, lambda found, _: OnWeekdays(days=_named_days(found))),
)


def _kind(text: str) -> tuple[str, HabitType]:
    if found := _QUIT.match(text.lower()):
        return text[found.end() :], HabitType.QUIT
    if found := _AT_MOST.search(text.lower()):
        return f"{text[: found.start()]}{text[found.end() :]}", HabitType.REDUCE
    if found := _AT_LEAST.search(text.lower()):
        return f"{text[: found.start()]}{text[found.end() :]}", HabitType.BUILD
    return text, HabitType.BUILD


def _amount(text: str) -> tuple[str, Number | None, str | None]:
    found = _AMOUNT.search(text)
    if found is None:
        return text, None, None
    amount = Decimal(found["amount"])
    whole: Number = int(amount) if amount == amount.to_integral_value() else amount
    return f"{text[: found.start()]} {text[found.end() :]}".strip(), whole, found["unit"]


def schedule_words(schedule: Schedule) -> str:
    """As it is shown: `3 times a week`."""
    match schedule:
        case Daily():
            return "every day"
        case OnWeekdays(days=days):
            return "on " + ", ".join(_WEEKDAYS[day].title() for day in days)
        case PerWeek(times=times):
            return _often(times, "week")
        case PerMonth(times=times):
            return _often(times, "month")
        case EveryDays(days=days):
            return f"every {days} days"
        case WithinDays(times=times, days=days):
            return f"{times} in any {days} days"


def _often(times: int, period: str) -> str:
    return {1: f"once a {period}", 2: f"twice a {period}"}.get(times, f"{times} times a {period}")
