"""What is known of each game, read from its data file: skills with caps and curves, activities, names.

What the data does not know is no obstacle: `Game.knowing` takes in the rows that a reading has.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from tracker.frozen import frozen
from tracker.goals.games.curves import REGULAR, Curve, curves, read_toml
from tracker.numbers import SUFFIXES
from tracker.readings import Measure, Number, Quantity
from tracker.subjects import METRIC

OVERALL = "overall"
ALL_SKILLS = "all skills"
"""The attribute of a goal on every skill at once (`base 70`, `max`)."""

WEB = "http_json"
"""The source of numbers on the web."""
_PLAIN = {WEB: "a number on the web", METRIC: "a metric"}
"""Sources of plain numbers. Each number is a game of its own, with nothing else in it."""
VALUE = "value"

_USUAL_CAP = 99
_OVERALL_NAMES = ("overall", "total", "tot", "ovr")
_UNKNOWN_MAX_XP = 200_000_000
_TIMES = frozenset(["day", "week", "wk", "month", "mo", "year", "yr", "daily", "weekly", "monthly", "yearly"])
_SYMBOL = re.compile(r"(?=.*[^\w\s])[^\s\d_+/#|.,\-]+")
_EXAMPLES = "Goals look like `99 wc`, `13m woodcutting by 1 march`, `500 zulrah kc` or `base 70`."
_PLAIN_EXAMPLES = "Goals look like `1000`, `1000 by 1 march`, `+50 this month` or `10/day until 1 march`."


@frozen
class Skill:
    attribute: str
    name: str
    curve: Curve
    cap: int = _USUAL_CAP
    """The highest level that the game shows; more are virtual."""
    starts_at: int = 0
    """The xp of a new character."""
    max_xp: int = _UNKNOWN_MAX_XP

    def level(self, xp: int, reported: int | None = None) -> int:
        """The level that the game shows. What it reports itself wins over what is computed."""
        return min(self.curve.level(xp), self.cap) if reported is None else reported

    def virtual_level(self, xp: int) -> int:
        return self.curve.level(xp)


@frozen
class Activity:
    """A boss, a minigame, clue scrolls: what is counted without levels."""

    attribute: str
    name: str
    unit: str = "kc"
    may_fall: bool = False


@frozen
class Game:
    key: str
    title: str
    source: str = ""
    """Where its numbers come from, within a sentence. Each number on the web has a site of its own."""
    max_level: int = _USUAL_CAP
    max_xp: int = _UNKNOWN_MAX_XP
    max_total: int | None = None
    """The highest total level, where it is not the sum of the caps."""
    skills: Mapping[str, Skill] = field(default_factory=dict[str, Skill])
    """By attribute, without the total."""
    activities: Mapping[str, Activity] = field(default_factory=dict[str, Activity])
    metrics: tuple[str, ...] = ()
    """Attributes that are a plain number: neither skill nor activity."""
    titles: Mapping[str, str] = field(default_factory=dict[str, str])
    """What somebody calls such a number."""
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    """From what people write, as `name_key` makes it, to the attribute."""
    ambiguous: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    symbol: str = ""
    """The unit of its only number, where that is no word: `%`, `$`, `\N{DEGREE SIGN}c`."""

    def display(self, attribute: str) -> str:
        """The attribute as it is written in a sentence."""
        row = self.skills.get(attribute) or self.activities.get(attribute)
        return row.name if row else self.titles.get(attribute, attribute.capitalize())

    @property
    def examples(self) -> str:
        """What goals look like, for people whose words were not understood."""
        return _EXAMPLES if self.skills else _PLAIN_EXAMPLES

    def knows(self, attribute: str) -> bool:
        return attribute in self.skills or attribute in self.activities or attribute in self.metrics

    def may_fall(self, quantity: Quantity) -> bool:
        """Whether a lower number is nothing odd: ranks and ratings, and numbers that are not of a game."""
        if quantity.measure in (Measure.RANK, Measure.VALUE):
            return True
        activity = self.activities.get(quantity.attribute)
        return activity is not None and activity.may_fall

    def knowing(self, values: Mapping[Quantity, Number]) -> "Game":
        """The game with what a reading shows and the data does not: new rows, and levels above a cap."""
        if is_plain_number(self.key):
            return self
        new = sorted(it for it in values if it.attribute != OVERALL and not self.knows(it.attribute))
        skills = {it: self.new_skill(it) for it in _having(new, Measure.XP, Measure.LEVEL)}
        counted = {
            it: Activity(it, it.capitalize()) for it in _having(new, Measure.SCORE) if it not in skills
        }
        metrics = _having(new, Measure.VALUE)
        return replace(
            self,
            skills={it: _uncapped(skill, values) for it, skill in {**self.skills, **skills}.items()},
            activities={**self.activities, **counted},
            metrics=(*self.metrics, *metrics),
            names={**self.names, **{name_key(it): it for it in (*skills, *counted, *metrics)}},
        )

    def calling(self, name: str, unit: str | None) -> "Game":
        """With what somebody calls its only number, and with what that counts: `100 commits`."""
        [metric] = self.metrics
        own = {key: metric for key in map(name_key, filter(None, (name, unit))) if _can_be_a_name(key)}
        symbol = _SYMBOL.fullmatch((unit or "").casefold())
        return replace(
            self, titles={metric: name}, names={**own, **self.names}, symbol=symbol[0] if symbol else ""
        )

    def new_skill(self, attribute: str) -> Skill:
        """A skill that the data does not have, taken to be like most."""
        return Skill(attribute, attribute.capitalize(), curves()[REGULAR], max_xp=self.max_xp)


def _having(quantities: Iterable[Quantity], *measures: Measure) -> tuple[str, ...]:
    """The attributes that have one of these measures."""
    return tuple(dict.fromkeys(it.attribute for it in quantities if it.measure in measures))


def _uncapped(skill: Skill, values: Mapping[Quantity, Number]) -> Skill:
    """Caps rise now and then; the game's own word wins over the data."""
    reported = values.get(Quantity(skill.attribute, Measure.LEVEL), 0)
    return replace(skill, cap=int(reported)) if skill.cap < reported <= skill.curve.highest else skill


def _can_be_a_name(key: str) -> bool:
    """Not where it would take the meaning from numbers (`100m`) and from paces (`5 a day`)."""
    is_word = key[:1].isalpha() or (" " in key and any(letter.isalpha() for letter in key))
    return is_word and len(key) > 1 and key not in _TIMES and key not in SUFFIXES


def name_key(text: str) -> str:
    """What stays the same however a name is written: letters and digits, no leading "the", no last s."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    letters = re.sub(r"['\u2018\u2019`\u0300-\u036f]", "", letters)
    words = re.findall(r"[^\W_]+", letters)
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    return re.sub(r"(?<=..)s$", "", " ".join(words))


@cache
def game_keys() -> tuple[str, ...]:
    """Every game that has a data file."""
    names = (entry.name for entry in files("tracker.goals.games").joinpath("data").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name != "curves.toml"))


def is_plain_number(key: str) -> bool:
    """Whether a source has one number for each subject, which people call as they like, and no game."""
    return key in _PLAIN


@cache
def game_of(key: str) -> Game:
    """A game by its source's name. One without data knows nothing until it takes in a reading."""
    if is_plain_number(key):
        return Game(key, _PLAIN[key], metrics=(VALUE,), names={VALUE: VALUE})
    return _game(key, read_toml(key)) if key in game_keys() else Game(key, key)


def _game(key: str, data: Mapping[str, Any]) -> Game:
    skills = {row.lower(): _skill(row, values, data["max_xp"]) for row, values in data["skills"].items()}
    counted: dict[str, Any] = {**data["activities"], **data["bosses"]}
    rows: dict[str, Any] = {**data["skills"], **counted}
    names = {name_key(name): row.lower() for row in rows for name in (row, *rows[row]["names"])}
    return Game(
        key=key,
        title=data["title"],
        source=data["source"],
        max_level=data["max_level"],
        max_xp=data["max_xp"],
        max_total=data.get("max_total"),
        skills=skills,
        activities={row.lower(): _activity(row, values) for row, values in counted.items()},
        names={**names, **dict.fromkeys(map(name_key, _OVERALL_NAMES), OVERALL)},
        ambiguous={
            name_key(name): tuple(row.lower() for row in rows) for name, rows in data["ambiguous"].items()
        },
    )


def _skill(row: str, values: Mapping[str, Any], max_xp: int) -> Skill:
    return Skill(
        attribute=row.lower(),
        name=row,
        curve=curves()[values.get("curve", REGULAR)],
        cap=values.get("cap", _USUAL_CAP),
        starts_at=values.get("starts_at", 0),
        max_xp=max_xp,
    )


def _activity(row: str, values: Mapping[str, Any]) -> Activity:
    return Activity(row.lower(), row, values.get("unit", "kc"), values.get("may_fall", False))
