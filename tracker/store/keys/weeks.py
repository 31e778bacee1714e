"""Challenges, their weeks, and statistics. Each names its challenge: a person can be in several."""

from tracker.store.index_keys import ChallengeIdKey, ChallengerKey, RankKey, WeekMemberKey
from tracker.store.key import KeyOf
from tracker.store.ownership import PERSON, nobody
from tracker.store.segments import Week

_COUNTED = "counts everybody; whoever goes is taken out before"


class ChallengeKey(
    KeyOf,
    type="challenge",
    pk="USER#{user}",
    sk="CHALLENGE#{challenge}",
    held=PERSON,
    indexes=(ChallengeIdKey,),
):
    """What a group agreed to do every week. It belongs to the account of a server, or to a person."""

    user: str
    challenge: str


class ParticipationKey(
    KeyOf,
    type="challenger",
    pk="USER#{user}",
    sk="CHALLENGER#{challenge}",
    held=PERSON,
    indexes=(ChallengerKey,),
):
    """A person in a challenge."""

    user: str
    challenge: str


class WeekKey(
    KeyOf,
    type="week",
    pk="USER#{user}",
    sk="WEEK#{week}#{challenge}",
    held=PERSON,
    indexes=(WeekMemberKey, RankKey),
):
    """A person's week in a challenge."""

    user: str
    week: Week
    challenge: str


class UserStatsKey(
    KeyOf, type="userStats", pk="USER#{user}", sk="STATS#{challenge}", held=PERSON, indexes=(RankKey,)
):
    """Statistics of a person in a challenge."""

    user: str
    challenge: str


class WeekStatsKey(
    KeyOf, type="weekStats", pk="WEEK#{week}", sk="SUMMARY#{challenge}", held=nobody(_COUNTED)
):
    """Statistics of a week of a challenge."""

    week: Week
    challenge: str


class GlobalStatsKey(KeyOf, type="globalStats", pk="GLOBAL", sk="STATS#{challenge}", held=nobody(_COUNTED)):
    """Statistics of everybody in a challenge."""

    challenge: str
