"""What happened is written in the transaction that makes it happen, and only for people who are watched.

Nobody else pays for it: a person says that somebody watches them by a mark on their own item, which whoever
writes has read anyway.
"""

from datetime import date

from tracker.happenings.ids import new_id
from tracker.happenings.model import KEPT, Happening, HappeningKind, NewestHappening, WatchedPerson
from tracker.readings import Number
from tracker.store.entity import rewrite, to_item
from tracker.store.keys import HappeningKey, NewestHappeningKey
from tracker.store.table import Operation, Put, Table


def happening(
    table: Table,
    person: WatchedPerson,
    kind: HappeningKind,
    thing: tuple[str, str],
    what: str,
    *,
    value: Number | None = None,
    day: date | None = None,
) -> list[Operation]:
    """Of `thing` the id and the name. Nothing where nobody watches."""
    now = table.instant()
    if person.watched_until is None or person.watched_until <= now:
        return []
    ttl = int((now + KEPT).timestamp())
    made, (thing_id, name) = new_id(now), thing
    one = Happening(
        id=made,
        at=now.replace(microsecond=0),
        kind=kind,
        thing=thing_id,
        name=name,
        what=what,
        value=value,
        day=day,
        ttl=ttl,
    )
    newest = NewestHappening(id=made, ttl=ttl)
    return [
        Put(to_item(one, HappeningKey(person.id, made))),
        rewrite(newest, NewestHappeningKey(person.id)),
    ]
