"""Items of schema 1 as schema 2 has them: the names of the table's design, and when each was written."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from tracker.store.values import CREATED, UPDATED, Item, Value

UNDATED = frozenset({"lease", "limit", "probe"})
"""Types of items that do not say when they were written; docs/table.md says why."""

_WEEK = re.compile(r"(\d{4})-W(\d\d)")
_CREATED = (CREATED, "claimedAt", "joinedAt", "unlockedAt", "verifiedAt", "at", "lastUpdated", "lastAt")
"""What says when an item came to be: the first of them that it has."""
_UPDATED = ("at", "lastUpdated", "lastAt", "deliveredAt", "reachedAt", "offSince", "undoAt", "rebuiltAt")
"""What says that it was changed later: the last of them."""
_SINCE = frozenset({"membership", "stopped"})
"""Types whose `since` is when they came to be."""


def is_old(item: Item) -> bool:
    """Whether it is of schema 1: each write of schema 2 says when it was."""
    return "type" in item and UPDATED not in item and item["type"] not in UNDATED


def renewed(item: Item, now: str) -> Item:
    """The item of schema 1 as schema 2 has it; `now` is for what nobody noted the time of."""
    kind = str(item["type"])
    try:
        found = dict(_RENEWED[kind](item) if kind in _RENEWED else item)
    except (AttributeError, KeyError, TypeError, ValueError):
        found = dict(item)  # it was damaged before, and nobody could read it: it keeps what it has
    known = (item.get(name) for name in (*_CREATED, *(("since",) if kind in _SINCE else ())))
    created = next((str(value) for value in known if value is not None), now)
    later = [str(value) for name in _UPDATED if (value := item.get(name)) is not None]
    return found | {CREATED: created, UPDATED: max([created, *later])}


def _named(names: Mapping[str, str], item: Item) -> dict[str, Value]:
    """With other names for some attributes."""
    return {names.get(name, name): value for name, value in item.items()}


def _renaming(**names: str) -> Callable[[Item], Item]:
    return lambda item: _named(names, item)


def _with_weeks(*names: str) -> Callable[[Item], Item]:
    """With `2025#26` for `2025-W26` in these attributes."""
    return lambda item: {
        name: _week(value) if name in names and isinstance(value, str) else value
        for name, value in item.items()
    }


def _week(text: str) -> str:
    return _WEEK.sub(r"\1#\2", text)


def _without(*names: str) -> Callable[[Item], Item]:
    return lambda item: {name: value for name, value in item.items() if name not in names}


_DAY_OF_HABIT = {"amount": "value", "at": "timestamp"}
_PROGRESS = _renaming(at="timestamp", value="progressValue")
_READING = _renaming(at="timestamp")


def _habit_log(item: Item) -> Item:
    earlier = cast("Sequence[Item]", item.get("earlier", ()))
    return _named(_DAY_OF_HABIT, item) | {"earlier": [_named(_DAY_OF_HABIT, one) for one in earlier]}


def _streak(item: Item) -> Item:
    """What stood in `standing` stands beside the rest."""
    found = {name: value for name, value in item.items() if name != "standing"}
    found |= _streak_names(item.get("standing", {}))
    if (mark := item.get("mark")) is not None:
        found["mark"] = _streak_names(mark)
    days = cast("Mapping[str, Value]", item.get("days", {}))
    found["days"] = {day: _short_day(one) for day, one in days.items()}
    return found


def _short_day(day: Value) -> Value:
    return _named({"amount": "value"}, day) if isinstance(day, Mapping) else day


def _streak_names(streak: Value) -> dict[str, Value]:
    return _named({"lastDone": "lastCompleted"}, cast("Item", streak))


def _week_record(item: Item) -> Item:
    """Where GitHub said how much it hides, commits were counted, which have a name of their own.

    Without a token it does not say so: such a record keeps `count`, which is read alike.
    """
    count = "commitCount" if "private" in item else "count"
    return _named({"week": "yearWeek", "count": count}, _with_weeks("week")(item))


def _week_stats(item: Item) -> Item:
    return _named({"week": "yearWeek"}, _with_weeks("week")(item))


def _user_stats(item: Item) -> Item:
    found = dict(_with_weeks("through", "firstActive", "lastActive")(item))
    weeks = cast("Mapping[str, Value]", item.get("open", {}))
    return found | {"open": {_week(name): week for name, week in weeks.items()}}


def _sent_sms(item: Item) -> Item:
    """What was called its creation is when it was last tried."""
    return {**item, "triedAt": item[CREATED]}


_RENEWED: Mapping[str, Callable[[Item], Item]] = {
    "user": _without("locale"),
    "lock": _without("claimedAt"),
    "membership": _without("since"),
    "sentSms": _sent_sms,
    "progress": _PROGRESS,
    "latestProgress": _PROGRESS,
    "earliestProgress": _PROGRESS,
    "latestReading": _READING,
    "reading": _READING,
    "habitLog": _habit_log,
    "streak": _streak,
    "walletEntry": _renaming(at="timestamp"),
    "achievement": _renaming(text="description"),
    "challenger": _with_weeks("since"),
    "week": _week_record,
    "weekStats": _week_stats,
    "userStats": _user_stats,
    "due": _with_weeks("told"),
}
"""By type; what is not here has the names that it had."""
