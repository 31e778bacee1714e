"""How messages about challenges read when they are about to go: from what is true then, or not at all."""

from collections.abc import Mapping

from tracker.accounts.model import User
from tracker.challenge.change_messages import ENDING, ending, ending_day
from tracker.challenge.messages import NUDGE, nudge
from tracker.challenge.model import Challenge, ChallengeStatus, Participation, PersonStats
from tracker.clock import Clock
from tracker.notify.kinds import Kind
from tracker.notify.model import Notification, Rewording
from tracker.store.entity import from_item
from tracker.store.keys import ChallengeKey, ParticipationKey, UserKey, UserStatsKey
from tracker.store.table import Table
from tracker.weeks import parse_week


def wordings(table: Table, clock: Clock) -> Mapping[Kind, Rewording]:
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

    async def ends(message: Notification) -> Notification | None:
        """It is still there with the same last day, and the person, or the server, is still in it."""
        person, last_day = message.person, ending_day(message)
        who, joined = UserKey(person).key, ParticipationKey(person, message.entity).key
        found = await table.get_many([who, joined])
        if who not in found:
            return None
        user = from_item(User, found[who])
        if joined not in found and user.guild is None:
            return None
        owner = from_item(Participation, found[joined]).owner if joined in found else person
        item = await table.get(ChallengeKey(owner, message.entity).key)
        challenge = None if item is None else from_item(Challenge, item)
        if challenge is None or challenge.status is ChallengeStatus.PASSED:  # just now, to another owner
            return message
        if challenge.status is not ChallengeStatus.ACTIVE or challenge.ends != last_day:
            return None
        return ending(user, challenge, last_day, clock().replace(microsecond=0))

    return {NUDGE: nudged, ENDING: ends}
