"""A thread with a SQLite connection of its own, which works off what waits for it, a group at a time."""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.store.errors import StoreUnavailable

T = TypeVar("T")
Outcome: TypeAlias = tuple[object, BaseException | None]

MAX_GROUP = 256
CLOSE_SECONDS = 1.0  # a stop of the service takes 10 s at most, and this is its last part

log = get_logger(__name__)


@frozen
class Work:
    function: Callable[[sqlite3.Connection], object]
    answer: asyncio.Future[Any]


Perform: TypeAlias = Callable[[Sequence[Work]], Sequence[Outcome]]
"""Does what a group asks for, and answers what came of each."""


class Worker:
    """Owns the connection that it is given."""

    def __init__(self, name: str, connection: sqlite3.Connection, perform: Perform) -> None:
        self._connection, self._perform = connection, perform
        self._loop = asyncio.get_running_loop()
        self._waiting: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._closed = False
        # A daemon: durability comes from commits, so an unclosed table need not hold up the process's end.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, function: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Answered when its group is done, or raises what it raised."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._waiting.put(Work(function, answer))
        return answer

    async def close(self) -> None:
        """Finish what waits, then end the thread and the connection."""
        if not self._closed:
            self._closed = True
            self._waiting.put(None)
        await asyncio.to_thread(self._thread.join, CLOSE_SECONDS)
        if self._thread.is_alive():
            log.warning(
                "store not closed: another process holds the database; what waits was not acknowledged"
            )

    def _run(self) -> None:
        open_ = True
        while open_:
            group, open_ = self._next_group()
            if group:
                outcomes = self._outcomes(group)
                with contextlib.suppress(RuntimeError):  # the loop has ended, and with it all who waited
                    self._loop.call_soon_threadsafe(_answer, group, outcomes)
        self._connection.close()

    def _outcomes(self, group: Sequence[Work]) -> Sequence[Outcome]:
        try:
            return self._perform(group)
        except Exception as error:  # the border of the thread: it must outlive whatever happens
            log.exception("store thread failed")
            return [(None, StoreUnavailable(f"the database could not be used ({error})"))] * len(group)

    def _next_group(self) -> tuple[list[Work], bool]:
        group: list[Work] = []
        work = self._waiting.get()
        while work is not None:
            group.append(work)
            if len(group) == MAX_GROUP:
                return group, True
            try:
                work = self._waiting.get_nowait()
            except queue.Empty:
                return group, True
        return group, False


def _answer(group: Sequence[Work], outcomes: Sequence[Outcome]) -> None:
    for work, (result, error) in zip(group, outcomes, strict=True):
        if work.answer.done():  # its caller was cancelled meanwhile
            continue
        if error is None:
            work.answer.set_result(result)
        else:
            work.answer.set_exception(error)
