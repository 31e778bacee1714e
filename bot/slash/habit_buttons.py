"""The buttons under what is told of habits, also after a restart: done, skip, later, undo.

The card that a button stands on becomes what was said of the day; other cards of the message stay.
"""

import re
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any, Self, TypeAlias

import discord
from discord import ui

from bot.services import Services
from bot.slash.answers import Interaction, answer, deferring, update
from bot.slash.cards import Card, text
from bot.slash.errors import Problem, guarded
from bot.slash.habit_form import AmountForm
from bot.slash.habit_telling import (
    VIA,
    Telling,
    own_habit,
    say_done,
    say_later,
    say_skipped,
    tick_off,
    told_card,
    undone,
)
from bot.slash.ownership import check_owner
from bot.slash.person import present
from scheduler.channels.discord.buttons import HABIT_BUTTON, TICK_MENU, DayAct
from scheduler.channels.discord.card import MOST_TEXT
from scheduler.channels.discord.text import cut
from tracker.accounts.model import User
from tracker.habits.changing import Told
from tracker.habits.model import Habit
from tracker.habits.watched import watch_one
from tracker.readings import Number

Take: TypeAlias = Callable[[Interaction, Habit, Told], Awaitable[None]]
"""What is done with an amount that was filled in."""


class HabitButton(ui.DynamicItem[ui.Button[Any]], template=HABIT_BUTTON):
    """Whoever presses it gets at their own habits only: what its id names is looked up among theirs."""

    def __init__(self, button: ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(button)
        self.act, self.owner = DayAct(match["act"]), int(match["owner"])
        self.habit, self.said_day = match["habit"], match["day"]

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(ui.Button(custom_id=match.string), match)

    @property
    def day(self) -> date:
        return day_of(self.said_day)

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.owner)
        if self.act is DayAct.AMOUNT:
            await self._ask(interaction)
            return
        async with deferring(interaction):
            services, user = interaction.client.services, await present(interaction)
            habit = await own_habit(services, user, self.habit)
            await self._show(interaction, await self._said(services, user, habit))

    async def _ask(self, interaction: Interaction) -> None:
        """A form has to be the first answer, so there is no deferral here."""
        await open_form(interaction, self.habit, self.day, self._take)

    async def _take(self, interaction: Interaction, habit: Habit, told: Told) -> None:
        services, user = interaction.client.services, await present(interaction)
        await self._show(interaction, await say_done(services, user, habit, told))

    async def _said(self, services: Services, user: User, habit: Habit) -> Telling:
        match self.act:
            case DayAct.SKIP:
                return await say_skipped(services, user, habit, Told(self.day, VIA))
            case DayAct.SNOOZE:
                return await say_later(services, user, habit, self.day)
            case DayAct.UNDO:
                return undone(await services.habits.undo(user.id, habit.id, self.day))
            case DayAct.DONE | DayAct.AMOUNT:
                return await say_done(services, user, habit, Told(self.day, VIA))

    async def _show(self, interaction: Interaction, telling: Telling) -> None:
        changed = rewritten(interaction.message, str(self.item.custom_id), telling, self.owner)
        if changed is None:
            await answer(interaction, told_card(telling, self.owner))
        else:
            await update(interaction, changed, keep_files=True)


class TickMenu(ui.DynamicItem[ui.Select[Any]], template=TICK_MENU):
    """Under a message about more habits than have room for buttons."""

    def __init__(self, menu: ui.Select[Any], owner: int) -> None:
        super().__init__(menu)
        self.owner = owner

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction
        menu: ui.Select[Any] = item if isinstance(item, ui.Select) else ui.Select(custom_id=match.string)
        return cls(menu, int(match["owner"]))

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.owner)
        async with deferring(interaction):
            user = await present(interaction)
            chosen = (value.partition("/") for value in self.item.values)
            days = [(habit, day_of(day)) for habit, _, day in chosen]
            await answer(interaction, Card(text(await tick_off(interaction.client.services, user, days))))


async def open_form(interaction: Interaction, habit_id: str, day: date, take: Take) -> None:
    """Asks how much it was, and gives that to `take`. A habit without an amount any more is just done."""
    services, user = interaction.client.services, await present(interaction)
    habit = await own_habit(services, user, habit_id)
    if habit.amount is None:
        async with deferring(interaction):
            await take(interaction, habit, Told(day, VIA))
        return
    told = (await watch_one(services.table, user, habit, services.clock())).entries.get(day)

    async def then(submitted: Interaction, amount: Number | None, note: str | None) -> None:
        await take(submitted, habit, Told(day, VIA, amount, note))

    await interaction.response.send_modal(AmountForm(habit, told.amount if told else None, then))


def rewritten(
    message: discord.Message | None, custom_id: str, telling: Telling, owner: int
) -> ui.LayoutView | None:
    """The message, where the card with this button says what came of it; None where there is none."""
    if message is None:
        return None
    view = ui.LayoutView.from_message(message, timeout=None)
    for frame in view.children:
        if isinstance(frame, ui.Container) and any(
            isinstance(one, ui.Button) and one.custom_id == custom_id for one in frame.walk_children()
        ):
            room = MOST_TEXT - (view.content_length() - frame.content_length())
            frame.clear_items()
            frame.accent_colour = telling.look.colour
            frame.add_item(ui.TextDisplay(cut(telling.content, room)))
            for buttons in telling.rows(owner):
                frame.add_item(buttons)
            return view
    return None


def day_of(text: str) -> date:
    """Raises Problem for what no calendar has."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Problem("This button is of no day that there is. Ask again with a command.") from error
