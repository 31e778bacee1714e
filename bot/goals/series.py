"""What a goal's number was over time: each change, at its instant."""

from bot.goals.requests import ShowGoalSeries
from bot.series import NumberSeries, SeriesPoint, days_over
from bot.visit import Visit
from tracker.goals.book import goal_book
from tracker.goals.games.game import game_of
from tracker.goals.pace.history import newest
from tracker.goals.words.wording import goal_title, unit_of

MOST = 5000


async def series(visit: Visit, ask: ShowGoalSeries) -> NumberSeries:
    days, person = days_over(visit, ask), visit.person
    goal = (await visit.services.table.read_in_steps(goal_book(person.id))).find(ask.goal)
    game, span = game_of(goal.subject.source), days.span(person.zone, person.day_start)
    records, more = await newest(visit.services.table, goal, span, MOST)
    return NumberSeries(
        id=goal.id,
        name=goal_title(goal, game),
        unit=unit_of(goal, game) or None,
        series=tuple(SeriesPoint(t=one.at, v=one.value) for one in records),
        more=more,
    )
