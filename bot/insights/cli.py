"""`questlog insights`."""

from pathlib import Path

import click

from bot.cli.acting import Acting, acting
from bot.cli.charts import act_with_chart, chart_options
from bot.documents import Nothing
from bot.insights import usecases, view
from bot.insights.requests import HideInsight, ShowInsights, TellInsights


@click.command()
@click.option("--now", is_flag=True, help="Look at your numbers now, and not only once a week.")
@click.option("--hide", metavar="NUMBER", help="Do not show this one again, by its number.")
@click.option("--show-hidden", is_flag=True, help="Show again what you have hidden.")
@click.option("--tell", type=click.Choice(["on", "off"]), help="Hear of a new one, once a week at most.")
@chart_options
@acting
def insights(
    act: Acting,
    *,
    now: bool,
    hide: str | None,
    show_hidden: bool,
    tell: str | None,
    chart: Path | None,
    dark: bool,
) -> None:
    """Show what your numbers say: trends, weekdays, records.

    They say little, and each says how many days it follows from; what goes together and the week to come,
    too. Questlog looks once a week.
    """
    if hide is not None:
        act(usecases.hide, HideInsight(insight=hide), view.hidden)
    elif show_hidden:
        act(usecases.show_hidden, Nothing(), view.insights)
    elif tell is not None:
        act(usecases.choose, TellInsights(tell=tell == "on"), view.chosen)
    else:
        act_with_chart(act, usecases.show, ShowInsights(now=now), view.insights, chart, dark=dark)
