"""`/insights`: only for the person who asks, because numbers may be about health."""

from discord import app_commands

from bot.documents import Nothing
from bot.insights import usecases, view
from bot.insights.requests import HideInsight, ShowInsights, TellInsights
from bot.insights.slash_buttons import ITEMS
from bot.slash.acting import act, guest_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.options import Name
from bot.slash.part import SlashPart
from bot.slash.suggestions import choices


@suggesting
async def suggest(interaction: Interaction, typed: str) -> Suggestions:
    here = await guest_visit(interaction)
    found = (await here.services.insights.shown(here.person.id)).insights
    wanted = typed.casefold()
    return choices((one.content, one.handle) for one in found if wanted in one.content.casefold())


class InsightCommands(
    app_commands.Group, name="insights", description="What your numbers say: little, and what holds"
):
    @app_commands.command()
    @app_commands.describe(now="Look at your numbers now, and not only once a week")
    async def show(self, interaction: Interaction, *, now: bool = False) -> None:
        """See trends, weekdays, records, what goes together, and the week to come"""
        await act(interaction, usecases.show, ShowInsights(now=now), view.insights)

    @app_commands.command()
    @app_commands.describe(insight="Which one")
    @app_commands.autocomplete(insight=suggest)
    async def hide(self, interaction: Interaction, insight: Name) -> None:
        """Do not show an insight again"""
        await act(interaction, usecases.hide, HideInsight(insight=insight), view.hidden)

    @app_commands.command(name="show-hidden")
    async def show_hidden(self, interaction: Interaction) -> None:
        """Show again what you have hidden"""
        await act(interaction, usecases.show_hidden, Nothing(), view.insights)

    @app_commands.command()
    @app_commands.describe(on="Whether you hear of it")
    async def tell(self, interaction: Interaction, *, on: bool) -> None:
        """Hear of a new insight by yourself, once a week at most"""
        await act(interaction, usecases.choose, TellInsights(tell=on), view.chosen)


SLASH = SlashPart(commands=(InsightCommands,), items=ITEMS)
