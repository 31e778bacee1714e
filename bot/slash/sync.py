"""Tells Discord which commands there are, and only when they have changed since it was last told."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import aiohttp
import discord
from discord import app_commands
from pydantic import Field

from tracker.logs import get_logger
from tracker.store.entity import Entity, from_items, rewrite
from tracker.store.keys import KeptKey
from tracker.store.table import Table

log = get_logger(__name__)

EVERYWHERE = "everywhere"
_NAME = "discord-commands-"

Tree: TypeAlias = app_commands.CommandTree[Any]


class ToldCommands(Entity, frozen=True):
    """What Discord was told for one scope: everywhere, or one server."""

    type: Literal["kept"] = "kept"
    scope: str
    application: str
    digest: str
    ids: Mapping[str, str] = Field(default_factory=dict[str, str])
    """By the name of each command: `/help` mentions commands by them."""

    @property
    def key(self) -> KeptKey:
        return KeptKey(f"{_NAME}{self.scope}")


def digest_of(payload: Iterable[Mapping[str, object]]) -> str:
    """The same for the same commands, in whichever order they stand."""
    lines = sorted(json.dumps(command, sort_keys=True) for command in payload)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


async def told_commands(table: Table) -> dict[str, ToldCommands]:
    """By scope."""
    kept = KeptKey.prefix()
    items = [item async for item in table.query_all(kept.pk, prefix=f"{kept.prefix}{_NAME}")]
    return {told.scope: told for told in from_items(ToldCommands, items)}


async def sync(tree: Tree, table: Table, application: int, guild_ids: Iterable[int] = ()) -> list[str]:
    """The scopes that Discord was told anew. A failure is logged, and tried again at the next start."""
    wanted = {str(guild): discord.Object(guild) for guild in guild_ids} or {EVERYWHERE: None}
    told, done = await told_commands(table), list[str]()
    for scope, guild in wanted.items():
        if guild is not None:
            tree.copy_global_to(guild=guild)
        digest = digest_of(command.to_dict(tree) for command in tree.get_commands(guild=guild))
        before = told.get(scope)
        if before is not None and (before.digest, before.application) == (digest, str(application)):
            continue
        new = ToldCommands(scope=scope, application=str(application), digest=digest)
        if await _tell(tree, table, new, guild):
            done.append(scope)
    for scope in told.keys() - wanted.keys() - {EVERYWHERE}:
        if await _clear_scope(tree, table, told[scope]):
            done.append(scope)
    return done


async def _tell(tree: Tree, table: Table, new: ToldCommands, guild: discord.Object | None) -> bool:
    try:
        answered = await tree.sync(guild=guild)
    except (app_commands.AppCommandError, discord.DiscordException, aiohttp.ClientError, OSError) as error:
        log.exception("commands not told to Discord", scope=new.scope, why=str(error))
        return False
    told = new.model_copy(update={"ids": {command.name: str(command.id) for command in answered}})
    await table.update(rewrite(told, told.key))
    log.info("commands told to Discord", scope=told.scope, commands=len(answered))
    return True


async def _clear_scope(tree: Tree, table: Table, told: ToldCommands) -> bool:
    """A server that was for trying things out: what it has would stand there twice."""
    guild = discord.Object(int(told.scope))
    tree.clear_commands(guild=guild)
    try:
        await tree.sync(guild=guild)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        log.warning("commands of a server not taken away", scope=told.scope, why=str(error))
        return False
    await table.delete(told.key.key)
    log.info("commands of a server taken away", scope=told.scope)
    return True
