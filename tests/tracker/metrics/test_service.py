"""Metrics: made, logged, corrected, undone, changed and removed."""

import asyncio
from decimal import Decimal

import pytest

from tests.tracker.metrics.people import DAY, Person
from tracker.metrics.errors import (
    AmbiguousMetric,
    BadLog,
    BadMetric,
    MetricUnchanged,
    NoSuchLog,
    NoSuchMetric,
    NothingLogged,
    TooManyLogs,
    TooManyMetrics,
)
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.model import MOST_LOGS_A_DAY, MOST_METRICS, Aggregation, Direction, MetricStatus

SUM, LAST, COUNT = Aggregation.SUM, Aggregation.LAST, Aggregation.COUNT


async def test_a_log_its_day_and_the_metric_are_written_together(everywhere: Person) -> None:
    weight = await everywhere.add("Weight", unit="kg", direction=Direction.LOWER, target_value=75)
    logged = await everywhere.log(weight, "82.40", note="after run")
    metric = await everywhere.metric(weight)
    [log], [day] = await everywhere.every_log(weight), await everywhere.every_day(weight)
    assert (log.value, log.unit, log.notes, log.day) == (
        Decimal("82.4"),
        "kg",
        "after run",
        everywhere.today,
    )
    assert (day.count, day.last, logged.value) == (1, Decimal("82.4"), Decimal("82.4"))
    assert metric.cached_latest is not None
    assert (metric.cached_latest.value, metric.logs, metric.logged_days) == (Decimal("82.4"), 1, 1)
    assert metric == logged.metric


async def test_two_logs_in_one_second_are_two_logs(everywhere: Person) -> None:
    water = await everywhere.add("Water", aggregation=SUM)
    await asyncio.gather(*(everywhere.log(water, 1) for _ in range(4)))
    logs = await everywhere.every_log(water)
    assert len({one.logged_at for one in logs}) == 4
    assert (await everywhere.metric(water)).total == 4


async def test_a_correction_works_the_day_out_anew(everywhere: Person) -> None:
    water = await everywhere.add("Water", aggregation=SUM)
    await everywhere.log(water, 2)
    second = await everywhere.log(water, 30)
    right = everywhere.words(3, note="not thirty")
    corrected = await everywhere.metrics.correct(everywhere.user, water, second.log.logged_at, right)
    assert (corrected.value, corrected.metric.total, corrected.metric.logs) == (5, 5, 2)
    assert corrected.before is not None
    assert (corrected.before.value, corrected.log.notes) == (30, "not thirty")
    undone = await everywhere.metrics.undo(everywhere.user)
    assert (undone.value, undone.metric.total, undone.undone) == (32, 32, True)


async def test_undo_takes_the_last_log_back_and_then_the_one_before(person: Person) -> None:
    water, steps = await person.add("Water", aggregation=SUM), await person.add("Steps", aggregation=SUM)
    for metric, value in ((water, 1), (steps, 100), (water, 2)):
        await person.log(metric, value)
        person.clock.advance(60)
    assert (await person.metrics.undo(person.user)).log.value == 2
    assert (await person.metrics.undo(person.user, water)).log.value == 1
    assert (await person.metric(water)).cached_latest is None
    assert (await person.every_day(water), await person.every_log(water)) == ([], [])
    with pytest.raises(NothingLogged):
        await person.metrics.undo(person.user, water)
    assert (await person.metrics.undo(person.user)).log.value == 100


async def test_undo_takes_a_correction_back_first_and_then_the_log_itself(person: Person) -> None:
    water = await person.add("Water")
    await person.log(water, 7, ago=2)
    log = (await person.log(water, 1)).log
    for value in (5, 6):
        await person.metrics.correct(person.user, water, log.logged_at, person.words(value))
    undone = [(await person.metrics.undo(person.user)).value for _ in range(4)]
    assert undone == [5, 1, None, None]
    assert await person.every_log(water) == []
    with pytest.raises(NothingLogged):
        await person.metrics.undo(person.user)


async def test_two_who_undo_at_once_take_two_steps_back_or_one_and_no_step_twice(everywhere: Person) -> None:
    water = await everywhere.add("Water")
    await everywhere.log(water, 7, ago=2)
    log = (await everywhere.log(water, 1)).log
    for note in ("morning", "evening"):
        said = everywhere.words(1, note=note)
        await everywhere.metrics.correct(everywhere.user, water, log.logged_at, said)
    both = await asyncio.gather(
        *(everywhere.metrics.undo(everywhere.user) for _ in range(2)), return_exceptions=True
    )
    refused = sum(isinstance(one, NothingLogged) for one in both)
    [_, now] = await everywhere.every_log(water)
    assert (refused, now.notes) in {(0, None), (1, "morning")}


async def test_a_day_in_the_past_can_be_logged_and_one_to_come_cannot(person: Person) -> None:
    weight = await person.add("Weight")
    await person.log(weight, 80)
    old = await person.log(weight, 90, ago=400)
    assert (old.log.day, old.metric.number) == (person.today - 400 * DAY, 80)
    with pytest.raises(BadLog):
        await person.log(weight, 80, ago=-1)


async def test_a_correction_of_a_log_that_is_not_there_is_refused(person: Person) -> None:
    weight = await person.add("Weight")
    with pytest.raises(NoSuchLog):
        await person.metrics.correct(person.user, weight, person.clock(), person.words(5))


async def test_a_day_has_so_many_logs_at_most(person: Person) -> None:
    taps = await person.add("Taps", aggregation=COUNT)
    for _ in range(MOST_LOGS_A_DAY):
        await person.log(taps, 1)
    with pytest.raises(TooManyLogs):
        await person.log(taps, 1)
    assert (await person.metric(taps)).number == MOST_LOGS_A_DAY


async def test_a_name_is_taken_once_until_it_is_archived(person: Person) -> None:
    weight = await person.add("Weight")
    with pytest.raises(BadMetric):
        await person.add("wéight")
    await person.edit(weight, status=MetricStatus.ARCHIVED)
    again = await person.add("Weight")
    assert await person.metrics.list(person.user.id) == [again]
    assert len(await person.metrics.list(person.user.id, archived=True)) == 2
    with pytest.raises(BadMetric):
        await person.edit(weight, status=MetricStatus.ACTIVE)


async def test_two_who_add_the_same_name_at_once_make_one(everywhere: Person) -> None:
    made = await asyncio.gather(*(everywhere.add("Weight") for _ in range(3)), return_exceptions=True)
    assert sum(isinstance(one, BadMetric) for one in made) == 2
    assert len(await everywhere.metrics.list(everywhere.user.id)) == 1


async def test_a_metric_is_found_by_its_name_by_how_it_begins_and_by_its_id(person: Person) -> None:
    weight, water = await person.add("Weight"), await person.add("Water drunk")
    ada = person.user.id
    for text in ("weight", "weig", weight.id):
        assert await person.metrics.find(ada, text) == weight
    assert await person.metrics.find(ada, "drunk") == water
    with pytest.raises(AmbiguousMetric):
        await person.metrics.find(ada, "w")
    with pytest.raises(NoSuchMetric):
        await person.metrics.find(ada, "sleep")


async def test_a_metric_of_another_person_is_not_reachable(person: Person) -> None:
    weight = await person.add("Weight")
    await person.log(weight, 80)
    ben = await Person(person.table, person.clock).settle("ben")
    for text in (weight.id, "weight"):
        with pytest.raises(NoSuchMetric):
            await ben.metrics.find(ben.user.id, text)
    with pytest.raises(NoSuchMetric):
        await ben.metrics.get(ben.user.id, weight.id)
    with pytest.raises(NoSuchMetric):
        await ben.log(weight, 1)
    with pytest.raises(NoSuchMetric):
        await ben.edit(weight, name="Mine")
    with pytest.raises(NoSuchMetric):
        await ben.metrics.remove(ben.user, weight)
    with pytest.raises(NothingLogged):
        await ben.metrics.undo(ben.user)
    assert [one.value for one in await person.every_log(weight)] == [80]


async def test_another_aggregation_counts_the_past_anew_without_changing_it(person: Person) -> None:
    pages = await person.add("Pages", aggregation=SUM, target_value=10)
    for ago, value in ((1, 4), (1, 8), (0, 6), (0, 5)):
        await person.log(pages, value, ago=ago)
    assert (await person.metric(pages)).streak_on(person.today) == 2
    after = await person.edit(pages, aggregation=LAST)
    assert after.cached_latest is not None
    assert (after.cached_latest.value, after.number, after.streak_on(person.today)) == (5, 5, 0)
    yesterday = person.today - DAY
    assert await person.metrics.days(after, yesterday, person.today) == {yesterday: 8, person.today: 5}


async def test_an_edit_that_changes_nothing_is_refused(person: Person) -> None:
    weight = await person.add("Weight")
    with pytest.raises(MetricUnchanged):
        await person.edit(weight, name="Weight")


@pytest.mark.parametrize(
    "said",
    [
        {"threshold_low": 5, "threshold_high": 5},
        {"direction": Direction.TARGET},
        {"direction": Direction.TARGET, "target_value": 0},
        {"tolerance": -1},
        {"name": " "},
    ],
)
async def test_what_does_not_fit_together_is_refused(person: Person, said: dict[str, object]) -> None:
    with pytest.raises(BadMetric):
        await person.add(**{"name": "Weight", **said})  # type: ignore[arg-type]


async def test_there_are_so_many_metrics_at_most(person: Person) -> None:
    for number in range(MOST_METRICS):
        await person.add(f"m{number}")
    await person.metrics.hidden(person.user, "mood", NewMetric(name="Mood"))
    with pytest.raises(TooManyMetrics):
        await person.add("one more")


async def test_a_hidden_metric_is_made_once_and_shown_only_to_who_asks(everywhere: Person) -> None:
    new = NewMetric(name="Mood", aggregation=Aggregation.MEAN)
    own = await everywhere.add("Mood")
    made = await asyncio.gather(*(everywhere.metrics.hidden(everywhere.user, "mood", new) for _ in range(3)))
    assert len({one.id for one in made}) == 1
    ada = everywhere.user.id
    assert await everywhere.metrics.list(ada) == [own]
    assert len(await everywhere.metrics.list(ada, hidden=True)) == 2
    assert (await everywhere.metrics.find(ada, "mood")) == own


async def test_removing_a_metric_leaves_nothing_of_it(everywhere: Person) -> None:
    weight, water = await everywhere.add("Weight"), await everywhere.add("Water")
    for ago in range(60):
        await everywhere.log(weight, 80 + ago, ago=ago)
    await everywhere.log(water, 1)
    await everywhere.metrics.remove(everywhere.user, weight)
    assert [one.id for one in await everywhere.metrics.list(everywhere.user.id)] == [water.id]
    assert [item async for item in everywhere.table.query_all(f"METRIC#{weight.id}")] == []
    with pytest.raises(NoSuchMetric):
        await everywhere.log(weight, 1)
    assert (await everywhere.metrics.undo(everywhere.user)).log.metric == water.id
