"""`/period`."""

from typing import Any

from discord import app_commands

from bot.periods import usecases, view
from bot.periods.requests import MOST_BACK, PeriodKind, ShowPeriod
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import SHARE
from bot.slash.part import SlashPart

KINDS = [app_commands.Choice(name=one.value, value=one.value) for one in PeriodKind]


@app_commands.describe(
    period="This week, unless you say", back="How many before this one: 1 is the last", share=SHARE
)
@app_commands.choices(period=KINDS)
async def show_period(
    interaction: Interaction,
    period: str = PeriodKind.WEEK.value,
    back: app_commands.Range[int, 0, MOST_BACK] = 0,
    *,
    share: bool = False,
) -> None:
    """Show all your numbers of a week, a month or a year: habits, goals and metrics"""
    await act(
        interaction, usecases.show, ShowPeriod(period=PeriodKind(period), back=back), view.period, share=share
    )


shown: app_commands.Command[Any, ..., None] = app_commands.command(name="period")(show_period)

SLASH = SlashPart(commands=(shown,))
