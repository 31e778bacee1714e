"""Group goals and shares as they are read: by id, of an account, of a person, of a goal."""

from collections.abc import Iterable
from datetime import datetime

from tracker.due import place_at
from tracker.group_goals.errors import NoSuchGroupGoal
from tracker.group_goals.model import GOAL_KIND, GroupGoal, GroupShare
from tracker.store.conditions import EXISTS, eq
from tracker.store.entity import change, from_item, from_items, stored
from tracker.store.errors import Throttled
from tracker.store.index_keys import GroupMemberKey
from tracker.store.keys import GroupGoalKey, GroupOwnershipKey, GroupShareKey
from tracker.store.table import Table, Update
from tracker.store.values import key_of

ATTEMPTS = 20


async def goal_with(table: Table, group: str) -> GroupGoal | None:
    item = await table.get(GroupGoalKey(group).key)
    return None if item is None else from_item(GroupGoal, item)


async def goals_with(table: Table, groups: Iterable[str]) -> list[GroupGoal]:
    """Those that are there, in the order of their ids."""
    wanted = list(dict.fromkeys(groups))
    found = await table.get_many([GroupGoalKey(one).key for one in wanted])
    by_id = {one.id: one for one in from_items(GroupGoal, found.values())}
    return [by_id[one] for one in wanted if one in by_id and by_id[one].is_there]


async def owned_ids(table: Table, user_id: str) -> list[str]:
    """In the order in which they were set."""
    mine = GroupOwnershipKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return [key.group for one in items if (key := GroupOwnershipKey.parse(key_of(one))) is not None]


async def goals_of(table: Table, user_id: str) -> list[GroupGoal]:
    return await goals_with(table, await owned_ids(table, user_id))


async def shares_of(table: Table, user_id: str) -> list[GroupShare]:
    """In the order in which the person joined."""
    mine = GroupShareKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return sorted(from_items(GroupShare, items), key=lambda one: (one.joined_at, one.group))


async def share_in(table: Table, user_id: str, group: str) -> GroupShare | None:
    item = await table.get(GroupShareKey(user_id, group).key)
    return next(from_items(GroupShare, [item] if item else []), None)


async def shares_in(table: Table, group: str) -> list[GroupShare]:
    """Of everybody in it, by the index, which may lag; who adds most comes first."""
    place = GroupMemberKey.prefix(group=group)
    items = [one async for one in table.query_all(place.pk, prefix=place.prefix or None, index=place.index)]
    every = from_items(GroupShare, items)
    return sorted(every, key=lambda one: (-one.contribution, one.joined_at, one.user))


def touched(group: str, now: datetime, **sums: int) -> Update:
    """Something moved: what it adds to the goal's sums, by their names, and that there may be news to tell.

    It reads nothing, and two at once both count.
    """
    place = place_at(GOAL_KIND, group, now).attributes
    return Update(
        GroupGoalKey(group).key,
        set={"dueAt": stored(now), **place},
        add={"revision": 1, **{name: number for name, number in sums.items() if number}},
        when=EXISTS,
        stamped=True,
    )


def goal_change(before: GroupGoal, after: GroupGoal) -> Update:
    """What has changed of a goal, unless somebody has changed it, or a share in it, since it was read."""
    return _difference(before, after.model_copy(update={"revision": before.revision + 1}))


def share_change(before: GroupShare, after: GroupShare) -> Update:
    return _difference(before, after.model_copy(update={"revision": before.revision + 1}))


def _difference(before: GroupGoal | GroupShare, after: GroupGoal | GroupShare) -> Update:
    kind = type(before)
    fields = {
        name: value for name in kind.model_fields if (value := getattr(after, name)) != getattr(before, name)
    }
    places, left = [*after.places()], after.places_left()
    return change(kind, before.key, fields, enter=places, leave=left, when=eq("revision", before.revision))


def gone() -> NoSuchGroupGoal:
    return NoSuchGroupGoal("This group goal no longer exists.")


def restless() -> Throttled:
    return Throttled("the group goal keeps changing under our hands; try again in a moment")
