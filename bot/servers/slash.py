"""`/server` for those who manage one, and `/announce` for everybody there."""

from collections.abc import Collection
from typing import Literal

import aiohttp
import discord
from discord import app_commands

from bot.documents import Nothing
from bot.managed_server import managed_server
from bot.servers import requests, usecases, view
from bot.slash.acting import act, known_visit, respond, visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.guilds import CannotWrite, set_up_here
from bot.slash.options import Name
from bot.slash.part import SlashPart
from bot.slash.press import Press, on_press
from bot.slash.render import ANYBODY, card
from bot.slash.setting_suggestions import digest_times_like, quiet_hours_like, zones_like
from bot.slash.suggestions import choices
from bot.view import View
from bot.visit import Visit
from scheduler.channels.discord.channel import failure_of
from tracker.servers.errors import NotAnnounced
from tracker.servers.model import Announces, Board, News
from tracker.servers.service import check_manager

WHAT = [
    app_commands.Choice(name="goals that are reached", value=Announces.REACHED.value),
    app_commands.Choice(name="goals that are reached, and milestones", value=Announces.MILESTONES.value),
    app_commands.Choice(name="nothing any more", value=Announces.NOTHING.value),
]
NEWS = [app_commands.Choice(name=name, value=news.value) for news, name in view.NEWS.items()]


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

    @app_commands.command(name="announce-channel")
    @app_commands.describe(
        channel="Where; this one, unless you say",
        what="What everybody is told of those who agree; as before, unless you say",
    )
    @app_commands.choices(what=WHAT)
    async def announce_channel(
        self,
        interaction: Interaction,
        channel: app_commands.Transform[app_commands.AppCommandChannel, PostChannel] | None = None,
        what: str | None = None,
    ) -> None:
        """Choose where Questlog tells everybody what members reach"""
        here = await visit(interaction)
        check_manager(here.guild)
        server = await set_up_here(interaction)
        place = channel.id if channel else interaction.channel_id or 0
        ask = requests.ChooseChannel(channel=f"{place}", what=None if what is None else Announces(what))
        if tells := server.announcing(ask.what).news:
            await _invite(interaction, here, ask.channel, (*tells, News.GAINS))
        await respond(interaction, here, view.server(here, await usecases.choose_channel(here, ask)))

    @app_commands.command(name="channel")
    @app_commands.describe(news="Which news", channel="Where; without it, where all other news is")
    @app_commands.choices(news=[app_commands.Choice(name=one.value, value=one.value) for one in Board])
    async def board(
        self,
        interaction: Interaction,
        news: str,
        channel: app_commands.Transform[app_commands.AppCommandChannel, PostChannel] | None = None,
    ) -> None:
        """Give one kind of news a channel of its own"""
        here = await visit(interaction)
        await managed_server(here)
        ask = requests.ChooseBoard(news=Board(news), channel=f"{channel.id}" if channel else None)
        if ask.channel is not None:
            await _post(interaction, here, ask.channel, view.board(here, ask.news))
        await respond(interaction, here, view.server(here, await usecases.choose_board(here, ask)))

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
        here = await visit(interaction)
        before = await usecases.change_server(here, requests.ChangeServer())
        ask = requests.ChangeServer(digest=frequency, digest_time=time, digest_when_quiet=when_quiet)
        if frequency != "off" and before.channel is not None and News.GAINS not in before.tells:
            await _invite(interaction, here, before.channel.id, (*before.tells, News.GAINS))
        await respond(interaction, here, view.server(here, await usecases.change_server(here, ask)))

    @app_commands.command()
    @app_commands.describe(
        timezone="A place whose clocks the server follows, such as Europe/Berlin",
        quiet_hours="When nothing is written, such as 22:00-07:00; off ends them",
    )
    @app_commands.rename(quiet_hours="quiet-hours")
    async def settings(
        self,
        interaction: Interaction,
        timezone: Name | None = None,
        quiet_hours: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        """Show how Questlog is set up for this server, or change its clocks"""
        ask = requests.ChangeServer(timezone=timezone, quiet_hours=quiet_hours)
        await act(interaction, usecases.change_server, ask, view.server)

    @digest.autocomplete("time")
    @suggesting
    async def suggest_time(self, interaction: Interaction, current: str) -> Suggestions:
        del interaction
        return digest_times_like(current)

    @settings.autocomplete("timezone")
    @suggesting
    async def suggest_zone(self, interaction: Interaction, current: str) -> Suggestions:
        return zones_like(current, interaction.client.services.clock())

    @settings.autocomplete("quiet_hours")
    @suggesting
    async def suggest_quiet(self, interaction: Interaction, current: str) -> Suggestions:
        del interaction
        return quiet_hours_like(current)


async def _invite(interaction: Interaction, here: Visit, channel: str, tells: Collection[News]) -> None:
    """Members are asked before more is told of them than they agreed to. Raises CannotWrite."""
    await _post(interaction, here, channel, view.invitation(here, tells))


async def _post(interaction: Interaction, here: Visit, channel: str, shown: View) -> None:
    """Before anything is changed: whoever may not write there learns it now. Raises CannotWrite."""
    made = card(here, shown, ANYBODY)
    made.stop()  # it answers by its ids alone, so nobody need remember the view itself
    try:
        await interaction.client.get_partial_messageable(int(channel)).send(view=made)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        if (failure := failure_of(error)) is None:
            raise
        raise CannotWrite(
            f"I could not write in that channel, so nothing was changed: {failure}. Let me see it and send "
            "messages there (in the channel's settings, Permissions), and try again."
        ) from error


class AnnounceCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="announce", description="Whether everybody on a server hears what you reach")

    @app_commands.command()
    @app_commands.describe(what="What they may hear; goals you reach, unless you say")
    @app_commands.choices(what=NEWS)
    async def on(self, interaction: Interaction, what: str = News.REACHED.value) -> None:
        """Let everybody on this server hear what you reach in games"""
        await act(interaction, usecases.announce_me, requests.Agree(what=News(what)), view.announcement)

    @app_commands.command()
    @app_commands.describe(
        server="Which one, if you are not there right now", what="Only this; everything, unless you say"
    )
    @app_commands.choices(what=NEWS)
    async def off(
        self, interaction: Interaction, server: Name | None = None, what: str | None = None
    ) -> None:
        """Be announced on a server no longer"""
        here = await visit(interaction)
        ask = requests.NameServer(server=server, what=None if what is None else News(what))
        try:
            shown = view.announcement(here, await usecases.announce_me_no_more(here, ask))
        except NotAnnounced as which:
            if not which.suggestions:
                raise
            shown = view.which_server(here, which)
        await respond(interaction, here, shown)

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """Show where what you reach is announced"""
        await act(interaction, usecases.list_announcements, Nothing(), view.announcements)

    @off.autocomplete("server")
    @suggesting
    async def suggest_servers(self, interaction: Interaction, current: str) -> Suggestions:
        here, wanted = await known_visit(interaction), current.strip().casefold()
        mine = () if here is None else (await usecases.list_announcements(here, Nothing())).servers
        return choices((one.name, one.server) for one in mine if wanted in one.name.casefold())


@on_press(r"ql:announce:(?P<answer>on|off)(?::(?P<news>reached|milestones|gains))?")
async def announce_button(press: Press) -> None:
    """Under an invitation that everybody sees: whoever presses it speaks for themselves.

    Without news it is one of an earlier version, which asked about goals that are reached, or ends all.
    """
    here, news = await press.visit(), News(press["news"]) if press["news"] else None
    if press["answer"] == "on":
        done = await usecases.announce_me(here, requests.Agree(what=news or News.REACHED))
    else:
        done = await usecases.announce_me_no_more(here, requests.NameServer(what=news))
    shown, message = view.announcement(here, done), press.interaction.message
    is_own = message is not None and message.flags.ephemeral
    await (press.replace(here, shown) if is_own else press.answer(here, shown))


@on_press(r"ql:announce:leave:(?P<owner>[0-9]{1,20}):(?P<server>[0-9A-Za-z]{1,40})")
async def leave_button(press: Press) -> None:
    here = await press.visit()
    left = await usecases.announce_me_no_more(here, requests.NameServer(server=press["server"]))
    await press.replace(here, view.announcement(here, left))


SLASH = SlashPart(commands=(AnnounceCommands, ServerCommands), items=(announce_button, leave_button))
