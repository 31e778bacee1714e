"""A task as people type it: `call the bank tomorrow 5pm p1 30m #house @phone every month`.

What is understood is cut out of the text, and what is left is the title. Words in quotes are title, whatever
they look like. What could be meant in two ways is refused, and never guessed.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import TypeVar

from tracker.dates import DateRefused, DateSpan, dates_in, parse_date
from tracker.frozen import frozen
from tracker.tasks.errors import BadTask, UnclearTask
from tracker.tasks.model import LONGEST_TITLE, MOST_PROJECTS, MOST_TAGS, Priority
from tracker.tasks.recurrence import Recurrence
from tracker.tasks.words.clock_times import TimeSpan, time_after, times_in
from tracker.tasks.words.repeating import Repeat, repeats_in, times_said
from tracker.words import can_be_seen, listed

MOST_MINUTES = 60 * 24 * 7
LONGEST_LABEL = 40
_HIDDEN = "\N{REPLACEMENT CHARACTER}"
_BEFORE, _AFTER = r"(?<![^\s])", r"(?![^\s,;])"
_QUOTED = re.compile('"([^"]*)"|\u201c([^\u201d]*)\u201d')
_PRIORITY = re.compile(rf"{_BEFORE}(?:!p?|p)([1-4]){_AFTER}")
_LABEL = r"(?=[^\s]*[^\W\d_])[\w-]+"
_PROJECT = re.compile(rf"{_BEFORE}(?:[#+]|project:)({_LABEL}){_AFTER}")
_TAG = re.compile(rf"{_BEFORE}(?:@|tag:)({_LABEL}){_AFTER}")
_AREA = re.compile(rf"{_BEFORE}area:({_LABEL}){_AFTER}")
_SIZE = re.compile(
    rf"{_BEFORE}(?:for\ +)?(?:(?P<h>\d{{1,3}})h(?:\ ?(?P<hm>\d{{1,2}})m?)?"
    r"|(?P<hours>\d{1,3}(?:\.\d)?)\ ?(?:hours?|hrs?)"
    rf"|(?P<m>\d{{1,4}})\ ?(?:minutes?|mins?|m)){_AFTER}",
    re.ASCII,
)
_SOON = re.compile(
    rf"{_BEFORE}in\ +(?P<count>\d{{1,4}})\ ?(?P<unit>hours?|hrs?|h|minutes?|mins?|m){_AFTER}", re.ASCII
)
_STARTING = re.compile(
    r"(?<!\w)start(?:s|ing)?(?:\ +on)?\ +(?P<words>[\w,.-]+(?:\ +[\w,.-]+){0,3})", re.ASCII
)
_UNTIL = ("until", "till", "til")
_MENTION = re.compile(r"<(?:(?P<channel>#)|@[!&]?)\d{1,20}>", re.ASCII)

_Found = TypeVar("_Found")


@frozen
class TaskWords:
    """What was understood."""

    title: str
    priority: Priority | None = None
    size: int | None = None
    due_date: date | None = None
    due_time: time | None = None
    scheduled_date: date | None = None
    repeat: Recurrence | None = None
    projects: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    area: str | None = None


def understand(text: str, now: datetime, today: date) -> TaskWords:
    """`now` is by the person's clocks, and `today` their day. Raises BadTask, UnclearTask, DateRefused."""
    found = understand_change(text, now, today, today)
    return replace(found, title=checked_title(found.title))


def understand_change(text: str, now: datetime, today: date, begin: date) -> TaskWords:
    """The same of something that is to be changed: the title may be empty, and so is what was not said.

    `begin` is when a repetition begins whose words do not say it.
    """
    reading = _Reading(text, now, today)
    reading.refuse_mentions()
    priority = reading.only(_PRIORITY, lambda found: Priority(f"P{found[1]}"), "priorities")
    projects = reading.every(_PROJECT, MOST_PROJECTS, "projects")
    tags = reading.every(_TAG, MOST_TAGS, "tags")
    area = reading.only(_AREA, lambda found: found[1], "areas")
    repeat = reading.repeat()
    soon = reading.only(_SOON, lambda found: now + _span(found), "times")
    size = reading.only(_SIZE, _minutes, "sizes")
    starting = reading.starting()
    due, at = reading.due() if soon is None else (soon.date(), soon.time().replace(second=0, microsecond=0))
    rule = None
    if repeat is not None:
        rule = repeat.rule(due or starting or begin)
        due, starting = rule.start, None
    return TaskWords(
        title=reading.left(),
        priority=priority,
        size=size,
        due_date=due,
        due_time=at,
        scheduled_date=starting,
        repeat=rule,
        projects=projects,
        tags=tags,
        area=area,
    )


def checked_title(text: str) -> str:
    """On one line. Raises BadTask."""
    title = " ".join(text.split()).strip(" ,;")
    if not title:
        raise BadTask("Say what is to be done: call the bank tomorrow p1.")
    if len(title) > LONGEST_TITLE or not can_be_seen(title):
        raise BadTask(f"A title has up to {LONGEST_TITLE} letters, digits and signs that can be seen.")
    return title


@dataclass(slots=True)
class _Reading:
    """A text of which more and more is understood."""

    text: str
    now: datetime
    today: date
    small: str = field(init=False)
    """The same in small letters; what is understood is blank, and what is in quotes hidden."""

    def __post_init__(self) -> None:
        self.text = " ".join(self.text.split())
        small = "".join(low if len(low := letter.lower()) == 1 else letter for letter in self.text)
        self.small = _QUOTED.sub(lambda found: _HIDDEN * len(found[0]), small)

    def refuse_mentions(self) -> None:
        """Discord makes a channel of `#house`, and a person of `@phone`, where there is one of that name."""
        if (found := _MENTION.search(self.small)) is not None:
            typed, became, write = _CHANNEL if found["channel"] else _MEMBER
            raise UnclearTask(
                f"Discord turned your {typed}… into {became}, {found[0]}. Write {write} instead."
            )

    def only(
        self, form: re.Pattern[str], read: Callable[[re.Match[str]], _Found], what: str
    ) -> _Found | None:
        """What is there at most once. Raises UnclearTask."""
        found = [*form.finditer(self.small)]
        if len({one[0].strip() for one in found}) > 1:
            raise UnclearTask(f"I read two {what}: {listed([one[0].strip() for one in found])}. {_QUOTES}")
        for one in found:
            self._take(one.start(), one.end())
        return read(found[0]) if found else None

    def every(self, form: re.Pattern[str], most: int, what: str) -> tuple[str, ...]:
        """As they were written: names keep their capitals."""
        found = [*form.finditer(self.small)]
        names = tuple(dict.fromkeys(self.text[one.start(1) : one.end(1)] for one in found))
        for one in found:
            self._take(one.start(), one.end())
        if len(names) > most or any(len(name) > LONGEST_LABEL for name in names):
            raise BadTask(f"A task has up to {most} {what}, each of up to {LONGEST_LABEL} letters.")
        return names

    def repeat(self) -> Repeat | None:
        found = repeats_in(self.small)
        if len(found) > 1:
            said = listed([self.small[one.start : one.end] for one in found])
            raise UnclearTask(f"I read two repetitions: {said}. {_QUOTES}")
        for one in found:
            self._take(one.start, one.end)
            return self._ended(one.repeat)
        return None

    def _ended(self, repeat: Repeat) -> Repeat:
        """With its end: `10 times`, `until 1 june`."""
        count, end = repeat.count, repeat.end_date
        if (times := times_said(self.small)) is not None:
            self._take(*times[:2])
            count = times[2]
        for one in dates_in(self.small, self.today):
            if self.small[one.start : one.end].startswith(_UNTIL):
                self._take(one.start, one.end)
                end = one.day
                break
        return Repeat(
            repeat.frequency,
            repeat.interval,
            repeat.weekdays,
            repeat.anchor,
            repeat.month,
            repeat.mode,
            count,
            end,
        )

    def starting(self) -> date | None:
        """The day before which it asks for nothing: `start monday`."""
        found = _STARTING.search(self.small)
        if found is None:
            return None
        words = found["words"].split(" ")
        for count in range(len(words), 0, -1):
            said = " ".join(words[:count])
            day = _date_or_none(said.rstrip(",."), self.today)
            if day is not None:
                self._take(found.start(), found.start("words") + len(said))
                return day
        return None

    def due(self) -> tuple[date | None, time | None]:
        """Times go first: what is the last word then may be a weekday."""
        times, before = times_in(self.small), self.small
        for one in times:
            self._take(one.start, one.end)
        days = dates_in(self.small, self.today)
        if len({one.day for one in days}) > 1:
            said = listed([before[one.start : one.end].strip() for one in days])
            raise UnclearTask(f"I read two dates: {said}. {_QUOTES}")
        times += [one for day in days if (one := time_after(self.small, day.end)) is not None]
        if len({one.at for one in times}) > 1:
            said = listed([before[one.start : one.end].strip() for one in times])
            raise UnclearTask(f"I read two times: {said}. {_QUOTES}")
        for one in (*days, *times):
            self._take(one.start, one.end)
        if days and (more := dates_in(self.small, self.today)):  # `call fri mon`
            said = listed([before[one.start : one.end].strip() for one in (*more, *days)])
            raise UnclearTask(f"I read two dates: {said}. {_QUOTES}")
        if not times:
            return (days[0].day if days else None), None
        return self._date_of(days, times), times[0].at

    def _date_of(self, days: Sequence[DateSpan], times: Sequence[TimeSpan]) -> date:
        """With a time, a date is one of the calendar: the person's day may be the one before it at night.

        Without a date it is today, where the time is still to come, and else tomorrow.
        """
        calendar, at = self.now.date(), times[0].at
        if days:
            is_past = days[0].day == self.today and datetime.combine(days[0].day, at) < self.now
            return max(days[0].day, calendar) if is_past else days[0].day
        is_today = any(one.is_today for one in times) or at > self.now.time()
        return calendar if is_today else calendar + timedelta(days=1)

    def left(self) -> str:
        """The title, with the words in quotes as they were written."""
        kept = "".join(
            " " if low == " " else letter for letter, low in zip(self.text, self.small, strict=True)
        )
        return " ".join(_QUOTED.sub(lambda found: found[1] or found[2] or "", kept).split()).strip(" ,;")

    def _take(self, start: int, end: int) -> None:
        self.small = self.small[:start] + " " * (end - start) + self.small[end:]


_QUOTES = "Say only one, and put in quotes what belongs to the title."
_CHANNEL, _MEMBER = ("#", "a channel", "+house"), ("@", "a member", "tag:phone")


def _span(found: re.Match[str]) -> timedelta:
    minutes = int(found["count"]) * (60 if found["unit"].startswith("h") else 1)
    return timedelta(minutes=minutes)


def _minutes(found: re.Match[str]) -> int:
    if found["m"]:
        minutes = int(found["m"])
    elif found["hours"]:
        minutes = round(float(found["hours"]) * 60)
    else:
        minutes = int(found["h"]) * 60 + int(found["hm"] or 0)
    return checked_minutes(minutes)


def checked_minutes(minutes: int) -> int:
    if not 1 <= minutes <= MOST_MINUTES:
        raise BadTask(f"A task takes from 1 minute to {MOST_MINUTES // 60} hours.")
    return minutes


def _date_or_none(text: str, today: date) -> date | None:
    try:
        return parse_date(text, today)
    except DateRefused:
        return None
