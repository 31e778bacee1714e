"""Whatever is logged, corrected, taken back and filled in: what is remembered equals a recount."""

import asyncio
import random
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracker.metrics.people import Person, somebody
from tests.tracker.metrics.test_rules import is_as_counted
from tracker.metrics import past
from tracker.metrics.aggregation import day_of, total_of, value_of
from tracker.metrics.errors import NothingLogged
from tracker.metrics.model import Aggregation, Direction, Metric, MetricDay, MetricLog
from tracker.metrics.past import judged


class Step(NamedTuple):
    what: str
    ago: int = 0
    value: int = 0
    which: int = 0


VALUES = st.integers(-30, 60)
STEPS = st.lists(
    st.builds(Step, st.just("log"), st.sampled_from([0, 0, 0, 1, 2, 3, 9, 20, 21, 40]), VALUES)
    | st.builds(Step, st.just("correct"), st.just(0), VALUES, st.integers(0, 30))
    | st.builds(Step, st.just("undo"))
    | st.builds(Step, st.just("sleep"), st.integers(1, 4))
    | st.builds(Step, st.just("aim"), st.just(0), VALUES),
    min_size=4,
    max_size=25,
)


async def take(person: Person, metric: Metric, step: Step) -> None:
    match step.what:
        case "log":
            await person.log(metric, Decimal(step.value) / 10, ago=step.ago)
        case "correct" if logs := await person.every_log(metric):
            at = logs[step.which % len(logs)].logged_at
            await person.metrics.correct(person.user, metric, at, person.words(step.value))
        case "undo":
            try:
                await person.metrics.undo(person.user, metric)
            except NothingLogged:
                return
        case "sleep":
            person.clock.advance(86_400 * step.ago)
        case "aim" if (await person.metric(metric)).target_value != step.value:
            await person.edit(metric, target_value=step.value)
        case _:
            return


async def check(person: Person, metric: Metric) -> None:
    now, logs, days = (
        await person.metric(metric),
        await person.every_log(metric),
        await person.every_day(metric),
    )
    expected = recounted(logs)
    assert {one.day: one for one in days} == expected
    in_order = [expected[day] for day in sorted(expected)]
    values = {day: value_of(now, one) for day, one in expected.items()}
    assert (now.logs, now.logged_days, now.total) == (
        len(logs),
        len(days),
        total_of([one.value for one in logs]),
    )
    assert is_as_counted(now.cached_streak, [*judged(now, in_order)])
    latest, first = now.cached_latest, now.cached_first
    assert (latest and (latest.day, latest.value)) == ((max(values), values[max(values)]) if values else None)
    assert (first and (first.day, first.value)) == ((min(values), values[min(values)]) if values else None)


def recounted(logs: list[MetricLog]) -> dict[date, MetricDay]:
    by_day: dict[date, list[MetricLog]] = {}
    for one in logs:
        by_day.setdefault(one.day, []).append(one)
    return {day: found for day, some in by_day.items() if (found := day_of(some)) is not None}


@settings(max_examples=60)
@given(
    STEPS,
    st.sampled_from([Aggregation.LAST, Aggregation.SUM, Aggregation.MEAN]),
    st.sampled_from([Direction.HIGHER, Direction.LOWER]),
)
def test_what_is_remembered_equals_a_recount(
    steps: list[Step], aggregation: Aggregation, direction: Direction
) -> None:
    async def live() -> None:
        async with somebody() as person:
            metric = await person.add("M", aggregation=aggregation, direction=direction, target_value=1)
            for step in steps:
                await take(person, metric, step)
            await check(person, metric)

    asyncio.run(live())


async def test_an_old_day_counts_although_the_streak_is_longer_than_a_page(
    person: Person, monkeypatch: object
) -> None:
    """Days are read back a page at a time, until the streak ends."""
    getattr(monkeypatch, "setattr")(past, "_AT_ONCE", 7)  # noqa: B009 - its type is pytest's own
    metric = await person.add("M", target_value=5)
    for ago in range(60, -1, -1):
        await person.log(metric, 1 if ago in (45, 58) else 9, ago=ago)
    assert (await person.metric(metric)).streak_on(person.today) == 45
    await person.log(metric, 7, ago=45)
    await check(person, metric)
    assert (await person.metric(metric)).streak_on(person.today) == 58
    await person.log(metric, 2, ago=30)
    await check(person, metric)
    assert (await person.metric(metric)).streak_on(person.today) == 30


async def test_days_that_change_here_and_there_are_recounted_from_what_is_remembered(
    person: Person, monkeypatch: object
) -> None:
    getattr(monkeypatch, "setattr")(past, "_AT_ONCE", 20)  # noqa: B009 - its type is pytest's own
    chance = random.Random(5)  # noqa: S311 - the same each time
    metric = await person.add("M", target_value=5)
    for ago in range(45, 0, -1):
        await person.log(metric, 9, ago=ago)
    for _ in range(30):
        steps = [
            Step("log", chance.choice([0, 1, 2, 5, 12, 22, 30, 50]), chance.choice([9, 70, 90])),
            Step("correct", value=chance.choice([1, 9]), which=-1 - chance.randrange(24)),
            Step("undo"),
            Step("sleep", 1),
        ]
        await take(person, metric, chance.choice(steps))
        await check(person, metric)
