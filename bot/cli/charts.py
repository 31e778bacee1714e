"""`--chart FILE.png`: an answer that has a picture, and the picture as a file."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from bot.cli.acting import Acting
from bot.documents import Ask, Document
from bot.exits import Refusal
from bot.view import View
from bot.visit import Visit
from tracker.locales import written_for

_Command = TypeVar("_Command", bound=Callable[..., Any])
_Ask = TypeVar("_Ask", bound=Ask)
_Answer = TypeVar("_Answer", bound=Document)


def chart_options(command: _Command) -> _Command:
    """Give a command `--chart` and `--dark`."""
    command = click.option("--dark", is_flag=True, help="Draw it for a dark background.")(command)
    place = click.Path(path_type=Path)
    return click.option("--chart", type=place, metavar="FILE.png", help="Write a chart to this file.")(
        command
    )


def act_with_chart(
    act: Acting,
    do: Callable[[Visit, _Ask], Awaitable[_Answer]],
    ask: _Ask,
    show: Callable[[Visit, _Answer], View],
    chart: Path | None,
    *,
    dark: bool,
) -> None:
    """Where the chart goes is known before anything is read."""
    from bot.cli.chart_file import place_of_chart, write_chart  # noqa: PLC0415 - few want a chart

    place = None if chart is None else place_of_chart(act.invocation, chart)

    async def all_of_it(here: Visit) -> tuple[Visit, _Answer, View, bytes]:
        done = await do(here, ask)
        view = show(here, done)
        if place is not None and view.chart is None:
            raise Refusal("There is nothing to draw yet, so no file was written.", code="nothing_to_draw")
        drawn = await view.chart.draw(here.services, dark=dark) if view.chart and place else None
        return here, done, view, drawn.png if drawn else b""

    here, done, view, png = act.visited(all_of_it)
    if place is not None and chart is not None:
        if not png:
            raise Refusal("The chart could not be drawn; the log says why.", code="not_drawn")
        write_chart(place, chart, png)
        view = replace(view, hints=[*view.hints, f"The chart is in {chart}."])
    with written_for(here.person):  # the visit was a task of its own
        act.tell(here, done, view, chart=None if chart is None else str(chart))
