"""A task that somebody wants, from its words and from what was said besides: the fields of Task."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from tracker.frozen import frozen
from tracker.refusals import Refused
from tracker.tasks.model import Task
from tracker.tasks.words.options import NONE, parse_fields, parse_rule, project_names
from tracker.tasks.words.quick_add import checked_title, understand


@frozen
class TaskRequest:
    fields: dict[str, Any]
    """By the names that they have in Task; those that were said."""
    projects: tuple[str, ...] | None = None
    """By their names; None where nothing is said of them."""


def read_new(what: str, options: Mapping[str, str], now: datetime, today: date) -> TaskRequest:
    """What an option says counts, and else what the words do. `now` is by the person's clocks.

    Raises BadTask, UnclearTask and DateRefused, each with the field that it is about.
    """
    try:
        words = understand(what, now, today)
    except Refused as refused:
        refused.field = refused.field or "what"
        raise
    said: dict[str, Any] = {
        "title": words.title,
        "priority": words.priority,
        "size": words.size,
        "due_date": words.due_date,
        "due_time": words.due_time,
        "scheduled_date": words.scheduled_date,
        "recurrence_rule": words.repeat,
        "tags": words.tags,
        "area": words.area,
    }
    fields = {name: value for name, value in said.items() if value not in {None, ()}}
    fields |= parse_fields(options, now, today)
    projects = project_names(options["project"]) if "project" in options else words.projects
    return TaskRequest(fields | _repeating(options, fields.get("due_date"), today), projects)


def read_edit(task: Task, options: Mapping[str, str], now: datetime, today: date) -> TaskRequest:
    """What is to be changed of a task; `title` is an option here."""
    fields: dict[str, Any] = parse_fields(options, now, today)
    if "title" in options:
        fields["title"] = checked_title(options["title"])
    rule = _repeating(options, fields.get("due_date") or task.due_date, today)
    if rule.get("recurrence_rule") is not None:
        rule["series_id"] = task.series_id or task.id
    projects = project_names(options["project"]) if "project" in options else None
    return TaskRequest(fields | rule, projects)


def sketch(user_id: str, request: TaskRequest, now: datetime) -> Task:
    """The task as it would be, for a look at it before it is made."""
    return Task.model_validate({"id": "sketch", "user_id": user_id, "created_at": now, **request.fields})


def _repeating(options: Mapping[str, str], due: date | None, today: date) -> dict[str, Any]:
    """How often, as the option says it: the first date is the one on which the task is due."""
    if "every" not in options:
        return {}
    if options["every"].strip().casefold() in {*NONE, "never"}:
        return {"recurrence_rule": None}
    times = options.get("times")
    try:
        rule = parse_rule(
            options["every"], due or today, options.get("until"), int(times) if times else None, today
        )
    except Refused as refused:
        refused.field = refused.field or "every"
        raise
    return {"recurrence_rule": rule, "due_date": rule.start}
