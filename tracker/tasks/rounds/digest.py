"""Tasks in a digest: what is due today and what is overdue; once a week what is overdue for long."""

from collections.abc import Sequence
from datetime import date

from tracker.sections import DailyNews, DigestSection, Occasion
from tracker.store.table import Table
from tracker.tasks.listing import due_until
from tracker.tasks.model import Priority, Task
from tracker.tasks.rounds.moments import LAST_DAY
from tracker.tasks.words.wording import due_text
from tracker.words import count_of

MOST_LINES = 12


async def daily(table: Table, occasion: Occasion) -> DailyNews:
    if occasion.user.guild is not None or not occasion.has_digest:
        return DailyNews()
    found = await table.read_in_steps(due_until(occasion.user.id, occasion.today))
    section = section_of(found, occasion.today, weekly=occasion.weekly)
    return DailyNews() if section is None else DailyNews([section])


def section_of(tasks: Sequence[Task], today: date, *, weekly: bool) -> DigestSection | None:
    """None where there is nothing to say. What nobody has touched for long comes once a week."""
    live = [one for one in tasks if one.due_date is not None and not one.waits_on(today)]
    live = [one for one in live if not one.is_blocked]
    said = [one for one in live if weekly or _days_over(one, today) <= LAST_DAY]
    if not said:
        return None
    said.sort(key=lambda one: (one.is_overdue(today), one.priority, one.due_date or today))
    lines = [f"{one.title}: {_words(one, today)}" for one in said[:MOST_LINES]]
    if (more := len(said) - MOST_LINES) > 0:
        lines.append(f"And {count_of(more, 'other task')}")
    overdue = sum(one.is_overdue(today) for one in said)
    facts = {"tasksDue": len(said) - overdue, "tasksOverdue": overdue}
    return DigestSection(name="tasks", text="\n".join(lines), is_news=True, facts=facts)


def _days_over(task: Task, today: date) -> int:
    return (today - task.due_date).days if task.due_date else 0


def _words(task: Task, today: date) -> str:
    priority = task.priority.value if task.priority is not Priority.P4 else None
    return ", ".join(filter(None, (due_text(task, today), priority)))
