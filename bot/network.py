"""What lies beyond the table: sources to read from, and channels to send by.

The service has them all open. A command opens what it needs, when it first needs it: most need none, and the
libraries take longer to load than the work takes.
"""

import logging
from collections.abc import Generator, Mapping
from contextlib import AsyncExitStack, contextmanager
from typing import TYPE_CHECKING, Protocol, TextIO

from tracker.clock import Clock
from tracker.settings import Settings
from tracker.signing import Signer
from tracker.store.table import Table

if TYPE_CHECKING:
    from scheduler.channels.channel import OpenChannels
    from scheduler.channels.discord.servers import DiscordServers
    from scheduler.context import Context
    from scheduler.pulse import JobRuns
    from scheduler.sources.registry import Sources


class Network(Protocol):
    async def sources(self) -> "Sources": ...
    async def channels(self) -> "OpenChannels": ...
    async def signer(self) -> Signer: ...
    def servers(self) -> "DiscordServers | None": ...
    def jobs(self) -> "Mapping[str, JobRuns]": ...


class ServiceNetwork:
    """Of the service, which has opened everything."""

    def __init__(self, context: "Context") -> None:
        self._context = context

    async def sources(self) -> "Sources":
        return self._context.sources

    async def channels(self) -> "OpenChannels":
        return self._context.channels

    async def signer(self) -> Signer:
        return self._context.signer

    def servers(self) -> "DiscordServers | None":
        """None where there is no Discord."""
        return self._context.servers

    def jobs(self) -> "Mapping[str, JobRuns]":
        return self._context.pulse.jobs


class CommandNetwork:
    """Of a command: closed with `stack`."""

    def __init__(
        self, settings: Settings, table: Table, clock: Clock, stack: AsyncExitStack, out: TextIO
    ) -> None:
        self._settings, self._table, self._clock, self._stack, self._out = settings, table, clock, stack, out
        self._sources: Sources | None = None
        self._channels: OpenChannels | None = None

    async def sources(self) -> "Sources":
        if self._sources is None:
            from scheduler.definitions import definitions_of  # noqa: PLC0415 - see above
            from scheduler.sources.registry import open_sources  # noqa: PLC0415
            from scheduler.sources.timing import Timing  # noqa: PLC0415

            if self._settings.log.level != "debug":
                self._stack.enter_context(without_warnings())
            definitions, timing = definitions_of(self._table), Timing(self._clock)
            opened = open_sources(self._settings.sources, definitions=definitions, timing=timing)
            self._sources = await self._stack.enter_async_context(opened)
        return self._sources

    async def channels(self) -> "OpenChannels":
        if self._channels is None:
            from bot.slash.on_demand import discord_on_demand  # noqa: PLC0415 - see above
            from scheduler.channels.opening import open_channels  # noqa: PLC0415

            discord = await self._stack.enter_async_context(discord_on_demand(self._settings.discord))
            opened = open_channels(self._settings, self._table, self._clock, self._out, *discord)
            self._channels = await self._stack.enter_async_context(opened)
        return self._channels

    async def signer(self) -> Signer:
        return await Signer.of(self._table)

    def servers(self) -> "DiscordServers | None":
        """Whoever types a command is on no server."""
        return None

    def jobs(self) -> "Mapping[str, JobRuns]":
        """A command runs none."""
        return {}


@contextmanager
def without_warnings() -> Generator[None]:
    """That a source is left alone from now on means nothing to a command that ends: its refusal says why."""
    log = logging.getLogger("scheduler.sources")
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)
