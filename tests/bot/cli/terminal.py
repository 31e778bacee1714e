"""A terminal: `questlog` as real processes in a folder, beside stand-ins for the servers that it talks to."""

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from bot.exits import Exit
from scheduler.character_lookup import link_character
from scheduler.sources.registry import open_sources
from tests.bot.cli.mother import Ended, mother
from tests.bot.service import HERE
from tests.fakes.hiscores import FakeHiscores
from tracker.accounts.identity import LOCAL_PERSON
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.clock import system_clock
from tracker.goals.characters.service import Characters
from tracker.goals.model import Frequency, Goal
from tracker.goals.service import Goals
from tracker.ids import short_ids, ulids
from tracker.listeners import character_listeners
from tracker.settings import Settings
from tracker.store.sqlite import SqliteTable


class Store(NamedTuple):
    """The store of the commands, and the person that they act for."""

    table: SqliteTable
    me: User


@dataclass
class Terminal:
    """`variables` are set for each command, beside the address of the game's servers."""

    folder: Path
    game: FakeHiscores
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.upper().startswith("QUESTLOG_")}
        game = {
            f"QUESTLOG_SOURCES__RUNESCAPE__{name}_URL": self.game.url
            for name in ("OSRS", "RS3", "RUNEMETRICS")
        }
        return {**own, **HERE, "QUESTLOG_WEB__PORT": "0", "COLUMNS": "200", **game, **self.variables}

    async def run(self, *arguments: str) -> Ended:
        return await mother().run(arguments, self.folder, self.environment)

    async def lines(self, *arguments: str) -> list[str]:
        """What people see of a command that succeeds."""
        ended = await self.run(*arguments)
        assert ended.code == Exit.OK, ended.err
        return ended.out.splitlines()

    async def answer(self, *arguments: str) -> Any:  # noqa: ANN401 - any JSON
        """The JSON of a command that succeeds."""
        ended = await self.run(*arguments, "--json")
        assert ended.code == Exit.OK, ended.err
        return json.loads(ended.out)

    async def refusal(self, *arguments: str) -> tuple[int, str, str]:
        """The exit code, the code for programs and the message of a command that fails."""
        ended = await self.run(*arguments, "--json")
        error = json.loads(ended.out)["error"]
        assert ended.err == "".join(f"questlog: {line}\n" for line in error["message"].splitlines())
        return ended.code, error["code"], error["message"]

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """Opened beside the commands."""
        table = await SqliteTable.open(self.folder / "questlog.db", system_clock)
        try:
            me = await Accounts(table, system_clock, ulids()).get_or_register(LOCAL_PERSON)
            yield Store(table, me)
        finally:
            await table.close()

    async def set_goal(self, name: str, text: str, frequency: Frequency = Frequency.EVERY_CHANGE) -> Goal:
        """A goal of the local person, for a character that is linked if it was not."""
        address = {"osrs_url": self.game.url, "requests_per_second": 1000}
        settings = Settings.model_validate({"sources": {"runescape": address}})
        async with self.store() as (table, me), open_sources(settings.sources) as sources:
            characters = Characters(table, system_clock, character_listeners(table))
            known = [one for one in await characters.list(me.id) if one.name == name]
            character = known[0] if known else await link_character(sources, characters, me.id, name)
            goals = Goals(table, system_clock, short_ids())
            return await goals.add(me, character, text, frequency=frequency)
