"""`/today`: what there is to do until the person's day ends."""

from typing import Any

from discord import app_commands

from bot.own import BELONGINGS, Own
from bot.page import Page, page_of
from bot.services import Services
from bot.slash.answers import Interaction, answer
from bot.slash.cards import Card
from bot.slash.day_cards import TODAY_PER_PAGE, for_today, today_card
from bot.slash.list_cards import no_goals_card
from bot.slash.options import SHARE
from bot.slash.paging import PAGES, Place
from bot.slash.person import present
from tracker.accounts.model import User
from tracker.goals.model import Goal, GoalStatus

LIST = "today"


@app_commands.describe(share=SHARE)
async def show_today(interaction: Interaction, *, share: bool = False) -> None:
    """Show what there is to do today, what needs you first"""
    user = await present(interaction)
    place = Place(LIST, interaction.user.id)
    await answer(interaction, await today_page(interaction.client.services, user, place), share=share)


async def today_page(services: Services, user: User, place: Place) -> Card:
    """All goals under way are looked at: what needs somebody first is known only then."""
    view = await BELONGINGS.shown(services, user, _under_way)
    if not view.own.characters:
        return no_goals_card(has_characters=False)
    return today_card(page_of(for_today(view.page.items), place.number, TODAY_PER_PAGE), place)


def _under_way(own: Own) -> Page[Goal]:
    goals = [goal for goal in own.goals if goal.status is GoalStatus.ACTIVE]
    return page_of(goals, 0, max(len(goals), 1))


today: app_commands.Command[Any, ..., None] = app_commands.command(name="today")(show_today)
PAGES[LIST] = today_page
