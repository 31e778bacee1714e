"""What a goal was over time, each change at its instant: its number, or the percentage of a goal of parts."""

from collections.abc import Iterable

from bot.goals.requests import ShowGoalSeries
from bot.series import NumberSeries, SeriesPoint, days_over
from bot.visit import Visit
from tracker.goal_parts.past import progress_between
from tracker.goals.book import goal_book
from tracker.goals.composite.model import CompositeGoal
from tracker.goals.games.game import game_of
from tracker.goals.pace.gains import Point
from tracker.goals.pace.history import newest
from tracker.goals.words.wording import goal_title, unit_of

MOST = 5000


async def series(visit: Visit, ask: ShowGoalSeries) -> NumberSeries:
    days, person, table = days_over(visit, ask), visit.person, visit.services.table
    goal = (await table.read_in_steps(goal_book(person.id))).find_any(ask.goal)
    span = days.span(person.zone, person.day_start)
    if isinstance(goal, CompositeGoal):
        points, more = await progress_between(table, goal.id, span, MOST)
        return NumberSeries(id=goal.id, name=goal.title, unit="%", series=_drawn(points), more=more)
    game = game_of(goal.subject.source)
    records, more = await newest(table, goal, span, MOST)
    return NumberSeries(
        id=goal.id,
        name=goal_title(goal, game),
        unit=unit_of(goal, game) or None,
        series=_drawn(one.point for one in records),
        more=more,
    )


def _drawn(points: Iterable[Point]) -> tuple[SeriesPoint, ...]:
    return tuple(SeriesPoint(t=one.at, v=one.value) for one in points)
