"""Tasks and projects."""

from tracker.store.index_keys import LISTED, OpenTaskKey
from tracker.store.key import KeyOf
from tracker.store.ownership import PERSON, under


class TaskKey(
    KeyOf, type="task", pk="USER#{user}", sk="TASK#{task}", held=PERSON, indexes=(*LISTED, OpenTaskKey)
):
    """Something to do."""

    user: str
    task: str


class TaskBookKey(KeyOf, type="taskBook", pk="USER#{user}", sk="TASKS", held=PERSON):
    """How many tasks a person has, and what they changed last."""

    user: str


class TaskDependencyKey(
    KeyOf, type="taskDependency", pk="TASK#{task}", sk="DEP#{dependency}", held=under(TaskKey)
):
    """A task that has to be done before."""

    task: str
    dependency: str


class TaskBlocksKey(KeyOf, type="taskBlocks", pk="TASK#{task}", sk="BLOCKS#{waiting}", held=under(TaskKey)):
    """The same from the other side: a task that waits for this one."""

    task: str
    waiting: str


class ProjectKey(
    KeyOf, type="project", pk="USER#{user}", sk="PROJECT#{project}", held=PERSON, indexes=LISTED
):
    """A project: tasks with a common end."""

    user: str
    project: str


class ProjectTaskKey(
    KeyOf, type="projectTask", pk="PROJECT#{project}", sk="TASK#{task}", held=under(ProjectKey)
):
    """A task of a project."""

    project: str
    task: str
