"""How a group goal hears of a member's habit: who tells a day marks what the habit adds.

The mark goes with the day. It reads nothing, and makes the share due. It names no group goal that the person
is not in: the habit's `sharedIn` and the share come and go together.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from tracker.due import place_at
from tracker.store.conditions import EXISTS
from tracker.store.entity import stored
from tracker.store.keys import GroupShareKey
from tracker.store.table import Operation, Update

SHARE_KIND = "groupShare"
"""What a share is called in the list of what is due."""


def shares_marked(user_id: str, groups: Iterable[str], now: datetime) -> Iterator[Operation]:
    place = place_at(SHARE_KIND, user_id, now)
    for group in groups:
        yield Update(
            GroupShareKey(user_id, group).key,
            set={"dueAt": stored(now), **place.attributes},
            add={"revision": 1},
            when=EXISTS,
            stamped=True,
        )
