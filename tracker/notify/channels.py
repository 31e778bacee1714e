"""A person's channels: added, listed, put first and taken away. There is one of each type."""

from tracker.accounts.errors import AccountError, BeingDeleted, NoSuchUser
from tracker.clock import Clock
from tracker.notify.model import PersonChannel
from tracker.refusals import Reason
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.entity import PRESENT, change, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import ChannelKey, UserKey
from tracker.store.table import Check, Delete, Operation, Put, Table

ATTEMPTS = 10


class NoSuchChannel(AccountError):
    """The person has no channel of this type."""

    code = "no_such_channel"
    reason = Reason.UNKNOWN


class Channels:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def list(self, person: str) -> list[PersonChannel]:
        """In the order in which they are tried."""
        mine = ChannelKey.prefix(user=person)
        stored = [item async for item in self._table.query_all(mine.pk, prefix=mine.prefix)]
        return sorted(from_items(PersonChannel, stored), key=lambda one: (one.position, one.channel_type))

    async def find(self, person: str, channel_type: str) -> PersonChannel:
        known = await self.list(person)
        for one in known:
            if one.channel_type == channel_type:
                return one
        types = ", ".join(one.channel_type for one in known)
        hint = f"There is {types}." if known else "There is none yet."
        raise NoSuchChannel(f"There is no channel {channel_type}. {hint}")

    async def add(self, person: str, channel_type: str, identifier: str) -> PersonChannel:
        """A new channel after the others, or a new address for one that is there.

        The caller knows that the address is the person's own: it counts as verified.
        """
        for _ in range(ATTEMPTS):
            known = await self.list(person)
            before = next((one for one in known if one.channel_type == channel_type), None)
            wanted = PersonChannel(
                channel_type=channel_type,
                identifier=identifier,
                position=before.position if before else 1 + max((one.position for one in known), default=-1),
                verified_at=self._clock(),
            )
            if await self._write(person, _renewed(person, before, wanted)):
                return wanted
        raise _restless()

    async def make_default(self, person: str, channel_type: str) -> PersonChannel:
        """Tried before all others from now on."""
        for _ in range(ATTEMPTS):
            chosen = await self.find(person, channel_type)
            first = (await self.list(person))[0]
            if first.channel_type == channel_type:
                return chosen
            changes = {"position": first.position - 1}
            if await self._write(person, change(PersonChannel, chosen.key_of(person), changes)):
                return chosen.model_copy(update=changes)
        raise _restless()

    async def remove(self, person: str, channel_type: str) -> PersonChannel:
        channel = await self.find(person, channel_type)
        if not await self._write(person, Delete(channel.key_of(person).key, EXISTS)):
            raise NoSuchChannel(f"The channel {channel_type} is gone already.")
        return channel

    async def _write(self, person: str, operation: Operation) -> bool:
        """False when the channel has changed meanwhile."""
        try:
            await self._table.transact([Check(UserKey(person).key, PRESENT), operation])
        except ConditionFailed as failed:
            if gone := failed.at(0):
                raise _nobody(deleting=gone.current is not None) from failed
            return False
        return True


def _renewed(person: str, before: PersonChannel | None, wanted: PersonChannel) -> Operation:
    if before is None:
        return Put(to_item(wanted, wanted.key_of(person)), ABSENT)
    names = ("identifier", "is_active", "verified_at", "off_since", "off_reason")
    changes = {name: getattr(wanted, name) for name in names}
    return change(
        PersonChannel, wanted.key_of(person), changes, when=EXISTS & eq("identifier", before.identifier)
    )


def _nobody(*, deleting: bool) -> AccountError:
    if deleting:
        return BeingDeleted("This account is being deleted; nothing can be added to it any more.")
    return NoSuchUser("There is no such person.")


def _restless() -> Throttled:
    return Throttled("the channels keep changing under our hands; try again in a moment")
