"""Every step of every task of an event loop, counted: the places where a test pulls the plug."""

import asyncio
import os
import signal
from collections.abc import Coroutine, Generator
from types import TracebackType
from typing import Any


class Plug:
    """Kills this process, as a power cut would, at the step with this number."""

    def __init__(self, at: int | None) -> None:
        self._at = at
        self.steps = 0
        self.on = True
        """Steps are counted, and cut, only while it is so."""

    def step(self) -> None:
        self.steps += self.on
        if self.steps == self._at:
            os.kill(os.getpid(), signal.SIGKILL)


class Steps(Coroutine[Any, Any, Any]):
    """A coroutine that steps on the plug each time it begins to await something, and each time it goes on."""

    def __init__(self, inner: Coroutine[Any, Any, Any], plug: Plug) -> None:
        self._inner, self._plug = inner, plug

    def send(self, value: Any) -> Any:  # noqa: ANN401 - whatever the coroutine awaits
        self._plug.step()
        awaited = self._inner.send(value)
        self._plug.step()
        return awaited

    def throw(
        self,
        error: BaseException | type[BaseException],
        value: BaseException | object = None,
        traceback: TracebackType | None = None,
        /,
    ) -> Any:  # noqa: ANN401
        del value, traceback
        self._plug.step()
        awaited = self._inner.throw(error)
        self._plug.step()
        return awaited

    def close(self) -> None:
        self._inner.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._inner.__await__()


def run_on_plug(work: Coroutine[Any, Any, None], plug: Plug) -> None:
    """As `asyncio.run`, every task stepping on the plug."""

    def step_by_step(
        loop: asyncio.AbstractEventLoop,
        coroutine: Coroutine[Any, Any, Any],
        **options: Any,  # noqa: ANN401 - asyncio decides
    ) -> asyncio.Task[Any]:
        return asyncio.Task(Steps(coroutine, plug), loop=loop, **options)

    with asyncio.Runner() as runner:
        runner.get_loop().set_task_factory(step_by_step)  # pyright: ignore[reportArgumentType]
        runner.run(work)
