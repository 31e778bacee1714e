"""From an interaction to a use case and back: who it is, what is done, and the card that answers."""

import io
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

import discord
from discord import ui

from bot.documents import Ask
from bot.names import shown_name
from bot.reading import ReadingFirst
from bot.slash.answers import Interaction, answer, turn_of, update
from bot.slash.cards import Card
from bot.slash.guilds import guild_of
from bot.slash.person import Present, known, present, present_with
from bot.slash.render import body, button_rows, card
from bot.view import View, joined
from bot.visit import Visit
from scheduler.channels.colours import COLOURS
from scheduler.channels.discord.card import MOST_TEXT
from tracker.accounts.model import Theme, User
from tracker.front_ends import FrontEnd
from tracker.refusals import Refused

_Ask = TypeVar("_Ask", bound=Ask)
_Answer = TypeVar("_Answer")

YOUR = "Your "
GUEST = "guest"
"""The id of nobody's account."""


async def visit(interaction: Interaction) -> Visit:
    """Whoever is here for the first time is asked for their zone after the answer."""
    services, who = interaction.client.services, interaction.user.id
    found = await present(services, who, newcomers=turn_of(interaction).for_newcomers)
    return await _arrived(interaction, found)


async def answer_to(
    interaction: Interaction, do: Callable[[Visit, _Ask], Awaitable[_Answer]], ask: _Ask
) -> tuple[Visit, _Answer]:
    """Who asks, and what is answered. What a use case reads first is read together with the account."""
    plain = do
    if not isinstance(do, ReadingFirst) or not turn_of(interaction).for_newcomers:
        here = await visit(interaction)
        return here, await plain(here, ask)
    reading = cast("ReadingFirst[_Ask, Any, _Answer]", do)
    services, who = interaction.client.services, interaction.user.id
    try:
        found, read = await present_with(services, who, lambda user_id: reading.steps(user_id, ask))
    except Refused:
        await visit(interaction)  # they are here all the same
        raise
    here = await _arrived(interaction, found)
    return here, await reading.use(here, ask, read)


async def _arrived(interaction: Interaction, found: Present) -> Visit:
    here = visit_of(interaction, found.user)
    if found.unreached is not None:
        shown = (part.unreached for part in interaction.client.parts if part.unreached is not None)
        views = [await show(here, found.unreached) for show in shown]
        turn_of(interaction).afterwards = card(here, views[0], interaction.user.id) if views else None
    if found.newly:
        welcomes = (part.welcome for part in interaction.client.parts if part.welcome is not None)
        first = next((show(here) for show in welcomes), None)
        turn_of(interaction).afterwards = first and card(here, first, interaction.user.id)
    return here


def ask_nothing(interaction: Interaction) -> None:
    """For a command that is itself the answer to the question that newcomers are asked."""
    turn_of(interaction).afterwards = None


async def known_visit(interaction: Interaction) -> Visit | None:
    """The person, if there is one already: for suggestions, which make nobody an account."""
    user = await known(interaction.client.services, interaction.user.id)
    return None if user is None else visit_of(interaction, user)


async def guest_visit(interaction: Interaction) -> Visit:
    """The same, or else a guest, who has nothing and lives in UTC."""
    return await known_visit(interaction) or passing_visit(interaction)


def passing_visit(interaction: Interaction) -> Visit:
    """Of somebody who may have no account, or none that can be read: for what does without."""
    return visit_of(interaction, User(id=GUEST, created_at=interaction.created_at))


def visit_of(interaction: Interaction, user: User) -> Visit:
    services = interaction.client.services
    return Visit(
        services,
        user,
        FrontEnd.DISCORD,
        services.clock().replace(microsecond=0),
        guild=guild_of(interaction),
        known_as=interaction.user.display_name,
        account_name=interaction.user.name,
        occasion=f"{interaction.id}",
    )


async def act(
    interaction: Interaction,
    do: Callable[[Visit, _Ask], Awaitable[_Answer]],
    ask: _Ask,
    show: Callable[[Visit, _Answer], View],
    *,
    share: bool = False,
) -> None:
    """What most commands do: one use case, and its view."""
    here, found = await answer_to(interaction, do, ask)
    await respond(interaction, here, show(here, found), share=share)


async def respond(
    interaction: Interaction, here: Visit, view: View | Card, *, share: bool = False, in_place: bool = False
) -> None:
    """As a message, or in the place of the one whose button was pressed."""
    made = view
    if isinstance(made, View):
        made = _shared(here, made) if _is_public(interaction, share=share, in_place=in_place) else made
        made = card(here, made, interaction.user.id, await drawn(here, made))
    if in_place:
        await update(interaction, made, file=made.file)
    else:
        await answer(interaction, made, share=share, file=made.file)


def _is_public(interaction: Interaction, *, share: bool, in_place: bool) -> bool:
    """Whether others see it: never in a direct message; else what is shared, or in the place of what was."""
    message = interaction.message
    is_turned = in_place and message is not None and not message.flags.ephemeral
    return not interaction.context.dm_channel and (share or is_turned)


def _shared(here: Visit, view: View) -> View:
    """Others see it: it says whose it is, and does not call it theirs."""
    title = view.title
    if isinstance(title, str) and title.startswith(YOUR):
        title = title.removeprefix(YOUR).capitalize()
    return replace(view, title=title, notice=joined(f"Shared by {shown_name(here.known_as)}", view.notice))


async def drawn(here: Visit, view: View) -> discord.File | None:
    theme = here.person.theme
    chosen = {} if theme is None else {"dark": theme is Theme.DARK}
    picture = None if view.chart is None else await view.chart.draw(here.services, **chosen)
    if view.chart is None or picture is None:
        return None
    return discord.File(io.BytesIO(picture.png), f"{view.chart.name}.png", description=picture.words)


async def rewrite(interaction: Interaction, here: Visit, view: View, custom_id: str) -> None:
    """In the place of the card with this button, where the message has one; else as a message of its own."""
    layout = (
        None if interaction.message is None else ui.LayoutView.from_message(interaction.message, timeout=None)
    )
    frame = None if layout is None else _frame_of(layout, custom_id)
    if layout is None or frame is None:
        await respond(interaction, here, view)
        return
    room = MOST_TEXT - (layout.content_length() - frame.content_length())
    frame.clear_items()
    frame.accent_colour = COLOURS[view.tone]
    for part in body(here, view):
        if isinstance(part, ui.TextDisplay):
            part.content = part.content[: max(room, 1)]
            room -= len(part.content)
        frame.add_item(part)
    for buttons in button_rows(view, interaction.user.id):
        frame.add_item(buttons)
    await update(interaction, layout, keep_files=True)


def _frame_of(layout: ui.LayoutView, custom_id: str) -> ui.Container[Any] | None:
    for frame in layout.children:
        if isinstance(frame, ui.Container) and any(
            isinstance(one, ui.Button) and one.custom_id == custom_id for one in frame.walk_children()
        ):
            return frame
    return None
