"""What must not grow with the past: `/today`, the streaks behind it, and the dashboard.

Two people with as many habits and goals, one of them for three years, the other for a month.
"""

import statistics
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.discord_server import Order, Standin, stand_in
from benchmarks.habit_past import Past
from benchmarks.measure import ROUNDS, Limit, Measured, rate
from benchmarks.population import DAYS
from benchmarks.slash import GOALS, serving
from bot.services import Services
from tests.fakes.distant_table import DistantTable
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.dashboard import dashboard_of
from tracker.goals.model import ProgressRecord
from tracker.habits.watched import watch
from tracker.store.entity import to_item
from tracker.store.keys import IdentityKind
from tracker.store.values import Item

HABITS = 50
YEARS, MONTH = 3 * 365, 30
MOST_RATIO = 1.5
EACH, ASKED = 30, 60


class Two(NamedTuple):
    old: User
    new: User


async def history() -> list[Measured]:
    with TemporaryDirectory() as folder:
        async with stand_in(2) as there, serving(Path(folder), there.lodging) as services:
            people = await _two(services, there.lodging.people)
            print(f"{HABITS} habits: told for {YEARS:,} days, or for {MONTH}", flush=True)
            found = [
                await _streaks(services, people),
                await _today(there),
                *await _dashboard(services, people),
            ]
    for one in found:
        print(one, flush=True)
    return [*found]


async def _streaks(services: Services, people: Two) -> Limit:
    """One read for all habits, and where each of them stands."""

    async def look(user: User) -> None:
        for one in await watch(services.table, user, services.clock()):
            assert one.standing().kept > 0
            assert one.is_due is not None

    return await _grows("streaks", look, people)


async def _today(there: Standin) -> Limit:
    """Over the wire; the two take turns."""
    await there.use(Order("today", count=ASKED))
    waits = [(await there.use(Order("today", count=ASKED))).waits for _ in range(ROUNDS)]
    pairs = [(statistics.median(each[0::2]), statistics.median(each[1::2])) for each in waits]
    old, new = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"/today  {old:.2f} ms and {new:.2f} ms", flush=True)
    ratio = statistics.median(one / other for one, other in pairs)
    return Limit(f"/today with {HABITS} habits of {YEARS:,} days against {MONTH}", ratio, MOST_RATIO, "x")


async def _dashboard(services: Services, people: Two) -> list[Limit]:
    far = DistantTable(services.table)
    _, trips = await far.round_trips(dashboard_of(far, people.old.id, services.clock()))

    async def look(user: User) -> None:
        found = await dashboard_of(services.table, user.id, services.clock())
        assert (len(found.habits), len(found.goals)) == (HABITS, GOALS)

    return [
        await _grows("the dashboard", look, people),
        Limit("round trips of the dashboard", trips, 1),
    ]


async def _grows(name: str, look: Callable[[User], Awaitable[None]], people: Two) -> Limit:
    """The median of several rounds, each with both sides next to each other, so that noise hits both."""
    for user in people:
        await look(user)
    pairs = [
        (await rate(lambda _: look(people.old), EACH), await rate(lambda _: look(people.new), EACH))
        for _ in range(ROUNDS)
    ]
    old, new = (1000 / statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"{name}  {old:.2f} ms and {new:.2f} ms", flush=True)
    ratio = statistics.median(new / old for old, new in pairs)
    return Limit(f"{name} of {HABITS} habits of {YEARS:,} days against {MONTH}", ratio, MOST_RATIO, "x")


async def _two(services: Services, discord_ids: Sequence[int]) -> Two:
    past = Past(services.table, services.clock, services.habits)
    people = Two(
        *[
            await services.accounts.get_or_register(identity(IdentityKind.DISCORD, str(one)))
            for one in discord_ids
        ]
    )
    for user, days in zip(people, (YEARS, MONTH), strict=True):
        await past.of(user, HABITS, days)
        await services.table.write_many(puts=[item async for item in _progress(services, user, days)])
    return people


async def _progress(services: Services, user: User, days: int) -> AsyncIterator[Item]:
    """A record a day of each goal, before those of the weeks that everybody has."""
    since = services.clock() - timedelta(days=2 * DAYS)
    for goal in await services.goals.list(user.id):
        for at in (since - timedelta(days=ago) for ago in range(days)):
            yield to_item(ProgressRecord(at=at, value=3_000_000, day=at.date()), goal.progress_key(at))
