"""Where discord.py looks for Discord. Production leaves it alone; a stand-in is reached by two settings.

The library has no option for this: its addresses are attributes of two classes, and are set here only.
"""

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tracker.settings import DiscordSettings


def point_at(settings: DiscordSettings) -> None:
    """For the whole process. An address that is not set stays as it is."""
    if settings.api_url is not None:
        Route.BASE = str(settings.api_url).rstrip("/")
    if settings.gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(str(settings.gateway_url))
