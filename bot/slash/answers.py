"""The one way to answer: at once or after a deferral, private unless shared, and never twice."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias, TypedDict

import aiohttp
import discord

from bot.slash.counting import first_answered
from bot.slash.notice import notice
from tracker.logs import get_logger

if TYPE_CHECKING:
    from bot.slash.client import QuestlogClient

log = get_logger(__name__)

Interaction: TypeAlias = "discord.Interaction[QuestlogClient]"

DEFER_SECONDS = 1.5
"""Discord waits 3 s for a first answer. After half of that we say that it will come."""

ALREADY_ANSWERED, TOO_LATE = 40060, 10062
"""Discord's codes."""

_TURN = "questlog.turn"


class _Files(TypedDict, total=False):
    file: discord.File


class _Attached(TypedDict, total=False):
    attachments: list[discord.File]


class Turn:
    """What was answered to one interaction so far. The lock keeps a deferral and an answer apart."""

    def __init__(self, interaction: Interaction) -> None:
        self.lock = asyncio.Lock()
        self.answered = False
        self.deferred: bool | None = None
        """Whether the promise of an answer was shared; None where none is open."""
        self.in_place = interaction.type is discord.InteractionType.component
        """Whether the answer changes the message that is there: then a wait promises no other."""
        self.for_newcomers = True
        """Whether whoever has no account gets one by it: not by a button of somebody who had one."""
        self.afterwards: discord.ui.LayoutView | None = None
        """A question of ours, which follows the answer."""
        self._interaction = interaction
        self._timer: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[None] | None = None

    def begin(self, seconds: float, *, share: bool) -> None:
        self.end()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._start, share)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def spoken(self) -> None:
        """Discord has the first answer, or the promise of one."""
        self.answered = True
        first_answered(self._interaction)

    def _start(self, share: bool) -> None:  # noqa: FBT001 - call_later passes by position
        self._deferral = asyncio.create_task(self.promise(share=share), name="deferral")

    async def promise(self, *, share: bool) -> None:
        """Says that an answer will come, unless there is one.

        A button or a select just shows that it works; else a message says so.
        """
        promise, gate = not self.in_place, self._interaction.client.gate
        async with self.lock:
            if self.answered or self._interaction.response.is_done():
                return
            try:
                with gate.promising():
                    await self._interaction.response.defer(ephemeral=not share, thinking=promise)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.warning("deferral failed", why=type(error).__name__)
                return
            self.deferred = share if promise else None
            self.spoken()


def turn_of(interaction: Interaction) -> Turn:
    """Made when first asked for."""
    turn: Turn | None = interaction.extras.get(_TURN)
    if turn is None:
        turn = interaction.extras[_TURN] = Turn(interaction)
    return turn


async def expect_answer(interaction: Interaction, *, share: bool = False) -> None:
    """The person is told to wait if there is no answer soon, and at once where there cannot be one.

    The tree does this for every command.
    """
    turn, client = turn_of(interaction), interaction.client
    if client.is_busy:
        await turn.promise(share=share)
    else:
        turn.begin(client.defer_seconds, share=share)


@asynccontextmanager
async def deferring(
    interaction: Interaction, *, share: bool = False, in_place: bool = False
) -> AsyncGenerator[None]:
    """Work of a button, a select or a modal that may take long. The answer comes in the block or after it.

    `in_place` is for a modal that changes the message with the button that opened it.
    """
    turn_of(interaction).in_place |= in_place and interaction.message is not None
    await expect_answer(interaction, share=share)
    try:
        yield
    finally:
        turn_of(interaction).end()


async def answer(
    interaction: Interaction,
    view: discord.ui.LayoutView,
    *,
    share: bool = False,
    file: discord.File | None = None,
) -> None:
    """A new message: the first answer, or one more."""
    turn = turn_of(interaction)
    async with _speaking(turn, view):
        if not turn.answered:
            await _first(turn, lambda: _send(interaction, view, file, share=share), file)
        elif turn.deferred is not None:
            await _fulfil(interaction, turn, view, file, share=share)
        else:
            await interaction.followup.send(view=view, ephemeral=not share, **_with(file))
    await _ask_afterwards(interaction, turn)


async def open_form(interaction: Interaction, made: discord.ui.Modal) -> bool:
    """A form as the first answer. False where one was promised already: then only a button can open it."""
    turn = turn_of(interaction)
    turn.end()
    async with turn.lock:
        if turn.answered or interaction.response.is_done():
            return False
        await interaction.response.send_modal(made)
        turn.spoken()
    return True


async def update(
    interaction: Interaction,
    view: discord.ui.LayoutView,
    *,
    file: discord.File | None = None,
    keep_files: bool = False,
) -> None:
    """The message whose button or select was used becomes this one; `keep_files`, with what it shows."""
    turn = turn_of(interaction)
    files: _Attached = {} if keep_files else {"attachments": [file] if file else []}

    async def edit() -> None:
        await interaction.response.edit_message(view=view, **files)

    async with _speaking(turn, view):
        if turn.answered:
            turn.deferred = None
            await interaction.edit_original_response(view=view, **files)
        else:
            await _first(turn, edit, file)
    await _ask_afterwards(interaction, turn)


@asynccontextmanager
async def _speaking(turn: Turn, view: discord.ui.LayoutView) -> AsyncGenerator[None]:
    """One at a time. What is sent answers by its ids alone, so nobody need remember the view itself."""
    turn.end()
    view.stop()
    async with turn.lock:
        yield


async def _send(
    interaction: Interaction, view: discord.ui.LayoutView, file: discord.File | None, *, share: bool
) -> None:
    await interaction.response.send_message(view=view, ephemeral=not share, **_with(file))


async def _first(turn: Turn, send: Callable[[], Awaitable[None]], file: discord.File | None) -> None:
    """Sent again where the connection broke: if it had arrived, Discord says so."""
    try:
        await send()
    except aiohttp.ClientConnectionError:
        if file is not None:
            file.reset()
        try:
            await send()
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
    turn.spoken()


async def _fulfil(
    interaction: Interaction,
    turn: Turn,
    view: discord.ui.LayoutView,
    file: discord.File | None,
    *,
    share: bool,
) -> None:
    """The answer that was promised. Who sees it was decided with the promise, unless that is taken back.

    The first message after a promise takes its place: so something has to, before it can go.
    """
    promised, turn.deferred = turn.deferred, None
    if promised is share:
        await interaction.edit_original_response(view=view, attachments=[file] if file else [])
    else:
        await interaction.edit_original_response(view=notice("\N{HORIZONTAL ELLIPSIS}"))
        await interaction.delete_original_response()
        await interaction.followup.send(view=view, ephemeral=not share, **_with(file))


async def _ask_afterwards(interaction: Interaction, turn: Turn) -> None:
    """Nobody waits for it: one that does not arrive spoils nothing."""
    question, turn.afterwards = turn.afterwards, None
    if question is None:
        return
    try:
        await answer(interaction, question)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("question not asked", why=type(error).__name__)


def _with(file: discord.File | None) -> _Files:
    return {"file": file} if file else {}
