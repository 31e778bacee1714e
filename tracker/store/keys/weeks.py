"""Weeks and statistics."""

from tracker.store.held import PERSON, nobody
from tracker.store.index_keys import WeekMemberKey
from tracker.store.key import KeyOf
from tracker.store.segments import Week


class WeekKey(KeyOf, type="week", pk="USER#{user}", sk="WEEK#{week}", held=PERSON, indexes=(WeekMemberKey,)):
    """A person's week in a challenge."""

    user: str
    week: Week


class UserStatsKey(KeyOf, type="userStats", pk="USER#{user}", sk="STATS", held=PERSON):
    """Statistics of a person."""

    user: str


class WeekStatsKey(
    KeyOf,
    type="weekStats",
    pk="WEEK#{week}",
    sk="SUMMARY",
    held=nobody("counts everybody; aggregation rewrites it without those who are gone"),
):
    """Statistics of a week."""

    week: Week


class GlobalStatsKey(
    KeyOf,
    type="globalStats",
    pk="GLOBAL",
    sk="STATS",
    held=nobody("counts everybody; aggregation rewrites it without those who are gone"),
):
    """Statistics of everybody."""
