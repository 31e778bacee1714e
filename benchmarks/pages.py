"""Pages: what Today costs against a bare handler with the same items and bytes, what goes over the wire, and
how soon a phone shows something.

Somebody has 50 habits, 25 goals and 100 tasks, and three years behind them. The service and whoever asks it
are two processes, and both sides are asked in turn.
"""

from benchmarks.measure import Measured
from benchmarks.page_first import first_look
from benchmarks.page_serving import serving_today
from benchmarks.page_site import full_site


async def pages() -> list[Measured]:
    async with full_site() as full:
        return [*await serving_today(full), *await first_look(full)]
