"""What is answered about help: one shape for `--json` and `/api`."""

from datetime import datetime

from bot.documents import Document, copied
from tracker.rooms.assist.model import AssistMessage, AssistThread, ThreadStatus
from tracker.rooms.visibility import HIDE_FROM


class ThreadDocument(Document, frozen=True):
    id: str
    title: str
    where: str
    """The room or the server."""
    asker: str
    """As the others see them."""
    mine: bool
    """Whether the person asked it themselves."""
    status: ThreadStatus
    created_at: datetime


class ThreadMessage(Document, frozen=True):
    id: str
    author: str | None
    """Null where they are gone, and what they said with them."""
    text: str | None
    at: datetime
    mine: bool
    hidden: bool
    """Others do not see it: two have reported it."""


class ThreadList(Document, frozen=True):
    threads: tuple[ThreadDocument, ...]


class ThreadShown(Document, frozen=True):
    thread: ThreadDocument
    messages: tuple[ThreadMessage, ...]


class ThreadChanged(Document, frozen=True):
    thread: ThreadDocument
    told: int
    """How many people are told."""
    points: int
    """That went to a helper."""
    message: str


class Volunteered(Document, frozen=True):
    server: str
    helps: bool
    message: str


def thread_document(thread: AssistThread, viewer: str) -> ThreadDocument:
    return ThreadDocument(
        **copied(thread, "id", "title", "where", "status", "created_at"),
        asker=thread.name,
        mine=thread.asker == viewer,
    )


def message_document(one: AssistMessage, viewer: str) -> ThreadMessage:
    return ThreadMessage(
        **copied(one, "id", "text", "at"),
        author=one.name,
        mine=one.user == viewer,
        hidden=one.reports >= HIDE_FROM,
    )
