"""Whom an interaction comes from: their account, made at first use."""

from bot.slash.answers import Interaction, turn_of
from bot.slash.people import Ahead, Present, nothing
from bot.slash.zone_select import zone_question
from tracker.accounts.model import User


async def present(interaction: Interaction) -> User:
    """The person. Whoever is here for the first time is asked for their zone after the answer."""
    return (await visit(interaction)).user


async def visit(interaction: Interaction, ahead: Ahead = nothing) -> Present:
    """The person, and what was read together with their account."""
    services = interaction.client.services
    found = await services.people.present(interaction.user.id, ahead)
    if found.newly:
        turn_of(interaction).afterwards = zone_question(interaction.user.id, services.clock())
    return found


async def known(interaction: Interaction) -> User | None:
    """The person, if there is one already: for autocompletes, which make nobody an account."""
    return await interaction.client.services.people.known(interaction.user.id)


def ask_nothing(interaction: Interaction) -> None:
    """For a command that is itself the answer to the question."""
    turn_of(interaction).afterwards = None
