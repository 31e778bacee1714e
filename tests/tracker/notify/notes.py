"""A person and notifications for tests, with everything that a test does not care about filled in."""

from datetime import datetime, timedelta
from typing import Any

from bot.feature import rules_of
from bot.features import FEATURES
from tests.fakes.clock import START
from tracker.accounts.identity import LOCAL_PERSON
from tracker.accounts.model import User
from tracker.notify import outbox
from tracker.notify.kinds import Kind, declare, kind_named
from tracker.notify.model import Notification, OutboxItem, PersonChannel, outbox_item
from tracker.store.entity import to_item
from tracker.store.keys import UserKey
from tracker.store.table import Table, Update
from tracker.store.values import Value

rules_of(FEATURES)  # declares the kinds that tests name

ANNA = "anna"
REACHED = declare(Kind("reached", "a test says so"))
"""A kind that no feature has."""


def note(entity: str = "goal-1", at: datetime = START, **other: Any) -> Notification:  # noqa: ANN401 - any field
    """A kind may be said by its name."""
    fields = {
        "person": ANNA,
        "kind": REACHED,
        "entity": entity,
        "period": "once",
        "title": f"Reached {entity}",
        "text": "99 Woodcutting, at last.",
        "created_at": at,
        "not_before": at,
        "expires_at": at + timedelta(days=2),
    }
    if isinstance(name := other.get("kind"), str):
        other["kind"] = kind_named(name)
    return Notification(**{**fields, **other})


def waiting(entity: str = "goal-1", at: datetime = START, **other: Any) -> OutboxItem:  # noqa: ANN401 - any field
    """A notification in the outbox, as rules see it."""
    state = {name: other.pop(name) for name in list(other) if name not in Notification.model_fields}
    return outbox_item(note(entity, at, **other)).model_copy(update=state)


def channel(kind: str, position: int = 0, **other: Any) -> PersonChannel:  # noqa: ANN401 - any field
    fields = {"channel_type": kind, "identifier": f"{kind}-address", "verified_at": START}
    return PersonChannel(**{**fields, "position": position, **other})


async def settle(table: Table, *channels: PersonChannel, person: str = ANNA, **wishes: Value) -> None:
    """A person with these channels; wishes by their names in the table. Anna sits at this machine."""
    local = LOCAL_PERSON.shown if person == ANNA else person
    user = User(id=person, created_at=START, local=local)
    await table.put(to_item(user, user.key))
    for one in channels:
        await table.put(to_item(one, one.key_of(person)))
    if wishes:
        await table.update(Update(UserKey(person).key, set=wishes))


async def item_of(table: Table, entity: str = "goal-1") -> OutboxItem:
    return next(one for one in await outbox.history(table, ANNA) if one.entity == entity)
