"""Whether the service can do its work: the store answers, the scheduler ticks, nobody asked it to stop."""

import asyncio
from collections.abc import Mapping

import structlog

from scheduler.jobs import HEARTBEAT_SECONDS
from scheduler.pulse import Pulse
from tracker.store.errors import StoreError
from tracker.store.keys import ProbeKey
from tracker.store.table import Table

log = structlog.stdlib.get_logger(__name__)

OK = "ok"
STALE_SECONDS = 3 * HEARTBEAT_SECONDS
STORE_SECONDS = 2.0
_ABSENT = ProbeKey(id="readyz").key  # never written: the cheapest read, not limited as DescribeTable is


class Readiness:
    """Asked by `/readyz`. Each part is "ok" or says in a few words what is wrong; the log has the details."""

    def __init__(self, table: Table, pulse: Pulse, *, store_seconds: float = STORE_SECONDS) -> None:
        self._table = table
        self._pulse = pulse
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
        return parts

    async def _store(self) -> tuple[str, str | None]:
        try:
            async with asyncio.timeout(self._store_seconds):
                await self._table.get(_ABSENT)
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

    def _log(self, parts: Mapping[str, str], problem: str | None) -> None:
        if all(state == OK for state in parts.values()):
            log.info("ready again")
        else:
            log.warning("not ready", **parts, **({"problem": problem} if problem else {}))
