"""When to be reminded of a habit, as people write it: alone, or among the words of the habit."""

import re
from datetime import time

from tracker.accounts.settings import clock_time
from tracker.habits.errors import BadHabit
from tracker.words import quoted

MOST_REMINDERS = 6
NONE = frozenset({"", "none", "off", "no", "-"})
"""What takes an option away."""

_BETWEEN = re.compile(r"\s*(?:,|;|&|\band\b|\s)\s*")
_CLOCK = r"\d{1,2}(?:[:.]\d{2})?\s*(?:am|pm)?"
_CLOCKS = rf"(?P<times>{_CLOCK}(?:\s*(?:,|&|and)\s*{_CLOCK})*)(?![\w:])"
_REMIND = r"remind(?:ers?)?(?:\s+me)?(?:\s+at)?"
_AMONG_WORDS = re.compile(rf"(?:^|,?\s+)(?:and\s+)?{_REMIND}\s+{_CLOCKS}", re.IGNORECASE)
_AT_THE_END = re.compile(rf",?\s+(?:{_REMIND}|at)\s+{_CLOCKS}$", re.IGNORECASE)
_NO_TIME = re.compile(r"(?<=\s)(?:remind\s+me\b|reminders?\s+at\b|remind(?:ers?)?\s+\d\S*).*", re.IGNORECASE)


def parse_reminders(text: str) -> tuple[time, ...]:
    if text.casefold() in NONE:
        return ()
    joined = re.sub(r"\s+(am|pm)\b", r"\1", text, flags=re.IGNORECASE)
    try:
        times = {clock_time(one) for one in _BETWEEN.split(joined) if one}
    except ValueError as error:
        raise BadHabit(f"{error} Write reminders as 7:30, 20:00.") from error
    if len(times) > MOST_REMINDERS:
        raise BadHabit(f"A habit has {MOST_REMINDERS} reminders a day at most.")
    return tuple(sorted(times))


def take_reminders(text: str) -> tuple[str, tuple[time, ...] | None]:
    """`gym 3x a week, remind me at 18:00`: the other words, and the times. `wake up at 6` names none."""
    times = [found["times"] for found in _AMONG_WORDS.finditer(text)]
    rest = _AMONG_WORDS.sub("", text)
    if wrong := _NO_TIME.search(rest):
        raise BadHabit(
            f"I do not understand {quoted(wrong[0])}. Write when: `gym 3x a week, remind me at 18:00`."
        )
    return rest, parse_reminders(", ".join(times)) if times else None


def split_reminders(text: str) -> tuple[str, str | None]:
    """`gym 3x a week at 7pm`: the words of the habit, and the times that they end with."""
    words = text.replace('"', "")
    found = _AT_THE_END.search(words)
    return (words[: found.start()], found["times"]) if found else (words, None)
