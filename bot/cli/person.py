"""Whom a command acts for: the local person, made at first use, or the one that an operator names."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self, TypeVar

import click

from bot.cli.invocation import Invocation
from bot.cli.screen import plain
from bot.exits import Exit, Refusal
from scheduler.sources.source import BadSubject
from tracker.accounts.belongings import Holder
from tracker.accounts.errors import AccountError
from tracker.accounts.identity import LOCAL_PERSON, Identity, parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.challenge.service import Challenges
from tracker.clock import Clock
from tracker.goals.characters.service import Characters
from tracker.goals.errors import DuplicateGoal
from tracker.goals.service import Goals
from tracker.habits.service import Habits
from tracker.ids import short_ids, ulids
from tracker.refusals import Refused
from tracker.rewards.leaderboard import Leaderboard
from tracker.rewards.points import Scale
from tracker.settings import Settings
from tracker.store.entity import UnreadableItem
from tracker.store.opening import open_table
from tracker.store.table import Table

_Command = TypeVar("_Command", bound=Callable[..., Any])
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Desk:
    """What a command works with while the table is open."""

    table: Table
    accounts: Accounts
    characters: Characters
    goals: Goals
    habits: Habits
    leaderboard: Leaderboard
    challenges: Challenges
    clock: Clock
    settings: Settings

    @classmethod
    def at(cls, table: Table, clock: Clock, settings: Settings | None = None) -> Self:
        return cls(
            table,
            Accounts(table, clock, ulids(clock)),
            Characters(table, clock),
            Goals(table, clock, short_ids()),
            Habits(table, clock, ulids(clock), Scale.of((settings or Settings()).habits)),
            Leaderboard(table),
            Challenges(table, clock, ulids(clock)),
            clock,
            settings or Settings(),
        )

    @property
    def now(self) -> datetime:
        """The present, as precisely as the table keeps instants."""
        return self.clock().replace(microsecond=0)

    async def person(self, wanted: Identity) -> User:
        """The person of this identity. Only the local one is made when absent."""
        if wanted == LOCAL_PERSON:
            return await self.accounts.get_or_register(wanted)
        if (found := await self.accounts.find(wanted)) is None:
            raise _unknown(wanted)
        return found

    async def holder(self, wanted: Identity) -> Holder:
        """The same, whether or not their account can be read: for export and deletion."""
        if (found := await self.accounts.holder(wanted)) is not None:
            return found
        if wanted != LOCAL_PERSON:
            raise _unknown(wanted)
        return Holder((await self.accounts.get_or_register(wanted)).id, wanted.lock.key)


def _unknown(wanted: Identity) -> Refusal:
    return Refusal(f"nobody here is known as {wanted}; check how it is written", code="no_such_user")


def person_option(command: _Command) -> _Command:
    """Give a command `--identity` (its argument `wanted`)."""

    def parse(ctx: click.Context, _: click.Parameter, value: str | None) -> Identity:
        del ctx
        try:
            return LOCAL_PERSON if value is None else parse_identity(value)
        except AccountError as error:
            raise Refusal(str(error), code=error.code, exit_code=Exit.USAGE) from error

    return click.option(
        "--identity",
        "wanted",
        callback=parse,
        metavar="KIND:VALUE",
        help="Act for this person (discord:123, email:ada@example.org), not for you at this terminal.",
    )(command)


def at_desk(invocation: Invocation, work: Callable[[Desk], Awaitable[_Answer]]) -> _Answer:
    """Do the work with the table open. What the person cannot have is a refusal of the command."""
    settings = invocation.settings()

    async def run() -> _Answer:
        async with open_table(settings.store, clock=invocation.clock) as table:
            return await work(Desk.at(table, invocation.clock, settings))

    try:
        return asyncio.run(run())
    except (Refused, UnreadableItem) as error:
        raise refusal_of(error) from error


def refusal_of(error: Refused | UnreadableItem) -> Refusal:
    """The one place that says how a command ends when what it asked for is refused."""
    told = "\n".join(map(plain, str(error).splitlines()))
    match error:
        case DuplicateGoal(goal_id=goal):
            hint = f"To give it a date: questlog goal edit {goal} --by DATE"
            return Refusal(f"{told} {hint}", code=error.code)
        case BadSubject():
            return Refusal(told, code=error.code, exit_code=Exit.USAGE)
        case Refused():
            return Refusal(told, code=error.code)
        case UnreadableItem():
            return Refusal(f"{told}; was it written by another version?", code="store", exit_code=Exit.STORE)
