"""`make bench`: every benchmark, or those named on the command line."""

import asyncio
import sys

from benchmarks import dynamo_engine, polling, schedule, sqlite_engine

BENCHMARKS = {
    "sqlite": sqlite_engine.engine,
    "dynamodb": dynamo_engine.engine,
    "growth": sqlite_engine.growth,
    "schedule": schedule.schedule,
    "poll": polling.poll,
    "cost": polling.cost,
}


async def main(names: list[str]) -> None:
    for name in names or BENCHMARKS:
        print(f"\n{name}", flush=True)
        await BENCHMARKS[name]()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
