"""A loop in which waiting takes no time: when nothing is left to do, its clock goes on to the next timer."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

_Result = TypeVar("_Result")


class _Impatient(selectors.DefaultSelector):
    """Waits for real only where no timer runs, as for a thread."""

    def __init__(self) -> None:
        super().__init__()
        self.skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(None if timeout is None else 0)
        if not found:
            self.skipped += timeout or 0
        return found


class HandLoop(asyncio.SelectorEventLoop):
    """Its `time` is the only clock in it that goes on. The clock on the wall stands still beside it."""

    def __init__(self) -> None:
        self._impatient = _Impatient()
        super().__init__(self._impatient)

    def time(self) -> float:
        return self._impatient.skipped


def run_by_hand(scene: Coroutine[Any, Any, _Result]) -> _Result:
    with asyncio.Runner(loop_factory=HandLoop) as runner:
        return runner.run(scene)
