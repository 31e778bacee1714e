"""What can be asked of tasks."""

from pydantic import Field, StrictInt

from bot.documents import Ask
from bot.tasks.documents import TaskView
from tracker.tasks.model import TaskStatus

MOST_PAGES, MOST_LISTED = 10_000, 1000


class TaskOptions(Ask, frozen=True):
    """What can be said of a task besides its words. `none` takes an option away."""

    due: str | None = Field(default=None, description="When it is due: friday, 1 march, tomorrow 5pm")
    start: str | None = Field(default=None, description="Before this day it asks for nothing: monday")
    priority: str | None = Field(default=None, description="P1 (highest), P2, P3 or P4")
    size: str | StrictInt | None = Field(default=None, description="How long it takes: 30, 30m, 2h")
    every: str | None = Field(
        default=None, description="How often: month, 2 weeks, mon wed; !3 days counts from when you did it"
    )
    until: str | None = Field(default=None, description="The last day of a repetition")
    times: int | None = Field(default=None, ge=1, le=1000, description="How often in all")
    project: str | None = Field(default=None, description="Projects it belongs to, separated by commas")
    tags: str | None = Field(default=None, description="Tags, separated by commas: phone, errands")
    area: str | None = Field(default=None, description="A part of your life: health, work")
    category: str | None = Field(default=None, description="A part of that area")
    description: str | None = Field(default=None, description="What it is about, in a few lines")
    details: str | None = Field(default=None, description="All that there is to say about it")
    notes: str | None = Field(default=None, description="Anything else")
    checklist: str | None = Field(default=None, description="Steps, separated by semicolons")
    goals: str | None = Field(default=None, description="Goals it serves, separated by commas: wc, zulrah")

    def options(self) -> dict[str, str]:
        """Those that are said."""
        said = {name: getattr(self, name) for name in TaskOptions.model_fields}
        return {name: f"{value}" for name, value in said.items() if value is not None}


class AddTask(TaskOptions, frozen=True):
    what: str
    """`call the bank tomorrow 5pm p1 30m #house @phone every month`."""


class NameTask(Ask, frozen=True):
    task: str
    """Its title, a part of that, or its id."""


class EditTask(NameTask, TaskOptions, frozen=True):
    words: str | None = Field(default=None, description="What is new, in your own words: friday 5pm p1 30m")
    title: str | None = Field(default=None, description="A new title")
    status: TaskStatus | None = Field(default=None, description="What becomes of it: Done, OnHold")

    def options(self) -> dict[str, str]:
        own = {"words": self.words, "title": self.title}
        return super().options() | {name: text for name, text in own.items() if text is not None}


class ListTasks(Ask, frozen=True):
    view: TaskView = Field(default=TaskView.OPEN, description="Which ones, and in which order")
    status: TaskStatus | None = Field(default=None, description="Those in this state, the newest first")
    project: str | None = Field(default=None, description="Those of this project")
    area: str | None = Field(default=None, description="Those of this area")
    tag: str | None = Field(default=None, description="Those with this tag")
    limit: int | None = Field(default=None, ge=1, le=1000, description="So many of them")
    page: int = Field(default=0, ge=0, le=MOST_PAGES)

    @property
    def is_plain(self) -> bool:
        """Whether it is what is open, soonest due first, and nothing else."""
        return self.view is TaskView.OPEN and not any((self.status, self.project, self.area, self.tag))


class MoveTask(NameTask, frozen=True):
    to: str = Field(description="When it is due then: friday, in 3 days, tomorrow 5pm")


class SnoozeTask(NameTask, frozen=True):
    until: str | None = Field(
        default=None, description="Until when: 2h, 18:00, mon; in an hour unless you say"
    )


class CancelTask(NameTask, frozen=True):
    series: bool = Field(default=False, description="End the whole series, not only this one")


class DependTask(NameTask, frozen=True):
    on: str = Field(description="The task that has to be done before")
    remove: bool = Field(default=False, description="It no longer waits for that one")


class CheckStep(NameTask, frozen=True):
    step: str = Field(description="A step of its checklist: its number or its words")


class UndoTask(Ask, frozen=True):
    task: str | None = None
    """Without it, the last task that was changed."""
