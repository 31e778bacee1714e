"""A service with one job that starts at once and never ends: `python -m … WORK_SECONDS`, to be signalled."""

import asyncio
import os
import sys
from datetime import UTC, datetime

from apscheduler.triggers.date import DateTrigger

from bot import logs
from bot.app import serve
from bot.config import load
from bot.signals import until_signalled
from scheduler.context import Context
from scheduler.jobs import Job


async def hold(_: Context) -> None:
    await asyncio.Event().wait()


if __name__ == "__main__":
    settings = load(None, os.environ)
    logs.configure(settings)
    job = Job("hold", DateTrigger(datetime.now(UTC)), hold)
    asyncio.run(until_signalled(serve(settings, jobs=[job], work_seconds=float(sys.argv[1]))))
