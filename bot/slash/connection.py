"""Keeps a client connected: tries again while Discord is down, and ends the service where only that helps."""

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from enum import IntEnum
from typing import NoReturn

import aiohttp
import discord

from bot.exits import Exit, Refusal
from bot.slash.client import QuestlogClient
from bot.slash.login import bad_token
from bot.slash.watchdog import ConnectionVerdict, LifeSign, Vigil
from scheduler.backoff import Backoff
from tracker.logs import get_logger
from tracker.settings import DiscordSettings

log = get_logger(__name__)

CONNECTIONS = 32
"""To Discord's API at once. In a burst, more of them are slower."""
LOOK_SECONDS = 5.0
FINISH_SECONDS, CLOSE_SECONDS = 0.5, 0.25
"""For answers that are under way, and twice for saying goodbye: the second that a stop has for Discord."""

_BACKOFF = Backoff(first=1.0, longest=60.0)


class Closed(IntEnum):
    """Why Discord closes a connection for good, as far as an operator can do something."""

    BAD_TOKEN = 4004
    NEEDS_SHARDS = 4011


class Connection:
    def __init__(
        self,
        client: QuestlogClient,
        settings: DiscordSettings,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
    ) -> None:
        if settings.token is None:
            raise ValueError("there is no connection without a token")
        self._client, self._token = client, settings.token
        self._give_up_seconds = settings.give_up_seconds
        self._look_seconds = min(LOOK_SECONDS, settings.give_up_seconds / 10)
        self._monotonic, self._chance = monotonic, chance
        self._vigil: Vigil | None = None

    async def stay(self) -> NoReturn:
        """Until cancelled. Raises Refusal when it cannot go on."""
        failed = 0
        while True:
            readies = self._client.readies
            session = asyncio.create_task(self._session(), name="discord session")
            try:
                await self._watch(session)
            finally:
                await self._end(session)
            failed = 1 if self._client.readies > readies else failed + 1
            await asyncio.sleep(_BACKOFF.wait(failed, self._chance()))

    async def _session(self) -> None:
        """From the login until the library cannot make the connection again by itself."""
        if self._client.is_closed():
            self._client.clear()
        async with self._client:
            self._client.http.connector = aiohttp.TCPConnector(limit=CONNECTIONS)
            await self._client.start(self._token.get_secret_value())

    async def _watch(self, session: asyncio.Task[None]) -> None:
        """Until the session is over, or has to be made afresh."""
        while not session.done():
            await asyncio.wait([session], timeout=self._look_seconds)
            match self._judged():
                case ConnectionVerdict.GIVE_UP:
                    raise _lost(self._give_up_seconds)
                case ConnectionVerdict.RECONNECT if not session.done():
                    log.warning("discord connection lost; made afresh")
                    return
                case _:
                    pass
        if not session.cancelled() and (error := session.exception()) is not None:
            _refuse_if_final(error)
            log.warning(
                "discord not connected; tried again soon", why=_brief(error), exc_info=_unknown(error)
            )

    def _judged(self) -> ConnectionVerdict:
        """Nothing is judged before the first connection: ending the service would not bring it about."""
        if not self._client.readies:
            return ConnectionVerdict.WELL
        now, sign = self._monotonic(), LifeSign(self._client.latency, self._client.events)
        self._vigil = self._vigil.seeing(sign, now) if self._vigil else Vigil.begin(sign, now)
        verdict = self._vigil.judge(now, self._give_up_seconds)
        if verdict is ConnectionVerdict.RECONNECT:
            self._vigil = self._vigil.after_reconnecting()
        return verdict

    async def _end(self, session: asyncio.Task[None]) -> None:
        """Discord may not answer our goodbye; it is not waited for long."""
        for _ in range(2):
            session.cancel()
            await asyncio.wait([session], timeout=CLOSE_SECONDS)
            if session.done():
                break
        if session.done() and not session.cancelled():
            session.exception()  # it was looked at, or does not matter any more
        await self._client.http.close()


@asynccontextmanager
async def connected(
    client: QuestlogClient, settings: DiscordSettings
) -> AsyncGenerator[asyncio.Task[NoReturn]]:
    """The connection as a task, which ends by itself only with a Refusal. Given up when the block ends."""
    task = asyncio.create_task(Connection(client, settings).stay(), name="discord")
    try:
        yield task
    finally:
        await client.finish(FINISH_SECONDS)
        task.cancel()
        await asyncio.wait([task])


def _refuse_if_final(error: BaseException) -> None:
    match error:
        case discord.LoginFailure() | discord.ConnectionClosed(code=Closed.BAD_TOKEN):
            raise Refusal(str(bad_token()), exit_code=Exit.CONFIG) from error
        case discord.ConnectionClosed(code=Closed.NEEDS_SHARDS):
            raise Refusal(
                "Discord asks for several connections, because the bot is on so many servers: "
                "set discord.sharded = true",
                exit_code=Exit.CONFIG,
            ) from error
        case discord.ConnectionClosed():
            raise Refusal(
                f"Discord closed the connection for good (code {error.code})", exit_code=Exit.DISCORD
            ) from error
        case _:
            pass


def _lost(seconds: float) -> Refusal:
    return Refusal(
        f"the connection to Discord was lost for {seconds:g} s, and could not be made again; "
        "Questlog ends so that it is started anew",
        exit_code=Exit.DISCORD,
    )


def _brief(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _unknown(error: BaseException) -> BaseException | None:
    """With the traceback, where it is none of the ways in which a network fails."""
    known = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError)
    return None if isinstance(error, known) else error
