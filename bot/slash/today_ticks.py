"""The page of `/today`, and what ticks habits off on it: menus for several, buttons for amounts.

All of it works after a restart, and changes the message in its place.
"""

import asyncio
import re
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple, Self

import discord
from discord import SelectOption, ui

from bot.own import BELONGINGS, Own
from bot.page import Page, page_of
from bot.pictures import plain_line
from bot.services import Services
from bot.slash.answers import Interaction, deferring, update
from bot.slash.cards import Card, Row, row
from bot.slash.day_cards import for_today, habits_for_today, today_card, today_pages
from bot.slash.errors import guarded
from bot.slash.habit_buttons import day_of, open_form
from bot.slash.habit_form import asked
from bot.slash.habit_telling import say_done, take_back, tick_off
from bot.slash.list_cards import no_goals_card
from bot.slash.ownership import check_owner
from bot.slash.paging import PAGES, Place
from bot.slash.person import present
from tracker.accounts.model import User
from tracker.goals.model import Goal, GoalStatus
from tracker.habits.changing import Told
from tracker.habits.model import Habit
from tracker.habits.watched import Watched, watch
from tracker.habits.words.wording import today_text, wanted_text

LIST = "today"
MOST_BUTTONS = 5
"""In one row."""
LONGEST_LABEL, LONGEST_BUTTON = 100, 40
"""Of what can be chosen, for Discord, and of a name on a button."""

_SHEET = r"(?P<owner>[0-9]{1,20}):(?P<number>[0-9]{1,6}):(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
_PLACEHOLDERS = {"tick": "Tick off what you did", "undo": "Take something back"}


class Sheet(NamedTuple):
    """Whose day it is, which one, and which page of it."""

    owner: int
    number: int
    said_day: str

    def __str__(self) -> str:
        return f"{self.owner}:{self.number}:{self.said_day}"

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        return cls(int(match["owner"]), int(match["number"]), match["day"])

    @property
    def day(self) -> date:
        """Raises Problem."""
        return day_of(self.said_day)


class TodayMenu(ui.DynamicItem[ui.Select[Any]], template=rf"ql:today:(?P<act>tick|undo):{_SHEET}"):
    """Done means all of it here; the day is the one that was shown, also after midnight."""

    def __init__(self, act: str, sheet: Sheet, options: Sequence[SelectOption]) -> None:
        self.act, self.sheet = act, sheet
        super().__init__(
            ui.Select(
                custom_id=f"ql:today:{act}:{sheet}",
                placeholder=_PLACEHOLDERS[act],
                options=list(options),
                max_values=max(len(options), 1),
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction
        return cls(match["act"], Sheet.read(match), item.options if isinstance(item, ui.Select) else [])

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.sheet.owner)
        async with deferring(interaction):
            services, user = interaction.client.services, await present(interaction)
            days = [(habit, self.sheet.day) for habit in self.item.values]
            words = await (tick_off if self.act == "tick" else take_back)(services, user, days)
            await _show_again(interaction, user, self.sheet, words)


class TodayButton(
    ui.DynamicItem[ui.Button[Any]], template=rf"ql:today:amount:{_SHEET}:(?P<habit>[^:]{{1,40}})"
):
    """Asks how much of a habit was done."""

    def __init__(self, sheet: Sheet, habit: str, label: str = "") -> None:
        self.sheet, self.habit = sheet, habit
        super().__init__(ui.Button(custom_id=f"ql:today:amount:{sheet}:{habit}", label=label))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(Sheet.read(match), match["habit"])

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.sheet.owner)
        await open_form(interaction, self.habit, self.sheet.day, self._take)

    async def _take(self, interaction: Interaction, habit: Habit, told: Told) -> None:
        user = await present(interaction)
        telling = await say_done(interaction.client.services, user, habit, told)
        await _show_again(interaction, user, self.sheet, telling.words)


async def _show_again(interaction: Interaction, user: User, sheet: Sheet, lead: str) -> None:
    place = Place(LIST, sheet.owner, sheet.number)
    await update(interaction, await today_page(interaction.client.services, user, place, lead=lead))


async def today_page(services: Services, user: User, place: Place, *, lead: str | None = None) -> Card:
    """All goals under way are looked at: what needs somebody first is known only then.

    After something was ticked off, `lead` says so, and it can be taken back.
    """
    view, watched = await asyncio.gather(
        BELONGINGS.shown(services, user, _under_way), watch(services.table, user, services.clock())
    )
    if not view.own.characters and not watched:
        return no_goals_card(has_characters=False)
    page = today_pages(habits_for_today(watched), for_today(view.page.items), place.number)
    habits = [one for one in page.items if isinstance(one, Watched)]
    ticks = tick_rows(habits, place.owner, page.number, undo=lead is not None)
    return today_card(page, place, lead=lead, ticks=ticks)


def tick_rows(habits: Sequence[Watched], owner: int, number: int, *, undo: bool) -> list[Row]:
    """For what is still to do on a page, and for taking back what was just told."""
    if not habits:
        return []
    sheet = Sheet(owner, number, f"{habits[0].today}")
    due = [one for one in habits if one.is_due]
    told = [one for one in habits if one.today in one.entries] if undo else []
    counted = [one for one in due if one.habit.amount is not None][:MOST_BUTTONS]
    buttons = [TodayButton(sheet, one.habit.id, _asks(one.habit)) for one in counted]
    return [
        *_menu("tick", sheet, due),
        *([row(*buttons)] if buttons else []),
        *_menu("undo", sheet, told),
    ]


def _menu(act: str, sheet: Sheet, habits: Sequence[Watched]) -> list[Row]:
    return [row(TodayMenu(act, sheet, [_option(one) for one in habits]))] if habits else []


def _option(watched: Watched) -> SelectOption:
    words = today_text(watched) if watched.today in watched.entries else wanted_text(watched.habit)
    return SelectOption(
        label=plain_line(watched.habit.name, LONGEST_LABEL) or "Habit",
        value=watched.habit.id,
        description=plain_line(words, LONGEST_LABEL),
    )


def _asks(habit: Habit) -> str:
    """`Read: how many pages?`."""
    return f"{plain_line(habit.name, LONGEST_BUTTON) or 'Habit'}: {asked(habit).lower()}"


def _under_way(own: Own) -> Page[Goal]:
    goals = [goal for goal in own.goals if goal.status is GoalStatus.ACTIVE]
    return page_of(goals, 0, max(len(goals), 1))


PAGES[LIST] = today_page
