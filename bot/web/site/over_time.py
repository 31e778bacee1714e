"""A number over time, as the script takes it that draws the charts one can zoom into."""

import asyncio
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING

from aiohttp import web

from bot.visit import Visit
from bot.web.site import forms
from bot.web.site.part import Ahead, OverTime

if TYPE_CHECKING:
    from bot.series import NumberSeries

YEARS = timedelta(days=3650)
"""So many days of its past are drawn."""


async def series(here: Visit, course: OverTime, document: object, values: Mapping[str, str]) -> web.Response:
    asked = {**values, "first": f"{here.today - YEARS}"}
    found: NumberSeries = await course.do(here, forms.ask_of(course.ask, asked))
    said = await asyncio.to_thread(_chart, here, course, document, found)  # it may load numpy
    return web.json_response(said, headers={"Cache-Control": "no-store"})


def _chart(here: Visit, course: OverTime, document: object, found: "NumberSeries") -> Mapping[str, object]:
    """Instants in epoch seconds, as the script takes them; numbers as near as it can draw them."""
    target, zone = course.target(document), here.person.zone
    return {
        "name": found.name,
        "unit": found.unit or "",
        "target": None if target is None else float(target),
        "limits": [{"name": name, "value": float(one)} for name, one in course.limits(document).items()],
        "times": [_epoch(one.t, zone) for one in found.series],
        "values": [float(one.v) for one in found.series],
        "level": None if course.level is None else course.level(document, found),
        "ahead": None if course.ahead is None else _ahead(course.ahead(here, document, found)),
        "keepsPicture": course.keeps_picture(document),
    }


def _ahead(found: Ahead | None) -> object:
    if found is None:
        return None
    lines = [{"name": one.name, "values": one.values} for one in found.lines]
    return {"times": [int(at.timestamp()) for at in found.times], "lines": lines, "band": found.band}


def _epoch(at: datetime | date, zone: tzinfo) -> int:
    """Of a day, its noon."""
    instant = at if isinstance(at, datetime) else datetime.combine(at, time(12), zone)
    return int(instant.timestamp())
