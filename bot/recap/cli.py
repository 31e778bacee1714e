"""`questlog recap`."""

from pathlib import Path

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.cli.charts import act_with_chart, chart_options
from bot.recap import usecases, view
from bot.recap.requests import LookBack


@click.command()
@chart_options
@asking(LookBack, "period")
def recap(act: Acting, ask: LookBack, *, chart: Path | None, dark: bool) -> None:
    """Look back at a month or a year: goals, streaks, best days."""
    act_with_chart(act, usecases.look, ask, view.recap, chart, dark=dark)
