"""Accounts: people, the identities that lead to them, and their settings.

An identity is held by a lock item, written in the same transaction as the user item; so two claims cannot
both win, and the way from an identity to a person never lags behind. The user item keeps one attribute per
kind of identity and each change sets only its own, so that two changes at once lose nothing.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from tracker.accounts.belongings import Holder
from tracker.accounts.errors import (
    BeingDeleted,
    HasAnother,
    IdentityTaken,
    InvalidIdentity,
    LastIdentity,
    NoSuchUser,
    NotHeld,
)
from tracker.accounts.identity import KINDS, Identity
from tracker.accounts.identity import identity as new_identity
from tracker.accounts.lookup import holder_of, known_by
from tracker.accounts.model import INDEXED, IdentityLock, User, place_of
from tracker.accounts.settings import parse_settings
from tracker.clock import Clock
from tracker.ids import Ids
from tracker.store.conditions import ABSENT, AnyOf, Condition, eq, has, lacks
from tracker.store.entity import PRESENT, change, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import IdentityKind, UserKey
from tracker.store.table import Delete, Operation, Put, Table, Update

ATTEMPTS = 10


class Accounts:
    def __init__(self, table: Table, clock: Clock, ids: Ids) -> None:
        self._table, self._clock, self._ids = table, clock, ids

    async def get(self, user_id: str) -> User:
        """The person, or NoSuchUser."""
        item = await self._table.get(UserKey(user_id).key)
        if item is None:
            raise NoSuchUser("There is no such person.")
        return from_item(User, item)

    async def find(self, identity: Identity) -> User | None:
        """The person who holds the identity, by its lock: an index may lag, a lock does not."""
        known = await self._table.read_in_steps(known_by(identity))
        return None if known is None else known.user

    async def holder(self, identity: Identity) -> Holder | None:
        """Whom the identity leads to, whether or not their user item can be read."""
        return await self._table.read_in_steps(holder_of(identity))

    async def register(self, identity: Identity) -> User:
        """A new person, or IdentityTaken."""
        form = KINDS[identity.kind]
        if not form.reaches:
            raise InvalidIdentity(
                f"A {form.noun} alone does not make an account: nobody could come back by it."
            )
        now = self._clock()
        user = User.model_validate({"id": self._ids(), "created_at": now, form.attribute: identity.shown})
        try:
            await self._table.transact(
                [self._locked(identity, user.id), Put(to_item(user, user.key, *user.places()), ABSENT)]
            )
        except ConditionFailed as failed:
            if failed.at(0) is None:
                raise
            raise _taken(identity) from failed
        return user

    async def get_or_register(self, identity: Identity) -> User:
        """The person who holds the identity, made now if there is none; many at once make one."""
        for _ in range(ATTEMPTS):
            if (found := await self.find(identity)) is not None:
                return found
            try:
                return await self.register(identity)
            except IdentityTaken:
                continue  # somebody was quicker; that is the person to find
        raise _restless()

    async def claim(self, user_id: str, identity: Identity) -> User:
        """Give the person an identity of a kind that they lack. One that is theirs already is no error."""
        return await self._take(user_id, identity, replace=False)

    async def change(self, user_id: str, identity: Identity) -> User:
        """Give the person an identity, and release the one of the same kind that they had."""
        return await self._take(user_id, identity, replace=True)

    async def release(self, user_id: str, identity: Identity) -> User:
        """Let go of an identity, so that anybody can claim it."""
        for _ in range(ATTEMPTS):
            user = await self._present(user_id)
            held = user.identity(identity.kind)
            if held is None or held != identity:
                raise NotHeld(f"This {KINDS[identity.kind].noun} is not yours.")
            if _is_last(user, held):
                raise LastIdentity("This is the last way to reach the account; add another one first.")
            try:
                await self._table.transact(_release(user, held))
            except ConditionFailed:
                continue  # the person changed meanwhile: look again
            return await self.get(user_id)
        raise _restless()

    async def set_nickname(self, user_id: str, nickname: str) -> User:
        """The name that others see. Without letters it is given up; the one that they have stays accepted."""
        held = (user := await self._present(user_id)).identity(IdentityKind.NICK)
        if held is not None and nickname.strip() == held.shown:
            return user
        if nickname.strip():
            return await self.change(user_id, new_identity(IdentityKind.NICK, nickname))
        return await self.release(user_id, held) if held else user

    async def change_settings(self, user_id: str, changes: Mapping[str, str]) -> User:
        """Set what `changes` names (see SETTINGS), or InvalidSetting with all that is wrong."""
        return await self._set(user_id, parse_settings(changes))

    async def mute(self, user_id: str, until: datetime | None) -> User:
        """None for no longer."""
        return await self._set(user_id, {"muted_until": until})

    async def _set(self, user_id: str, values: Mapping[str, object]) -> User:
        update = change(User, UserKey(user_id), values, when=PRESENT)
        try:
            await self._table.update(update)
        except ConditionFailed as failed:
            raise _gone(deleting=failed.current is not None) from failed
        return await self.get(user_id)

    async def _take(self, user_id: str, identity: Identity, *, replace: bool) -> User:
        for _ in range(ATTEMPTS):
            user = await self._present(user_id)
            held = user.identity(identity.kind)
            if held is not None and held == identity and held.shown == identity.shown:
                return user
            if held is not None and held != identity and not replace:
                raise HasAnother(f"There is a {KINDS[identity.kind].noun} already; change it instead.")
            try:
                await self._table.transact(self._move(user, held, identity))
            except ConditionFailed as failed:
                _refuse_if_taken(failed, identity, user_id)
                continue  # the person changed meanwhile: look again
            return await self.get(user_id)
        raise _restless()

    def _move(self, user: User, held: Identity | None, wanted: Identity) -> list[Operation]:
        """From the identity that is held to the one that is wanted."""
        operations: list[Operation] = [_noted(user, held, wanted)]
        if held != wanted:
            operations.append(self._locked(wanted, user.id))
            if held is not None:
                operations.append(Delete(held.lock.key, eq("userId", user.id)))
        return operations

    def _locked(self, identity: Identity, user_id: str) -> Put:
        lock = IdentityLock(user_id=user_id, created_at=self._clock())
        return Put(to_item(lock, identity.lock), ABSENT)

    async def _present(self, user_id: str) -> User:
        user = await self.get(user_id)
        if user.deleting_since is not None:
            raise _gone(deleting=True)
        return user


def _noted(user: User, held: Identity | None, wanted: Identity) -> Update:
    """The user item with the identity that is wanted, if it still has the one that was held."""
    attribute = KINDS[wanted.kind].attribute
    unchanged = lacks(attribute) if held is None else eq(attribute, held.shown)
    place = place_of(user.id, wanted)
    return change(
        User,
        user.key,
        {attribute: wanted.shown},
        enter=[place] if place else [],
        when=PRESENT & unchanged,
    )


def _release(user: User, held: Identity) -> list[Operation]:
    form = KINDS[held.kind]
    when = PRESENT & eq(form.attribute, held.shown)
    if form.reaches:
        when &= _another_way(held.kind)
    leave = [INDEXED[held.kind]] if held.kind in INDEXED else []
    return [
        change(User, user.key, {form.attribute: None}, leave=leave, when=when),
        Delete(held.lock.key, eq("userId", user.id)),
    ]


def _another_way(kind: IdentityKind) -> Condition:
    """The user item has an identity of another kind by which the person can come back."""
    others = (form.attribute for other, form in KINDS.items() if other is not kind and form.reaches)
    return AnyOf(tuple(map(has, others)))


def _is_last(user: User, held: Identity) -> bool:
    ways = [one for one in user.identities if KINDS[one.kind].reaches]
    return ways == [held]


def _refuse_if_taken(failed: ConditionFailed, identity: Identity, user_id: str) -> None:
    for failure in failed.failures:
        if failure.key == identity.lock.key and (failure.current or {}).get("userId") != user_id:
            raise _taken(identity) from failed


def _taken(identity: Identity) -> IdentityTaken:
    return IdentityTaken(f"This {KINDS[identity.kind].noun} belongs to another account.")


def _gone(*, deleting: bool) -> NoSuchUser | BeingDeleted:
    if deleting:
        return BeingDeleted(
            "This account is being deleted; run `questlog account delete` again to finish that."
        )
    return NoSuchUser("There is no such person.")


def _restless() -> Throttled:
    return Throttled("the account keeps changing under our hands; try again in a moment")


async def present_people(table: Table, ids: Iterable[str]) -> dict[str, User]:
    """Those who are there, and not being deleted, by id."""
    keys = [UserKey(one).key for one in dict.fromkeys(ids)]
    found = from_items(User, (await table.get_many(keys)).values())
    return {user.id: user for user in found if user.deleting_since is None}
