"""Challenges as people write them: what a new one asks for, how somebody joins one, and which week."""

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from tracker.challenge.errors import BadChallenge, NoSuchWeek
from tracker.challenge.joining import OPTIONS
from tracker.challenge.model import Counted
from tracker.numbers import parse_number
from tracker.store.segments import Week
from tracker.weeks import parse_week, previous, week_of
from tracker.words import quoted

_AIM = re.compile(
    r"^(?P<name>.*?)[\s,:]*\b(?:at\s+least\s+)?(?P<number>[0-9][0-9.,]*\s?[kmb]?)\s+"
    r"(?P<only>(?:\S+\s+){0,6}?)(?P<unit>commits?|habits?|completions?|xp|kc|kills?)"
    r"(?:\s+(?:a|each|every|per)\s+week)?$",
    re.IGNORECASE,
)
_UNITS = {
    "commit": Counted.COMMITS,
    "xp": Counted.XP,
    "kc": Counted.KILLS,
    "kill": Counted.KILLS,
    "habit": Counted.HABITS,
    "completion": Counted.HABITS,
}
_NAMES = {"as": "name"}
_NEAR = {"this week": 0, "last week": 1}
_YEARS = range(2000, 3000)
_OPTION = re.compile(rf"\s(as|{'|'.join({*OPTIONS.values()})})\s", re.IGNORECASE)


_EDIT = re.compile(r"\s(call|at\s+least|from|until|for(?=\s+(?:anybody|server)\s))\s", re.IGNORECASE)
_EDITS = {"call": "name", "at least": "threshold", "from": "starts", "until": "ends", "for": "who"}
_PER_WEEK = re.compile(
    r"\s*(?:commits?|habits?|completions?|xp|kc|kills?)?(?:\s+(?:a|each|every|per)\s+week)?$", re.IGNORECASE
)


class NewChallenge(NamedTuple):
    """`Weekly commits, 5 commits a week`."""

    name: str
    counted: Counted | None = Counted.COMMITS
    """None where that follows from the skill or the boss."""
    threshold: int = 1
    only: str | None = None
    """The skill or the boss that is named: `Race, 50 zulrah kills a week`."""


def parse_challenge(text: str) -> NewChallenge:
    """What does not end with what is asked for is all name."""
    found = _AIM.match(text.strip())
    number = parse_number(found["number"]) if found else None
    if found is None or not isinstance(number, int):
        return NewChallenge(text.strip())
    counted, name = _UNITS[found["unit"].lower().removesuffix("s")], found["name"] or text.strip()
    if not (only := found["only"].strip()):
        return NewChallenge(name, counted, number)
    return NewChallenge(name, None, number, only) if counted.of_character else NewChallenge(text.strip())


class JoinWords(NamedTuple):
    """`weekly as Ada github octocat`."""

    challenge: str
    options: Mapping[str, str | int]
    """By their names: `name` for what follows `as`, github, character, habit."""


def parse_join(text: str) -> JoinWords:
    challenge, *parts = _OPTION.split(f" {text} ")
    said = zip(parts[::2], parts[1::2], strict=True)
    options = {_NAMES.get(option.lower(), option.lower()): value.strip() for option, value in said}
    return JoinWords(challenge.strip(), options)


def parse_edit(text: str) -> JoinWords:
    """`weekly at least 7 until 1 march`, by the names of what is changed. Raises BadChallenge."""
    challenge, *parts = _EDIT.split(f" {text} ")
    options: dict[str, str | int] = {}
    for said, value in zip(parts[::2], parts[1::2], strict=True):
        name = _EDITS[" ".join(said.lower().split())]
        options[name] = value.strip() if name != "threshold" else _threshold(value.strip())
    return JoinWords(challenge.strip(), options)


def _threshold(text: str) -> int:
    number = parse_number(_PER_WEEK.sub("", text))
    if not isinstance(number, int):
        raise BadChallenge(f"{quoted(text)} is no number: write at least 7.", field="threshold")
    return number


class SaidWeek(NamedTuple):
    """A week as somebody said it: which one it is may depend on the day."""

    text: str
    week: Week | None = None
    weeks_ago: int = 0

    def on(self, today: date) -> Week:
        """The week that is meant. Raises NoSuchWeek for one that has not begun."""
        now = week_of(today)
        if self.week is None:
            return previous(now) if self.weeks_ago else now
        if self.week > now:
            raise NoSuchWeek(f"{quoted(self.text)} has not begun yet.")
        return self.week


def parse_said_week(text: str) -> SaidWeek:
    """`2026-W46`, `this week` or `last week`. Raises NoSuchWeek."""
    said = " ".join(text.casefold().split())
    if (ago := _NEAR.get(said)) is not None:
        return SaidWeek(text, weeks_ago=ago)
    try:
        week = parse_week(said)
    except ValueError:
        week = None
    if week is not None and week.year < _YEARS.start:
        raise NoSuchWeek(f"{quoted(text)} was long before all challenges.")
    if week is None or week.year not in _YEARS:
        raise NoSuchWeek(
            f"{quoted(text)} is no week. Write one as 2026-W46, by its year and its number in it, or as this "
            "week or last week."
        )
    return SaidWeek(text, week)
