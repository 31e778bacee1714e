"""The Discord client: small, without a cache, with every feature's commands and buttons."""

import asyncio
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from prometheus_client import CollectorRegistry

from bot.services import Services
from bot.slash.answers import DEFER_SECONDS, Interaction, answer, expect_answer
from bot.slash.counting import ANSWERED, OUTDATED, RecentIds, arrived, ended, is_again
from bot.slash.errors import explain, verdict, with_typed
from bot.slash.gate import Gate, LoopLag
from bot.slash.hearing import INTENTS, Ears
from bot.slash.notice import notice
from bot.slash.part import SlashPart
from bot.slash.press import Item, sent_form
from bot.slash.sync import sync
from bot.slash.telemetry import DiscordMetrics
from bot.slash.typed import id_of, options_of
from scheduler.channels.colours import AMBER
from tracker.logs import get_logger
from tracker.settings import DiscordSettings

log = get_logger(__name__)

SYNC_SECONDS = 2.0
"""How long the first connection waits for Discord to know the commands."""
LAG_SHARE = 1 / 6
"""Of the time after which an answer is promised: where the event loop is later, that is done at once."""
GUILD_READY_SECONDS = 0.01
"""Servers are not looked at, so there is nothing to wait for."""


class QuestlogTree(app_commands.CommandTree["QuestlogClient"]):
    """Commands work on servers, in direct messages and in groups, for whoever installed the app and where."""

    def __init__(self, client: "QuestlogClient") -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        if is_again(interaction):
            return False
        if interaction.type is discord.InteractionType.application_command:
            await expect_answer(interaction, share=_is_shared(interaction))
            if (task := self.client.under_way()) is not None:
                await self.client.gate.enter(task)
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log.info("autocomplete of a stale command", why=type(error).__name__)
            ended(interaction, verdict(error).outcome)
        else:
            await explain(interaction, error)


class QuestlogClient(discord.Client):
    """It has its services before it connects. `events` and `readies` are what a watchdog looks at."""

    def __init__(
        self, settings: DiscordSettings, parts: Sequence[SlashPart], registry: CollectorRegistry
    ) -> None:
        super().__init__(
            intents=INTENTS,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=GUILD_READY_SECONDS,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.settings = settings
        self.parts = tuple(parts)
        self.lists = {name: page for part in parts for name, page in part.lists.items()}
        self.questions = {name: answered for part in parts for name, answered in part.questions.items()}
        self.defer_seconds = DEFER_SECONDS
        self.gate, self._lag = Gate(), LoopLag()
        self.metrics = DiscordMetrics(registry, lambda: self.latency)
        self.events = self.readies = 0
        self._recent = RecentIds()
        self._ears = Ears(self, [part.hearing for part in parts if part.hearing is not None])
        self._services: Services | None = None
        self._work: set[asyncio.Task[Any]] = set()
        self._syncing: asyncio.Task[Any] | None = None
        self.tree = QuestlogTree(self)
        for part in self.parts:
            for command in part.made():
                self.tree.add_command(command)

    @property
    def services(self) -> Services:
        if self._services is None:
            raise RuntimeError("the client is used before it has its services")
        return self._services

    def serve(self, services: Services) -> None:
        self._services = services

    @property
    def is_busy(self) -> bool:
        """Whether an answer could come too late: many wait for one, or nothing here comes in its time."""
        return self.gate.is_crowded or self._lag.seconds > self.defer_seconds * LAG_SHARE

    def under_way(self) -> asyncio.Task[Any] | None:
        """The current task answers somebody: it is waited for when the service stops."""
        if (task := asyncio.current_task()) is not None:
            self._work.add(task)
            task.add_done_callback(self._work.discard)
        return task

    async def finish(self, seconds: float) -> None:
        """Until all answers that are under way have been given, or the time is over."""
        if self._work:
            await asyncio.wait(self._work, timeout=seconds)

    async def setup_hook(self) -> None:
        """After each login, before the gateway is asked."""
        self._lag.start()
        for part in self.parts:
            self.add_dynamic_items(*part.items)
        self._syncing = asyncio.create_task(self._sync(), name="command sync")
        await asyncio.wait([self._syncing], timeout=SYNC_SECONDS)

    async def _sync(self) -> None:
        application = self.application_id
        assert application is not None, "login has set it"  # noqa: S101 - for the reader and the type checker
        try:
            await sync(self.tree, self.services.table, application, self.settings.guild_ids)
        except Exception:  # the border of a task: people have the commands of last time meanwhile
            log.exception("commands not told to Discord; tried again at the next start")

    async def close(self) -> None:
        self._lag.stop()
        if self._syncing is not None:
            self._syncing.cancel()
        await super().close()

    async def on_ready(self) -> None:
        self.readies += 1
        log.info("discord ready", name=str(self.user))

    async def on_interaction(self, interaction: Interaction) -> None:
        """A form that was sent, and whatever is of an earlier version, which nobody answers any more."""
        if is_again(interaction):
            return
        item = self._item_of(interaction)
        if interaction.type is discord.InteractionType.modal_submit:
            await (self._outdated(interaction) if item is None else sent_form(item, interaction))
        elif item is None and id_of(interaction).startswith("ql:"):
            await self._outdated(interaction)

    async def on_message(self, message: discord.Message) -> None:
        await self._ears.said(message)

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        await self._ears.edited(event.message)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        await self._ears.deleted(event.channel_id, [event.message_id])

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        await self._ears.deleted(event.channel_id, [*event.message_ids])

    async def _outdated(self, interaction: Interaction) -> None:
        text = "This is from an earlier version of Questlog. Please ask again with a command."
        ended(interaction, OUTDATED)
        try:
            await answer(interaction, notice(with_typed(text, interaction), colour=AMBER))
        except discord.HTTPException as error:
            log.info("old button not answered", code=error.code)

    def _item_of(self, interaction: Interaction) -> Item | None:
        custom_id = id_of(interaction)
        items = (item for part in self.parts for item in part.items)
        known = (it for it in items if it.__discord_ui_compiled_template__.fullmatch(custom_id))
        return next(known, None) if custom_id else None

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - the library's own
        """Where the library says first what happens; an event of ours would cost a task each time."""
        if self._ears.ignores(event, *args[:1]):
            return
        match event:
            case "socket_event_type":
                self.events += 1
            case "interaction":
                arrived(args[0], again=self._recent.knows(args[0].id))
            case "app_command_completion":
                ended(args[0], ANSWERED)
            case _:
                pass
        if not self.is_closed():  # a READY that comes while we leave finds no loop any more
            super().dispatch(event, *args, **kwargs)


class ShardedQuestlogClient(QuestlogClient, discord.AutoShardedClient):
    """As many connections as Discord asks for."""


def _is_shared(interaction: Interaction) -> bool:
    return bool(options_of(interaction).get("share"))
