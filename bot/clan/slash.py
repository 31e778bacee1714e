"""`/clan`: each command takes its options apart, and calls a use case."""

from discord import app_commands

from bot.clan import usecases, view
from bot.clan.requests import ShowClan
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart
from bot.view import View
from bot.visit import Visit
from tracker.goals.pace.gains import Period

PERIODS = [
    app_commands.Choice(name=view.WHEN[one], value=one.value)
    for one in (Period.DAY, Period.WEEK, Period.MONTH)
]


class ClanCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(
            name="clan",
            description="What the members of this server gained, of those who agreed to it",
            guild_only=True,
        )

    @app_commands.command()
    @app_commands.describe(
        skill="A skill or a boss: woodcutting, zulrah; all skills, unless you say",
        period="When: this week, unless you say",
        share=SHARE,
    )
    @app_commands.choices(period=PERIODS)
    async def gains(
        self,
        interaction: Interaction,
        skill: Name | None = None,
        period: str = Period.WEEK.value,
        *,
        share: bool = False,
    ) -> None:
        """Show who gained how much"""
        ask = ShowClan(skill=skill, period=Period(period))
        await act(interaction, usecases.gains, ask, view.gains, share=share)

    @app_commands.command()
    @app_commands.describe(
        skill="A skill or a boss; the best of each, unless you say",
        period="When: this week, unless you say",
        share=SHARE,
    )
    @app_commands.choices(period=PERIODS)
    async def top(
        self,
        interaction: Interaction,
        skill: Name | None = None,
        period: str = Period.WEEK.value,
        *,
        share: bool = False,
    ) -> None:
        """Show who is the best in each skill and at each boss"""
        ask = ShowClan(skill=skill, period=Period(period))
        await act(interaction, usecases.top, ask, view.top, share=share)


def _ask(number: int, about: str) -> ShowClan:
    skill, _, period = about.rpartition("/")
    return ShowClan(skill=skill or None, period=Period(period), page=number)


async def gains_page(here: Visit, number: int, about: str) -> View:
    return view.gains(here, await usecases.gains(here, _ask(number, about)))


async def top_page(here: Visit, number: int, about: str) -> View:
    return view.top(here, await usecases.top(here, _ask(number, about)))


SLASH = SlashPart(commands=(ClanCommands,), lists={view.GAINS: gains_page, view.TOP: top_page})
