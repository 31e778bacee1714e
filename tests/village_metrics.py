"""What somebody in the village measures: their weight, and pages that they read."""

from datetime import timedelta
from decimal import Decimal
from itertools import count

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.goals.feeds import Feed
from tracker.goals.lookup import characters_of
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.log_words import LogWords
from tracker.metrics.model import Aggregation, Direction
from tracker.metrics.service import Metrics
from tracker.store.table import Table


async def begin_metrics(table: Table, clock: Clock, user: User) -> None:
    names = count(1)
    metrics = Metrics(table, clock, lambda: f"metric{next(names)}")
    weight = await metrics.add(
        user,
        NewMetric(
            name="Weight",
            description="Every morning",
            area="health",
            sub_category="body",
            unit="kg",
            direction=Direction.TARGET,
            target_value=75,
            tolerance=Decimal("0.5"),
        ),
    )
    now, today = clock(), local_day(clock(), user.zone, user.day_start)
    for ago in range(3, -1, -1):
        day = timedelta(days=ago)
        said = LogWords(Decimal("75.2") + ago, "kg", "before breakfast", now - day, today - day)
        await metrics.log(user, weight, said)
    await metrics.undo(user)
    [character, *_] = await characters_of(table, user.id)
    feed = Feed(character=character.id, subject=character.subject, quantities=("overall.xp",), title="All xp")
    await metrics.add(
        user, NewMetric(name="Pages", custom_unit="pages", aggregation=Aggregation.SUM, fed_by=feed)
    )
