"""From the settings to a client."""

from collections.abc import Sequence

from prometheus_client import CollectorRegistry

from bot.slash.client import QuestlogClient, ShardedQuestlogClient
from bot.slash.library import prepare
from bot.slash.part import SlashPart
from tracker.settings import DiscordSettings


def new_client(
    settings: DiscordSettings, parts: Sequence[SlashPart], *, registry: CollectorRegistry | None = None
) -> QuestlogClient:
    """Not connected yet. It must be given its services before it is."""
    prepare(settings)
    make = ShardedQuestlogClient if settings.sharded else QuestlogClient
    return make(settings, parts, registry or CollectorRegistry())
