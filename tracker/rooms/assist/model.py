"""A thread in which somebody asks for help, what is said there, and who helps."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Literal, TypeAlias

from tracker.due import Due
from tracker.rooms.model import RoomMessage, RoomReport
from tracker.store.entity import Entity, Instant
from tracker.store.index_keys import AssistCircleKey, ServerHelperKey, StatusKey, TimelineKey
from tracker.store.key import IndexKeyOf
from tracker.store.keys import (
    AssistMessageKey,
    AssistReportKey,
    AssistSeatKey,
    AssistThreadKey,
    HelperKey,
    ThanksKey,
)

MESSAGE, THREAD, DUE = "assistMessage", "assistThread", "assist"
MOST_OPEN, MOST_MESSAGES, MOST_HELPERS = 10, 200, 40
"""Threads of one person at once; messages in one; those who are told of a question: others each time."""
MOST_OF_ONE = 40
"""Messages of one helper in a thread, so that nobody takes the place of the others."""
POINTS = 15
"""What a thank gives to the helper."""


class ThreadStatus(StrEnum):
    OPEN = "open"
    SOLVED = "solved"
    OVER = "over"
    """What it is about was done a week ago, or is gone; or it was begun a month ago without either."""


class AssistThread(Entity, frozen=True):
    type: Literal["assistThread"] = "assistThread"
    id: str
    circle: str
    """Who may help: `room:` and its id, `server:` and its account, or `buddy:`, a room and the two."""
    where: str
    """What that was called then."""
    asker: str
    name: str
    """Of the asker, as the others see them."""
    title: str
    """All that is shared of what it is about."""
    task: str | None = None
    """The id of the task, where it is one."""
    goal: str | None = None
    """The id of the goal, where it is about one; without a character it is one of parts."""
    character: str | None = None
    status: ThreadStatus = ThreadStatus.OPEN
    created_at: Instant
    ttl: int | None = None

    @property
    def key(self) -> AssistThreadKey:
        return AssistThreadKey(self.id)

    def places(self, status: ThreadStatus | None = None) -> Iterator[IndexKeyOf]:
        now = (status or self.status).value
        yield AssistCircleKey(self.circle, now, self.created_at, self.id)
        yield StatusKey(self.asker, THREAD, now, self.id)


class AssistMessage(Entity, frozen=True):
    type: Literal["assistMessage"] = "assistMessage"
    thread: str
    id: str
    at: Instant
    user: str | None = None
    """None: whoever said it is gone."""
    name: str | None = None
    text: str | None = None
    reports: int = 0
    ttl: int | None = None

    @property
    def key(self) -> AssistMessageKey:
        return AssistMessageKey(self.thread, self.at, self.id)

    def place(self, author: str) -> TimelineKey:
        return TimelineKey(author, MESSAGE, self.at, self.id)


SaidMessage: TypeAlias = RoomMessage | AssistMessage


class AssistReport(Entity, frozen=True):
    type: Literal["assistReport"] = "assistReport"
    thread: str
    message: str
    user: str
    why: str | None = None
    at: Instant

    @property
    def key(self) -> AssistReportKey:
        return AssistReportKey(self.thread, self.message, self.user)


Report: TypeAlias = RoomReport | AssistReport


class AssistSeat(Entity, frozen=True):
    type: Literal["assistSeat"] = "assistSeat"
    user: str
    thread: str
    name: str
    """As the asker sees the helper."""

    @property
    def key(self) -> AssistSeatKey:
        return AssistSeatKey(self.user, self.thread)


class Helper(Entity, frozen=True):
    type: Literal["helper"] = "helper"
    user: str
    server: str
    name: str
    since: Instant

    @property
    def key(self) -> HelperKey:
        return HelperKey(self.user, self.server)

    @property
    def place(self) -> ServerHelperKey:
        return ServerHelperKey(self.server, self.user)


class Thanks(Entity, frozen=True):
    """That somebody gave points to somebody; names them in its key alone."""

    type: Literal["thanks"] = "thanks"
    user: str
    giver: str
    ttl: int

    @property
    def key(self) -> ThanksKey:
        return ThanksKey(self.user, self.giver)


class AssistEnd(Due, frozen=True):
    """When a thread is looked at next: whether it is over."""

    kind: str = DUE
