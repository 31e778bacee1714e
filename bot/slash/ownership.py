"""Buttons and selects are one person's."""

from bot.slash.answers import Interaction
from bot.slash.errors import Problem


def check_owner(interaction: Interaction, owner: int) -> None:
    """Nobody else learns anything from it."""
    if interaction.user.id != owner:
        raise Problem("This is not yours. Ask for your own with a command; /help lists them.")
