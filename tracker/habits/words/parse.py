"""A habit from the words that people write for it: `read 20 pages daily`, `gym 3x a week`, `no smoking`.

Numbers in words become digits first. Then what says how often is taken away, then what says that it is a
limit, then how much; what is left is the name. What would be taken for something else is refused.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, time
from typing import NamedTuple

from tracker.dates import MONTH
from tracker.habits.errors import BadHabit
from tracker.habits.model import HabitType
from tracker.habits.schedule import Daily, EveryDays, OnWeekdays, PerMonth, PerWeek, Schedule, WithinDays
from tracker.habits.words.amounts import DECIMALS, MOST, has_few_decimals
from tracker.habits.words.reminders import take_reminders
from tracker.numbers import DIGITS, SPACED, parse_number
from tracker.readings import Number
from tracker.words import people, quoted

ADVICE = "Write something like `gym 3x a week`, `read 20 pages daily`, `run mon wed fri` or `no smoking`."
LIMIT_OF_A_PERIOD = (
    "A limit is for one day, and not for a week or a month. Write `pizza at most 1 a day`, or on how many "
    "or which days you do without: `no pizza 5 days a week`, `no pizza mon-fri`."
)
AMOUNT_OF_A_PERIOD = (
    "An amount is for one day, and does not add up over a week or a month. Write `run 5 km 4x a week`, "
    "or `run 20 km once a week` if it is all done on one day."
)
NO_END = "A habit has no dates: it goes on until you archive it. Write `read 20 pages daily`."
LONGEST = 300

# The patterns are for text with single spaces, in small letters.
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_UP_TO_TEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS = {"once": "1x", "twice": "2x", "thrice": "3x"} | {
    word: f"{number}" for number, word in enumerate(_UP_TO_TEN, 1)
}
_UPS = re.compile(r"\b(push|pull|sit|chin) (ups?)\b", re.IGNORECASE)  # one thing, often written as two words
_ORDINALS = {"other": 2, "second": 2, "third": 3}
_MEASURE = (
    r"(?:x|times?|days|weeks|months|seconds?|min(?:ute)?s?|h|hrs?|hours?|m|k|km|mi|miles?|met(?:er|re)s?"
    r"|g|mg|kg|l|cl|ml|lit(?:er|re)s?|oz|pages?|cups?|glass(?:es)?|sets?|reps?|[%$€£])(?!\w)"
)
"""What says how much, but not of what."""
_AT_MOST = r"\b(?:at most|max(?:imum)?\.?|not? more than|less than|fewer than|under|below|up to)"
_AT_LEAST = r"\b(?:at least|(?<!\d)(?<!\d )min(?:imum)?\.?|not? (?:less|fewer) than)"
_ABOVE = r"\b(?:more than|over|above)"
_MAX = r"(?:at most|max(?:imum)?|tops|or less|or fewer)"
_TO = r"(?: ?[-\u2013] ?| (?:to|till|until|through|thru) )"
_OR = rf"(?:{_TO}| or )"
_PER = r"(?: ?/ ?| (?:a|per|every|each) )"
_WORD = rf"(?:{'|'.join(_WORDS)})"
_PERIOD = r"(?:day|week|month|fortnight)\b"
_WHAT = rf" {_MEASURE}|{_PER}{_PERIOD}| (?:dai|week|month)ly\b| (?:in|every) (?:\d|other|{_WORD})"
_IN_WORDS = re.compile(
    rf"(?P<limit>(?:{_AT_MOST}|{_AT_LEAST}|{_ABOVE}) )?\b(?P<word>{_WORD})\b"
    rf"(?(limit)|(?=(?:{_OR}{_WORD})?(?:{_WHAT})))"
)
"""Only what counts something: `one on one` is a name."""

# How often
_TIMES = r" ?(?:x|times?|d|days?|nights?)"
_ONCE = r"\b1 ?(?:x|times?) ?"
_SIGN = r"[-+~<>=\u00b1\u2212\u2264\u2265]"
_COUNT = rf"(?:{_AT_LEAST} )?(?<![\w.,])(?<! {_SIGN})(?P<count>\d{{1,9}})(?:x?{_OR}\d{{1,2}})?\+?"
_SPAN = rf"(?P<span>\d{{1,3}}|{'|'.join(_ORDINALS)})(?:st|nd|rd|th)? (?P<unit>day|week)s?\b"
_DAY = r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b"
_MORE_DAYS = rf"(?:{_TO}|(?: ?[,/&+] ?| )(?:and )?){_DAY}"


def _counted(period: str) -> re.Pattern[str]:
    """`3x a week`, `3-4 times per week`, `2/week`, `2x weekly`."""
    return re.compile(rf"{_COUNT}(?:(?:{_TIMES})?{_PER}|{_TIMES} ){period}(?:ly)?\b")


def _each(period: str, adverb: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_ONCE})?(?:\b{adverb}|(?:/ ?|\b(?:a|per|every|each) ){period})\b")


_WITHIN = re.compile(rf"{_COUNT}(?:{_TIMES})? (?:in|of|out of|every) (?:any )?{_SPAN}")
_EVERY = re.compile(rf"(?:{_ONCE}|(?<!x )(?<!times )(?<!days )\b)every {_SPAN}")
_ON_WORKDAYS = re.compile(
    r"\b(?:(?:on |every )?(?:week|work|working )days|every (?:week|work|working )day|during the week)\b"
)
_ON_WEEKENDS = re.compile(r"\b(?:on |every |at |over )?(?:the )?weekends?\b")
_ON_DAYS = re.compile(rf"\b(?:on|every|each|from) {_DAY}(?:{_MORE_DAYS})*|{_DAY}(?:{_MORE_DAYS})+")

# Whether it is a limit, and how much
_NO = r"(?:no more|no|not|quit|stop|never|don['\u2019]?t|do not|without|avoid|give up)"
NEGATION = re.compile(rf"^{_NO} (?P<kept>)(?=\S)")
"""What says of a habit that it is to be left; its name is what follows."""
_KINDS = (
    (re.compile(rf"\b{_NO} (?P<kept>(?:\S+ )*?){_ABOVE} (?=[$€£]?\d)"), HabitType.REDUCE),
    (re.compile(rf"(?:{_AT_LEAST}|{_ABOVE}) (?P<kept>)(?=[$€£]?\d)"), HabitType.BUILD),
    (re.compile(r"^(?=\D*\d)(?P<kept>.*) (?:at least|minimum|or more)$"), HabitType.BUILD),
    (re.compile(rf"{_AT_MOST} (?P<kept>)(?=[$€£]?\d)"), HabitType.REDUCE),
    (re.compile(rf"^(?=\D*\d)(?P<kept>.*) {_MAX}$"), HabitType.REDUCE),
    (NEGATION, HabitType.QUIT),
)
"""The first that is found is taken away, but for what it keeps."""
_NO_AMOUNT = r"\b(?:at|before|after|by|until) \d[\d:.]*|\b\d+(?::\d\d| ?[ap]m\b|st\b|nd\b|rd\b|th\b)"
"""A time of the day, or the third of something."""
_NUMBER = rf"{SPACED}|{DIGITS}"
_SMALL_WORD = r"(?:a|after|and|at|before|by|each|every|for|in|of|on|or|per|the|then|to|when|with)\b"
_THOUSANDS = rf" ?k(?= (?!{_SMALL_WORD}|(?:run|race|jog|row|ride|swim)\b)[^\W\d_])| ?m(?= (?:xp|gp)\b)"
"""Only of what is counted: who writes `run 5k` or `swim 500m` says how far."""
_FAR = re.compile(r"run|race|jog|row|ride|swim|walk|hik|bik|cycl|ski|sprint|couch")
"""What goes some way: `5k` of anything else may be thousands."""
_UNIT = rf"[ -]?(?!{_SMALL_WORD})(?P<unit>[^\W\d_]{{1,20}}(?:-[^\W\d_]{{1,20}})*|[%$€£])"
_AMOUNT = re.compile(
    rf"{_NO_AMOUNT}|(?:\b(?:for|a) )?(?P<sign>[$€£])?(?<![\w.,:/'-])(?P<amount>{_NUMBER})"
    rf"(?:{_OR}(?P<upper>{_NUMBER}))?(?P<thousands>{_THOUSANDS})?(?![.,:/'-]?\d|[¼½¾])(?:{_UNIT})?(?!\w)"
    r"(?: ?(?:/|\ba|\bper) ?day\b)?(?: of(?= ))?"
)

# What could be meant in two ways, or cannot be said
_DAYS = rf"(?:on |at |for )?(?:{_DAY}|(?:the )?(?:weekend|weekday|workday)s?\b)"
_WHEN = (
    r"\b(?:by|until|till|since|starting|from) "
    rf"(?:(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? )?(?:of )?{MONTH}(?!\w)"
    r"|\d{4}-\d\d?-\d\d?|yesterday|today|tomorrow|next |(?:the )?end of )|\bfor \d+ (?:weeks|months|years)\b"
)
_REFUSED = {
    r"\bevery \d{4,} (?:day|week)": "That is too seldom. Write `dentist every 180 days`; 365 are the most.",
    r"\bbi-?weekly\b": "“Biweekly” has two meanings. Write `gym 2x a week` or `gym every 2 weeks`.",
    rf"\b(?:quarter|year|annual)ly\b|{_PER}(?:year|quarter)\b|\bevery (?:other|second|\d+) (?:month|year)": (
        "What comes less often than once a month is said in days. Write `dentist every 180 days`."
    ),
    r"\bon the \d{1,2}(?:st|nd|rd|th)\b": "A habit has no date. Write `pay rent once a month`.",
    _WHEN: NO_END,
    rf"\b(?:except|apart from|but not) {_DAYS}": "Days cannot be left out. Write the others: `gym mon-sat`.",
    rf"\bonly {_DAYS}|{_DAYS} only\b": (
        "“Only” can mean two things. Write `no pizza mon-fri` to leave it, or `gym on weekends` to do it."
    ),
}


# What no name holds, and what to write instead. A `weekly review on fridays` is called a weekly one.
_ONE_SCHEDULE = "A habit is due in one way. Write `gym 3x a week` or `gym mon wed fri`, and not both."
_TWO_SCHEDULES = {
    **{one.pattern: _ONE_SCHEDULE for one in (_counted("(?:week|wk)"), _counted("month"), _EVERY, _WITHIN)},
    **{one.pattern: _ONE_SCHEDULE for one in (_ON_WORKDAYS, _ON_WEEKENDS, _ON_DAYS)},
    r"\b(?:every|each|per) (?:day|week|wk|month|fortnight)\b": _ONE_SCHEDULE,
    r"\b(?:daily|everyday|weekly|monthly|fortnightly)$": _ONE_SCHEDULE,
    rf"\b(?:by|until|till|from|since|starting)(?:$| {_DAY})": NO_END,
    rf"\b\d+ ?(?:x|times?){_PER}(?!day\b)[^\W\d_]+": (
        "Write how often as `3x a week`, `2x a month` or `every 3 days`."
    ),
    r"\bat (?:(?:2[4-9]|[3-9]\d):\d\d|\d\d?:[6-9]\d)\b": (
        "Write times of the day as `gym 3x a week, remind me at 18:00`."
    ),
    rf"(?<![\w)])(?<!\d ){_SIGN}\d\S*": (
        "Write an amount as a number above 0: `read 20 pages`, `coffee at most 2 cups`."
    ),
}
_NO_NUMBERS = {
    r"\bat (?:most|least)\b|\bnot? (?:more|less|fewer) than\b": (
        "A limit needs a number. Write `coffee at most 2 cups`."
    ),
    r"(?<![\w:.-])\d+(?:[.,/']\d+)+(?![:\w])|\d*[\u00bc-\u00be]|\b\d+e\d+\w*": (
        "Write numbers as 5, 2.5 or 1,000: `run 2.5 km`."
    ),
}


class Meant(NamedTuple):
    """What a text asks for."""

    name: str
    type: HabitType
    schedule: Schedule
    amount: Number | None
    unit: str | None
    reminders: tuple[time, ...] | None = None
    """None where the text says nothing of them."""

    @property
    def fields(self) -> dict[str, object]:
        """Of Habit, but for its name."""
        reminded = {} if self.reminders is None else {"reminders": self.reminders}
        known = {"habit_type": self.type, "schedule": self.schedule, "amount": self.amount, "unit": self.unit}
        return {**known, **reminded}


def parse_habit(text: str, today: date) -> Meant:
    """BadHabit says what can be written."""
    return _read(text, today)[0]


def parse_change(text: str, today: date) -> dict[str, object]:
    """The fields that a text changes of a habit: its name, and how often and how much where it says so."""
    meant, said = _read(text, today)
    return {"name": meant.name} | {field: value for field, value in meant.fields.items() if field in said}


def parse_schedule(text: str, today: date) -> Schedule:
    """`3x a week`, and nothing else."""
    rest, schedule, _ = _schedule(_plain(text), today)
    if rest.strip(" ,.:;-"):
        raise BadHabit(f"{quoted(text)} does not say how often. {ADVICE}")
    return schedule or Daily()


def says_how_often(text: str) -> bool:
    lowered = _plain(text).lower()
    return any(pattern.search(lowered) for pattern, _ in _FORMS)


def _read(text: str, today: date) -> tuple[Meant, set[str]]:
    """With the fields that the text does say something of."""
    if len(text) > LONGEST:
        raise BadHabit(f"That is long for a habit: {LONGEST} letters are the most. {ADVICE}")
    text, reminders = take_reminders(text)
    plain = _plain(text)
    for pattern, message in _REFUSED.items():
        if re.search(pattern, plain.lower()):
            raise BadHabit(message)
    rest, schedule, often = _schedule(plain, today)
    _refuse_left(rest, _TWO_SCHEDULES)
    rest, kind = _kind(rest)
    rest, amount, unit = _amount(rest, kind)
    if amount is not None and isinstance(schedule, PerWeek | PerMonth):
        _refuse_sum(kind, amount, often)
    _refuse_left(re.sub(_NO_AMOUNT, "", rest, flags=re.IGNORECASE), _NO_NUMBERS)
    name, unit = _name(rest, unit)
    known = {
        "habit_type": kind,
        "schedule": schedule,
        "amount": amount,
        "unit": amount,
        "reminders": reminders,
    }
    said = {field for field, value in known.items() if value is not None}
    said |= {"amount", "unit"} if kind is HabitType.QUIT else set()
    return Meant(name, kind or HabitType.BUILD, schedule or Daily(), amount, unit, reminders), said


def _plain(text: str) -> str:
    """On one line, with digits for the words that count something."""
    words = " ".join(text.split())
    # The forms are searched in small letters; a few letters have no small one of the same length.
    words = words if len(words.lower()) == len(words) else words.lower()
    words = _UPS.sub(r"\1-\2", words)
    for found in reversed(list(_IN_WORDS.finditer(words.lower()))):
        words = words[: found.start("word")] + _WORDS[found["word"]] + words[found.end("word") :]
    return words


def _schedule(text: str, today: date) -> tuple[str, Schedule | None, str]:
    """The text without the first form that is found, what that means, and its words."""
    lowered = text.lower()
    for pattern, make in _FORMS:
        if found := pattern.search(lowered):
            try:
                made = make(found, today)
            except ValueError as error:
                raise BadHabit(f"That cannot be so often. {ADVICE}") from error
            limited = re.search(rf"(?:{_AT_MOST}|\b{_NO} .*{_ABOVE}) $", lowered[: found.start()])
            limited = limited or re.match(rf" {_MAX}\b", lowered[found.end() :])
            if limited and not isinstance(made, Daily | OnWeekdays):
                raise BadHabit(LIMIT_OF_A_PERIOD)
            return _without(text, found), made, found[0]
    return text, None, ""


def _days_in(found: re.Match[str]) -> int:
    number = _ORDINALS.get(found["span"]) or int(found["span"])
    return number * (len(_WEEKDAYS) if found["unit"] == "week" else 1)


def _of_a_fortnight(times: int, today: date) -> Schedule:
    return EveryDays(days=14, since=today) if times == 1 else WithinDays(times=times, days=14)


def _named_days(found: re.Match[str]) -> tuple[int, ...]:
    """With those between them where it is `mon-fri`; `sat-mon` goes over the end of the week."""
    days: list[int] = []
    for one in re.findall(rf"{_DAY}(?:{_TO}{_DAY})?", found[0]):
        first, *last = (_WEEKDAYS.index(name[:3]) for name in re.findall(_DAY, one))
        days += [(first + further) % 7 for further in range((last[0] - first) % 7 + 1 if last else 1)]
    return tuple(days)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], Schedule]], ...] = (
    (_counted("(?:week|wk)"), lambda found, _: PerWeek(times=int(found["count"]))),
    (_counted("month"), lambda found, _: PerMonth(times=int(found["count"]))),
    (_counted("fortnight"), lambda found, today: _of_a_fortnight(int(found["count"]), today)),
    (_EVERY, lambda found, today: EveryDays(days=_days_in(found), since=today)),
    (_each("fortnight", "fortnightly"), lambda _found, today: _of_a_fortnight(1, today)),
    (_WITHIN, lambda found, _: WithinDays(times=int(found["count"]), days=_days_in(found))),
    (_ON_WORKDAYS, lambda _found, _: OnWeekdays(days=(0, 1, 2, 3, 4))),
    (_ON_WEEKENDS, lambda _found, _: OnWeekdays(days=(5, 6))),
    (_ON_DAYS, lambda found, _: OnWeekdays(days=_named_days(found))),
    (_each("(?:week|wk)", "weekly"), lambda _found, _: PerWeek(times=1)),
    (_each("month", "monthly"), lambda _found, _: PerMonth(times=1)),
    (_each("day", "(?:daily|everyday)"), lambda _found, _: Daily()),
    (re.compile(_DAY), lambda found, _: OnWeekdays(days=_named_days(found))),
)
"""The surer ones first: a `weekly review on fridays` is due on Fridays, and called a weekly one."""


def _kind(text: str) -> tuple[str, HabitType | None]:
    for pattern, kind in _KINDS:
        if found := pattern.search(text.lower()):
            return _without(text, found, text[found.start("kept") : found.end("kept")]), kind
    return text, None


def _amount(text: str, kind: HabitType | None) -> tuple[str, Number | None, str | None]:
    """Of `20-30 pages` 20 are enough, and `at most 2-3 cups` allows 3. What is to be left has no amount."""
    amounts = [one for one in _AMOUNT.finditer(text.lower()) if one["amount"]]
    if not amounts or kind is HabitType.QUIT:
        return text, None, None
    found, *others = amounts
    if others:
        raise BadHabit(
            f"{quoted(found[0].strip())} or {quoted(others[0][0].strip())}? A habit has one amount."
            " Leave the other number out."
        )
    digits = found["upper"] if kind is HabitType.REDUCE and found["upper"] else found["amount"]
    amount = parse_number(digits + (found["thousands"] or ""))
    if amount is None or amount >= MOST or (amount == 0 and kind is not HabitType.REDUCE):
        raise BadHabit(
            f"An amount is above 0 and below {people(MOST)}. To leave something, write `no sugar`."
        )
    if not has_few_decimals(amount):
        raise BadHabit(f"An amount has {DECIMALS} decimals at most.")
    unit = text[found.start("unit") : found.end("unit")] or found["sign"]
    if unit in ("k", "K") and not _FAR.search(text.lower()):
        raise BadHabit(
            f"{quoted(found[0].strip())} can mean two things. "
            f"Write {people(amount * 1000)}, or {people(amount)} km."
        )
    return _without(text, found), amount, "times" if unit in ("x", "X") else unit


def _refuse_sum(kind: HabitType | None, amount: Number, often: str) -> None:
    """`20 km a week` would ask for 20 on one day; `1 book a month` is done on one."""
    if kind is HabitType.REDUCE and not re.search(r"\d", often):
        raise BadHabit(LIMIT_OF_A_PERIOD)
    if amount > 1 and re.match(r"/|a |per ", often):
        raise BadHabit(AMOUNT_OF_A_PERIOD)


def _refuse_left(rest: str, refused: Mapping[str, str]) -> None:
    """What says how often or how much, and was not understood, would else be a part of the name."""
    for pattern, why in refused.items():
        if found := re.search(pattern, rest.lower()):
            raise BadHabit(f"I do not understand {quoted(found[0].strip())}. {why}")


def _name(rest: str, unit: str | None) -> tuple[str, str | None]:
    """Of `10,000 steps` what is counted is the name, and no unit besides it."""
    name = rest.strip(" ,.:;-")
    if not name and unit is not None and not re.fullmatch(_MEASURE, unit.lower()):
        name, unit = unit, None
    if not name:
        raise BadHabit(f"That does not say which habit. {ADVICE}")
    return name[:1].upper() + name[1:], unit


def _without(text: str, found: re.Match[str], kept: str = "") -> str:
    left = f"{text[: found.start()]} {kept} {text[found.end() :]}"
    return " ".join(re.sub(r"\(\s*\)", " ", left).split())  # of `read (20 pages)` the brackets are left
