"""What can be asked about help."""

from pydantic import Field

from bot.documents import Ask


class AskHelp(Ask, frozen=True):
    text: str
    """What the helpers read."""
    title: str | None = Field(
        default=None,
        description="What it is about, in a few words; the task's, the goal's, or how the text begins",
    )
    where: str | None = Field(
        default=None, description="A room, a buddy or a server of yours; the only one unless you say"
    )
    task: str | None = Field(
        default=None, description="Of which task: its title is shared, and nothing else of it"
    )
    goal: str | None = Field(
        default=None, description="Of which goal: its title is shared, and nothing else of it"
    )
    name: str | None = Field(
        default=None, validation_alias="as", description="What helpers of a server see you as"
    )


class NameThread(Ask, frozen=True):
    thread: str
    """Its title, words of it, or its id."""


class AnswerQuestion(NameThread, frozen=True):
    text: str


class Solve(NameThread, frozen=True):
    helper: str | None = Field(
        default=None, description="Whom you thank; the only one who helped unless you say"
    )


class NameSpeaker(NameThread, frozen=True):
    message: str | None = None
    """Whose: a name there, or the id of a message; who spoke last unless you say."""


class ReportInThread(NameSpeaker, frozen=True):
    why: str | None = Field(default=None, description="What is wrong with it, in a sentence")


class Volunteer(Ask, frozen=True):
    where: str | None = Field(default=None, description="A server of yours; the only one unless you say")
    stop: bool = Field(default=False, description="Help there no longer")
    name: str | None = Field(
        default=None, validation_alias="as", description="What others see you as; your name on boards"
    )
