"""`/goal link`, `unlink`, `tick` and `describe`: goals made of parts."""

from typing import Any

from discord import app_commands

from bot.goal_parts.requests import LinkPart, NamePart, Tick
from bot.goals import requests, usecases, view
from bot.goals import slash_suggestions as suggest
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import Name
from tracker.goals.composite.model import LONGEST_TEXT, MOST_CRITERIA, TimeHorizon
from tracker.goals.composite.words import PRIORITIES

PARTS_GOAL = "Which goal, by its title"
HORIZONS = [app_commands.Choice(name=one.value.lower(), value=one.value) for one in TimeHorizon]
IMPORTANCE = [app_commands.Choice(name=one, value=one) for one in PRIORITIES]
Words = app_commands.Range[str, 1, LONGEST_TEXT]


@app_commands.describe(
    goal=PARTS_GOAL,
    task="A task that counts towards it",
    metric="A number of yours that counts towards it",
    target="Where that number is to go",
    habit="A habit that counts towards it",
    criterion="Something that is so in the end: Run 5 km",
    by="Until when a criterion is to be met",
    place="Where a criterion stands among the others",
)
@app_commands.autocomplete(goal=suggest.of_parts, by=suggest.due)
async def link(  # noqa: PLR0917 - what Discord shows as options
    interaction: Interaction,
    goal: Name,
    task: Name | None = None,
    metric: Name | None = None,
    target: Name | None = None,
    habit: Name | None = None,
    criterion: Name | None = None,
    by: Name | None = None,
    place: app_commands.Range[int, 1, MOST_CRITERIA] | None = None,
) -> None:
    """Let something count towards a goal of parts"""
    ask = LinkPart(
        goal=goal,
        task=task,
        metric=metric,
        target=target,
        habit=habit,
        criterion=criterion,
        by=by,
        place=place,
    )
    await act(interaction, usecases.link, ask, view.changed)


@app_commands.describe(
    goal=PARTS_GOAL,
    task="A task that counts towards it",
    metric="A number that counts towards it",
    habit="A habit that counts towards it",
    criterion="One of its criteria",
)
@app_commands.autocomplete(goal=suggest.of_parts)
async def unlink(  # noqa: PLR0917 - what Discord shows as options
    interaction: Interaction,
    goal: Name,
    task: Name | None = None,
    metric: Name | None = None,
    habit: Name | None = None,
    criterion: Name | None = None,
) -> None:
    """Take a part out of a goal of parts"""
    ask = NamePart(goal=goal, task=task, metric=metric, habit=habit, criterion=criterion)
    await act(interaction, usecases.unlink, ask, view.changed)


@app_commands.describe(
    goal=PARTS_GOAL, criterion="Its number, or how it begins", undo="It is not so after all"
)
@app_commands.autocomplete(goal=suggest.of_parts)
async def tick(interaction: Interaction, goal: Name, criterion: Name, *, undo: bool = False) -> None:
    """Say that a criterion of a goal is met"""
    ask = Tick(goal=goal, criterion=criterion, undo=undo)
    await act(interaction, usecases.tick, ask, view.changed)


@app_commands.describe(
    goal=PARTS_GOAL,
    title="What it is called",
    description="What it is about; none takes it away",
    notes="Anything else; none takes it away",
    category="A part of its area; none takes it away",
    horizon="For which time it is",
    priority="P1 is the highest",
    tags="Words to find it by: body, home; none takes them away",
)
@app_commands.choices(horizon=HORIZONS, priority=IMPORTANCE)
@app_commands.autocomplete(goal=suggest.of_parts)
async def describe(  # noqa: PLR0917 - what Discord shows as options
    interaction: Interaction,
    goal: Name,
    title: Name | None = None,
    description: Words | None = None,
    notes: Words | None = None,
    category: Name | None = None,
    horizon: str | None = None,
    priority: str | None = None,
    tags: Name | None = None,
) -> None:
    """Say more about a goal of parts: notes, tags, for which time it is"""
    ask = requests.EditGoal(
        goal=goal,
        title=title,
        description=description,
        notes=notes,
        category=category,
        horizon=horizon,
        priority=priority,
        tags=tags,
    )
    await act(interaction, usecases.edit, ask, view.changed)


def parts_commands() -> list[app_commands.Command[Any, ..., None]]:
    """Made anew for each client: a command knows its parent."""
    made = app_commands.command
    return [made()(link), made()(unlink), made()(tick), made()(describe)]
