"""`/area`: each command takes its options apart, and calls a use case."""

from typing import TypeAlias

from discord import app_commands

from bot.areas import usecases, view
from bot.areas.requests import AddArea, AreaOptions, EditArea, NameArea
from bot.documents import Nothing
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import Name
from bot.slash.part import SlashPart
from tracker.life.areas import LONGEST_ICON, LONGEST_TEXT, MOST_AREAS

AREA = "Which one: its name, or the beginning of it"
Icon: TypeAlias = app_commands.Range[str, 1, LONGEST_ICON]
Line: TypeAlias = app_commands.Range[str, 1, LONGEST_TEXT]
Place: TypeAlias = app_commands.Range[int, 1, MOST_AREAS]

_ABOUT = AreaOptions.described()


class AreaCommands(
    app_commands.Group, name="area", description="Areas of your life, and what you did in each of them"
):
    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """List your areas in your own order, with what you did in each"""
        await act(interaction, usecases.list_areas, Nothing(), view.areas)

    @app_commands.command()
    @app_commands.describe(area=AREA)
    async def show(self, interaction: Interaction, area: Name) -> None:
        """See everything in an area, and how your last month was spread"""
        await act(interaction, usecases.show, NameArea(area=area), view.area)

    @app_commands.command()
    @app_commands.describe(area="What it is called: health, work, family", **_ABOUT)
    async def add(
        self,
        interaction: Interaction,
        area: Name,
        icon: Icon | None = None,
        description: Line | None = None,
        place: Place | None = None,
    ) -> None:
        """Put an area on your list"""
        ask = AddArea(area=area, icon=icon, description=description, place=place)
        await act(interaction, usecases.add, ask, view.changed)

    @app_commands.command()
    @app_commands.describe(area=AREA, name="A new name; what is in it goes along", **_ABOUT)
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        area: Name,
        name: Name | None = None,
        icon: Icon | None = None,
        description: Line | None = None,
        place: Place | None = None,
    ) -> None:
        """Change an area, or its place on your list"""
        ask = EditArea(area=area, name=name, icon=icon, description=description, place=place)
        await act(interaction, usecases.edit, ask, view.changed)

    @app_commands.command()
    @app_commands.describe(area=AREA)
    async def remove(self, interaction: Interaction, area: Name) -> None:
        """Take an area off your list; what is in it stays as it is"""
        await act(interaction, usecases.remove, NameArea(area=area), view.changed)


SLASH = SlashPart(commands=(AreaCommands,))
