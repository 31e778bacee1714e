"""The goals of a day: what each asks for, and what was done."""

from dataclasses import replace
from datetime import datetime

from bot.characters.view import ADD as ADD_CHARACTER
from bot.goals import view
from bot.goals.documents import GoalToday, goal_today
from bot.goals.looks import look_of
from bot.names import NAME, TITLE, cut_short, plain_line
from bot.sections import Section, TodayPart, ToDo
from bot.view import Column, On, Row, Text, Toned, joined
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.goals.book import book_page
from tracker.goals.model import GoalStatus
from tracker.goals.pace.standing import standings_in, values_in
from tracker.goals.pace.state import GoalState, importance
from tracker.goals.rounds.digest import BEYOND_HORIZON
from tracker.tones import Tone
from tracker.words import clock_text, day_text


async def section(visit: Visit) -> Section:
    """All that are under way are looked at: what needs somebody first is known only then."""
    table, person = visit.services.table, visit.person
    page = await table.read_in_steps(
        book_page(
            person.id,
            lambda book: [goal for goal, _ in book.owned() if goal.status is GoalStatus.ACTIVE],
        )
    )
    found = await standings_in(page.items, table, person, page.goals, visit.now)
    live = [one for one in found if one.state is not GoalState.REACHED]
    live.sort(key=lambda one: importance(one.state))
    values = await values_in(table, live)
    items = tuple(goal_today(one, page.book.name_of(one.goal), values.get(one.goal.subject)) for one in live)
    since = {one.character: one.outage_since for one in items if one.outage_since is not None}
    notes = tuple(f"{plain_line(name, NAME)}: {_outage(visit, at)}" for name, at in since.items())
    return Section(items=items, owned=bool(page.book.listed()), notes=notes)


def _outage(visit: Visit, at: datetime) -> str:
    local = at.astimezone(visit.person.zone)
    when = f"{day_text(local.date(), visit.today)}, {clock_text(local)}"
    return f"no reading since {when}; these are the last numbers."


def to_do(here: Visit, goal: GoalToday) -> ToDo:
    """On a terminal the name of its character stands beside the title, and there is no room for the day."""
    look, name, title = look_of(goal), view.whose(goal), view.title(goal)
    text = cut_short(goal.today_text, 2 * TITLE) if goal.today_text else None
    expected: Text | None = None
    if goal.eta_range is not None:
        late = f"in {BEYOND_HORIZON}" if goal.eta is None else None
        day: Text = "today" if goal.eta and goal.eta <= here.today else (On(goal.eta or here.today),)
        expected = late or (joined("expected", day, by=" ") if here.front_end is FrontEnd.WEB else day)
    cells = (text, goal.state_text, expected)
    row = Row(goal.id, title, cells, name, symbol=look.symbol, tone=look.tone, sign=look.sign)
    if here.front_end is FrontEnd.TERMINAL:
        beside: Text = (title, Toned(f"  {name}", Tone.QUIET)) if name else title
        row = replace(row, title=beside, subtitle=None, cells=(text, goal.state_text, None))
    line = f"goal {goal.id}"
    return ToDo(row=row, done=goal.done, line=line, tone=look.tone, percent=goal.quota_percent)


TODAY = TodayPart(
    name="goals",
    noun="goal",
    columns=(Column("today"), Column("state", signed=True), Column("expected", brief=False, below=True)),
    section=section,
    to_do=to_do,
    begin=(
        "For goals, say whom you play: ",
        ADD_CHARACTER("Zezima"),
        ", then set one: ",
        view.ADD(view.EXAMPLE),
    ),
    every=view.ALL(),
    brief=False,
)
