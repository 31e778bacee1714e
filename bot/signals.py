"""SIGTERM and SIGINT: the first one asks the service to stop, the second one ends the process."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any

from tracker.logs import get_logger

log = get_logger(__name__)

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


async def until_signalled(service: Coroutine[Any, Any, None]) -> None:
    """Run the service until it ends by itself or a signal cancels it; being cancelled is its normal end."""
    task = asyncio.create_task(service, name="service")
    signals: list[signal.Signals] = []
    for number in _SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, _stop, task, number, signals)
    try:
        await task
    except asyncio.CancelledError:
        if not signals:
            raise
        log.info("stopped")


def _stop(task: asyncio.Task[None], number: signal.Signals, signals: list[signal.Signals]) -> None:
    log.info("stopping; a second signal forces it", signal=number.name)
    signals.append(number)
    for again in _SIGNALS:  # the kernel's own way, which works even if the loop hangs
        asyncio.get_running_loop().remove_signal_handler(again)
        signal.signal(again, signal.SIG_DFL)
    task.cancel()
