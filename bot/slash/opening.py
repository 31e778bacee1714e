"""From the settings to a client that knows every feature."""

from collections.abc import Sequence

from prometheus_client import CollectorRegistry

from bot.slash.client import QuestlogClient, ShardedQuestlogClient
from bot.slash.feature import Feature
from bot.slash.features import FEATURES
from bot.slash.library import prepare
from tracker.settings import DiscordSettings


def new_client(
    settings: DiscordSettings,
    features: Sequence[Feature] = FEATURES,
    *,
    registry: CollectorRegistry | None = None,
) -> QuestlogClient:
    """Not connected yet. It must be given its services before it is."""
    prepare(settings)
    make = ShardedQuestlogClient if settings.sharded else QuestlogClient
    return make(settings, features, registry or CollectorRegistry())
