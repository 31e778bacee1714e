"""`make bench`: every benchmark, or those that are named. Ends with 1 when something wanted is missed."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence

import structlog

from benchmarks import (
    challenge,
    charts,
    commands,
    cost,
    delivery,
    digests,
    dynamo_engine,
    following,
    forecast,
    goals,
    growth,
    habits,
    insights,
    metrics,
    pages,
    polling,
    rooms,
    schedule,
    slash,
    slash_busy,
    slow_clients,
    sms,
    sqlite_engine,
    start,
    tasks,
)
from benchmarks.measure import Measured

BENCHMARKS: dict[str, Callable[[], Awaitable[Sequence[Measured]]]] = {
    "sqlite": sqlite_engine.engine,
    "dynamodb": dynamo_engine.engine,
    "growth": growth.growth,
    "schedule": schedule.schedule,
    "poll": polling.poll,
    "cost": cost.cost,
    "deliver": delivery.deliver,
    "digests": digests.digests,
    "forecast": forecast.forecast,
    "discord": slash.slash,
    "discord-busy": slash_busy.slash_busy,
    "charts": charts.charts,
    "start": start.start,
    "commands": commands.commands,
    "sms": sms.sms,
    "habits": habits.habits,
    "tasks": tasks.tasks,
    "goals": goals.goals,
    "challenge": challenge.challenge,
    "insights": insights.insights,
    "metrics": metrics.metrics,
    "rooms": rooms.rooms,
    "following": following.following,
    "pages": pages.pages,
    "slow": slow_clients.slow_clients,
}


def main(names: list[str]) -> int:
    """The exit code. Each benchmark has a process of its own, which none before it has filled or worn."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    if len(names) == 1:
        return asyncio.run(run(names[0]))
    return max([subprocess.call([sys.executable, "-m", "benchmarks", name]) for name in names or BENCHMARKS])


async def run(name: str) -> int:
    logs = structlog.make_filtering_bound_logger(logging.WARNING)
    structlog.configure(wrapper_class=logs)  # as a service does, whose level is not debug
    print(f"\n{name}", flush=True)
    return verdict(await BENCHMARKS[name]())


def verdict(found: Sequence[Measured]) -> int:
    """Says again what was missed; the exit code."""
    missed = [one for one in found if one.missed]
    for one in missed:
        print(f"missed: {one}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
