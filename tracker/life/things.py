"""Whatever a person has, as one kind of value: for lists in which tasks, goals and others stand together."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from tracker.frozen import frozen
from tracker.goals.games.game import game_of
from tracker.goals.model import Goal
from tracker.goals.words.wording import goal_title
from tracker.refusals import Reason, Refused
from tracker.store.entity import from_items
from tracker.store.index_keys import TimelineKey
from tracker.store.values import Item, Value
from tracker.subjects import METRIC
from tracker.words import listed, quoted

KINDS: Mapping[str, tuple[str, ...]] = {
    "goal": ("goal", "compositeGoal"),
    "milestone": ("milestone",),
    "habit": ("habit",),
    "task": ("task",),
    "project": ("project",),
    "metric": ("metric",),
    "reward": ("reward",),
    "achievement": ("achievement",),
    "character": ("character",),
    "account": ("user",),
}
"""What people call things, and the types of items that these are."""

_KIND_OF = {type_: kind for kind, types in KINDS.items() for type_ in types}
_ACCOUNT = "You came to Questlog"


class NoSuchKind(Refused):
    code = "no_such_kind"
    reason = Reason.UNREADABLE


class TimelinePlace(NamedTuple):
    """Where a thing stands in time. Two are never alike, and what is newer is more."""

    at: datetime
    type: str
    id: str


@frozen
class Thing:
    kind: str
    """As people call it."""
    title: str
    place: TimelinePlace
    status: str | None
    area: str | None
    tags: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.place.id


def parse_kind(text: str) -> str:
    """`task`, `Tasks`. Raises NoSuchKind."""
    wanted = text.strip().casefold()
    for kind in KINDS:
        if wanted in (kind, f"{kind}s"):
            return kind
    raise NoSuchKind(f"{quoted(text)} is no kind of thing. There are {listed([f'{one}s' for one in KINDS])}.")


def kind_of(place: TimelinePlace) -> str:
    return _KIND_OF[place.type]


def places_in(items: Iterable[Item]) -> Iterator[tuple[TimelinePlace, Item]]:
    """What stands on a timeline."""
    for item in items:
        if (found := TimelineKey.of(item)) is not None:
            yield TimelinePlace(found.at, found.kind, found.id), item


def thing_in(place: TimelinePlace, item: Item) -> Thing | None:
    """None where another feature shows it by itself, or no version of ours can read it."""
    is_listed_elsewhere = item.get("isHidden") or item.get("game") == METRIC  # a metric is no character, too
    title = None if is_listed_elsewhere else _title(item)
    if title is None or place.type not in _KIND_OF:
        return None
    return Thing(
        _KIND_OF[place.type],
        title,
        place,
        status=_text(item.get("status")),
        area=_text(item.get("area")),
        tags=_texts(item.get("tags")),
    )


def _title(item: Item) -> str | None:
    """Most say it themselves; a goal of a character is called by what it is after."""
    if item["type"] == "goal":
        goal = next(from_items(Goal, [item]), None)
        return None if goal is None else goal_title(goal, game_of(goal.subject.source))
    if item["type"] == "user":
        return _ACCOUNT
    return _text(item.get("title")) or _text(item.get("name"))


def _text(value: Value) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()
