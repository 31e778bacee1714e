"""Who may do what: buttons and selects are one person's, and what is about a server is for its managers."""

from discord import app_commands

from bot.slash.answers import Interaction
from bot.slash.errors import Problem


def check_owner(interaction: Interaction, owner: int) -> None:
    """Nobody else learns anything from it."""
    if interaction.user.id != owner:
        raise Problem("This is not yours. Ask for your own with a command; /help lists them.")


def check_manager(interaction: Interaction) -> None:
    """Asked for at each use: administrators can show a command to everybody."""
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    held = interaction.permissions
    if not (held.manage_guild or held.administrator):
        raise app_commands.MissingPermissions(["manage_guild"])
