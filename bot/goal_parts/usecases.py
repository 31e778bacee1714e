"""What a person can do with goals made of parts: words in, documents out.

Which goal is meant is decided before, among all of a person's goals (`bot/goals/usecases.py`).
"""

from datetime import date

from bot.documents import read, reading
from bot.goal_parts.documents import PartsGoalDetails, parts_goal_details
from bot.goal_parts.requests import LinkPart, NamePart, PartsOptions, Tick
from bot.visit import Visit
from tracker.dates import parse_date
from tracker.goals.composite.errors import BadGoal, BadPart
from tracker.goals.composite.model import CompositeGoal
from tracker.goals.composite.naming import FINDER
from tracker.goals.composite.words import NONE, checked_title, parse_fields, parse_percent
from tracker.goals.errors import GoalUnchanged
from tracker.numbers import parse_number
from tracker.readings import Number


async def add(visit: Visit, ask: PartsOptions, by: str | None) -> CompositeGoal:
    fields = await _fields(visit, ask, by)
    title = fields.pop("title", None)
    if not isinstance(title, str):
        raise BadGoal("Say its title, or a number that is to be reached.", field="title")
    fields.setdefault("area", visit.person.default_area)
    return await visit.services.goals_of_parts.add(visit.person, title, fields)


async def edit(
    visit: Visit, goal: CompositeGoal, ask: PartsOptions, by: str | None, progress: str | None
) -> CompositeGoal:
    fields = await _fields(visit, ask, by)
    if progress is not None:
        goal = await visit.services.linking.say_progress(goal, parse_percent(progress))
    if fields:
        return await visit.services.goals_of_parts.edit(visit.person.id, goal.id, fields)
    if progress is None:
        raise GoalUnchanged("Say what is to be changed.")
    return goal


async def details(visit: Visit, goal_id: str) -> PartsGoalDetails:
    """Recounted where that is due: what is shown is right."""
    from tracker.goal_parts.look import look_at  # noqa: PLC0415 - it knows all features, and a list needs none

    await visit.services.goals_of_parts.list(visit.person.id)
    look = look_at(visit.person.id, goal_id, visit.now)
    return parts_goal_details(await visit.services.table.read_in_steps(look))


async def link(visit: Visit, goal: CompositeGoal, ask: LinkPart) -> str:
    """What was linked, in a sentence. A criterion that is named with a task or a metric follows it."""
    kinds = _named(ask)
    if kinds not in _LINKED:
        raise BadPart(
            "Name one part: a task, a metric, a habit or a criterion, which may follow a task or a metric."
        )
    said, follows = "", dict[str, str]()
    if ask.task is not None:
        said, follows = await _link_task(visit, goal, ask.task, again=ask.criterion is not None)
    elif ask.metric is not None:
        said, follows = await _link_metric(visit, goal, ask, again=ask.criterion is not None)
    elif ask.habit is not None:
        with reading("habit"):
            habit = await visit.services.habits.find(visit.person.id, ask.habit)
        await visit.services.linking.link_habit(visit.person, goal, habit)
        said = f"{habit.name} counts towards {goal.title} now."
    if ask.criterion is None:
        return said
    fields: dict[str, object] = {**follows}
    if ask.by is not None:
        fields["target_date"] = read("by", ask.by, lambda text: _date(visit, text))
    after = await visit.services.linking.put_criterion(goal, ask.criterion, place=ask.place, **fields)
    if follows:
        return f"{said} The criterion follows it."
    is_new = len(after.success_criteria) > len(goal.success_criteria)
    return f"{goal.title} has a new criterion." if is_new else "The criterion is changed."


def _date(visit: Visit, text: str) -> date | None:
    return None if text.strip().casefold() in NONE else parse_date(text, visit.today)


async def _link_task(
    visit: Visit, goal: CompositeGoal, text: str, *, again: bool
) -> tuple[str, dict[str, str]]:
    """`again` is for one that counts already, and is to be followed."""
    with reading("task"):
        task = await visit.services.linking.find_task(visit.person, text)
    if not (again and goal.id in task.goal_ids):
        await visit.services.linking.link_task(visit.person, goal, task)
    return f"{task.title} counts towards {goal.title} now.", {"linked_task_id": task.id}


async def _link_metric(
    visit: Visit, goal: CompositeGoal, ask: LinkPart, *, again: bool
) -> tuple[str, dict[str, str]]:
    with reading("metric"):
        metric = await visit.services.metrics.find(visit.person.id, ask.metric or "")
    target = read("target", None if ask.target is None else f"{ask.target}", _number)
    if not (again and goal.id in metric.goal_ids and target is None):
        await visit.services.linking.link_metric(visit.person, goal, metric, target)
    lacks = target is None and metric.target_value is None
    more = " It has no target yet, so it counts once you say one." if lacks else ""
    return f"{metric.name} counts towards {goal.title} now.{more}", {"linked_metric_id": metric.id}


async def unlink(visit: Visit, goal: CompositeGoal, ask: NamePart) -> str:
    services, person, linking = visit.services, visit.person, visit.services.linking
    if len(_named(ask)) != 1:
        raise BadPart("Name one part: a task, a metric, a habit or a criterion.")
    if ask.task is not None:
        with reading("task"):
            task = await linking.find_task(person, ask.task)
        await linking.unlink_task(person, goal, task)
        name = task.title
    elif ask.metric is not None:
        with reading("metric"):
            metric = await services.metrics.find(person.id, ask.metric)
        await linking.unlink_metric(person, goal, metric)
        name = metric.name
    elif ask.habit is not None:
        with reading("habit"):
            habit = await services.habits.find(person.id, ask.habit, archived=True)
        await linking.unlink_habit(person, goal, habit)
        name = habit.name
    else:
        await linking.remove_criterion(goal, ask.criterion or "")
        name = "The criterion"
    return f"{name} no longer counts towards {goal.title}."


async def tick(visit: Visit, goal: CompositeGoal, ask: Tick) -> str:
    with reading("criterion"):
        await visit.services.linking.tick(goal, ask.criterion, done=not ask.undo)
    return "Open again." if ask.undo else "Done."


def _number(text: str) -> Number:
    if (number := parse_number(text)) is None:
        raise BadPart("A target is a number: 70, 3.5k.")
    return number


def _named(ask: NamePart) -> tuple[str, ...]:
    """Which kinds of parts are named."""
    return tuple(name for name in ("task", "metric", "habit", "criterion") if getattr(ask, name) is not None)


_LINKED = (
    *((one,) for one in ("task", "metric", "habit", "criterion")),
    ("task", "criterion"),
    ("metric", "criterion"),
)
"""What can be linked at once."""


async def _fields(visit: Visit, ask: PartsOptions, by: str | None) -> dict[str, object]:
    options = ask.options() | ({} if by is None else {"by": by})
    fields = parse_fields(options, visit.today)
    if (title := ask.title) is not None:
        fields["title"] = checked_title(title)
    if ask.parent is not None:
        fields["parent"] = await _parent(visit, ask.parent)
    return fields


async def _parent(visit: Visit, text: str) -> str | None:
    if text.strip().casefold() in NONE:
        return None
    with reading("parent"):
        return FINDER.one(await visit.services.goals_of_parts.list(visit.person.id), text).id
