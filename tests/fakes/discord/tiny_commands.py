"""The commands of the tiny bot: one of everything."""

import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from tests.fakes.discord.tiny_views import Card, Panel

if TYPE_CHECKING:
    from tests.fakes.discord.tiny_bot import TinyBot

PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x02\x00\x00\x00"
    b"\x12\x16\xf1M\x00\x00\x00\x00IEND\xaeB`\x82"
)


def add_commands(bot: "TinyBot") -> None:
    _add_answers(bot)
    _add_goals(bot)
    _add_server(bot)


def _add_answers(bot: "TinyBot") -> None:
    @bot.tree.command(description="Answers")
    async def ping(interaction: discord.Interaction, share: bool = False) -> None:  # noqa: FBT001, FBT002 - an option
        if (action := bot.does.get("ping")) is not None:
            await action(interaction)
        else:
            await interaction.response.send_message(f"pong {interaction.user.name}", ephemeral=not share)

    @bot.tree.command(description="A panel with buttons")
    async def panel(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("choose", view=Panel())

    @bot.tree.command(description="A card with a picture")
    async def card(interaction: discord.Interaction) -> None:
        picture = discord.File(io.BytesIO(PNG), "chart.png")
        await interaction.response.send_message(view=Card(), file=picture, ephemeral=True)

    @bot.tree.command(description="Thinks first")
    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(content="thought")
        await interaction.followup.send("and more", ephemeral=True)

    @bot.tree.command(description="Takes everything")
    @app_commands.choices(
        size=[app_commands.Choice(name="Small", value=1), app_commands.Choice(name="Big", value=2)]
    )
    async def everything(  # noqa: PLR0917 - the options of a command
        interaction: discord.Interaction,
        who: discord.User,
        where: app_commands.AppCommandChannel | None = None,
        what: discord.Role | None = None,
        file: discord.Attachment | None = None,
        size: int = 1,
        share_of: app_commands.Range[float, 0, 1] = 0.5,
    ) -> None:
        read = await file.read() if file else b""
        await interaction.response.send_message(f"{who} {where} {what} {read.decode()} {size} {share_of}")


def _add_goals(bot: "TinyBot") -> None:
    goal = app_commands.Group(name="goal", description="Goals")
    bot.tree.add_command(goal)

    @goal.command(description="Add a goal")
    async def add(
        interaction: discord.Interaction, goal: str, day_start: app_commands.Range[int, 0, 23] = 0
    ) -> None:
        await interaction.response.send_message(f"added {goal} from {day_start}")

    @add.autocomplete("goal")
    async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        if (action := bot.does.get("suggest")) is not None:
            return await action(interaction)
        return [app_commands.Choice(name=f"{current} Woodcutting", value=f"{current} wc")]


def _add_server(bot: "TinyBot") -> None:
    server = app_commands.Group(
        name="server",
        description="For this server",
        # Neither `guild_only` nor leaving the others out: what the tree allows would still hold.
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        default_permissions=discord.Permissions(manage_guild=True),
    )
    bot.tree.add_command(server)

    @server.command(description="Where to announce")
    async def announce(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"manager: {interaction.permissions.manage_guild}")
