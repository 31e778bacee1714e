"""What can be asked of goals made of parts."""

from pydantic import Field, StrictFloat, StrictInt

from bot.documents import Ask


class PartsOptions(Ask, frozen=True):
    """What can be said of a goal made of parts. `none` takes an option away."""

    title: str | None = Field(default=None, description="A title makes a goal of parts: Get fit")
    area: str | None = Field(default=None, description="Of a goal of parts: a part of your life")
    category: str | None = Field(default=None, description="Of a goal of parts: a part of that area")
    description: str | None = Field(default=None, description="Of a goal of parts: what it is about")
    notes: str | None = Field(default=None, description="Of a goal of parts: anything else")
    horizon: str | None = Field(
        default=None, description="Of a goal of parts: yearly, quarterly, monthly, weekly or daily"
    )
    priority: str | None = Field(default=None, description="Of a goal of parts: P1 (highest) to P4")
    status: str | None = Field(
        default=None, description="Of a goal of parts: planning, active, achieved or abandoned"
    )
    tags: str | None = Field(default=None, description="Of a goal of parts: words to find it by")
    weights: str | None = Field(
        default=None, description='Of a goal of parts: what counts how much, "criteria 50, tasks 50"'
    )
    parent: str | None = Field(default=None, description="Of a goal of parts: the goal above it")

    def options(self) -> dict[str, str]:
        """Those that are said, but for the goal above, which has to be found."""
        said = {name: getattr(self, name) for name in PartsOptions.model_fields if name != "parent"}
        return {name: value for name, value in said.items() if value is not None}


class NamePart(Ask, frozen=True):
    """One of them is said."""

    goal: str
    task: str | None = Field(default=None, description="A task of yours, by its id or words of it")
    metric: str | None = Field(default=None, description="A metric of yours: weight")
    habit: str | None = Field(default=None, description="A habit of yours: gym")
    criterion: str | None = Field(default=None, description="Something that is so in the end: Run 5 km")


class LinkPart(NamePart, frozen=True):
    target: str | StrictInt | StrictFloat | None = Field(
        default=None, description="Of a metric: where it is to go, unless it has a target of its own"
    )
    by: str | None = Field(default=None, description="Of a criterion: until when; `none` takes the date away")
    place: int | None = Field(
        default=None, ge=1, description="Of a criterion: where it stands among the others, from 1"
    )


class Tick(Ask, frozen=True):
    goal: str
    criterion: str
    """Its number, its text, or how that begins."""
    undo: bool = Field(default=False, description="It is not so after all")
