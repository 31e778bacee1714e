"""Channels that were switched off: what brings each back, and whether it still is off."""

from collections.abc import Mapping

from tracker.notify.model import PersonChannel, StillTrue
from tracker.store.entity import from_items
from tracker.store.keys import ChannelKey
from tracker.store.table import Table

OFF_CHECK = "channel-off"

STOP_SENT = "you sent STOP"
UNWANTED = "a message was reported there as unwanted"

_BY_REASON: Mapping[str, str] = {
    STOP_SENT: "text START from that phone",
    UNWANTED: "ask whoever runs this Questlog",
}


def way_back(channel_type: str, reason: str) -> str | None:
    """What its person does; None where the reason says it already, after a semicolon."""
    if ";" in reason:
        return None
    if channel_type == "discord":
        return "use Questlog there"
    return _BY_REASON.get(reason, "add it once more")


def checks(table: Table) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""

    async def still_off(person: str, channel_type: str) -> bool:
        """Who has it on again, or has removed it, need not hear of it."""
        item = await table.get(ChannelKey(person, channel_type).key)
        return any(not one.is_active for one in from_items(PersonChannel, [item] if item else []))

    return {OFF_CHECK: still_off}
