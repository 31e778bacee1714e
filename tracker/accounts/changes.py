"""Changes of a person's things that come one after another: so no two at once can make the same thing twice.

Each names the count of changes that it saw on the user item, and adds one to it. So whatever was read after
the count still holds when the change is written: that a name is free, or that there is room for one more.
"""

from tracker.store.conditions import Condition, eq, holds, lacks
from tracker.store.entity import PRESENT
from tracker.store.keys import UserKey
from tracker.store.table import Table, Update
from tracker.store.values import Item


async def next_change(table: Table, user_id: str, counter: str) -> Update | None:
    """What goes into the transaction; asked for before anything else is read.

    None where there is no such person, or they are being deleted. `counter` is an attribute of the user item.
    """
    key = UserKey(user_id).key
    user = await table.get(key)
    if user is None or not holds(PRESENT, user):
        return None
    return Update(key, add={counter: 1}, when=PRESENT & nothing_since(user, counter), stamped=True)


def nothing_since(user: Item, counter: str) -> Condition:
    """Holds as long as no change was counted since the user item was read."""
    return eq(counter, user[counter]) if counter in user else lacks(counter)
