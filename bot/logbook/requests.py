"""What can be asked of the logbook. None of it shows what somebody wrote where it is printed."""

from collections.abc import Iterable
from typing import Any

from pydantic import Field, StrictInt

from bot.documents import Ask
from tracker.logbook.model import LinkKind


class PrivateAsk(Ask, frozen=True):
    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        return ()


class EntryOptions(PrivateAsk, frozen=True):
    """What can be said of an entry and its page besides the words."""

    title: str | None = Field(default=None, description="A title for the page")
    mood: str | None = Field(default=None, description="Your mood: low, steady or high")
    energy: str | StrictInt | None = Field(default=None, description="Your energy, from 1 to 10")
    tasks: str | None = Field(default=None, description="Tasks it is about, separated by commas")
    goals: str | None = Field(default=None, description="Goals it is about, separated by commas")
    habits: str | None = Field(default=None, description="Habits it is about, separated by commas")
    projects: str | None = Field(default=None, description="Projects it is about, separated by commas")

    def links(self) -> dict[LinkKind, str]:
        """Those that are named."""
        said = {kind: getattr(self, f"{kind.value}s") for kind in LinkKind}
        return {kind: text for kind, text in said.items() if text is not None}


class AddEntry(EntryOptions, frozen=True):
    text: str | None = None
    """In Markdown."""
    day: str | None = Field(
        default=None, description="For which day: yesterday, 2027-03-01; today unless you say"
    )


class NamePage(PrivateAsk, frozen=True):
    day: str | None = None
    """Today, where it is not said."""


class EditPage(EntryOptions, frozen=True):
    day: str | None = None
    text: str | None = Field(default=None, description="Another text for the entry")
    entry: int | None = Field(
        default=None, ge=1, le=100, description="Which entry, from 1 on; the last one unless you say"
    )


class SearchPages(PrivateAsk, frozen=True):
    words: str
    """Finds the pages that have all of these words."""
    before: str | None = Field(default=None, description="Only pages up to this day")


class UndoEntry(PrivateAsk, frozen=True):
    day: str | None = None
    entry: str | None = None
    """The id of the entry on the page of that day; without both, the last one that was written."""


class AnswerEvening(PrivateAsk, frozen=True):
    day: str
    mood: str | None = None
    energy: str | None = None


class SetPrompt(PrivateAsk, frozen=True):
    at: str | None = None
    """`21:00`, `off`; without it, what is set."""
