"""How the last settled week of one person came out, as far as they can show it to others."""

from datetime import datetime
from typing import NamedTuple

from tracker.challenge.book import ChallengeBook
from tracker.challenge.model import Challenge, Participation, WhoMayJoin
from tracker.challenge.recording import stats_of
from tracker.challenge.standings import good_weeks, own_rank, streaks_at, summary_of
from tracker.challenge.wording import place_text, streak_text
from tracker.store.entity import from_items
from tracker.store.keys import ParticipationKey
from tracker.store.segments import Week
from tracker.store.table import Table


class Joined(NamedTuple):
    challenge: Challenge
    who: Participation


async def joined_challenge(table: Table, user_id: str, challenge_id: str, now: datetime) -> Joined | None:
    """None where the person is not in it, or it is gone; whoever owns it by now."""
    item = await table.get(ParticipationKey(user_id, challenge_id).key)
    who = next(from_items(Participation, [item] if item else []), None)
    if who is None:
        return None
    mine = await ChallengeBook(table, lambda: now).mine(user_id)
    return next((Joined(one, who) for one in mine if one.id == challenge_id), None)


async def settled_week(table: Table, joined: Joined) -> Week | None:
    """The last one of the person of which nothing more counts."""
    stats = (await stats_of(table, joined.challenge.id, [joined.who.user])).get(joined.who.user)
    return None if stats is None else stats.through


async def result_text(table: Table, joined: Joined, week: Week) -> str:
    """`last week counted, 3 weeks in a row`. No amount, and nothing of anybody else.

    Where a person stands among all is said only where anybody can look that up."""
    challenge, user = joined
    person = user.user
    if person not in await good_weeks(table, challenge, week, [person]):
        return "last week did not count"
    streak = (await streaks_at(table, challenge, week, [person])).get(person, 0)
    parts = ["last week counted", streak_text(streak) if streak > 1 else ""]
    if challenge.who is WhoMayJoin.ANYBODY:
        parts.append(await _place(table, challenge, week, person))
    return ", ".join(filter(None, parts))


async def _place(table: Table, challenge: Challenge, week: Week, person: str) -> str:
    rank = await own_rank(table, challenge, week, person)
    return (
        ""
        if rank is None
        else place_text(rank.number, (await summary_of(table, challenge, week)).participants)
    )
