"""Whether the service can do its work: the store answers, the scheduler ticks, nobody asked it to stop."""

import asyncio
from collections.abc import Callable, Mapping

from bot.slash.watchdog import lives
from scheduler.jobs import HEARTBEAT_SECONDS
from scheduler.pulse import Pulse
from tracker.logs import get_logger
from tracker.store.errors import StoreError
from tracker.store.keys import ProbeKey
from tracker.store.table import Table

log = get_logger(__name__)

OK, OFF = "ok", "off"
NEEDED = ("service", "store", "ticks")
"""Not Discord: without it the rest works on. docs/operations.md gives the reasons."""
STALE_SECONDS = 3 * HEARTBEAT_SECONDS
STORE_SECONDS = 2.0
_ABSENT = ProbeKey(id="readyz").key  # never written: the cheapest read, not limited as DescribeTable is


def is_ready(parts: Mapping[str, str]) -> bool:
    return all(parts[name] == OK for name in NEEDED)


class Readiness:
    """Asked by `/readyz`. Each part is "ok" or says in a few words what is wrong; the log has the details.

    `latency` is that of the connection to Discord; without it Discord is off.
    """

    def __init__(
        self,
        table: Table,
        pulse: Pulse,
        latency: Callable[[], float] | None = None,
        *,
        store_seconds: float = STORE_SECONDS,
    ) -> None:
        self._table = table
        self._pulse = pulse
        self._latency = latency
        self._store_seconds = store_seconds
        self._stopping = False
        self._last: Mapping[str, str] = {}

    def stop(self) -> None:
        """From now on no new work should be sent here."""
        self._stopping = True

    async def parts(self) -> Mapping[str, str]:
        store, problem = await self._store()
        parts = {"service": "stopping" if self._stopping else OK, "store": store, "ticks": self._ticks()}
        if parts != self._last and any(state != OK for state in (*parts.values(), *self._last.values())):
            self._log(parts, problem)
        self._last = parts
        return {**parts, "discord": self._discord()}

    async def _store(self) -> tuple[str, str | None]:
        try:
            async with asyncio.timeout(self._store_seconds):
                await self._table.get(_ABSENT)
                await self._table.check_place()
        except TimeoutError:
            return f"no answer within {self._store_seconds:g} s", None
        except StoreError as error:
            return "unavailable", str(error)
        return OK, None

    def _ticks(self) -> str:
        age = self._pulse.age()
        if age is None:
            return "none yet"
        return OK if age <= STALE_SECONDS else f"none for more than {STALE_SECONDS} s"

    def _discord(self) -> str:
        """Its connection has log lines of its own."""
        if self._latency is None:
            return OFF
        return OK if lives(self._latency()) else "not connected"

    def _log(self, parts: Mapping[str, str], problem: str | None) -> None:
        if all(state == OK for state in parts.values()):
            log.info("ready again")
        else:
            log.warning("not ready", **parts, **({"problem": problem} if problem else {}))
