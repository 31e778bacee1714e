"""What people read when something goes wrong. One table of cases; nothing internal leaves by it."""

import functools
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeAlias, TypeVar, cast

import aiohttp
import discord
from discord import app_commands

from bot.slash.answers import ALREADY_ANSWERED, TOO_LATE, Interaction, answer
from bot.slash.counting import ANSWERED, ended, first_answered, is_again, named
from bot.slash.notice import notice
from bot.slash.typed import given_back
from scheduler.channels.colours import AMBER, RED
from scheduler.channels.discord.text import cut, safe, safe_sentences
from scheduler.sources.source import NotFound, SourceFailure
from tracker.front_ends import FrontEnd
from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.refusals import Refused
from tracker.store.errors import StoreUnavailable, Throttled

if TYPE_CHECKING:
    from types import CoroutineType

log = get_logger(__name__)

LONGEST = 1500
MOST_SUGGESTIONS = 25
"""Discord's limit."""

Level: TypeAlias = Literal["info", "warning", "error"]
_Owner = TypeVar("_Owner")
_Arguments = ParamSpec("_Arguments")
Suggestions: TypeAlias = list[app_commands.Choice[str]]


class Problem(Exception):
    """A command says no. The message tells the person what happened, why, and what to do next."""


@frozen
class RefusedAnswer:
    """What the person asked for cannot be: they can put it right, so nobody else need look."""

    text: str
    code: str = Refused.code

    @property
    def outcome(self) -> str:
        return "refused"


@frozen
class Fault:
    """Something that went wrong. What an operator may want to look up has a number, which is in the log."""

    text: str
    level: Level
    event: str
    traceback: bool = False

    @property
    def outcome(self) -> str:
        return _label(self.event)


@frozen
class Unanswerable:
    """Nobody waits any more, or they have their answer."""

    event: str

    @property
    def outcome(self) -> str:
        return _label(self.event)


Verdict: TypeAlias = RefusedAnswer | Fault | Unanswerable
"""Its outcome is what is counted."""


def _label(event: str) -> str:
    return event.replace(" ", "-")


def verdict(error: BaseException) -> Verdict:
    """The cases in their order, the special ones first."""
    match _root(error):
        case SourceFailure() as failure if not isinstance(failure, NotFound):
            return Fault(str(failure), "info", "source failed")
        case Refused() as refused:
            return RefusedAnswer(str(refused), refused.code)
        case Problem() as problem:
            return RefusedAnswer(str(problem))
        case StoreUnavailable():
            return _STORE_DOWN
        case Throttled():
            return _STORE_BUSY
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            return _STALE
        case app_commands.AppCommandError() as refused:
            return _of_library(refused)
        case other:
            return _of_network(other)


_STORE_DOWN = Fault(
    "Questlog cannot reach its records at the moment, so nothing could be looked up or changed for sure. "
    "Please try again in a minute.",
    "error",
    "store unavailable",
    traceback=True,
)
_STORE_BUSY = Fault(
    "Questlog has very much to do at the moment. Please try again in a minute.", "warning", "store busy"
)
_STALE = Fault(
    "This command has changed since your Discord last looked. Please try again in a minute; "
    "if it still does not work then, restart Discord (Ctrl+R).",
    "info",
    "stale command",
)
_DISCORD_DOWN = Fault(
    "Discord did not take the answer. Please try again.", "warning", "answer failed", traceback=True
)
_BUG = Fault(
    "Sorry, something went wrong here, and it is not your fault. Please try again; if it happens again, "
    "tell whoever runs this bot the number below.",
    "error",
    "bug",
    traceback=True,
)


def _of_network(error: BaseException) -> Verdict:
    match error:
        case discord.HTTPException(code=code) if code == ALREADY_ANSWERED:
            return Unanswerable("answered twice")
        case discord.HTTPException(code=code) if code == TOO_LATE:
            return Unanswerable("answered too late")
        case discord.HTTPException() | aiohttp.ClientError() | OSError():
            return _DISCORD_DOWN
        case _:
            return _BUG


def _root(error: BaseException) -> BaseException:
    """What a command raised, without the library's wrapping."""
    if isinstance(error, app_commands.CommandInvokeError):
        return error.original
    if isinstance(error, app_commands.TransformerError) and error.__cause__ is not None:
        return error.__cause__
    return error


def _of_library(error: app_commands.AppCommandError) -> Verdict:
    match error:
        case app_commands.CommandOnCooldown():
            return Fault(f"That was quick. Please wait {_seconds(error.retry_after)}.", "info", "cooldown")
        case app_commands.MissingPermissions():
            missing = _permissions(error.missing_permissions)
            return Fault(
                f"Only people with the permission {missing} on this server can do that.",
                "info",
                "permission missing",
            )
        case app_commands.BotMissingPermissions():
            missing = _permissions(error.missing_permissions)
            return Fault(
                f"I need the permission {missing} here first. Somebody who manages this server can give it.",
                "info",
                "own permission missing",
            )
        case app_commands.NoPrivateMessage():
            return RefusedAnswer("That works on a server only, not in direct messages.")
        case app_commands.TransformerError():
            return RefusedAnswer(f"“{error.value}” is not something this command understands.")
        case app_commands.CheckFailure():
            return Fault("You may not do that here.", "info", "check failed")
        case _:
            return _BUG


def _seconds(number: float) -> str:
    whole = max(1, ceil(number))
    return f"{whole} second{'' if whole == 1 else 's'}"


def _permissions(names: Sequence[str]) -> str:
    """As Discord's own screens write them: `manage_guild` is Manage Server there."""
    shown = (name.replace("guild", "server").replace("_", " ").title() for name in names)
    return " and ".join(shown)


async def explain(interaction: Interaction, error: BaseException) -> None:
    """The one handler of everything that a command, a button, a select or a modal raises."""
    found = verdict(error)
    ended(interaction, found.outcome)
    if isinstance(found, Unanswerable):
        log.warning(found.event, command=named(interaction))
        return
    if isinstance(found, RefusedAnswer):
        interaction.client.services.count_refusal(FrontEnd.DISCORD, found.code)
    text, colour = with_typed(cut(safe_sentences(found.text), LONGEST), interaction), AMBER
    if isinstance(found, Fault):
        text, colour = _reported(interaction, found, error, text)
    try:
        await answer(interaction, notice(text, colour=colour))
    except (discord.HTTPException, aiohttp.ClientError, OSError) as failed:
        log.warning("error not told", command=named(interaction), why=type(failed).__name__)


def _reported(interaction: Interaction, found: Fault, error: BaseException, text: str) -> tuple[str, int]:
    """In the log, under a number that the person can name to whoever runs this, if that could help."""
    if found.level == "info":
        log.info(found.event, command=named(interaction))
        return text, AMBER
    number, trace = interaction.client.services.new_id(), error if found.traceback else None
    log.log(_LEVELS[found.level], found.event, error_id=number, command=named(interaction), exc_info=trace)
    return f"{text}\n-# Error {number}", RED if found.level == "error" else AMBER


def with_typed(text: str, interaction: Interaction) -> str:
    """What the person typed is theirs: it comes back with the no, so that they need not type it again."""
    typed = given_back(interaction).items()
    lines = (f"{name.capitalize()}: {cut(safe(said), LONGEST)}" for name, said in typed)
    back = "\n".join(lines)
    return f"{text}\n-# You wrote:\n{back}" if back else text


_LEVELS = {"warning": logging.WARNING, "error": logging.ERROR}


def guarded(
    callback: Callable[[_Owner, Interaction], Awaitable[None]],
) -> "Callable[..., CoroutineType[Any, Any, None]]":
    """For the callback of a DynamicItem and what a modal does: errors that the library would only log."""

    @functools.wraps(callback)
    async def guard(self: _Owner, interaction: Interaction) -> None:
        if is_again(interaction):
            return
        interaction.client.under_way()
        try:
            await callback(self, interaction)
        except Exception as error:  # noqa: BLE001 - the border of a press: explained and logged
            await explain(interaction, error)
        else:
            ended(interaction, ANSWERED)

    return guard


def suggesting(
    find: Callable[_Arguments, Awaitable[Suggestions]],
) -> Callable[_Arguments, Coroutine[Any, Any, Suggestions]]:
    """For an autocomplete: when it fails there are no suggestions, and the log says why."""

    @functools.wraps(find)
    async def suggest(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> Suggestions:
        interaction = cast("Interaction", args[-2])  # before what was typed; of a group, it follows `self`
        try:
            found, outcome = (await find(*args, **kwargs))[:MOST_SUGGESTIONS], ANSWERED
        except Exception as error:  # the border of a suggestion, which nobody misses for long
            log.exception("autocomplete failed")
            found, outcome = list[app_commands.Choice[str]](), verdict(error).outcome
        first_answered(interaction)
        ended(interaction, outcome)
        return found

    return suggest
