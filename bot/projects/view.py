"""Projects as people read them, on any front end."""

from collections.abc import Iterator
from functools import partial

from bot.names import NAME, TITLE, shown_name, tags_text
from bot.projects import documents
from bot.projects.picture import draw_project
from bot.view import Bar, Chart, Column, Fact, Row, Text, Usage, View, joined, question
from bot.visit import Visit
from tracker.projects.messages import LOOKS
from tracker.projects.model import ProjectStatus
from tracker.tasks.words.wording import day_ahead, size_text
from tracker.tones import Tone
from tracker.words import count_of, day_text, people, percent_text

ADD = Usage("/project add name:{}", "add project {}", "questlog project add {}")
CLOSE = Usage("/project close project:{}", "close project {}", "questlog project close {}")
TASK = Usage("/task add what:{}", "task {}", "questlog task add {}")
STATUS_WORDS = {
    ProjectStatus.PLANNING: "planning",
    ProjectStatus.ACTIVE: "active",
    ProjectStatus.ON_HOLD: "on hold",
    ProjectStatus.COMPLETED: "completed",
    ProjectStatus.CANCELLED: "given up",
}
COLUMNS = (Column("progress"), Column("health"), Column("tasks"), Column("until"))
MOST_TASKS = 8
REMOVE = "project-remove"


def projects(here: Visit, found: documents.ProjectList) -> View:
    if not found.projects:
        return View(
            title="No projects yet",
            empty=True,
            lead=("You have no projects under way. Begin one: ", ADD("House")),
            hints=[("A task with #house belongs to it: ", TASK("paint the hall 2h #house"))],
        )
    return View(
        title="Your projects",
        noun="project",
        subtitle=count_of(len(found.projects), "project"),
        columns=COLUMNS,
        rows=[_row(here, one) for one in found.projects],
    )


def _row(here: Visit, one: documents.ProjectDocument) -> Row:
    live = one.status is ProjectStatus.ACTIVE
    cells: tuple[Text | None, ...] = (
        _percent(one),
        one.cached_health.value if live else STATUS_WORDS[one.status],
        f"{one.tasks_open} open" if one.tasks_open else None,
        day_text(one.end_date, here.today) if one.end_date else None,
    )
    look = LOOKS[one.cached_health]
    symbol, tone = (look.symbol, look.tone) if live else ("", Tone.QUIET)
    return Row(one.id, shown_name(one.name, NAME), cells, symbol=symbol, tone=tone)


def _percent(one: documents.ProjectDocument) -> str | None:
    return None if one.cached_progress is None else f"{percent_text(float(one.cached_progress))}"


def details(here: Visit, found: documents.ProjectDetails) -> View:
    one, look = found.project, LOOKS[found.project.cached_health]
    open_ones = [task for task in found.tasks if task.status.is_open]
    open_ones.sort(key=lambda task: (task.due_date is None, task.due_date, task.title))
    rows = [_task_row(here, one) for one in open_ones[:MOST_TASKS]]
    steps = [f"Next step: {shown_name(found.next_step.title, TITLE)}"] if found.next_step else []
    draw = partial(draw_project, person=here.person, project_id=one.id)
    return View(
        title=shown_name(one.name, TITLE),
        symbol=look.symbol,
        tone=look.tone,
        lead=one.health_reason or STATUS_WORDS[one.status].capitalize(),
        facts=[[*_facts(here, found)]],
        hints=[*steps, *filter(None, (one.description, one.notes))],
        sections=[View(noun="task", columns=(Column("due"), Column("takes")), rows=rows)] if rows else [],
        chart=Chart("project", draw) if found.tasks else None,
    )


def _task_row(here: Visit, task: documents.ProjectTaskLine) -> Row:
    due = day_ahead(task.due_date, here.today) if task.due_date else None
    return Row(task.id, shown_name(task.title, TITLE), (due, size_text(task.minutes)))


def _facts(here: Visit, found: documents.ProjectDetails) -> Iterator[Fact]:
    one = found.project
    health = one.cached_health.value
    if one.status is ProjectStatus.ACTIVE:
        yield Fact("Health", health, health)
    if one.cached_progress is not None:
        whole = size_text(one.minutes_done + one.minutes_open)
        done = f"{percent_text(float(one.cached_progress))}, {size_text(one.minutes_done)} of {whole}"
        yield Fact("Progress", (Bar(float(one.cached_progress)), f" {done}"), done)
    yield Fact("Tasks", f"{one.tasks_open} open, {one.tasks_done} done", f"{one.tasks_open} tasks open")
    if one.end_date:
        until = day_text(one.end_date, here.today)
        yield Fact("Until", until, f"until {until}")
    if found.expected and found.minutes_per_day is not None:
        expected = day_text(found.expected, here.today)
        yield Fact(
            "Expected", f"{expected} at {people(found.minutes_per_day)} min a day", f"expected {expected}"
        )
    yield Fact("Impact", f"{one.impact} of 5")
    yield Fact("Priority", one.priority)
    if one.area:
        yield Fact("Area", " / ".join(filter(None, (one.area, one.sub_category))))
    if one.tags:
        yield Fact("Tags", tags_text(one.tags))
    if one.status is not ProjectStatus.ACTIVE:
        yield Fact("Status", STATUS_WORDS[one.status], STATUS_WORDS[one.status])


def changed(here: Visit, done: documents.ProjectChanged) -> View:
    one = done.project
    until = f"Until {day_text(one.end_date, here.today)}." if one.end_date else None
    return View(
        title=shown_name(one.name, TITLE),
        lead=joined(f"{shown_name(one.name, TITLE)}: {_small(done.message)}", until, by=" "),
        tone=Tone.PLAIN if one.status.is_open else Tone.GOOD,
    )


def removal(here: Visit, found: documents.ProjectChanged) -> View:
    del here
    one = found.project
    hints: list[Text] = ["It goes for good. Its tasks stay, and belong to it no longer."]
    if one.status.is_open:
        hints.append((CLOSE(one.name), " keeps it, out of sight."))
    return question(REMOVE, one.id, f"Remove {shown_name(one.name, TITLE)}?", *hints)


def removed(here: Visit, done: documents.ProjectChanged) -> View:
    del here
    return View(lead=f"{shown_name(done.project.name, TITLE)}: {_small(done.message)}", tone=Tone.QUIET)


def _small(words: str) -> str:
    return f"{words[:1].lower()}{words[1:]}"
