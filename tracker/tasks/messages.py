"""What a person is told about their tasks: each occasion is one notification, told once."""

from datetime import datetime, timedelta

from tracker.accounts.model import User
from tracker.days import local_day
from tracker.locales import worded_for
from tracker.notify.kinds import Answers, ButtonAct, Kind, MessageLook, Replies, declare
from tracker.notify.model import Notification, StillTrueCheck
from tracker.store.segments import timestamp
from tracker.tasks.model import Priority, Task, due_place
from tracker.tasks.words.wording import due_text, size_text
from tracker.tones import Tone
from tracker.words import count_of

OPEN_CHECK = "task-open"
"""What is asked before a message goes out: is the task still open, and does nothing block it?"""
GROUP = "tasks"
_DAY = timedelta(days=1)
_LIFE = timedelta(days=2)
_AGAIN = "again "


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
    in_menu=True,
    replies=Replies(
        "Reply DONE {name}, MOVE {name} TO FRI or DROP {name}",
        "Reply DONE {name}, MOVE {name} TO FRI or DROP {name}",
        "Reply DONE, MOVE or DROP and a name: DONE {name}",
    ),
)
DUE = declare(Kind("task-due", "a task was due", MessageLook("\N{ALARM CLOCK}", Tone.PLAIN), answers=ANSWERS))
OVERDUE = declare(
    Kind(
        "task-overdue",
        "a task is overdue",
        MessageLook("\N{HOURGLASS WITH FLOWING SAND}", Tone.WARNING),
        answers=ANSWERS,
    )
)
UNBLOCKED = declare(
    Kind(
        "task-unblocked",
        "nothing blocks your task now",
        MessageLook("\N{OPEN LOCK}", Tone.GOOD),
        answers=ANSWERS,
    )
)


@worded_for
def unblocked_message(user: User, task: Task, last: Task, now: datetime) -> Notification:
    return Notification(
        person=user.id,
        kind=UNBLOCKED,
        entity=task.id,
        period=timestamp(now),
        title=_unblocked_title(task),
        text=f"{last.title} was the last task that it waited for.",
        facts=_facts(task),
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
        group=GROUP,
        check=StillTrueCheck(name=OPEN_CHECK, reference=task.id),
    )


@worded_for
def reminder_message(user: User, task: Task, at: datetime, days_over: int, now: datetime) -> Notification:
    """When it is due, and again on some days after that. The next one comes in its place."""
    title, text = _reminder_words(user, task, at, days_over)
    period = f"{due_place(task.due_date, task.due_time)}+{days_over}"
    kind = OVERDUE if days_over else DUE
    return _reminder(user, task, kind, period=period, title=title, text=text, at=at, now=now)


@worded_for
def snooze_message(user: User, task: Task, at: datetime, now: datetime) -> Notification:
    """The same once more, after the person has put it off."""
    title, text = _snooze_words(user, task, at)
    period = f"{_AGAIN}{timestamp(at)}"
    found = _reminder(user, task, DUE, period=period, title=title, text=text, at=at, now=now)
    reference = f"{_reference(task)}/{timestamp(at)}"
    return found.model_copy(update={"check": StillTrueCheck(name=OPEN_CHECK, reference=reference)})


def said_now(message: Notification, user: User, task: Task, now: datetime) -> Notification:
    """A message about a task that waited, as the task is now."""
    if message.kind is UNBLOCKED:
        title, text = _unblocked_title(task), message.text
    elif message.period.startswith(_AGAIN):
        title, text = _snooze_words(user, task, now)
    else:
        title, text = _reminder_words(user, task, now, _days_over(message, user, task, now))
    return message.model_copy(update={"title": title, "text": text, "facts": _facts(task)})


@worded_for
def more_message(user: User, count: int, at: datetime, now: datetime) -> Notification:
    """Of those that have no message of their own."""
    return Notification(
        person=user.id,
        kind=DUE,
        entity="more",
        period=timestamp(at),
        title=f"And {count_of(count, 'other task')}",
        text="They are due or overdue, too. Your list of tasks has all of them.",
        created_at=now,
        not_before=at,
        expires_at=at + _DAY,
        group=GROUP,
    )


def _days_over(message: Notification, user: User, task: Task, now: datetime) -> int:
    """It may be more overdue than when the message was written."""
    written = int(message.period.rpartition("+")[2])
    if task.due_date is None:
        return written
    return max(written, (local_day(now, user.zone, user.day_start) - task.due_date).days)


def _reminder_words(user: User, task: Task, at: datetime, days_over: int) -> tuple[str, str]:
    if days_over:
        title = f"{task.title}: {count_of(days_over, 'day')} overdue"
        return title, _joined("Drop it, move it, or keep it?", _about(task))
    return f"{task.title} is due", _joined(_when(user, task, at), _about(task))


def _snooze_words(user: User, task: Task, at: datetime) -> tuple[str, str]:
    return f"{task.title}: as you wished", _joined(_when(user, task, at), _about(task))


def _unblocked_title(task: Task) -> str:
    return f"{task.title}: nothing blocks it now"


def _facts(task: Task) -> dict[str, str | int]:
    return {"task": task.id, "name": task.title}


def _reminder(
    user: User, task: Task, kind: Kind, *, period: str, title: str, text: str, at: datetime, now: datetime
) -> Notification:
    return Notification(
        person=user.id,
        kind=kind,
        entity=task.id,
        period=period,
        title=title,
        text=text,
        facts=_facts(task),
        created_at=now,
        not_before=at,
        expires_at=at + _DAY,
        group=GROUP,
        check=StillTrueCheck(name=OPEN_CHECK, reference=_reference(task)),
    )


def _reference(task: Task) -> str:
    return f"{task.id}/{due_place(task.due_date, task.due_time)}"


def _when(user: User, task: Task, at: datetime) -> str:
    due = due_text(task, local_day(at, user.zone, user.day_start))
    return f"{due[:1].upper()}{due[1:]}." if due else ""


def _about(task: Task) -> str:
    parts = [
        task.priority.value if task.priority is not Priority.P4 else None,
        size_text(task.size) if task.size else None,
        count_of(task.point_value, "point"),
    ]
    return f"{', '.join(filter(None, parts))}."


def _joined(*parts: str) -> str:
    return " ".join(filter(None, parts))
