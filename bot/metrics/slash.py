"""`/metric`: each command takes its options apart, and calls a use case."""

from typing import TypeAlias

from discord import app_commands

from bot.metrics import requests, usecases, view
from bot.metrics import slash_suggestions as suggest
from bot.metrics.requests import NameMetric, ShowMetric
from bot.metrics.slash_buttons import ITEMS, form
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart
from bot.view import View
from bot.visit import Visit
from tracker.metrics.model import Aggregation, Direction, MetricStatus
from tracker.metrics.words.options import LONGEST_AREA, LONGEST_DESCRIPTION, LONGEST_QUESTION
from tracker.words import LONGEST_NOTE

METRIC = "Which one: its name, or the beginning of it"
NOTE = "A few words about it"
DIRECTIONS = [app_commands.Choice(name=one.value.lower(), value=one.value.lower()) for one in Direction]
PER_DAY = [app_commands.Choice(name=one.value, value=one.value) for one in Aggregation]
STATUS = [app_commands.Choice(name=one.value.lower(), value=one.value.lower()) for one in MetricStatus]

Few: TypeAlias = app_commands.Range[str, 1, LONGEST_AREA]
Some: TypeAlias = app_commands.Range[str, 1, LONGEST_NOTE]
Asked: TypeAlias = app_commands.Range[str, 1, LONGEST_QUESTION]
Described: TypeAlias = app_commands.Range[str, 1, LONGEST_DESCRIPTION]

_ABOUT = requests.MetricOptions.described()


class MetricCommands(
    app_commands.Group, name="metric", description="Keep numbers of your own: weight, sleep, steps, money"
):
    @app_commands.command()
    @app_commands.describe(name="What you keep: weight, hours slept, run (km)", **_ABOUT)
    @app_commands.choices(direction=DIRECTIONS, per_day=PER_DAY)
    @app_commands.autocomplete(
        name=suggest.new_metric, unit=suggest.units, ask=suggest.times, fed=suggest.feeds
    )
    async def add(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        name: Name,
        unit: Name | None = None,
        direction: str | None = None,
        target: Name | None = None,
        tolerance: Name | None = None,
        low: Name | None = None,
        high: Name | None = None,
        per_day: str | None = None,
        ask: Name | None = None,
        question: Asked | None = None,
        fed: Name | None = None,
        area: Few | None = None,
        category: Few | None = None,
        tags: Some | None = None,
        description: Described | None = None,
        outcome: bool | None = None,  # noqa: FBT001 - an option of the command
    ) -> None:
        """Begin a metric: a name is enough"""
        new = requests.AddMetric(
            name=name, unit=unit, direction=direction, target=target, tolerance=tolerance, low=low, high=high,
            per_day=per_day, ask=ask, question=question, fed=fed, area=area, category=category, tags=tags,
            description=description, outcome=outcome,
        )  # fmt: skip
        await act(interaction, usecases.add, new, view.added)

    @app_commands.command()
    @app_commands.describe(
        metric=METRIC,
        value="The number, with a unit if you like: 82.4, 181 lb, 7h30",
        at="When it was so: now unless you say; yesterday, monday 7:30",
        note=NOTE,
    )
    @app_commands.autocomplete(metric=suggest.live, value=suggest.value, at=suggest.moments)
    async def log(
        self,
        interaction: Interaction,
        metric: Name,
        value: Name,
        at: Name | None = None,
        note: Some | None = None,
    ) -> None:
        """Log a number"""
        await act(
            interaction,
            usecases.log,
            requests.LogMetric(metric=metric, value=value, at=at, note=note),
            view.logged,
        )

    @app_commands.command()
    @app_commands.describe(metric=METRIC, share=SHARE)
    @app_commands.autocomplete(metric=suggest.any_metric)
    async def show(self, interaction: Interaction, metric: Name, *, share: bool = False) -> None:
        """Show a metric with its numbers, and its year as a picture"""
        shown = view.summary if share else view.details
        await act(interaction, usecases.show, ShowMetric(metric=metric), shown, share=share)

    @app_commands.command(name="list")
    @app_commands.describe(archived="Include those you archived", share=SHARE)
    async def list_(self, interaction: Interaction, *, archived: bool = False, share: bool = False) -> None:
        """List your metrics, and where they stand"""
        ask = requests.ListMetrics.of({"all": archived, "page": 0})
        await act(interaction, usecases.list_metrics, ask, view.metrics, share=share)

    @app_commands.command()
    @app_commands.describe(
        metric=METRIC, name="A new name", status="Paused asks nothing; archived leaves the list", **_ABOUT
    )
    @app_commands.choices(direction=DIRECTIONS, per_day=PER_DAY, status=STATUS)
    @app_commands.autocomplete(
        metric=suggest.any_metric, unit=suggest.units, ask=suggest.times, fed=suggest.feeds
    )
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        metric: Name,
        name: Name | None = None,
        unit: Name | None = None,
        direction: str | None = None,
        target: Name | None = None,
        tolerance: Name | None = None,
        low: Name | None = None,
        high: Name | None = None,
        per_day: str | None = None,
        ask: Name | None = None,
        question: Asked | None = None,
        fed: Name | None = None,
        area: Few | None = None,
        category: Few | None = None,
        tags: Some | None = None,
        description: Described | None = None,
        outcome: bool | None = None,  # noqa: FBT001 - an option of the command
        status: str | None = None,
    ) -> None:
        """Change a metric; its logs stay. `none` clears an option"""
        changes = requests.EditMetric(
            metric=metric, name=name, unit=unit, direction=direction, target=target, tolerance=tolerance,
            low=low, high=high, per_day=per_day, ask=ask, question=question, fed=fed, area=area,
            category=category, tags=tags, description=description, outcome=outcome, status=status,
        )  # fmt: skip
        await act(interaction, usecases.edit, changes, view.changed)

    @app_commands.command()
    @app_commands.describe(metric="Which one; without it, the last number you logged")
    @app_commands.autocomplete(metric=suggest.live)
    async def undo(self, interaction: Interaction, metric: Name | None = None) -> None:
        """Undo the last number you logged"""
        await act(interaction, usecases.undo, requests.UndoMetric(metric=metric), view.logged)

    @app_commands.command()
    @app_commands.describe(metric=METRIC)
    @app_commands.autocomplete(metric=suggest.any_metric)
    async def remove(self, interaction: Interaction, metric: Name) -> None:
        """Remove a metric with all its logs, for good"""
        await act(interaction, usecases.to_remove, NameMetric(metric=metric), view.removal)


async def page(here: Visit, number: int, about: str) -> View:
    ask = requests.ListMetrics.of({"page": number, "all": about == view.ALL})
    return view.metrics(here, await usecases.list_metrics(here, ask))


async def remove(here: Visit, about: str) -> View:
    return view.removed(here, await usecases.remove(here, NameMetric(metric=about)))


SLASH = SlashPart(
    commands=(MetricCommands,),
    items=ITEMS,
    lists={view.LIST: page},
    questions={view.REMOVE: remove},
    form=form,
)
