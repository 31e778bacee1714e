"""A task that somebody wants, from its words and from what was said besides: the fields of Task."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from tracker.frozen import frozen
from tracker.refusals import Refused
from tracker.tasks.errors import BadTask
from tracker.tasks.model import Task
from tracker.tasks.recurrence import Recurrence
from tracker.tasks.words.options import NONE, parse_fields, parse_rule, parse_until, project_names
from tracker.tasks.words.quick_add import TaskWords, checked_title, understand, understand_change
from tracker.tasks.words.repeating import repeat_text
from tracker.words import in_full

NOTHING = TaskWords("")


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
    fields: dict[str, Any] = {**_said(words), **parse_fields(options, now, today)}
    rule, due = words.repeat, fields.get("due_date")
    if rule is not None and due is not None and "due" in options:
        rule = rule.model_copy(update={"start": due}).beginning()
    if (rule := _repeating(options, rule, due, today)) is not None:
        fields |= {"recurrence_rule": _checked(rule, rule.start), "due_date": rule.start}
    projects = project_names(options["project"]) if "project" in options else words.projects
    return TaskRequest(fields, projects)


def read_edit(task: Task, options: Mapping[str, str], now: datetime, today: date) -> TaskRequest:
    """What is to be changed of a task, of one that repeats from this one on.

    Here `title` is an option, too, and `words` says several things at once.
    """
    words = _changes(task, options, now, today)
    fields: dict[str, Any] = {**_said(words), **parse_fields(options, now, today)}
    if "title" in options:
        fields["title"] = _title(options["title"])
    projects = project_names(options["project"]) if "project" in options else words.projects or None
    return TaskRequest(fields | _series(task, words, options, fields, today), projects)


def sketch(user_id: str, request: TaskRequest, now: datetime) -> Task:
    """The task as it would be, for a look at it before it is made."""
    return Task.model_validate({"id": "sketch", "user_id": user_id, "created_at": now, **request.fields})


def _changes(task: Task, options: Mapping[str, str], now: datetime, today: date) -> TaskWords:
    if "words" not in options:
        return NOTHING
    try:
        words = understand_change(options["words"], now, today, task.due_date or today)
        if words.title:
            checked_title(words.title)
    except Refused as refused:
        refused.field = refused.field or "words"
        raise
    return words


def _said(words: TaskWords) -> dict[str, Any]:
    said: dict[str, Any] = {
        "title": words.title or None,
        "priority": words.priority,
        "size": words.size,
        "due_date": words.due_date,
        "due_time": words.due_time,
        "scheduled_date": words.scheduled_date,
        "recurrence_rule": words.repeat,
        "tags": words.tags,
        "area": words.area,
    }
    found = {name: value for name, value in said.items() if value not in {None, ()}}
    return found | ({"due_time": words.due_time} if words.due_date is not None else {})


def _title(text: str) -> str:
    try:
        return checked_title(text)
    except Refused as refused:
        refused.field = "title"
        raise


def _series(
    task: Task, words: TaskWords, options: Mapping[str, str], fields: Mapping[str, Any], today: date
) -> dict[str, Any]:
    """What becomes of its repetition: a new due date moves it, too."""
    before, due = task.recurrence_rule, fields.get("due_date", task.due_date)
    is_new = words.repeat is not None or "every" in options
    rule = words.repeat or before
    if before is not None and not is_new and "due_date" in fields:
        rule = _moved(before, due)
    rule = _repeating(options, rule, due, today)
    if rule == before:
        return {}
    if rule is None:
        return {"recurrence_rule": None}
    if rule.count is not None and rule.count < task.occurrence:
        raise BadTask(f"This is number {task.occurrence} of its series already.", field="times")
    found = {
        "recurrence_rule": _checked(rule, rule.start if is_new else due),
        "series_id": task.series_id or task.id,
    }
    return {**found, "due_date": rule.start} if is_new else found


def _moved(rule: Recurrence, due: date | None) -> Recurrence:
    if due is None:
        raise BadTask("A task that repeats needs a due date. To end that, say every none, too.", field="due")
    if (moved := rule.moved_to(due)) is None:
        raise BadTask(
            f"It comes {repeat_text(rule)}, and {in_full(due)} is no such day. Move only this one, "
            "or say how often it comes, too.",
            field="due",
        )
    return moved


def _repeating(
    options: Mapping[str, str], rule: Recurrence | None, due: date | None, today: date
) -> Recurrence | None:
    """How often, as options say it: `every`, and else what is known already, with `until` and `times`."""
    if "every" in options:
        try:
            rule = _every(options["every"], due or today)
        except Refused as refused:
            refused.field = refused.field or "every"
            raise
    ends: dict[str, object] = {}
    if "until" in options:
        ends["end_date"] = parse_until(options["until"], today)
    if "times" in options:
        ends["count"] = int(options["times"])
    if rule is None and ends:
        raise BadTask("Say how often it comes, too: every month.", field="every")
    return rule and rule.model_copy(update=ends)


def _every(text: str, start: date) -> Recurrence | None:
    return None if text.strip().casefold() in {*NONE, "never"} else parse_rule(text, start)


def _checked(rule: Recurrence, due: date | None) -> Recurrence:
    if rule.end_date is not None and due is not None and rule.end_date < due:
        raise BadTask(
            f"It would end on {in_full(rule.end_date)}, before it is due: {in_full(due)}.", field="until"
        )
    return rule
