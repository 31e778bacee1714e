"""A loop in which waiting takes no time: when nothing is left to do, its clock goes on to the next timer."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

_Result = TypeVar("_Result")


class _Impatient(selectors.DefaultSelector):
    """Waits for real only where no timer runs, as for a thread."""

    def __init__(self, *, hurries: bool = True) -> None:
        super().__init__()
        self.skipped, self.hurries = 0.0, hurries

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if not self.hurries:
            return super().select(timeout)
        found = super().select(None if timeout is None else 0)
        if not found:
            self.skipped += timeout or 0
        return found


class _Patient(asyncio.SelectorEventLoop):
    async def shutdown_default_executor(self, *_: float | None) -> None:
        """However long it may take: a runner of Python 3.12 gives threads five minutes, over at once here."""
        await super().shutdown_default_executor()


class HandLoop(_Patient):
    """Its `time` is the only clock in it that goes on. The clock on the wall stands still beside it."""

    def __init__(self) -> None:
        self._impatient = _Impatient()
        super().__init__(self._impatient)

    def time(self) -> float:
        return self._impatient.skipped


def run_by_hand(scene: Coroutine[Any, Any, _Result]) -> _Result:
    with asyncio.Runner(loop_factory=HandLoop) as runner:
        return runner.run(scene)


class StoppableLoop(_Patient):
    """Time passes as it does, until `hurry`; from then on waiting takes none, as in a `HandLoop`.

    So a service starts as it always does, and of its stop one can say how long it waits at most: on a slow
    machine a wait may end with its time-out that would not have, but none lasts longer than that.
    """

    def __init__(self) -> None:
        self._impatient = _Impatient(hurries=False)
        super().__init__(self._impatient)

    def time(self) -> float:
        return self._impatient.skipped if self._impatient.hurries else super().time()

    def hurry(self) -> None:
        """What is scheduled stays as far away as it is."""
        self._impatient.skipped = super().time()
        self._impatient.hurries = True
