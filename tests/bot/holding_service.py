"""A service with one job that soon says `holding` and never ends: `python -m … WORK_SECONDS`."""

import asyncio
import os
import sys

import structlog

from bot import logs
from bot.app import serve
from bot.config import load
from bot.signals import until_signalled
from scheduler.clockwork import every
from scheduler.context import Context
from scheduler.jobs import Job


async def hold(_: Context) -> None:
    structlog.stdlib.get_logger().info("holding")
    await asyncio.Event().wait()


if __name__ == "__main__":
    settings = load(None, os.environ)
    logs.configure(settings)
    job = Job("hold", every(0.1), hold)
    asyncio.run(until_signalled(serve(settings, jobs=[job], work_seconds=float(sys.argv[1]))))
