"""What is suggested on Discord while somebody types about tasks, and what was understood so far."""

from bot.goals.usecases import suggest as find_goals
from bot.slash.acting import guest_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.suggestions import choices, option, understood_as
from bot.slash.texts import dotted
from bot.tasks import lists, requests, usecases
from tracker.tasks.model import Task
from tracker.tasks.words.repeating import parse_repeat, repeat_text
from tracker.tasks.words.wording import due_text

EXAMPLES = ("call the bank tomorrow 5pm p1", "water the plants every 3 days", "taxes by 31 may p2 2h #house")
_DUE = ("today", "tomorrow", "weekend", "in 1 week", "end of month")
_EVERY = ("day", "weekday", "week", "mon thu", "2 weeks", "month", "last day", "year")


@suggesting
async def new_task(interaction: Interaction, typed: str) -> Suggestions:
    """What was understood, with what was typed as its value; or why it will not do."""
    here = await guest_visit(interaction)
    named = {name: option(interaction, name) for name in ("due", "priority", "size", "every", "project")}

    def shown(text: str) -> str:
        return usecases.preview(here, requests.AddTask.of({"what": text, **named}))

    return understood_as(typed, EXAMPLES, shown)


@suggesting
async def open_tasks(interaction: Interaction, typed: str) -> Suggestions:
    here = await guest_visit(interaction)
    found = await lists.suggest(here, typed)

    def named(task: Task) -> str:
        return dotted([task.title, due_text(task, here.today)])

    return choices((named(one), one.id) for one in found)


@suggesting
async def due(interaction: Interaction, typed: str) -> Suggestions:
    here = await guest_visit(interaction)
    return understood_as(typed, _DUE, lambda text: usecases.preview_due(here, text))


@suggesting
async def every(interaction: Interaction, typed: str) -> Suggestions:
    today = (await guest_visit(interaction)).today
    return understood_as(typed, _EVERY, lambda text: repeat_text(parse_repeat(text).rule(today)))


@suggesting
async def goals(interaction: Interaction, typed: str) -> Suggestions:
    return choices(await find_goals(await guest_visit(interaction), typed))
