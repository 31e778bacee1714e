"""The charts of standings: of a week that is asked for, and of the one that a message tells of."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import structlog

from bot.charts.standings_values import StandingsChart
from bot.names import NAME, TITLE
from bot.pictures import LONGEST_ALT, PICTURES, Pictures, plain_line
from bot.standings import Shown, among, ranked
from scheduler.channels.channel import Part
from scheduler.channels.picture import Picture
from tracker.challenge.messages import STANDINGS
from tracker.challenge.model import Challenge
from tracker.store.entity import from_items
from tracker.store.keys import ChallengeKey
from tracker.store.table import Table
from tracker.weeks import parse_week

log = structlog.stdlib.get_logger(__name__)


class StandingsMotif(NamedTuple):
    """Everything that is to be seen on a picture."""

    chart: StandingsChart
    dark: bool


def draw_ranked(chart: StandingsChart, *, dark: bool = True) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.format import CARD  # noqa: PLC0415 - see `Pictures.warm`
    from bot.charts.standings_chart import describe, draw_standings  # noqa: PLC0415

    named = chart.challenge.model_copy(update={"name": plain_line(chart.challenge.name, TITLE)})
    rows = tuple(replace(row, name=plain_line(row.name, NAME)) for row in chart.rows)
    plain = replace(chart, challenge=named, rows=rows)
    return Picture(draw_standings(plain, CARD, dark=dark), plain_line(describe(plain), LONGEST_ALT))


async def standings_picture_of(
    chart: StandingsChart, pictures: Pictures = PICTURES, *, dark: bool = True
) -> Picture | None:
    """None where whoever wants it is better off without it."""

    async def as_it_is() -> Callable[[], Picture]:
        return partial(draw_ranked, chart, dark=dark)

    try:
        return await pictures.drawn(StandingsMotif(chart, dark), as_it_is)
    except Exception:  # the border of a thread: a card without its picture is better than none
        log.exception("chart not drawn", challenge=chart.challenge.id)
        return None


async def standings_told(table: Table, person: str, part: Part) -> StandingsChart | None:
    """What a message about a week tells of; None for any other. `person` is whose challenge it is."""
    shown = await _shown(table, person, part) if part.kind == STANDINGS and person else None
    if shown is None:
        return None
    people = str(part.facts.get("people", "")).split(",")
    ranks = await among(table, shown, filter(None, people))
    return await ranked(table, shown, ranks) if ranks else None


async def _shown(table: Table, person: str, part: Part) -> Shown | None:
    name, week = str(part.facts.get("challenge", "")), str(part.facts.get("week", ""))
    item = await table.get(ChallengeKey(person, name).key) if name and week else None
    challenge = next(from_items(Challenge, [item] if item else []), None)
    return None if challenge is None else Shown(challenge, parse_week(week))
