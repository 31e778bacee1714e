"""The server on Discord where somebody is: whether they manage it, and its account here."""

import discord

from bot.slash.answers import Interaction
from tracker.refusals import Reason, Refused
from tracker.servers.model import Guild, Server


class BotNotMember(Refused):
    """The person installed the bot for themselves, and the server has not."""

    code = "bot_not_member"


class CannotWrite(Refused):
    """Discord does not let the bot write in that channel."""

    code = "cannot_write_there"
    reason = Reason.UNAVAILABLE


def guild_of(interaction: Interaction) -> Guild | None:
    """None in direct messages."""
    held = interaction.permissions
    if interaction.guild_id is None:
        return None
    return Guild(interaction.guild_id, is_managed=held.manage_guild or held.administrator)


async def set_up_here(interaction: Interaction) -> Server:
    """The account of the server, made now if there is none, with its name of today. Raises BotNotMember."""
    assert interaction.guild_id is not None, "the caller has asked"  # noqa: S101 - for the type checker
    try:
        guild = await interaction.client.fetch_guild(interaction.guild_id, with_counts=False)
    except (discord.NotFound, discord.Forbidden) as refused:
        raise BotNotMember(
            "I am not a member of this server yet, so I could write nothing here. Somebody who manages it "
            "can add me from my profile."
        ) from refused
    return await interaction.client.services.servers.set_up(guild.id, guild.name)
