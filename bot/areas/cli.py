"""`questlog area`."""

from pathlib import Path

import click

from bot.areas import usecases, view
from bot.areas.requests import AddArea, EditArea, NameArea
from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.cli.charts import act_with_chart, chart_options
from bot.documents import Nothing


@click.group()
def area() -> None:
    """Keep areas of your life, and see what you did in each."""


@area.command(name="list")
@chart_options
@asking(Nothing)
def list_(act: Acting, ask: Nothing, *, chart: Path | None, dark: bool) -> None:
    """List your areas in your own order, with what you did in each."""
    act_with_chart(act, usecases.list_areas, ask, view.areas, chart, dark=dark)


@area.command()
@chart_options
@asking(NameArea, "area")
def show(act: Acting, ask: NameArea, *, chart: Path | None, dark: bool) -> None:
    """Show everything in an area, and how your last month was spread."""
    act_with_chart(act, usecases.show, ask, view.area, chart, dark=dark)


@area.command()
@asking(AddArea, "area")
def add(act: Acting, ask: AddArea) -> None:
    """Put an area on your list: questlog area add health --place 1."""
    act(usecases.add, ask, view.changed)


@area.command()
@asking(EditArea, "area")
def edit(act: Acting, ask: EditArea) -> None:
    """Change an area, or its place on your list. `none` clears an option."""
    act(usecases.edit, ask, view.changed)


@area.command()
@asking(NameArea, "area")
def remove(act: Acting, ask: NameArea) -> None:
    """Take an area off your list; what is in it stays as it is."""
    act(usecases.remove, ask, view.changed)
