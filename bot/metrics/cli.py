"""`questlog metric`: each command calls a use case."""

from pathlib import Path

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.cli.charts import act_with_chart, chart_options
from bot.cli.confirm import confirm, yes_option
from bot.metrics import usecases, view
from bot.metrics.requests import (
    AddMetric,
    CorrectMetric,
    EditMetric,
    ListMetrics,
    LogMetric,
    NameMetric,
    ShowMetric,
    UndoMetric,
)


@click.group()
def metric() -> None:
    """Keep numbers of your own: weight, sleep, steps, money."""


@metric.command()
@asking(AddMetric, "name")
def add(act: Acting, ask: AddMetric) -> None:
    """Begin a metric: questlog metric add weight --unit kg --target 75.

    NAME is all it needs. Unit, direction and what a day comes to follow from it where you do not say them:
    "hours slept", "run (km)", "steps".
    """
    act(usecases.add, ask, view.added)


@metric.command(context_settings={"ignore_unknown_options": True})
@asking(LogMetric, "metric", "value")
def log(act: Acting, ask: LogMetric) -> None:
    """Log a number: questlog metric log weight 82.4 --at yesterday --note "after run".

    METRIC is its name or how that begins. VALUE may have a unit: 181 lb, 7h30, $12.50.
    """
    act(usecases.log, ask, view.logged)


@metric.command(context_settings={"ignore_unknown_options": True})
@asking(CorrectMetric, "metric", "value")
def correct(act: Acting, ask: CorrectMetric) -> None:
    """Correct a log, the newest unless you say --log: questlog metric correct weight 82.3."""
    act(usecases.correct, ask, view.logged)


@metric.command()
@chart_options
@asking(ShowMetric, "metric")
def show(act: Acting, ask: ShowMetric, *, chart: Path | None, dark: bool) -> None:
    """Show a metric with its numbers, and its year as a picture with --chart."""
    act_with_chart(act, usecases.show, ask, view.details, chart, dark=dark)


@metric.command(name="list")
@asking(ListMetrics)
def list_(act: Acting, ask: ListMetrics) -> None:
    """List your metrics, and where they stand."""
    act(usecases.list_metrics, ask, view.metrics)


@metric.command()
@asking(EditMetric, "metric")
def edit(act: Acting, ask: EditMetric) -> None:
    """Change a metric; its logs stay. `none` clears an option."""
    act(usecases.edit, ask, view.changed)


@metric.command()
@asking(UndoMetric, "metric")
def undo(act: Acting, ask: UndoMetric) -> None:
    """Undo the last log of a metric, or of any."""
    act(usecases.undo, ask, view.logged)


@metric.command()
@yes_option
@asking(NameMetric, "metric")
def remove(act: Acting, ask: NameMetric, *, yes: bool) -> None:
    """Remove a metric with all its logs, for good."""
    if not yes:
        confirm(act, usecases.to_remove, ask, view.removal)
    act(usecases.remove, ask, view.removed)
