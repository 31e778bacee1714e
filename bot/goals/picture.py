"""The chart of a goal: its history, the target, and where its pace leads."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import partial
from typing import NamedTuple

from bot.charts.drawing import LONGEST_ALT, Drawings
from bot.charts.message_pictures import MOST_WAITING, PictureRequest
from bot.names import NAME, TITLE, plain_line
from bot.services import Services
from scheduler.channels.picture import Picture
from tracker.accounts.model import User
from tracker.goals.book import book_page
from tracker.goals.games.game import game_of
from tracker.goals.live import goal_at
from tracker.goals.lookup import character_at
from tracker.goals.model import Goal
from tracker.goals.pace.gains import Point
from tracker.goals.pace.history import points
from tracker.goals.pace.standing import GoalStanding, standings, standings_in
from tracker.goals.pace.state import GoalState
from tracker.goals.recording.messages import GOAL_CHART
from tracker.goals.words.wording import goal_title, whose
from tracker.store.entity import from_item
from tracker.store.keys import CharacterKey, GoalKey, UserKey
from tracker.store.table import Table


class GoalMotif(NamedTuple):
    """Everything that is to be seen on a picture; another day moves its edge."""

    goal: Goal
    character: str
    latest: datetime | None
    state: GoalState
    today: date
    timezone: str
    dark: bool


async def draw_goal(services: Services, *, person: User, goal_id: str, dark: bool = True) -> Picture | None:
    table, now = services.table, services.clock().replace(microsecond=0)
    page = await table.read_in_steps(book_page(person.id, lambda book: [book.find(goal_id, exact=True)]))
    [standing] = await standings_in(page.items, table, person, page.goals, now)
    name = page.book.name_of(standing.goal)
    return await drawn(services.drawings, table, person, standing, name, dark=dark)


async def draw_for_message(asked: PictureRequest) -> Picture | None:
    table, key = asked.table, goal_told(asked.person, asked.names)
    item, goal = await table.get(UserKey(key.user).key), await goal_at(table, key)
    if item is None or goal is None:
        return None
    user = from_item(User, item)
    [standing] = await standings(table, user, [goal], asked.now)
    character = await character_at(table, CharacterKey(key.user, goal.character))
    name = character.name if character else goal.character
    return await drawn(
        asked.drawings, table, user, standing, name, dark=asked.dark, most_waiting=MOST_WAITING
    )


def goal_told(person: str, names: Sequence[str]) -> GoalKey:
    """From a goal's character and its id, or both in one: `nightowl/abc234`."""
    character, _, goal = "/".join(names).rpartition("/")
    return GoalKey(person, character, goal)


async def drawn(
    drawings: Drawings,
    table: Table,
    person: User,
    standing: GoalStanding,
    character: str,
    *,
    dark: bool,
    most_waiting: int | None = None,
) -> Picture | None:
    goal, latest = standing.goal, standing.latest

    async def with_points() -> Callable[[], Picture]:
        return partial(picture_of, standing, await points(table, goal), character, person, dark=dark)

    motif = GoalMotif(
        goal, character, latest and latest.at, standing.state, standing.today, person.timezone, dark
    )
    return await drawings.drawn(motif, with_points, most_waiting=most_waiting)


def picture_of(
    standing: GoalStanding, history: Sequence[Point], character: str, person: User, *, dark: bool = True
) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.format import CARD  # noqa: PLC0415 - matplotlib takes most of a second
    from bot.charts.goal.chart import chart_of, describe, draw_goal  # noqa: PLC0415

    goal = standing.goal
    title, name = goal_title(goal, game_of(goal.subject.source)), whose(goal, character)
    words = ", ".join([plain_line(title, TITLE), *([plain_line(name, NAME)] if name else [])])
    chart = chart_of(standing, history, words, zone=person.zone)
    return Picture(draw_goal(chart, CARD, dark=dark), plain_line(describe(chart), LONGEST_ALT))


FOR_MESSAGES = {GOAL_CHART: draw_for_message}
