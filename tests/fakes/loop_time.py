"""The event loop of the tests: its time can leap, so that a time-out comes and nobody waits for it.

A stand-in that keeps a request waiting leaps once the request has arrived. So the program's own time-outs can
be as long as they really are, and a test need not guess how long a busy machine takes to get that far.
"""

import asyncio
from typing import NoReturn

_LONG = 30.0
"""More seconds than anything in Questlog waits for one answer."""


class LeapingLoop(asyncio.SelectorEventLoop):
    ahead = 0.0
    """By how many seconds it is ahead of the machine's own clock."""

    def time(self) -> float:
        return super().time() + self.ahead


async def leap(seconds: float) -> None:
    """So much time passes at once, for all that waits in this loop. A loop of another kind really waits."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, LeapingLoop):
        await asyncio.sleep(seconds)
        return
    while seconds > 0:  # second by second: what is due earlier comes earlier
        loop.ahead += min(1.0, seconds)
        seconds -= 1.0
        for _ in range(3):  # what is due by then has its turn before the next second, and before the caller
            await asyncio.sleep(0)


def linger(seconds: float) -> None:
    """What waits in this loop waits so much longer: a short time-out that a busy machine would not keep."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, LeapingLoop)
    loop.ahead -= seconds


async def never() -> NoReturn:
    """Wait without end. Whoever waits for that in this loop gives up at once, as late as they would have."""
    await leap(_LONG)
    await asyncio.Event().wait()
    raise AssertionError
