"""What is set in discord.py itself, once for the process: where Discord is, and that voice is not missed.

The library has no options for this: its addresses are attributes of two classes, and are set here only.
Production leaves them alone; a stand-in is reached by two settings.
"""

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tracker.settings import DiscordSettings


def prepare(settings: DiscordSettings) -> None:
    """Before a client is made. An address that is not set stays as it is."""
    # Voice is not used; without these the first client warns that it cannot be.
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False
    if settings.api_url is not None:
        Route.BASE = str(settings.api_url).rstrip("/")
    if settings.gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(str(settings.gateway_url))
