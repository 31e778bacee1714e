"""A person's channels: added, listed, put first, switched off and on, and taken away.

One of each type, and several webhooks (`channel_names.py`).
"""

from collections.abc import Mapping

from tracker.accounts.changes import next_change
from tracker.accounts.errors import AccountError, BeingDeleted, NoSuchUser
from tracker.clock import Clock
from tracker.notify import outbox
from tracker.notify.channel_names import place_among
from tracker.notify.channel_off import way_back
from tracker.notify.model import PersonChannel
from tracker.notify.titles import title_of
from tracker.refusals import Reason
from tracker.store.conditions import ABSENT, EXISTS, eq, holds
from tracker.store.entity import PRESENT, change, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import ChannelKey, UserKey
from tracker.store.table import Check, Delete, Operation, Put, Table, Update

ATTEMPTS = 10
CONSOLE, DISCORD = "console", "discord"
_CHANGES = "channelChanges"
"""Counted on the user item, so that many at once are no more than there is room for."""

_NOT_MET = (
    "Use a command of Questlog on Discord, and it is there; at a terminal, say who you are with --identity "
    "discord:ID."
)


class NoSuchChannel(AccountError):
    """The person has no channel of this type."""

    code = "no_such_channel"
    reason = Reason.UNKNOWN


class StillOff(AccountError):
    """It is off because it does not work, and not because its person wants it so."""

    code = "channel_still_off"


class TerminalStays(AccountError):
    """The terminal of the machine is nobody's to add, to move or to remove."""

    code = "terminal"


def type_of(text: str) -> str:
    """As the table spells it: `E-mail` is email, `Webhook.Home` is webhook.home. Raises TerminalStays."""
    kind, stop, name = text.strip().casefold().partition(".")
    wanted = f"{kind.replace('-', '')}{stop}{name}"
    if wanted == CONSOLE:
        raise TerminalStays(
            "The terminal of the machine that Questlog runs on is always there, after all other channels: it "
            "is neither added, moved, switched off nor removed."
        )
    return wanted


class Channels:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def list(self, person: str) -> list[PersonChannel]:
        """In the order in which they are tried."""
        mine = ChannelKey.prefix(user=person)
        stored = [item async for item in self._table.query_all(mine.pk, prefix=mine.prefix)]
        return sorted(from_items(PersonChannel, stored), key=lambda one: (one.position, one.channel_type))

    async def find(self, person: str, text: str) -> PersonChannel:
        """By its type, as people write that. Raises NoSuchChannel, TerminalStays."""
        wanted, known = type_of(text), await self.list(person)
        for one in known:
            if one.channel_type == wanted:
                return one
        types = ", ".join(one.channel_type for one in known)
        hint = f"There is {types}." if known else "There is none yet."
        met = f" {_NOT_MET}" if wanted == DISCORD else ""
        raise NoSuchChannel(f"There is no channel {text}. {hint}{met}")

    async def add(self, person: str, channel_type: str, identifier: str) -> PersonChannel:
        """A new channel after the others; one that is there is on again, where there is one of its type at a
        new address. Raises ChannelExists, TooManyChannels.

        The caller knows that the address is the person's own: it counts as verified.
        """
        for _ in range(ATTEMPTS):
            change_of_all = await next_change(self._table, person, _CHANGES)
            known = await self.list(person)
            name = place_among(known, channel_type, identifier)
            before = next((one for one in known if one.channel_type == name), None)
            wanted = PersonChannel(
                channel_type=name,
                identifier=identifier,
                position=before.position if before else 1 + max((one.position for one in known), default=-1),
                verified_at=self._clock(),
            )
            if await self._write(person, _renewed(person, before, wanted), guard=change_of_all):
                return wanted
        raise _restless()

    async def readdress(self, person: str, before: PersonChannel, identifier: str) -> bool:
        """The same channel at another address, which the caller knows to be its own."""
        changes = {"identifier": identifier}
        return await self._write(person, _changed(person, before, changes))

    async def make_default(self, person: str, channel_type: str) -> PersonChannel:
        """Tried before all others from now on."""
        for _ in range(ATTEMPTS):
            chosen = await self.find(person, channel_type)
            first = (await self.list(person))[0]
            if first.channel_type == chosen.channel_type:
                return chosen
            changes = {"position": first.position - 1}
            if await self._write(person, change(PersonChannel, chosen.key_of(person), changes)):
                return chosen.model_copy(update=changes)
        raise _restless()

    async def move(self, person: str, channel_type: str, *, up: bool) -> PersonChannel:
        """Tried one place earlier or later; the first and the last one stay where they are."""
        for _ in range(ATTEMPTS):
            chosen = await self.find(person, channel_type)
            known = await self.list(person)
            place = next(at for at, one in enumerate(known) if one.channel_type == chosen.channel_type)
            other = place - 1 if up else place + 1
            if not 0 <= other < len(known):
                return chosen
            known[place], known[other] = known[other], known[place]
            # Each gets a place of its own: of old the same number may stand at two of them.
            moved = [_placed(person, one, at) for at, one in enumerate(known) if one.position != at]
            if await self._write(person, *moved):
                return chosen.model_copy(update={"position": other})
        raise _restless()

    async def switch_off(self, person: str, channel_type: str) -> PersonChannel:
        """Nothing is sent there until the person switches it on again; one that is off already stays so."""
        for _ in range(ATTEMPTS):
            before = await self.find(person, channel_type)
            if before.off_by_person:
                return before
            since = before.off_since or self._clock()
            changes = {"is_active": False, "off_by_person": True, "off_since": since}
            if await self._write(person, _changed(person, before, changes)):
                return before.model_copy(update=changes)
        raise _restless()

    async def switch_on(self, person: str, channel_type: str) -> PersonChannel:
        """Undo `switch_off`, and send what waited. Where it does not work, either, it stays off and says why.

        Raises StillOff where the person did not switch it off: this is not what brings it back.
        """
        for _ in range(ATTEMPTS):
            before = await self.find(person, channel_type)
            if before.is_active:
                return before
            if not before.off_by_person:
                raise StillOff(_still_off(before))
            works = before.off_reason is None
            since = None if works else before.off_since
            changes = {"is_active": works, "off_by_person": False, "off_since": since}
            if await self._write(person, _changed(person, before, changes)):
                await outbox.release(self._table, person, self._clock())
                return before.model_copy(update=changes)
        raise _restless()

    async def try_again(self, person: str, channel_type: str) -> PersonChannel | None:
        """One that stopped working is used again, by what waited for it; it is doubted until that arrives.

        None where it is on, or off because its person wants it so.
        """
        for _ in range(ATTEMPTS):
            known = next((one for one in await self.list(person) if one.channel_type == channel_type), None)
            if known is None or known.is_active or known.off_by_person:
                return None
            if await self._write(person, _changed(person, known, {"is_active": True})):
                await outbox.release(self._table, person, self._clock())
                return known.model_copy(update={"is_active": True})
        raise _restless()

    async def remove(self, person: str, channel_type: str) -> PersonChannel:
        channel = await self.find(person, channel_type)
        if not await self._write(person, Delete(channel.key_of(person).key, EXISTS)):
            raise NoSuchChannel(f"The channel {channel_type} is gone already.")
        return channel

    async def _write(self, person: str, *operations: Operation, guard: Update | None = None) -> bool:
        """False when a channel has changed meanwhile, or what the guard saw."""
        try:
            await self._table.transact([guard or Check(UserKey(person).key, PRESENT), *operations])
        except ConditionFailed as failed:
            user = failed.at(0)
            if user is not None and not (user.current and holds(PRESENT, user.current)):
                raise _nobody(deleting=user.current is not None) from failed
            return False
        return True


def _renewed(person: str, before: PersonChannel | None, wanted: PersonChannel) -> Operation:
    if before is None:
        return Put(to_item(wanted, wanted.key_of(person)), ABSENT)
    names = ("identifier", "is_active", "verified_at", "off_since", "off_reason", "off_by_person")
    changes = {name: getattr(wanted, name) for name in names}
    return change(
        PersonChannel, wanted.key_of(person), changes, when=EXISTS & eq("identifier", before.identifier)
    )


def _placed(person: str, before: PersonChannel, place: int) -> Operation:
    unmoved = EXISTS & eq("position", before.position)
    return change(PersonChannel, before.key_of(person), {"position": place}, when=unmoved)


def _changed(person: str, before: PersonChannel, changes: Mapping[str, object]) -> Operation:
    unchanged = eq("identifier", before.identifier) & eq("isActive", before.is_active)
    return change(PersonChannel, before.key_of(person), changes, when=unchanged)


def _still_off(channel: PersonChannel) -> str:
    title = title_of(channel.channel_type, channel.identifier)
    back = way_back(channel.channel_type, channel.off_reason or "")
    remedy = f" To get messages {title.way} again, {back}." if back else ""
    return f"You did not switch {title.name} off: {channel.off_reason or 'it does not work'}.{remedy}"


def _nobody(*, deleting: bool) -> AccountError:
    if deleting:
        return BeingDeleted("This account is being deleted; nothing more can be added to it.")
    return NoSuchUser("There is no such person.")


def _restless() -> Throttled:
    return Throttled("the channels keep changing under our hands; try again in a moment")
