"""What draws charts: one thread, which keeps what it drew while nothing on it has moved."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from importlib import import_module
from typing import Self, TypeAlias

from scheduler.channels.picture import Picture
from tracker.locales import reader
from tracker.logs import get_logger

log = get_logger(__name__)

LONGEST_ALT = 1000
"""Discord takes 1,024 characters."""
MOST_DRAWN = 128
"""So many pictures are kept, at about 60 KB each."""
AT_ONCE = 1
"""A second thread draws no more: the two wait for the interpreter in turns, and the loop waits for both."""
MOST_WAITING = 24
"""Who would have to wait for more than these has an answer without a picture at once."""

Prepare: TypeAlias = Callable[[], Awaitable[Callable[[], Picture]]]
"""Reads what is to be seen, and answers what draws it, for the thread."""


class Drawings:
    """Charts on their way. A field of Services, closed with the service: `with Drawings() as drawings`."""

    def __init__(self, *, most: int = MOST_DRAWN, most_waiting: int = MOST_WAITING) -> None:
        self._most, self._most_waiting = most, most_waiting
        self._thread = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="chart")
        self._drawn: OrderedDict[Hashable, Future[Picture]] = OrderedDict()
        """Those that are drawn, and those that will be: by what is on them, and how who asked writes it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """What is being drawn is finished, and nothing else is begun."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def warm(self) -> None:
        """Load what draws, before anybody waits for it: that takes most of a second."""
        self._thread.submit(import_module, "bot.charts.frame")

    async def drawn(
        self, motif: Hashable, prepare: Prepare, *, most_waiting: int | None = None
    ) -> Picture | None:
        """The picture of all that `motif` holds, drawn once for all who write alike. None where too many wait
        for theirs, and where it cannot be drawn: an answer without its picture is better than none."""
        key = (reader(), motif)
        try:
            return await self._drawn_or_raise(key, prepare, most_waiting or self._most_waiting)
        except Exception:  # the border of a thread
            self._drawn.pop(key, None)  # the next one may be luckier
            log.exception("chart not drawn", motif=type(motif).__name__)
            return None

    async def _drawn_or_raise(self, motif: Hashable, prepare: Prepare, most_waiting: int) -> Picture | None:
        if motif not in self._drawn:
            if self._waiting() >= most_waiting:
                return None
            draw = await prepare()
            if motif not in self._drawn:  # somebody else may have been faster
                self._begin(motif, draw)
        self._drawn.move_to_end(motif)
        # Whoever goes away does not take the picture from others who wait for the same one.
        return await asyncio.shield(asyncio.wrap_future(self._drawn[motif]))

    def _begin(self, motif: Hashable, draw: Callable[[], Picture]) -> None:
        self._drawn[motif] = self._thread.submit(copy_context().run, draw)
        while len(self._drawn) > self._most:
            self._drawn.popitem(last=False)

    def _waiting(self) -> int:
        return sum(not picture.done() for picture in self._drawn.values())
