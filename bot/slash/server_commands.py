"""`/server announce-channel|digest|settings`: for those who may manage the server, at the moment of use."""

from typing import Any, Literal

import aiohttp
import discord
from discord import app_commands

from bot.services import Services
from bot.slash.announce_commands import announce_rows, server_here
from bot.slash.answers import Interaction, answer
from bot.slash.cards import Card
from bot.slash.digest_commands import times_like
from bot.slash.errors import Problem, Suggestions, suggesting
from bot.slash.ownership import check_manager
from bot.slash.people import CHANNEL
from bot.slash.server_cards import ServerView, invitation_card, server_card
from bot.slash.settings import quiet_hours_like, zones_like
from bot.slash.whole_message import pages
from scheduler.channels.discord.channel import failure_of
from tracker.accounts.model import User
from tracker.goals.rounds import daily as rounds
from tracker.notify import wishes
from tracker.notify.model import outbox_item
from tracker.servers.model import Announces, Server

NOT_A_MEMBER = (
    "I am not a member of this server yet, so I could write nothing here. Somebody who manages it can add me "
    "from my profile."
)
FIRST = "First choose where: /server announce-channel."
WHAT = [
    app_commands.Choice(name="goals that are reached", value=Announces.REACHED.value),
    app_commands.Choice(name="goals that are reached, and milestones", value=Announces.MILESTONES.value),
    app_commands.Choice(name="nothing any more", value=Announces.NOTHING.value),
]


class PostChannel(app_commands.Transformer):
    """A channel in which messages can be written. The library's own would want all servers in its memory."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [discord.ChannelType.text, discord.ChannelType.news]

    async def transform(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, interaction: Interaction, value: app_commands.AppCommandChannel, /
    ) -> app_commands.AppCommandChannel:
        del interaction
        return value


class ServerCommands(app_commands.Group):
    """Discord hides it from others, and administrators can show it to them: so it is asked here, too."""

    def __init__(self) -> None:
        super().__init__(
            name="server",
            description="For those who manage this server: announcements and a digest for all",
            default_permissions=discord.Permissions(manage_guild=True),
            guild_only=True,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        check_manager(interaction)
        return True

    @app_commands.command(name="announce-channel")
    @app_commands.describe(
        channel="Where; this one, unless you say", what="What everybody is told of those who agree"
    )
    @app_commands.choices(what=WHAT)
    async def announce_channel(
        self,
        interaction: Interaction,
        channel: app_commands.Transform[app_commands.AppCommandChannel, PostChannel] | None = None,
        what: str = Announces.REACHED.value,
    ) -> None:
        """Choose where Questlog tells everybody what members reach"""
        services = interaction.client.services
        server = await set_up_here(interaction)
        chosen = Announces(what)
        if chosen is Announces.NOTHING:
            server = await services.servers.announce(server, chosen)
            lead = "Nothing is announced any more. Those who were announced stay so, for another time."
            await _show(interaction, server, lead)
            return
        place = channel.id if channel else interaction.channel_id or 0
        await _invite(interaction, place, server.model_copy(update={"announces": chosen}))
        await services.channels.add(server.account, CHANNEL, f"channel:{place}")
        server = await services.servers.announce(server, chosen)
        await _show(interaction, server, f"Announced in <#{place}> from now on, where members can say yes.")

    @app_commands.command()
    @app_commands.describe(
        frequency="How often; weekly is on Mondays",
        time="When, by the clocks of the server, such as 18:00",
        when_quiet="Whether it comes also when nothing has moved",
    )
    @app_commands.rename(when_quiet="when-quiet")
    async def digest(
        self,
        interaction: Interaction,
        frequency: Literal["daily", "weekly", "off"],
        time: app_commands.Range[str, 1, 20] | None = None,
        when_quiet: bool | None = None,  # noqa: FBT001 - an option of the command
    ) -> None:
        """Have a summary of what members did in the channel for announcements"""
        changes: dict[str, str] = {"digest": frequency}
        if time is not None:
            changes["digest_time"] = time
        if when_quiet is not None:
            changes["digest_when_quiet"] = "yes" if when_quiet else "no"
        await _change(interaction, changes)

    @app_commands.command()
    @app_commands.describe(
        timezone="A place whose clocks the server follows, such as Europe/Berlin",
        quiet_hours="When nothing is written, such as 22:00-07:00; off ends them",
    )
    @app_commands.rename(quiet_hours="quiet-hours")
    async def settings(
        self,
        interaction: Interaction,
        timezone: app_commands.Range[str, 1, 100] | None = None,
        quiet_hours: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        """Show how Questlog is set up for this server, or change its clocks"""
        given = {"timezone": timezone, "quiet_hours": quiet_hours}
        changes = {name: said for name, said in given.items() if said is not None}
        if changes:
            await _change(interaction, changes)
        else:
            await _show(interaction, await _server(interaction))

    @digest.autocomplete("time")
    @suggesting
    async def suggest_time(self, interaction: Interaction, current: str) -> Suggestions:
        del interaction
        return times_like(current)

    @settings.autocomplete("timezone")
    @suggesting
    async def suggest_zone(self, interaction: Interaction, current: str) -> Suggestions:
        return zones_like(current, interaction.client.services.clock())

    @settings.autocomplete("quiet_hours")
    @suggesting
    async def suggest_quiet(self, interaction: Interaction, current: str) -> Suggestions:
        del interaction
        return quiet_hours_like(current)


async def set_up_here(interaction: Interaction) -> Server:
    """The server, made now if there is none. Raises Problem where the bot is no member of it."""
    assert interaction.guild_id is not None, "the group has asked"  # noqa: S101 - for the type checker
    try:
        guild = await interaction.client.fetch_guild(interaction.guild_id, with_counts=False)
    except (discord.NotFound, discord.Forbidden) as refused:
        raise Problem(NOT_A_MEMBER) from refused
    return await interaction.client.services.servers.set_up(guild.id, guild.name)


async def _invite(interaction: Interaction, place: int, server: Server) -> None:
    """Posted before anything is changed: who may not write there learns it now. Raises Problem."""
    try:
        await interaction.client.get_partial_messageable(place).send(
            view=_stopped(invitation_card(server, announce_rows()))
        )
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        if (failure := failure_of(error)) is None:
            raise
        raise Problem(
            f"I could not write in that channel, so nothing was changed: {failure}. Let me see it and send "
            "messages there (in the channel's settings, Permissions), and try again."
        ) from error


def _stopped(card: Card) -> Card:
    """What is sent answers by its ids alone, so nobody need remember the view itself."""
    card.stop()
    return card


async def _server(interaction: Interaction) -> Server:
    """Raises Problem where there is none yet."""
    found = await server_here(interaction.client.services, interaction)
    if found is None:
        raise Problem(f"This server is not set up yet. {FIRST}")
    return found


async def _change(interaction: Interaction, changes: dict[str, str]) -> None:
    services, server = interaction.client.services, await _server(interaction)
    account = await services.servers.change_settings(server, changes)
    await wishes.follow(services.table, account.id, changes, services.clock().replace(microsecond=0))
    preview = await _preview(services, account) if "digest" in changes else None
    await _show(interaction, server, "Changed.", preview)


async def _preview(services: Services, account: User) -> str | None:
    """What the digest would say if it came now; of a long one the beginning."""
    messages = await rounds.preview(services.table, account, services.clock().replace(microsecond=0))
    return next(iter(pages([outbox_item(one) for one in messages])), None)


async def _show(
    interaction: Interaction, server: Server, lead: str | None = None, preview: str | None = None
) -> None:
    services = interaction.client.services
    view = await view_of(services, server)
    await answer(interaction, server_card(view, services.clock(), lead=lead, preview=preview))


async def view_of(services: Services, server: Server) -> ServerView:
    channels = await services.channels.list(server.account)
    channel = next((one for one in channels if one.channel_type == CHANNEL), None)
    return ServerView(server, await services.servers.account(server), channel)
