"""Pictures: the work of drawing a goal of three hundred days, and the standings of ten people."""

import statistics
import time
from collections.abc import Callable
from functools import partial

from benchmarks.measure import Limit, Measured
from bot.challenges.picture import draw_ranked
from bot.charts.standings.values import Placed
from bot.goals.picture import picture_of
from tests.bot.charts.standings_charts import standings
from tests.bot.slash.shown_scenes import shown, steady

CHARTS, MOST_CHART = 9, 300.0
OWN = Placed(4321, "Me", 0, is_own=True)


async def charts() -> list[Measured]:
    found = [goal_chart(), standings_chart()]
    for one in found:
        print(one, flush=True)
    return [*found]


def goal_chart() -> Limit:
    points = steady(days=300)
    one = shown(points=points)
    return _drawn("a chart", partial(picture_of, one.standing, points, one.character, one.user))


def standings_chart() -> Limit:
    """Of ten people who all have a streak, and oneself far down."""
    rows = [*(Placed(number, f"Person {number}", 200 - number, number) for number in range(1, 11)), OWN]
    return _drawn("a chart of standings", partial(draw_ranked, standings(*rows, people=10_000)))


def _drawn(name: str, draw: Callable[[], object]) -> Limit:
    """The first one loads what draws, and does not count."""
    seconds = [_cpu(draw) for _ in range(1 + CHARTS)][1:]
    return Limit(f"{name}, CPU", statistics.median(seconds) * 1000, MOST_CHART, "ms")


def _cpu(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
