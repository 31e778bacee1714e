"""The thermometer of a group goal: for whoever looks at it, and for the message that tells of it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from bot.charts.drawing import LONGEST_ALT, Drawings
from bot.charts.message_pictures import MOST_WAITING, PictureRequest
from bot.charts.thermometer.values import MOST_ROWS, ThermometerChart, ThermometerRow, describe
from bot.group_goals.documents import GroupGoalDocument, GroupGoalShown, group_goal_document
from bot.names import NAME, TITLE, plain_line
from bot.services import Services
from scheduler.channels.picture import Picture
from tracker.days import local_day
from tracker.group_goals.book import goal_with
from tracker.group_goals.messages import THERMOMETER
from tracker.words import people_count


class ThermometerMotif(NamedTuple):
    """Everything that is to be seen on a picture."""

    chart: ThermometerChart
    dark: bool


def chart_of(goal: GroupGoalDocument, rows: tuple[ThermometerRow, ...] = ()) -> ThermometerChart:
    return ThermometerChart(
        title=goal.name,
        percent=float(goal.progress),
        standing=goal.standing,
        notes=(goal.left,) if goal.each else (people_count(goal.people), goal.left),
        reached=goal.milestones,
        rows=rows,
    )


def rows_of(shown: GroupGoalShown) -> tuple[ThermometerRow, ...]:
    """Who added most, by the first: of the first page, where there is one."""
    some = [one for one in shown.shares if one.rank <= MOST_ROWS]
    most = max((float(one.amount) for one in some), default=0.0) or 1.0
    return tuple(ThermometerRow(one.name, one.text, 100 * float(one.amount) / most) for one in some)


async def draw_for_message(asked: PictureRequest) -> Picture | None:
    """It names nobody: a message goes to places where not everybody is in the group."""
    goal = await goal_with(asked.table, asked.names[0])
    if goal is None:
        return None
    chart = chart_of(group_goal_document(goal, local_day(asked.now, goal.zone)))
    return await drawn(asked.drawings, chart, dark=asked.dark, most_waiting=MOST_WAITING)


async def draw_goal(services: Services, *, shown: GroupGoalShown, dark: bool = True) -> Picture | None:
    return await drawn(services.drawings, chart_of(shown.goal, rows_of(shown)), dark=dark)


async def drawn(
    drawings: Drawings, chart: ThermometerChart, *, dark: bool, most_waiting: int | None = None
) -> Picture | None:
    async def as_it_is() -> Callable[[], Picture]:
        return partial(draw_thermometer, chart, dark=dark)

    return await drawings.drawn(ThermometerMotif(chart, dark), as_it_is, most_waiting=most_waiting)


def draw_thermometer(chart: ThermometerChart, *, dark: bool = True) -> Picture:
    """For a thread: it takes a tenth of a second of work."""
    from bot.charts.thermometer.chart import draw  # noqa: PLC0415 - matplotlib takes most of a second

    rows = tuple(replace(row, name=plain_line(row.name, NAME)) for row in chart.rows)
    plain = replace(chart, title=plain_line(chart.title, TITLE), rows=rows)
    return Picture(draw(plain, dark=dark), plain_line(describe(plain), LONGEST_ALT))


FOR_MESSAGES = {THERMOMETER: draw_for_message}
