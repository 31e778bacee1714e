"""`/points` and `/achievements`: what a person has earned by their habits."""

from typing import Any

from discord import app_commands

from bot.page import page_of
from bot.services import Services
from bot.slash.answers import Interaction, answer
from bot.slash.cards import Card
from bot.slash.options import SHARE
from bot.slash.paging import PAGES, Place, turn_rows
from bot.slash.person import present
from bot.slash.reward_cards import (
    ACHIEVEMENTS_PER_PAGE,
    LEDGER_PER_PAGE,
    achievements_card,
    points_card,
    prizes,
)
from tracker.accounts.model import User
from tracker.rewards.wallet import achievements_of, ledger_page, wallet_of

POINTS, ACHIEVEMENTS = "points", "achievements"


@app_commands.describe(share=SHARE)
async def show_points(interaction: Interaction, *, share: bool = False) -> None:
    """Show your points, your level, your coins, and what gave them"""
    user, place = await present(interaction), Place(POINTS, interaction.user.id)
    await answer(interaction, await points_page(interaction.client.services, user, place), share=share)


@app_commands.describe(share=SHARE)
async def show_achievements(interaction: Interaction, *, share: bool = False) -> None:
    """Show what you have achieved, and what there is still to achieve"""
    user, place = await present(interaction), Place(ACHIEVEMENTS, interaction.user.id)
    await answer(interaction, await achievements_page(interaction.client.services, user, place), share=share)


points: app_commands.Command[Any, ..., None] = app_commands.command(name="points")(show_points)
achievements: app_commands.Command[Any, ..., None] = app_commands.command(name="achievements")(
    show_achievements
)


async def points_page(services: Services, user: User, place: Place) -> Card:
    """The ledger is read as far as the page goes, and one line further."""
    wallet = await wallet_of(services.table, user.id)
    read = await ledger_page(services.table, user.id, (place.number + 1) * LEDGER_PER_PAGE + 1)
    page = page_of(read.entries, place.number, LEDGER_PER_PAGE)
    names = {one.id: one.name for one in await services.habits.list(user.id, archived=True)}
    return points_card(wallet, page, names, turn_rows(place, page))


async def achievements_page(services: Services, user: User, place: Place) -> Card:
    held = await achievements_of(services.table, user.id)
    page = page_of(prizes(held), place.number, ACHIEVEMENTS_PER_PAGE)
    return achievements_card(page, len(held), turn_rows(place, page))


PAGES[POINTS] = points_page
PAGES[ACHIEVEMENTS] = achievements_page
