"""Channels that were switched off: how their person is told, what brings each back, whether it is off now."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta

from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import Notification, PersonChannel, StillTrue, StillTrueCheck
from tracker.notify.titles import title_of
from tracker.store.conditions import eq
from tracker.store.entity import PRESENT, change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import ChannelKey, UserKey
from tracker.store.table import Check, Table
from tracker.tones import Tone

log = get_logger(__name__)

CHANNEL_OFF = declare(
    Kind(
        "channel-off",
        "one of your channels was switched off",
        MessageLook("\N{BELL WITH CANCELLATION STROKE}", Tone.WARNING),
    )
)
OFF_CHECK = "channel-off"

STOP_SENT = "you sent STOP"
UNWANTED = "a message was reported there as unwanted"

_BY_REASON: Mapping[str, str] = {
    STOP_SENT: "text START from that phone",
    UNWANTED: "ask whoever runs this Questlog",
}
_NOTICE_LIFE = timedelta(days=30)


def way_back(channel_type: str, reason: str) -> str | None:
    """What its person does; None where the reason says it already, after a semicolon."""
    if ";" in reason:
        return None
    if channel_type == "discord":
        return "use Questlog there"
    return _BY_REASON.get(reason, "add it once more")


async def switch_off(table: Table, person: str, channel: PersonChannel, reason: str, now: datetime) -> bool:
    """Stop using a channel that does not work any more, and tell the person so on another one.

    Where it was only tried again, they know.
    """
    off = change(
        PersonChannel,
        channel.key_of(person),
        {"is_active": False, "off_since": now, "off_reason": reason},
        when=eq("isActive", True) & eq("identifier", channel.identifier),  # noqa: FBT003 - the stored value
    )
    try:
        told = [] if channel.is_doubted else [outbox.operation(_notice(person, channel, reason, now))]
        await table.transact([off, Check(UserKey(person).key, PRESENT), *told])
    except ConditionFailed:
        return False
    log.warning("channel switched off", user=person, channel=channel.channel_type, reason=reason)
    return True


async def works_again(table: Table, person: str, channel: PersonChannel) -> None:
    """Something arrived on a channel that was doubted."""
    same = eq("isActive", True) & eq("identifier", channel.identifier)  # noqa: FBT003 - the stored value
    with suppress(ConditionFailed):
        changes = {"off_since": None, "off_reason": None}
        await table.update(change(PersonChannel, channel.key_of(person), changes, when=same))


def _notice(person: str, channel: PersonChannel, reason: str, now: datetime) -> Notification:
    way = title_of(channel.channel_type, channel.identifier).way
    back = way_back(channel.channel_type, reason)
    remedy = f" To get messages {way} again, {back}." if back else ""
    return Notification(
        person=person,
        kind=CHANNEL_OFF,
        entity=channel.channel_type,
        period=now.isoformat(),
        title=f"Messages {way} are switched off",
        text=f"Nothing more comes {way}: {reason}. Questlog uses your other channels now.{remedy}",
        check=StillTrueCheck(name=OFF_CHECK, reference=channel.channel_type),
        created_at=now,
        not_before=now,
        expires_at=now + _NOTICE_LIFE,
    )


def checks(table: Table) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""

    async def still_off(person: str, channel_type: str) -> bool:
        """Who has it on again, or has removed it, need not hear of it."""
        item = await table.get(ChannelKey(person, channel_type).key)
        return any(not one.is_active for one in from_items(PersonChannel, [item] if item else []))

    return {OFF_CHECK: still_off}
