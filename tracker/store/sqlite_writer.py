"""The one thread that writes to the SQLite file, with group commit.

Work that waits while a commit is on its way to the disk shares the next commit: one fsync for all of
it. Each piece runs in a savepoint of its own, so that one which fails takes nothing with it.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import structlog

from tracker.store.errors import StoreError, Unavailable

T = TypeVar("T")
Outcome: TypeAlias = tuple[object, BaseException | None]

MAX_GROUP = 256
CLOSE_SECONDS = 1.0  # a stop of the service takes 10 s at most, and this is its last part

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Work:
    function: Callable[[sqlite3.Connection], object]
    answer: asyncio.Future[Any]


class Writer:
    """Owns the connection that it is given."""

    def __init__(
        self, connection: sqlite3.Connection, failure: Callable[[sqlite3.Error], StoreError]
    ) -> None:
        self._connection = connection
        self._failure = failure
        self._loop = asyncio.get_running_loop()
        self._waiting: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._closed = False
        # A daemon: durability comes from commits, so an unclosed table need not hold up the process's end.
        self._thread = threading.Thread(target=self._run, name="sqlite-writer", daemon=True)
        self._thread.start()

    async def submit(self, function: Callable[[sqlite3.Connection], T]) -> T:
        """Run in a transaction; answered when it is on the disk, or raises what it raised."""
        if self._closed:
            raise Unavailable("the store is closed")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._waiting.put(_Work(function, answer))
        return await answer

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

    def _outcomes(self, group: list[_Work]) -> list[Outcome]:
        try:
            return self._commit(group)
        except Exception as error:  # the border of the thread: it must outlive whatever happens
            log.exception("writer failed")
            return [(None, Unavailable(f"the database could not be written ({error})"))] * len(group)

    def _next_group(self) -> tuple[list[_Work], bool]:
        group: list[_Work] = []
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

    def _commit(self, group: list[_Work]) -> list[Outcome]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            if len(group) == 1:
                return [self._alone(group[0])]
            outcomes = [self._in_savepoint(work) for work in group]
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            return [(None, self._failure(error))] * len(group)
        return outcomes

    def _alone(self, work: _Work) -> Outcome:
        """The common case without the cost of a savepoint."""
        outcome = self._attempt(work)
        self._connection.execute("COMMIT" if outcome[1] is None else "ROLLBACK")
        return outcome

    def _in_savepoint(self, work: _Work) -> Outcome:
        self._connection.execute("SAVEPOINT work")
        outcome = self._attempt(work)
        if outcome[1] is not None:
            self._connection.execute("ROLLBACK TO work")
        self._connection.execute("RELEASE work")
        return outcome

    def _attempt(self, work: _Work) -> Outcome:
        try:
            return work.function(self._connection), None
        except sqlite3.Error:
            raise  # the file itself is in trouble: the whole group fails
        except Exception as error:  # noqa: BLE001 - the border of a unit of work: its caller gets it
            return None, error

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _answer(group: list[_Work], outcomes: list[Outcome]) -> None:
    for work, (result, error) in zip(group, outcomes, strict=True):
        if work.answer.done():  # its caller was cancelled meanwhile
            continue
        if error is None:
            work.answer.set_result(result)
        else:
            work.answer.set_exception(error)
