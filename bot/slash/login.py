"""A login without a gateway: enough to write, and to know who the bot is. For commands, which end soon."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp
import discord

from bot.places import address
from bot.slash.library import prepare
from scheduler.channels.channel import Retry, StopSender
from scheduler.channels.discord.channel import failure_of
from tracker.settings import DiscordSettings

SECONDS = 5.0
"""People wait for it. The library would wait for minutes."""


class NoLogin(Exception):
    """What happened, and what to do about it: for people, without a full stop, and without the token."""

    def __init__(self, why: str, remedy: str, *, lasts: bool) -> None:
        super().__init__(f"{why}; {remedy}")
        self.why, self.remedy = why, remedy
        self.lasts = lasts
        """Until somebody does something about it."""


@asynccontextmanager
async def logged_in(settings: DiscordSettings, *, seconds: float = SECONDS) -> AsyncGenerator[discord.Client]:
    """Raises NoLogin. There must be a token."""
    prepare(settings)
    async with discord.Client(intents=discord.Intents.none(), max_messages=None) as client:
        await _log_in(client, settings, seconds)
        yield client


async def _log_in(client: discord.Client, settings: DiscordSettings, seconds: float) -> None:
    if settings.token is None:
        raise ValueError("there is no login without a token")
    try:
        async with asyncio.timeout(seconds):
            await client.login(settings.token.get_secret_value())
    except TimeoutError as error:
        raise NoLogin(f"Discord did not answer within {seconds:g} s", _LATER, lasts=False) from error
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise _no_login(error, settings) from error
    except (TypeError, KeyError, ValueError) as error:  # an answer that the library cannot read
        raise _not_discord(settings) from error


def _no_login(error: Exception, settings: DiscordSettings) -> NoLogin:
    if isinstance(error, discord.LoginFailure):
        return bad_token()
    match failure_of(error):
        case Retry() as failure:
            return NoLogin(str(failure), _LATER, lasts=False)
        case StopSender() as failure:
            return NoLogin(str(failure), "nothing can be sent there before that is put right", lasts=True)
        case _:
            return _not_discord(settings)


def bad_token() -> NoLogin:
    return NoLogin(
        "Discord does not accept the token",
        "copy it again from the page “Bot” of your application at "
        "https://discord.com/developers/applications, and set it as QUESTLOG_DISCORD__TOKEN (discord.token)",
        lasts=True,
    )


def _not_discord(settings: DiscordSettings) -> NoLogin:
    where = address(settings.api_url) if settings.api_url else "discord.com"
    return NoLogin(
        f"what answers at {where} is not Discord",
        "leave discord.api_url empty; only a stand-in needs it, up to and including /api/v10",
        lasts=True,
    )


_LATER = "look at the network of this machine, and at discord.api_url if it is set, or try again later"
