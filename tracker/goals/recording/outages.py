"""Telling everybody who has a live goal on a subject that there are no numbers, and that they are back."""

from collections.abc import Iterable
from datetime import datetime

from tracker.accounts.model import User
from tracker.accounts.service import present_people
from tracker.frozen import frozen
from tracker.goals.games.game import game_of
from tracker.goals.live import LiveGoal, characters_by_key, live_goals
from tracker.goals.model import Frequency, Goal, GoalStatus
from tracker.goals.recording.messages import MessageContext
from tracker.goals.recording.outage_messages import begin_message, end_message
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.store.conditions import EXISTS, Condition, eq, lacks
from tracker.store.entity import change, from_items, stored
from tracker.store.errors import ConditionFailed
from tracker.store.keys import CharacterKey, OutboxKey, SubjectKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.store.values import Key
from tracker.subjects import Observed, Outage, OutageKind


@frozen
class _Watcher:
    """Somebody who is told, with the name of the character and the channel that they want for it."""

    user: User
    character: str
    goal: Goal


async def tell_begin(table: Table, subject: Subject, outage: Outage, now: datetime, *, what: str) -> int:
    """How many people were told. A crash in between repeats the rest, and nobody is told twice.

    The outage is kept before the first message, so that the message is true and its id stays the same, and
    marked as told after the last.
    """
    kept = await _kept(table, subject)
    if kept is None or _is_known(kept.outage, outage):
        return 0
    begun = outage.model_copy(update={"told": False})
    if not await _keep(table, kept, begun):
        return 0
    told = 0
    for watcher in await _watchers(table, subject, await live_goals(table, subject)):
        message = begin_message(_scene(subject, watcher, now), subject, outage, what=what)
        told += await outbox.enqueue(table, _preferring(message, watcher))
    over = outage.model_copy(update={"told": True})
    await _keep(table, kept.model_copy(update={"outage": begun}), over)
    return told


async def tell_end(
    table: Table, subject: Subject, outage: Outage, goals: Iterable[LiveGoal], now: datetime
) -> int:
    """Those who were told of its beginning are told of its end, once."""
    watchers = await _watchers(table, subject, goals)
    messages = [
        (end_message(_scene(subject, one, now), subject, outage), _begin_key(subject, outage, one, now), one)
        for one in watchers
    ]
    begun = await table.get_many([key for _, key, _ in messages])
    told = 0
    for message, key, watcher in messages:
        if key in begun or outage.since + outbox.HISTORY < now:
            told += await outbox.enqueue(table, _preferring(message, watcher))
    return told


def _is_known(kept: Outage | None, outage: Outage) -> bool:
    """Whether it was told. Of a subject that is known to be missing, its source is no news."""
    return kept is not None and kept.told and kept.kind in (outage.kind, OutageKind.NOT_FOUND)


async def _kept(table: Table, subject: Subject) -> Observed | None:
    item = await table.get(SubjectKey(subject).key)
    return next(from_items(Observed, [] if item is None else [item]), None)


async def _keep(table: Table, observed: Observed, outage: Outage) -> bool:
    """Whether the outage stands there now; not where somebody else was faster."""
    if observed.outage == outage:
        return True
    try:
        await table.update(
            change(Observed, observed.key, {"outage": outage}, when=unchanged(observed.outage))
        )
    except ConditionFailed:
        return False
    return True


def unchanged(outage: Outage | None) -> Condition:
    """Holds for a subject whose outage is still this one."""
    return EXISTS & lacks("outage") if outage is None else eq("outage", stored(outage))


async def _watchers(table: Table, subject: Subject, goals: Iterable[LiveGoal]) -> list[_Watcher]:
    """Each person once, by the first of their goals that says something."""
    first: dict[str, Goal] = {}
    for live in goals:
        if live.goal.status is GoalStatus.ACTIVE and live.goal.frequency is not Frequency.OFF:
            first.setdefault(live.goal.user, live.goal)
    users = await present_people(table, first)
    characters = await characters_by_key(table, first.values())
    found: list[_Watcher] = []
    for person, user in users.items():
        goal = first[person]
        character = characters.get(CharacterKey(person, goal.character))
        found.append(_Watcher(user, subject.key if character is None else character.name, goal))
    return found


def _scene(subject: Subject, watcher: _Watcher, now: datetime) -> MessageContext:
    return MessageContext(watcher.user, watcher.character, game_of(subject.source), now, now)


def _preferring(message: Notification, watcher: _Watcher) -> Notification:
    channel = watcher.goal.notification_channel_type
    return message.model_copy(update={"group": watcher.goal.character, "preferred_channel": channel})


def _begin_key(subject: Subject, outage: Outage, watcher: _Watcher, now: datetime) -> Key:
    begin = begin_message(_scene(subject, watcher, now), subject, outage, what="")
    return OutboxKey(watcher.user.id, begin.outbox_id).key
