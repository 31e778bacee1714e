"""What the parts of a goal are called: offered where a form asks for one of them."""

from bot.goal_parts.documents import PartsGoalDetails
from bot.goals import requests, usecases
from bot.visit import Visit
from bot.web.site.part import FieldValues, Suggest
from tracker.goals.composite.model import PartKind


def parts(kind: PartKind) -> Suggest:
    async def names(here: Visit, said: FieldValues) -> list[str]:
        found = (await usecases.show(here, requests.NameGoal(goal=said["goal"]))).goal
        every = found.parts if isinstance(found, PartsGoalDetails) else ()
        return [one.name for one in every if one.kind is kind]

    return names


PARTS = {
    "task": parts(PartKind.TASKS),
    "metric": parts(PartKind.METRICS),
    "habit": parts(PartKind.HABITS),
    "criterion": parts(PartKind.CRITERIA),
}
"""By the field that asks for them."""
