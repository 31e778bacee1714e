"""The picture of a month or a year: made to be shown to others, so it says nothing of metrics."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from bot.charts.drawing import LONGEST_ALT, Drawings
from bot.charts.message_pictures import MOST_WAITING, PictureRequest
from bot.names import NAME, plain_line
from bot.services import Services
from scheduler.channels.picture import Picture
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.life.recap.counting import Recap
from tracker.life.recap.news import RECAP_CHART
from tracker.life.recap.period import RecapPeriod, parse_period
from tracker.life.recap.reading import look_back
from tracker.life.recap.wording import period_text, run_text
from tracker.store.entity import from_item
from tracker.store.keys import UserKey
from tracker.words import count_of, month_name, people, short_day, some_of

_STREAKS, _GOALS = 2, 3
"""So many are named."""


class RecapMotif(NamedTuple):
    """Everything that is to be seen on a picture."""

    title: str
    totals: tuple[tuple[str, str], ...]
    """A number, and what it counts."""
    bars: tuple[tuple[str, int], ...]
    """What was done in each month of a year, or on each day of a month."""
    lines: tuple[tuple[str, str], ...]
    """What it is, and what is said of it."""
    dark: bool


async def draw_recap(
    services: Services, *, person: User, period: RecapPeriod, dark: bool = True
) -> Picture | None:
    now = services.clock().replace(microsecond=0)
    found = await look_back(services.table, person, period, now)
    return await _drawn(services.drawings, motif_of(found, dark=dark))


async def draw_for_message(asked: PictureRequest) -> Picture | None:
    item = await asked.table.get(UserKey(asked.person).key)
    if item is None:
        return None
    user, [said] = from_item(User, item), asked.names
    period = parse_period(said, local_day(asked.now, user.zone, user.day_start))
    found = await look_back(asked.table, user, period, asked.now)
    return await _drawn(asked.drawings, motif_of(found, dark=asked.dark), most_waiting=MOST_WAITING)


async def _drawn(drawings: Drawings, motif: RecapMotif, *, most_waiting: int | None = None) -> Picture | None:
    async def ready() -> Callable[[], Picture]:
        return partial(drawn, motif)

    return await drawings.drawn(motif, ready, most_waiting=most_waiting)


def motif_of(found: Recap, *, dark: bool) -> RecapMotif:
    reached = [one for one in found.reached if not one.is_private]
    totals = (
        (len(reached), "goal reached", "goals reached"),
        (found.habit_days, "habit day", "habit days"),
        (found.tasks, "task done", "tasks done"),
        (found.points, "point", "points"),
    )
    return RecapMotif(
        period_text(found.period),
        tuple((people(number), one if number == 1 else many) for number, one, many in totals),
        tuple(_bars(found)),
        tuple(_lines(found, [one.title for one in reached])),
        dark,
    )


def _bars(found: Recap) -> Iterator[tuple[str, int]]:
    first, last = found.period.days
    if found.period.month is not None:
        for number in range(1, last.day + 1):
            yield f"{number}", found.done_by_day.get(first.replace(day=number), 0)
        return
    for month in range(1, 13):
        done = (number for day, number in found.done_by_day.items() if day.month == month)
        yield month_name(first.replace(month=month)), sum(done)


def _lines(found: Recap, reached: list[str]) -> Iterator[tuple[str, str]]:
    if reached:
        yield "Reached", some_of([plain_line(one, NAME) for one in reached], _GOALS)
    for run in found.runs[:_STREAKS]:
        yield "Streak", f"{plain_line(run.habit, NAME)}: {run_text(run)}"
    if found.best:
        best = found.best[0]
        yield "Best day", f"{short_day(best.day)}: {count_of(best.done, 'thing')} done"


def drawn(motif: RecapMotif) -> Picture:
    """For a thread."""
    from bot.charts.recap_chart import RecapChart, describe, draw  # noqa: PLC0415 - matplotlib is slow

    chart = RecapChart(motif.title, motif.totals, motif.bars, motif.lines)
    return Picture(draw(chart, dark=motif.dark), plain_line(describe(chart), LONGEST_ALT))


FOR_MESSAGES = {RECAP_CHART: draw_for_message}
