"""What is suggested on Discord while somebody types about metrics, and what was understood so far."""

from datetime import timedelta

from bot.goals.usecases import suggest as find_goals
from bot.metrics import requests, usecases
from bot.slash.acting import guest_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.suggestions import choices, option, understood_as
from bot.slash.texts import dotted
from tracker.metrics.model import Metric
from tracker.metrics.units import UNITS, measured, unit_called
from tracker.metrics.words.moments import read_moment
from tracker.words import clock_text, in_full, near_day

EXAMPLES = ("weight", "hours slept", "steps", "run (km)", "dollars spent", "mood")
_UNITS = ("kg", "lb", "km", "mi", "hours", "minutes", "count", "percent", "dollars", "euros", "kcal", "pages")
_TIMES = ("7:30", "8:00", "12:00", "20:00", "22:00", "none")
_OPTIONS = ("unit", "direction", "target", "per_day", "ask")


@suggesting
async def new_metric(interaction: Interaction, typed: str) -> Suggestions:
    """What was understood, with what was typed as its value; or why it will not do."""
    here = await guest_visit(interaction)
    named = {name: option(interaction, name) for name in _OPTIONS}

    def shown(text: str) -> str:
        return usecases.preview(here, requests.AddMetric.of({"name": text, **named}))

    return understood_as(typed, EXAMPLES, shown)


@suggesting
async def live(interaction: Interaction, typed: str) -> Suggestions:
    return await _metrics(interaction, typed, archived=False)


@suggesting
async def any_metric(interaction: Interaction, typed: str) -> Suggestions:
    return await _metrics(interaction, typed, archived=True)


async def _metrics(interaction: Interaction, typed: str, *, archived: bool) -> Suggestions:
    here = await guest_visit(interaction)

    def named(one: Metric) -> str:
        latest = one.cached_latest
        said = None if latest is None else measured(latest.value, one.day_unit)
        return dotted([one.name, said, None if latest is None else near_day(latest.day, here.today)])

    found = await usecases.suggest(here, typed, archived=archived)
    return choices((named(one), one.id) for one in found)


@suggesting
async def value(interaction: Interaction, typed: str) -> Suggestions:
    """What would be logged."""
    here, metric = await guest_visit(interaction), option(interaction, "metric")
    if metric is None or not typed.strip():
        return []
    return understood_as(typed, (), await usecases.previewed_log(here, metric))


@suggesting
async def moments(interaction: Interaction, typed: str) -> Suggestions:
    here = await guest_visit(interaction)
    clock = usecases.clock_of(here)

    def shown(text: str) -> str:
        there = read_moment(text, clock).astimezone(here.person.zone)
        return f"{in_full(there.date())}, {clock_text(there)}"

    days = [f"{here.today - timedelta(days=ago)}" for ago in range(2, 7)]
    return understood_as(typed, ("yesterday", *days), shown)


@suggesting
async def units(interaction: Interaction, typed: str) -> Suggestions:
    del interaction
    if not typed.strip():
        return choices((one, one) for one in _UNITS)
    begun = [one for one in UNITS if one.casefold().startswith(typed.strip().casefold())]
    return choices((one, one) for one in begun) or understood_as(
        typed, (), lambda text: unit_called(text).name
    )


@suggesting
async def feeds(interaction: Interaction, typed: str) -> Suggestions:
    """Goals, whose numbers can be logged by themselves; a skill of a character is typed."""
    return choices(await find_goals(await guest_visit(interaction), typed))


@suggesting
async def times(interaction: Interaction, typed: str) -> Suggestions:
    del interaction
    return choices((one, one) for one in _TIMES if one.startswith(typed.strip())) or choices([(typed, typed)])
