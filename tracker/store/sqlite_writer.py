"""Writing to the SQLite file, with group commit.

Work that waits while a commit is on its way to the disk shares the next commit: one fsync for all of
it. Each piece runs in a savepoint of its own, so that one which fails takes nothing with it.
"""

import sqlite3
from collections.abc import Callable, Sequence

from tracker.store.errors import StoreError
from tracker.store.sqlite_worker import Outcome, Work


class Writer:
    """Calling it commits a group. All of it happens in the thread that has the connection."""

    def __init__(
        self, connection: sqlite3.Connection, failure: Callable[[sqlite3.Error], StoreError]
    ) -> None:
        self._connection, self._failure = connection, failure

    def __call__(self, group: Sequence[Work]) -> Sequence[Outcome]:
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

    def _alone(self, work: Work) -> Outcome:
        """The common case without the cost of a savepoint."""
        outcome = self._attempt(work)
        self._connection.execute("COMMIT" if outcome[1] is None else "ROLLBACK")
        return outcome

    def _in_savepoint(self, work: Work) -> Outcome:
        self._connection.execute("SAVEPOINT work")
        outcome = self._attempt(work)
        if outcome[1] is not None:
            self._connection.execute("ROLLBACK TO work")
        self._connection.execute("RELEASE work")
        return outcome

    def _attempt(self, work: Work) -> Outcome:
        try:
            return work.function(self._connection), None
        except sqlite3.Error:
            raise  # the file itself is in trouble: the whole group fails
        except Exception as error:  # noqa: BLE001 - the border of a unit of work: its caller gets it
            return None, error

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
