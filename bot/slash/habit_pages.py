"""Habits as they are shown: one with everything about it and its buttons, and the pages of the list."""

import asyncio
import re
from datetime import date
from typing import Any, NamedTuple, Self

import discord
from discord import ButtonStyle, ui

from bot.own import BELONGINGS
from bot.page import page_of
from bot.services import Services
from bot.slash.answers import Interaction, deferring, update
from bot.slash.attached import habit_picture
from bot.slash.cards import Card, row
from bot.slash.errors import guarded
from bot.slash.goal_words import title_of
from bot.slash.habit_buttons import day_of, open_form
from bot.slash.habit_cards import HABITS_PER_PAGE, habit_card, habits_card
from bot.slash.habit_telling import (
    HAPPENED,
    VIA,
    first_acts,
    further_acts,
    own_habit,
    say_done,
    say_skipped,
    undone,
)
from bot.slash.ownership import check_owner
from bot.slash.paging import PAGES, Place
from bot.slash.person import present
from scheduler.channels.discord.buttons import DayAct
from tracker.accounts.model import User
from tracker.habits.changing import Told
from tracker.habits.finding import find_habit, meant
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.scene import read_logs
from tracker.habits.states import Logged
from tracker.habits.watched import Watched, watch, watch_one

LIST, LIST_ARCHIVED = "habits", "habits-archived"
PAUSED = "Paused: nothing is expected until you resume it, and its streak stays."
RESUMED = "It goes on."

_LABELS = {
    DayAct.DONE: "Done",
    DayAct.AMOUNT: "Done",
    DayAct.SKIP: "Skip",
    DayAct.UNDO: "Undo",
    "pause": "Pause",
    "resume": "Resume",
}


class ShownHabit(NamedTuple):
    card: Card
    picture: discord.File | None


async def shown_habit(
    services: Services, user: User, habit: Habit, owner: int, *, lead: str | None = None, draw: bool = True
) -> ShownHabit:
    """`lead` is safe already. Drawing is for those who ask to see it."""
    watched = await watch_one(services.table, user, habit, services.clock())
    skipped, goals = await asyncio.gather(
        _skipped(services, habit, watched.today), _goal_titles(services, user, habit)
    )
    picture = await habit_picture(services, watched) if draw else None
    rows = [row(*card_buttons(watched, owner))]
    return ShownHabit(
        habit_card(watched, skipped, goals=goals, lead=lead, picture=picture, rows=rows), picture
    )


async def _skipped(services: Services, habit: Habit, today: date) -> int:
    logs = await read_logs(services.table, habit.id, today.replace(day=1))
    return sum(one.state is Logged.SKIPPED for one in logs.values())


async def _goal_titles(services: Services, user: User, habit: Habit) -> list[str]:
    if not habit.goal_ids:
        return []
    goals = {goal.id: goal for goal in (await BELONGINGS.of(services, user)).goals}
    return [title_of(goals[one]) for one in habit.goal_ids if one in goals]


def card_buttons(watched: Watched, owner: int) -> list["HabitCardButton"]:
    """What can be said of today, and whether it is to go on."""
    habit, today = watched.habit, watched.today
    if habit.status is not HabitStatus.ACTIVE:
        return [HabitCardButton.of("resume", owner, watched)]
    told = today in watched.entries
    acts = further_acts(habit, watched.state_of(today)) if told else first_acts(habit, later=False)
    return [HabitCardButton.of(act, owner, watched) for act in (*acts, "pause")]


class HabitCardButton(
    ui.DynamicItem[ui.Button[Any]],
    template=r"ql:habit-card:(?P<act>done|amount|skip|undo|pause|resume):(?P<owner>[0-9]{1,20})"
    r":(?P<habit>[^:]{1,40}):(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})",
):
    """Under a card with everything about a habit, which is made anew in its place."""

    def __init__(self, button: ui.Button[Any], act: str, owner: int, habit: str, day: str) -> None:
        super().__init__(button)
        self.act, self.owner, self.habit, self.said_day = act, owner, habit, day

    @classmethod
    def of(cls, act: str, owner: int, watched: Watched) -> Self:
        habit, day = watched.habit, f"{watched.today}"
        tells = act in (DayAct.DONE, DayAct.AMOUNT)
        button: ui.Button[Any] = ui.Button(
            custom_id=f"ql:habit-card:{act}:{owner}:{habit.id}:{day}",
            label=HAPPENED if tells and habit.target.at_most else _LABELS[act],
            style=ButtonStyle.success if tells and not habit.target.at_most else ButtonStyle.secondary,
        )
        return cls(button, act, owner, habit.id, day)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        button: ui.Button[Any] = ui.Button(custom_id=match.string)
        return cls(button, match["act"], int(match["owner"]), match["habit"], match["day"])

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.owner)
        if self.act == DayAct.AMOUNT:
            await open_form(interaction, self.habit, day_of(self.said_day), self._take)
            return
        async with deferring(interaction):
            services, user = interaction.client.services, await present(interaction)
            habit = await own_habit(services, user, self.habit)
            await self._show(interaction, user, await self._do(services, user, habit))

    async def _take(self, interaction: Interaction, habit: Habit, told: Told) -> None:
        user = await present(interaction)
        telling = await say_done(interaction.client.services, user, habit, told)
        await self._show(interaction, user, telling.words)

    async def _do(self, services: Services, user: User, habit: Habit) -> str:
        """What came of it, in safe words."""
        told = Told(day_of(self.said_day), VIA)
        match self.act:
            case DayAct.SKIP:
                return (await say_skipped(services, user, habit, told)).words
            case DayAct.UNDO:
                return undone(await services.habits.undo(user.id, habit.id, told.day)).words
            case "pause":
                await services.habits.pause(user.id, habit.id)
                return PAUSED
            case "resume":
                await services.habits.resume(user.id, habit.id)
                return RESUMED
            case _:
                return (await say_done(services, user, habit, told)).words

    async def _show(self, interaction: Interaction, user: User, lead: str) -> None:
        services = interaction.client.services
        habit = await own_habit(services, user, self.habit)
        drawn = interaction.message is not None and _has_picture(interaction.message)
        shown = await shown_habit(services, user, habit, self.owner, lead=lead, draw=drawn)
        await update(interaction, shown.card, file=shown.picture)


def _has_picture(message: discord.Message) -> bool:
    """Whether the card was asked for with its picture."""
    view = ui.LayoutView.from_message(message, timeout=None)
    return any(isinstance(one, ui.MediaGallery) for one in view.walk_children())


async def habits_page(services: Services, user: User, place: Place) -> Card:
    page = page_of(await watch(services.table, user, services.clock()), place.number, HABITS_PER_PAGE)
    return habits_card(page, place)


async def archived_page(services: Services, user: User, place: Place) -> Card:
    """Only those on the page are looked at: nobody expects anything of them."""
    every = await services.habits.list(user.id, archived=True)
    put_away = [one for one in every if one.status is HabitStatus.ARCHIVED]
    page, now = page_of(put_away, place.number, HABITS_PER_PAGE), services.clock()
    shown = await asyncio.gather(*(watch_one(services.table, user, one, now) for one in page.items))
    return habits_card(page.showing(shown), place, archived=True)


async def find_any(services: Services, user: User, text: str) -> Habit:
    """Archived ones are meant only where no other habit is. Raises NoSuchHabit, AmbiguousHabit."""
    every = await services.habits.list(user.id, archived=True)
    live = [one for one in every if one.status is not HabitStatus.ARCHIVED]
    return find_habit(live if meant(live, text) else every, text)


PAGES[LIST] = habits_page
PAGES[LIST_ARCHIVED] = archived_page
