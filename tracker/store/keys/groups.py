"""Goals that a group works on together: whose they are, where they stand, and what each member adds."""

from tracker.store.index_keys import DueListKey, GroupMemberKey, SubjectWatcherKey
from tracker.store.key import KeyOf
from tracker.store.ownership import PERSON, under


class GroupOwnershipKey(KeyOf, type="groupOwnership", pk="USER#{user}", sk="GROUP_GOAL#{group}", held=PERSON):
    """Leads from the account of a server, or from a person, to a group goal of theirs."""

    user: str
    group: str


class GroupGoalKey(
    KeyOf,
    type="groupGoal",
    pk="GROUP#{group}",
    sk="GOAL",
    held=under(GroupOwnershipKey),
    indexes=(DueListKey,),
):
    """A goal of a group, with the sum of what its members add; due when there is something to tell."""

    group: str


class GroupShareKey(
    KeyOf,
    type="groupShare",
    pk="USER#{user}",
    sk="GROUP_SHARE#{group}",
    held=PERSON,
    indexes=(GroupMemberKey, SubjectWatcherKey, DueListKey),
):
    """What a person adds to a group goal, and by what; due when it is to be counted anew."""

    user: str
    group: str
