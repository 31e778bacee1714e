"""The goals of parts of a day: those that are late, due soon, at risk or nearly done."""

from bot.goal_parts import view
from bot.goal_parts.documents import AskingGoal, asking_goal
from bot.names import TITLE, cut_short
from bot.sections import Section, TodayPart, ToDo
from bot.view import Column, Row
from bot.visit import Visit
from tracker.goals.composite.attention import asking


async def section(visit: Visit) -> Section:
    goals = await visit.services.goals_of_parts.list(visit.person.id)
    items = tuple(asking_goal(one, visit.today) for one in asking(goals, visit.today))
    return Section(items=items, owned=bool(goals))


def to_do(here: Visit, goal: AskingGoal) -> ToDo:
    """It asks for nothing of its own today: its parts do."""
    del here
    look = view.LOOKS[goal.status]
    row = Row(goal.id, view.title(goal), (cut_short(goal.text, TITLE),), symbol=look.symbol, tone=look.tone)
    percent = None if goal.progress is None else float(goal.progress)
    return ToDo(row=row, done=None, line=f"goal {goal.handle}", tone=look.tone, percent=percent)


TODAY = TodayPart(
    name="goalsOfParts", noun="goal of parts", columns=(Column("state"),), section=section, to_do=to_do
)
