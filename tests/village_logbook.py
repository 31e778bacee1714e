"""What somebody in the village writes about their days, and that they want to be asked."""

from datetime import time, timedelta
from itertools import count

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.logbook.model import LinkKind, Mood
from tracker.logbook.pages import NewEntry
from tracker.logbook.service import Logbook
from tracker.metrics.service import Metrics
from tracker.store.table import Table


async def begin_logbook(table: Table, clock: Clock, user: User) -> None:
    names = count(1)
    metrics = Metrics(table, clock, lambda: f"metric{next(names)}")
    logbook = Logbook(table, clock, lambda: f"entry{next(names)}", metrics)
    today = local_day(clock(), user.zone, user.day_start)
    links = await logbook.find_links(user.id, {LinkKind.TASK: "paint", LinkKind.HABIT: "gym"})
    new = NewEntry(text="Moved in. #home", mood=Mood.HIGH, energy=6, title="A new house", links=links)
    await logbook.add(user, today, new)
    await logbook.add(user, today - timedelta(days=1), NewEntry(mood=Mood.LOW))
    await logbook.set_prompt(user, time(21))
