"""What a person is told about their tasks, beside reminders: each occasion is one notification, told once."""

from datetime import datetime, timedelta

from tracker.accounts.model import User
from tracker.notify.kinds import Answers, ButtonAct, Kind, MessageLook, Replies, declare
from tracker.notify.model import Notification, StillTrueCheck
from tracker.store.segments import timestamp
from tracker.tasks.model import Task
from tracker.tones import Tone

OPEN_CHECK = "task-open"
"""What is asked before a message goes out: is the task still open, and does nothing block it?"""
GROUP = "tasks"
_LIFE = timedelta(days=2)


class TaskAct(ButtonAct):
    """What a button does with a task."""

    DONE = "done"
    MOVE = "move"
    SNOOZE = "snooze"
    DROP = "drop"

    @property
    def is_main(self) -> bool:
        return self is TaskAct.DONE


ANSWERS = Answers(
    "task",
    ("task",),
    (TaskAct.DONE, TaskAct.MOVE, TaskAct.SNOOZE, TaskAct.DROP),
    replies=Replies(
        "Reply DONE {name}, MOVE {name} TO FRI or DROP {name}",
        "Reply DONE {name}, MOVE {name} TO FRI or DROP {name}",
        "Reply DONE, MOVE or DROP and a name: DONE {name}",
    ),
)
UNBLOCKED = declare(
    Kind(
        "task-unblocked",
        "nothing blocks your task any more",
        MessageLook("\N{OPEN LOCK}", Tone.GOOD),
        answers=ANSWERS,
    )
)


def unblocked_message(user: User, task: Task, last: Task, now: datetime) -> Notification:
    return Notification(
        person=user.id,
        kind=UNBLOCKED,
        entity=task.id,
        period=timestamp(now),
        title=f"{task.title}: nothing blocks it any more",
        text=f"{last.title} was the last task that it waited for.",
        facts={"task": task.id, "name": task.title},
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
        group=GROUP,
        check=StillTrueCheck(name=OPEN_CHECK, reference=task.id),
    )
