"""Time and chance as the sources use them, in one value, so that tests can hold all of it in hand."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

from tracker.clock import Clock, system_clock
from tracker.frozen import frozen


@frozen
class Timing:
    """`monotonic` decides, `clock` only tells people; `chance` is from 0 up to 1."""

    clock: Clock = system_clock
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random
