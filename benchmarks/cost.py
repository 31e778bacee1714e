"""What Questlog costs in a month on DynamoDB: the units of polls, and of all that goes on without them."""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from pydantic import HttpUrl

from benchmarks.hiscores_server import hiscores
from benchmarks.measure import Limit, Measured
from benchmarks.polling import HandTime, new_session, one_pass, polling, settings_of
from scheduler.context import Context
from scheduler.jobs import DISPATCH_SECONDS
from scheduler.leases import TICK_SECONDS
from scheduler.rounds import run_due
from tests.servers.engines import SERVERS, absence
from tracker.digest.feature import ROUNDS
from tracker.settings import StoreSettings
from tracker.store.dynamo_admin import create_table

SUBJECTS = 200
SETTLE_MINUTES, MINUTES = 3, 10
MINUTES_PER_DAY = 24 * 60
MINUTES_PER_MONTH = 730 * 60
STATED = 1.44
"""Changes in a day of each goal's character: one poll in a thousand, where there is one a minute.

The hiscores change when a player logs out.
"""
CHANGES_A_DAY = (0.5, STATED, 5)
WRITE_PRICE, READ_PRICE = 0.625e-6, 0.125e-6
"""Dollars for a unit, on demand in us-east-1."""
ANCHOR = 4.0
"""Dollars in a month for 1,000 goals every minute."""
_READS = frozenset({"get_item", "batch_get_item", "query", "scan"})
_LEAST_READ = 0.5
"""Even an answer without items is billed, and not every server for tests says so."""


@dataclass(frozen=True, slots=True)
class Units:
    write: float = 0.0
    read: float = 0.0

    @property
    def dollars(self) -> float:
        return self.write * WRITE_PRICE + self.read * READ_PRICE

    def __add__(self, other: "Units") -> "Units":
        return Units(self.write + other.write, self.read + other.read)

    def __mul__(self, times: float) -> "Units":
        return Units(self.write * times, self.read * times)

    def __str__(self) -> str:
        return f"{self.write:8.2f} write units, {self.read:8.2f} read units"


class Meter:
    """Counts what the table used since it was last asked."""

    def __init__(self) -> None:
        self._used = Units()

    def observe(self, operation: str, units: float) -> None:
        reads = operation in _READS
        self._used += Units(read=max(units, _LEAST_READ)) if reads else Units(write=units)

    def take(self) -> Units:
        used, self._used = self._used, Units()
        return used


@dataclass(frozen=True, slots=True)
class Bill:
    """What was measured: for one poll of each kind, and for a minute of everything else."""

    unchanged: Units
    changed: Units
    minute: dict[str, Units]

    def polls(self, count: float, share: float) -> Units:
        """So many, of which that share changed."""
        return (self.unchanged * (1 - share) + self.changed * share) * count

    @property
    def rest(self) -> Units:
        """A month of everything else."""
        return sum(self.minute.values(), Units()) * MINUTES_PER_MONTH


@dataclass(frozen=True, slots=True)
class Load:
    text: str
    goals: int
    minutes: int
    """Between two polls of a goal."""

    def share(self, changes_a_day: float) -> float:
        """Of the polls that find a change."""
        return changes_a_day * self.minutes / MINUTES_PER_DAY

    def month(self, bill: Bill, changes_a_day: float) -> Units:
        polls = self.goals / self.minutes * MINUTES_PER_MONTH
        return bill.polls(polls, self.share(changes_a_day)) + bill.rest


OFTEN = Load("1,000 goals every minute", 1_000, 1)
MANY = Load("10,000 goals every 10 minutes", 10_000, 10)


async def cost() -> list[Measured]:
    meter = Meter()
    async with _worker(meter) as (context, clock, url), new_session() as session:
        await one_pass(context, clock)
        unchanged = await _per_look(context, clock, meter)
        await (await session.get(f"{url}/train/1")).read()
        changed = await _per_look(context, clock, meter)
        await _minutes(context, clock, meter, SETTLE_MINUTES)
        bill = Bill(unchanged, changed, await _minutes(context, clock, meter, MINUTES))
    _print(bill)
    stated = Limit(f"{OFTEN.text}, {_stated(OFTEN)}", OFTEN.month(bill, STATED).dollars, ANCHOR, "dollars")
    print(stated, flush=True)
    return [stated]


@asynccontextmanager
async def _worker(meter: Meter) -> AsyncGenerator[tuple[Context, HandTime, str]]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_EC2_METADATA_DISABLED"):
        os.environ[name] = "true"
    server = "dynoxide" if absence("dynoxide") is None else "ministack"
    with SERVERS[server]() as address, hiscores(SUBJECTS) as url:
        store = StoreSettings(engine="dynamodb", table="questlog", endpoint_url=HttpUrl(address))
        await create_table(store, lambda _: None)
        async with polling(settings_of(store, url), SUBJECTS, 1, meter.observe) as (context, clock):
            yield context, clock, url


async def _per_look(context: Context, clock: HandTime, meter: Meter) -> Units:
    """Without what the leases and the lists of shards take: those do not grow with looks."""
    for _ in range(2):
        clock.now += 4000
        await context.poller.tend()
    meter.take()
    before = context.poller.looks.total()
    await context.poller.tick()
    await context.poller.quiet()
    return meter.take() * (1 / (context.poller.looks.total() - before))


async def _minutes(context: Context, clock: HandTime, meter: Meter, minutes: int) -> dict[str, Units]:
    """What a minute takes in which nothing is polled and nothing is due, job by job."""
    used = {"leases": Units(), "dispatch": Units(), "rounds": Units()}
    meter.take()
    for second in range(minutes * 60):
        clock.now += 1
        if second % TICK_SECONDS == 0:
            await context.poller.tend()
            used["leases"] += meter.take()
        if second % DISPATCH_SECONDS == 0:
            await context.dispatcher.run()
            used["dispatch"] += meter.take()
        if second % ROUNDS.seconds == 0:
            await run_due(ROUNDS, context.tools)
            used["rounds"] += meter.take()
    return {name: units * (1 / minutes) for name, units in used.items()}


def _print(bill: Bill) -> None:
    print(f"unchanged poll         {bill.unchanged}")
    print(f"changed poll, 1 goal   {bill.changed}")
    for name, units in bill.minute.items():
        print(f"a minute of {name:<10} {units}, {(units * MINUTES_PER_MONTH).dollars:6.2f} dollars a month")
    rest = bill.rest.dollars
    for load in (OFTEN, MANY):
        print(f"{load.text}, dollars a month for polls + {rest:.2f} for leases, dispatch and rounds:")
        for changes in CHANGES_A_DAY:
            month, share = load.month(bill, changes).dollars, load.share(changes)
            told = f"{share:6.2%} of the polls changed ({changes:g} a day for each goal)"
            print(f"  {told:<55} {month - rest:6.2f} + {rest:.2f} = {month:6.2f}")


def _stated(load: Load) -> str:
    return f"{load.share(STATED):.1%} of the polls changed"
