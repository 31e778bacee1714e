"""The commands as the bot has synced them: the only ones that people can use."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.discord.check_commands import CHAT_INPUT, GROUP, SUBCOMMAND, check_commands
from tests.fakes.discord.forms import Json
from tests.fakes.discord.ids import Snowflakes
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.permissions import has
from tests.fakes.discord.places import BOT_DM, GUILD, PRIVATE

if TYPE_CHECKING:
    from tests.fakes.discord.people import Person
    from tests.fakes.discord.places import FakeChannel

GUILD_INSTALL, USER_INSTALL = 0, 1
_ANYWHERE = [GUILD, BOT_DM, PRIVATE]
_ACCEPTED: set[str] = set()
"""Lists that were looked through already and keep every rule: nearly every test syncs the same one."""


@dataclass(frozen=True)
class Found:
    """A command, and the way from it to the subcommand."""

    command: Json
    path: tuple[Json, ...]

    @property
    def options(self) -> list[Json]:
        return (self.path[-1] if self.path else self.command).get("options") or []

    @property
    def name(self) -> str:
        return " ".join([self.command["name"], *(step["name"] for step in self.path)])


class CommandBook:
    """Global commands, and those of single guilds. Iterating gives the global ones, as synced."""

    def __init__(self, ids: Snowflakes, application_id: int) -> None:
        self._ids = ids
        self._application = str(application_id)
        self._scopes: dict[int | None, list[Json]] = {}
        self.syncs = 0
        """How often a list of commands was put."""

    def __iter__(self) -> Iterator[Json]:
        return iter(self.of(None))

    def __getitem__(self, name: str) -> Json:
        """A global command, or a subcommand by its whole name: "goal add"."""
        found = _find(self.of(None), name)
        return found.path[-1] if found.path else found.command

    @property
    def names(self) -> set[str]:
        """What can be typed after the slash, with subcommands."""
        return set(_leaves(self.of(None)))

    def of(self, guild_id: int | None) -> list[Json]:
        return self._scopes.get(guild_id, [])

    def put(self, guild_id: int | None, commands: list[Json]) -> list[Json]:
        if (text := json.dumps(commands)) not in _ACCEPTED:
            check_commands(commands)
            _ACCEPTED.add(text)
        before = {(command["type"], command["name"]): command for command in self.of(guild_id)}
        self._scopes[guild_id] = [self._entered(command, before, guild_id) for command in commands]
        self.syncs += 1
        return self.of(guild_id)

    def _entered(self, command: Json, before: Mapping[tuple[int, str], Json], guild_id: int | None) -> Json:
        kind = command.get("type", CHAT_INPUT)
        old = before.get((kind, command["name"]), {})
        scope = {"guild_id": str(guild_id)} if guild_id else {}
        permissions = command.get("default_member_permissions")
        return {
            "nsfw": False,
            "dm_permission": True,
            "contexts": None,
            "integration_types": [GUILD_INSTALL],
            "description": "",
            **command,
            **scope,
            "type": kind,
            "default_member_permissions": None if permissions is None else str(permissions),
            "id": old.get("id") or str(self._ids.new()),
            "application_id": self._application,
            "version": str(self._ids.new()),
        }

    def usable(self, name: str, user: "Person", channel: "FakeChannel") -> Found:
        """What this person finds under that name here: a command of the guild comes before a global one."""
        guild = channel.guild
        local = self.of(guild.id) if guild and guild.installed else []
        known = {name.split()[0] for name in _leaves(local)}
        found = _find(local if name.split(maxsplit=1)[0] in known else self.of(None), name)
        if not owners(found.command, user, channel):
            raise Impossible(f"/{name} is not offered to {user} here: {_where(found.command)}")
        _check_permission(found, user, channel)
        return found


def owners(command: Json, user: "Person", channel: "FakeChannel") -> dict[str, str]:
    """By which installations the command is here, as `authorizing_integration_owners` says it."""
    guild, context = channel.guild, channel.context
    if "guild_id" in command:
        return {"0": command["guild_id"]}
    contexts = command["contexts"]
    if contexts is None:
        contexts = _ANYWHERE if command["dm_permission"] is not False else [GUILD]
    if context not in contexts:
        return {}
    found: dict[str, str] = {}
    types = command["integration_types"]
    if GUILD_INSTALL in types and context == BOT_DM:
        found["0"] = "0"
    elif GUILD_INSTALL in types and guild is not None and guild.installed:
        found["0"] = str(guild.id)
    if USER_INSTALL in types and user.installed:
        found["1"] = str(user.id)
    return found


def _where(command: Json) -> str:
    return f"contexts {command['contexts']}, integration types {command['integration_types']}"


def _check_permission(found: Found, user: "Person", channel: "FakeChannel") -> None:
    wanted, guild = found.command["default_member_permissions"], channel.guild
    if wanted is None or guild is None or found.command["name"] in guild.opened:
        return
    permissions = guild.permissions_of(user)
    if not has(permissions, int(wanted)) or (wanted == "0" and not has(permissions, 1 << 3)):
        raise Impossible(
            f"/{found.name} is hidden from {user} in {guild.name}: it asks for permission {wanted}"
        )


def _find(commands: list[Json], name: str) -> Found:
    first, *rest = name.split()
    found = next((one for one in commands if one["type"] == CHAT_INPUT and one["name"] == first), None)
    if found is None:
        raise Impossible(f"there is no command /{first}; synced are {sorted(_leaves(commands))}")
    path: list[Json] = []
    for step in rest:
        inside = (path[-1] if path else found).get("options") or []
        child = next(
            (one for one in inside if one["name"] == step and one["type"] in (SUBCOMMAND, GROUP)), None
        )
        if child is None:
            raise Impossible(f"/{name} is not a command; synced are {sorted(_leaves(commands))}")
        path.append(child)
    leaf = Found(found, tuple(path))
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in leaf.options):
        raise Impossible(f"/{name} has subcommands and cannot be used by itself")
    return leaf


def _leaves(things: list[Json], before: str = "") -> Iterator[str]:
    for thing in things:
        inside = [one for one in thing.get("options") or [] if one["type"] in (SUBCOMMAND, GROUP)]
        name = f"{before}{thing['name']}"
        if inside:
            yield from _leaves(inside, f"{name} ")
        else:
            yield name
