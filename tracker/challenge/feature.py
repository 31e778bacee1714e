"""What challenges bring to what runs on the clock. They are counted by `scheduler/challenges.py`."""

from collections.abc import Mapping

from tracker.accounts.model import User
from tracker.challenge import passing, withdrawing
from tracker.challenge.change_messages import CHANGED, ENDING, NEW, OWNER, REMOVED
from tracker.challenge.digest import daily
from tracker.challenge.messages import END, NUDGE, STANDINGS, WEEK, WELCOME, nudge
from tracker.challenge.model import Challenge, Participation, PersonStats
from tracker.clock import Clock
from tracker.feature import Rules
from tracker.notify.kinds import Kind
from tracker.notify.model import Notification, Rewording
from tracker.store.entity import from_item
from tracker.store.keys import ChallengeKey, ParticipationKey, UserKey, UserStatsKey
from tracker.store.table import Table
from tracker.weeks import parse_week


def wordings(table: Table, clock: Clock) -> Mapping[Kind, Rewording]:
    """Of what tells how far a week has come."""

    async def nudged(message: Notification) -> Notification | None:
        """The person is still in it, and the week is still not a good one."""
        person, week = message.person, parse_week(message.period)
        keys = UserStatsKey(person, message.entity).key, ParticipationKey(person, message.entity).key
        found = await table.get_many([*keys, UserKey(person).key])
        stats, who, user = (found.get(key) for key in (*keys, UserKey(person).key))
        if who is None or user is None:
            return None
        owner = from_item(Participation, who).owner
        challenge = await table.get(ChallengeKey(owner, message.entity).key)
        open_week = from_item(PersonStats, stats).open.get(week) if stats is not None else None
        if open_week is not None and open_week.success:
            return None
        if open_week is None or challenge is None:  # not counted yet, or just passed on to another owner
            return message
        now = clock().replace(microsecond=0)
        return nudge(from_item(User, user), from_item(Challenge, challenge), week, open_week, now)

    return {NUDGE: nudged}


async def _farewell(table: Table, clock: Clock, user_id: str) -> None:
    await withdrawing.forget(table, user_id)
    await passing.pass_on_all(table, user_id, clock().replace(microsecond=0))


CHALLENGES = Rules(
    "challenges",
    kinds=(WELCOME, NUDGE, WEEK, STANDINGS, END, NEW, ENDING, CHANGED, REMOVED, OWNER),
    wordings=wordings,
    farewell=_farewell,
    parting_notes=passing.parting_notes,
    daily=daily,
)
