"""What a task says no to. Each message is for the person who asked; `code` is for programs."""

from typing import ClassVar

from tracker.refusals import Reason, Refused


class TaskRefused(Refused):
    """The root of what tasks refuse."""

    code: ClassVar[str] = "task"


class NoSuchTask(TaskRefused):
    code = "no_such_task"
    reason = Reason.UNKNOWN


class AmbiguousTask(TaskRefused):
    code = "ambiguous_task"


class TaskMissing(TaskRefused):
    """It takes a task to know what is meant."""

    code = "task_missing"
    reason = Reason.UNREADABLE


class BadTask(TaskRefused, ValueError):
    code = "bad_task"
    reason = Reason.UNREADABLE


class UnclearTask(BadTask):
    """What was typed has two meanings."""

    code = "unclear_task"


class TooManyTasks(TaskRefused):
    code = "too_many_tasks"


class WrongTaskStatus(TaskRefused):
    """It is done already, or is not what this can be done with."""

    code = "wrong_status"


class NotRecurring(TaskRefused):
    code = "not_recurring"


class TaskUnchanged(TaskRefused):
    code = "nothing_to_change"


class NothingUndoable(TaskRefused):
    code = "nothing_to_undo"


class DependencyCycle(TaskRefused):
    code = "dependency_cycle"


class BadDependency(TaskRefused):
    """It is there already, or there are too many."""

    code = "bad_dependency"
