"""What is asked again before a message goes out: is it still so, and how does it read now?"""

from collections.abc import Mapping

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.goals.live import goal_at
from tracker.goals.lookup import characters_of
from tracker.goals.model import GoalStatus
from tracker.goals.pace.standing import standings
from tracker.goals.recording.messages import GOAL_CHECK
from tracker.goals.recording.outage_messages import OUTAGE_CHECK, TOLD_CHECK, referred_outage
from tracker.goals.rounds.messages import DEADLINE, STATE, said_now
from tracker.notify.kinds import Kind
from tracker.notify.model import DeliveryStatus, Notification, OutboxItem, Rewording, StillTrue
from tracker.store.entity import Model, from_items
from tracker.store.keys import GoalKey, OutboxKey, SubjectKey, UserKey
from tracker.store.table import Table
from tracker.store.values import Key
from tracker.subjects import Observed

_SILENT = (GoalStatus.PAUSED, GoalStatus.ARCHIVED)


def checks(table: Table) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""

    async def goal_speaks(person: str, reference: str) -> bool:
        """The goal is there, and neither paused nor archived."""
        character, _, goal_id = reference.rpartition("/")
        goal = await goal_at(table, GoalKey(person, character, goal_id))
        return goal is not None and goal.status not in _SILENT

    async def outage_lasts(_: str, reference: str) -> bool:
        """The subject's outage is still the one that the message is about."""
        subject, since = referred_outage(reference)
        observed = await _read(table, Observed, SubjectKey(subject).key)
        return observed is not None and observed.outage is not None and observed.outage.since == since

    async def beginning_was_told(person: str, reference: str) -> bool:
        """The end of what nobody heard of is no news. What is told long ago is no longer in the table."""
        begin = await _read(table, OutboxItem, OutboxKey(person, reference).key)
        return begin is None or begin.status in (DeliveryStatus.CLAIMED, DeliveryStatus.DELIVERED)

    return {GOAL_CHECK: goal_speaks, OUTAGE_CHECK: outage_lasts, TOLD_CHECK: beginning_was_told}


def wordings(table: Table, clock: Clock) -> Mapping[Kind, Rewording]:
    """Of what tells where a goal stands; what it reached, it has reached."""

    async def said(message: Notification) -> Notification | None:
        user = await _read(table, User, UserKey(message.person).key)
        characters = await characters_of(table, message.person)
        goal = await goal_at(table, GoalKey(message.person, message.group or "", message.entity))
        if user is None or goal is None or goal.status is not GoalStatus.ACTIVE:
            return None
        [standing] = await standings(table, user, [goal], clock().replace(microsecond=0))
        return said_now(message, standing, {one.id: one.name for one in characters})

    return {STATE: said, DEADLINE: said}


async def _read(table: Table, model: type[Model], key: Key) -> Model | None:
    item = await table.get(key)
    return next(from_items(model, [] if item is None else [item]), None)
