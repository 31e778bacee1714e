"""Buttons, selects and forms that outlive a restart: a template of their ids, and what is done upon a press.

A button is one person's where its id names an owner. Whatever else an id names is looked up among the things
of whoever presses it. A form has the id of the button that opens it: once it is sent, the same function is
called again, with what was typed.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, Self, TypeAlias, cast

import discord
from discord import ui

from bot.slash.acting import passing_visit, respond, rewrite, visit
from bot.slash.answers import Interaction, deferring, turn_of
from bot.slash.cards import Card
from bot.slash.errors import guarded
from bot.slash.ownership import check_owner
from bot.slash.typed import id_of, typed_in
from bot.view import View
from bot.visit import Visit
from tracker.frozen import frozen


@frozen
class Press:
    interaction: Interaction
    item: ui.Item[Any] | None
    parts: re.Match[str]
    typed: Mapping[str, str] | None = None
    """What stands in a form that was sent, by the ids of its fields; None where a button was pressed."""

    def __getitem__(self, name: str) -> str:
        """A part of the id."""
        return self.parts[name] or ""

    @property
    def custom_id(self) -> str:
        return self.parts.string

    @property
    def chosen(self) -> list[str]:
        """Of a select."""
        return self.item.values if isinstance(self.item, ui.Select) else []

    @property
    def is_private(self) -> bool:
        """Whether nobody else sees the message."""
        message = self.interaction.message
        return message is not None and (message.flags.ephemeral or self.interaction.guild_id is None)

    @property
    def has_picture(self) -> bool:
        """Whether the message was asked for with one."""
        message = self.interaction.message
        layout = None if message is None else ui.LayoutView.from_message(message, timeout=None)
        return layout is not None and any(isinstance(one, ui.MediaGallery) for one in layout.walk_children())

    def beside(self, template: re.Pattern[str]) -> re.Match[str] | None:
        """Another button of the message, by its id."""
        if self.interaction.message is None:
            return None
        layout = ui.LayoutView.from_message(self.interaction.message, timeout=None)
        ids = (one.custom_id or "" for one in layout.walk_children() if isinstance(one, ui.Button))
        return next(filter(None, map(template.fullmatch, ids)), None)

    async def ask(self, title: str, *fields: ui.Label[Any]) -> None:
        """Opens a form. What is typed there comes as another press, whichever process answers it then."""
        await self.interaction.response.send_modal(form(self.custom_id, title, *fields))

    async def visit(self) -> Visit:
        return await visit(self.interaction)

    def passing(self) -> Visit:
        """For what does without an account."""
        return passing_visit(self.interaction)

    async def answer(self, here: Visit, view: View) -> None:
        """As a message of its own."""
        await respond(self.interaction, here, view)

    async def replace(self, here: Visit, view: View | Card) -> None:
        """In the place of the message."""
        await respond(self.interaction, here, view, in_place=True)

    async def rewrite(self, here: Visit, view: View) -> None:
        """In the place of the card with the button; other cards of the message stay."""
        await rewrite(self.interaction, here, view, self.custom_id)


def form(custom_id: str, title: str, *fields: ui.Label[Any]) -> ui.Modal:
    """It is known by its id alone, so nobody need remember it."""
    made = ui.Modal(title=title, custom_id=custom_id)
    for one in fields:
        made.add_item(one)
    made.stop()
    return made


Pressed: TypeAlias = Callable[[Press], Awaitable[None]]
Item: TypeAlias = type[ui.DynamicItem[Any]]


def on_press(
    template: str | re.Pattern[str], *, select: bool = False, defers: bool = True
) -> Callable[[Pressed], Item]:
    """Makes an item of a function. `defers` is false where a form may follow, which has to come first."""

    def decorate(pressed: Pressed) -> Item:
        async def callback(press: Press) -> None:
            if "owner" in press.parts.re.groupindex:
                check_owner(press.interaction, int(press["owner"]))
                turn_of(press.interaction).for_newcomers = False
            if not defers and press.typed is None:
                await pressed(press)
                return
            async with deferring(press.interaction, in_place=press.typed is not None):
                await pressed(press)

        return _item(template, callback, ui.Select if select else ui.Button)

    return decorate


def _item(template: str | re.Pattern[str], pressed: Pressed, kind: Callable[..., ui.Item[Any]]) -> Item:
    class PressedItem(ui.DynamicItem[Any], template=template):
        def __init__(self, item: ui.Item[Any], parts: re.Match[str]) -> None:
            super().__init__(item)
            self.parts = parts

        @classmethod
        async def from_custom_id(
            cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
        ) -> Self:
            del interaction
            known = item if isinstance(item, ui.Select) else kind(custom_id=match.string)
            return cls(known, match)

        @guarded
        async def callback(self, interaction: Interaction) -> None:
            await pressed(Press(interaction, self.item, self.parts))

        @classmethod
        @guarded
        async def sent(cls, interaction: Interaction) -> None:
            """A form that was opened by such a button."""
            parts = cls.__discord_ui_compiled_template__.fullmatch(id_of(interaction))
            assert parts is not None, "the caller has looked"  # noqa: S101 - for the type checker
            await pressed(Press(interaction, None, parts, typed_in(interaction)))

    return PressedItem


class _Sent(Protocol):
    def sent(self, interaction: Interaction) -> Awaitable[None]: ...


def sent_form(item: Item, interaction: Interaction) -> Awaitable[None]:
    return cast("_Sent", item).sent(interaction)
