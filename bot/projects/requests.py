"""What can be asked of projects."""

from pydantic import Field, StrictInt

from bot.documents import Ask


class ProjectOptions(Ask, frozen=True):
    """What can be said of a project besides its name. `none` takes an option away."""

    end: str | None = Field(default=None, description="When it is to be done: 1 march, in 6 weeks")
    start: str | None = Field(default=None, description="When it begins: today unless you say")
    impact: str | StrictInt | None = Field(default=None, description="How much it matters, from 1 to 5")
    priority: str | None = Field(default=None, description="P1 (highest), P2, P3 or P4")
    status: str | None = Field(default=None, description="planning, active or on hold")
    area: str | None = Field(default=None, description="A part of your life: health, work")
    category: str | None = Field(default=None, description="A part of that area")
    tags: str | None = Field(default=None, description="Words to find it by: phone, errands")
    description: str | None = Field(default=None, description="What it is about, in a few lines")
    notes: str | None = Field(default=None, description="Anything else")
    goals: str | None = Field(default=None, description="Goals it serves, separated by commas: wc, zulrah")

    def options(self) -> dict[str, str]:
        """Those that are said."""
        said = {name: getattr(self, name) for name in ProjectOptions.model_fields if name != "goals"}
        return {name: f"{value}" for name, value in said.items() if value is not None}


class AddProject(ProjectOptions, frozen=True):
    name: str


class NameProject(Ask, frozen=True):
    project: str
    """Its name, how that begins, or its id."""


class EditProject(NameProject, ProjectOptions, frozen=True):
    name: str | None = Field(default=None, description="A new name")


class ListProjects(Ask, frozen=True):
    all: bool = Field(default=False, description="Also those that are closed")


class CloseProject(NameProject, frozen=True):
    cancel: bool = Field(default=False, description="It is given up, not completed")
