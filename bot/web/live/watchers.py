"""Who follows along what happens to a person, in this process: pages that are open, and programs.

What this process writes wakes them at once. What others write they hear within two seconds: once a second (or
a second and a half) one question is asked for all of them together.
"""

import asyncio
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress

from bot.web.connections import most_connections
from tracker.happenings.reading import newest
from tracker.logs import get_logger
from tracker.store.errors import StoreError
from tracker.store.keys import NewestHappeningKey
from tracker.store.table import Operation, Table

log = get_logger(__name__)

COUNTING_SECONDS = 1.0
"""Where the engine counts all writes: then it is asked for the count alone."""
ASKING_SECONDS = 1.5
MOST_OF_A_PERSON = 8


class TooManyWatchers(Exception):
    """There is no room for one more."""


class Watcher:
    """One page, or one program."""

    def __init__(self) -> None:
        self._woken = asyncio.Event()
        self.is_over = False
        """Whether it has to go: the service stops, or the same person watches with too many others."""

    def wake(self) -> None:
        self._woken.set()

    def end(self) -> None:
        self.is_over = True
        self._woken.set()

    async def sleep(self, seconds: float) -> bool:
        """Until something happens. False where that took longer."""
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return False
        self._woken.clear()
        return True


class Watchers:
    def __init__(self, most: int | None = None) -> None:
        self._most = most_connections() // 2 if most is None else most
        self._of: dict[str, list[Watcher]] = {}
        self._newest: dict[str, str] = {}
        self._asking: asyncio.Task[None] | None = None
        self._table: Table | None = None

    @contextmanager
    def watching(self, table: Table, person: str) -> Generator[Watcher]:
        """Raises TooManyWatchers."""
        if sum(map(len, self._of.values())) >= self._most:
            raise TooManyWatchers
        self._listen(table)
        watcher, others = Watcher(), self._of.setdefault(person, [])
        others.append(watcher)
        for one in others[:-MOST_OF_A_PERSON]:
            one.end()
        try:
            yield watcher
        finally:
            others.remove(watcher)
            if not others:
                self._of.pop(person, None)
                self._newest.pop(person, None)

    def count(self) -> int:
        return sum(map(len, self._of.values()))

    async def close(self) -> None:
        """All of them end."""
        for others in self._of.values():
            for one in others:
                one.end()
        if self._asking is not None:
            self._asking.cancel()
            with suppress(asyncio.CancelledError):
                await self._asking
        self._table = None

    def _listen(self, table: Table) -> None:
        if table is not self._table:
            self._table = table
            table.when_written(self._hear)
        if self._asking is None or self._asking.done():
            self._asking = asyncio.get_running_loop().create_task(self._ask(table))

    def _hear(self, operations: Sequence[Operation]) -> None:
        """It is called with every write of this process, of which few are about somebody who is watched."""
        if self._of:
            for one in operations:
                if one.key.sk == "EVENTS" and (key := NewestHappeningKey.parse(one.key)) is not None:
                    self._wake(key.user)

    def _wake(self, person: str) -> None:
        for one in self._of.get(person, ()):
            one.wake()

    async def _ask(self, table: Table) -> None:
        """For as long as anybody watches."""
        seen: int | None = None
        while self._of:
            try:
                now = await table.version()
                if now is None or now != seen:
                    await self._look(table)
                    seen = now
            except StoreError as error:
                log.warning("what other processes write is not heard", problem=str(error))
            await asyncio.sleep(ASKING_SECONDS if seen is None else COUNTING_SECONDS)

    async def _look(self, table: Table) -> None:
        for person, one in (await newest(table, [*self._of])).items():
            if self._newest.get(person) != one and person in self._of:
                self._newest[person] = one
                self._wake(person)
