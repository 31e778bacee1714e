"""A metric that a number feeds: one log a day, which follows it, and never in a circle."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from tests.recorders import recorder_on
from tests.tracker.goals.looking import quantities
from tests.tracker.metrics.people import DAY, Person
from tracker.goals.characters.service import CharacterLink, Characters
from tracker.goals.model import Character
from tracker.listeners import character_listeners
from tracker.metrics.errors import BadMetric, NothingLogged
from tracker.metrics.model import Aggregation, Metric, MetricSource
from tracker.readings import Number, Reading
from tracker.store.segments import Subject

OSRS = Subject("osrs", "zezima")
SUM = Aggregation.SUM


def characters_of(person: Person) -> Characters:
    return Characters(person.table, person.clock, character_listeners(person.table))


async def follow(person: Person, values: Mapping[str, Number]) -> Character:
    reading = Reading(OSRS, person.clock(), quantities(values))
    link = CharacterLink("osrs", "main", "Zezima", OSRS, reading)
    return await characters_of(person).add(person.user.id, link)


async def play(person: Person, values: Mapping[str, Number]) -> None:
    """The game says something new, an hour later."""
    before = person.clock()
    person.clock.advance(3600)
    reading = Reading(OSRS, person.clock(), quantities(values))
    await recorder_on(person.table, person.clock, keep_days=0).record(OSRS, reading, since=before)


async def fed(person: Person, name: str, text: str, **said: object) -> Metric:
    return await person.add(name, fed_by=await person.metrics.feed_called(person.user.id, text), **said)


async def test_a_sum_gets_what_the_day_has_gained_in_one_log(person: Person) -> None:
    await follow(person, {"woodcutting.xp": 1000})
    wood = await fed(person, "Wood", "zezima woodcutting", aggregation=SUM)
    assert wood.source is MetricSource.APP
    for xp in (1100, 1150, 1150):
        await play(person, {"woodcutting.xp": xp})
    [log] = await person.every_log(wood)
    assert (log.value, log.source, log.fed_from) == (150, MetricSource.APP, 1000)
    person.clock.advance(timedelta(days=1).total_seconds())
    await play(person, {"woodcutting.xp": 1400})
    assert [one.value for one in await person.every_log(wood)] == [150, 250]
    assert (await person.metric(wood)).number == 400


async def test_any_other_metric_gets_what_the_number_is(person: Person) -> None:
    await follow(person, {"woodcutting.xp": 1000})
    wood = await fed(person, "Wood", "woodcutting")
    for xp in (1100, 1150):
        await play(person, {"woodcutting.xp": xp})
    [log] = await person.every_log(wood)
    assert (log.value, (await person.metric(wood)).number) == (1150, 1150)


async def test_what_is_said_by_hand_stays_beside_what_is_fed(person: Person) -> None:
    await follow(person, {"woodcutting.xp": 1000})
    wood = await fed(person, "Wood", "woodcutting", aggregation=SUM)
    await person.log(wood, 7)
    await play(person, {"woodcutting.xp": 1010})
    await play(person, {"woodcutting.xp": 1020})
    assert sorted(one.value for one in await person.every_log(wood)) == [7, 20]
    assert (await person.metrics.undo(person.user)).log.value == 7
    with pytest.raises(NothingLogged):
        await person.metrics.undo(person.user)


async def test_a_reading_that_comes_again_changes_nothing(person: Person) -> None:
    await follow(person, {"woodcutting.xp": 1000})
    wood = await fed(person, "Wood", "woodcutting", aggregation=SUM)
    await play(person, {"woodcutting.xp": 1010})
    before = await person.metric(wood)
    await play(person, {"woodcutting.xp": 1010})
    assert await person.metric(wood) == before


async def test_a_metric_feeds_another_one_and_that_a_third(person: Person) -> None:
    one = await person.add("One", aggregation=SUM)
    two = await fed(person, "Two", "one", aggregation=SUM)
    three = await fed(person, "Three", "two", aggregation=SUM)
    await person.log(one, 1)
    person.clock.advance(60)
    await person.log(one, 5)
    person.clock.advance(60)
    await person.log(one, 5)
    assert (await person.metric(two)).number == 11
    assert (await person.metric(three)).number == 11
    with pytest.raises(BadMetric, match="feed itself"):
        await person.edit(one, fed_by=await person.metrics.feed_called(person.user.id, "three"))
    with pytest.raises(BadMetric, match="feed itself"):
        await person.edit(one, fed_by=await person.metrics.feed_called(person.user.id, "one"))


async def test_without_its_character_a_metric_is_logged_by_hand(person: Person) -> None:
    zezima = await follow(person, {"woodcutting.xp": 1000})
    wood = await fed(person, "Wood", "woodcutting")
    characters = characters_of(person)
    assert await characters.hanging(zezima) == ["The metric Wood no longer logs itself; you log it then."]
    await characters.remove(person.user.id, zezima)
    assert (await person.metric(wood)).fed_by is None
    await person.log(wood, 3)


async def test_what_nobody_knows_feeds_nothing(person: Person) -> None:
    with pytest.raises(BadMetric, match="follow nobody"):
        await person.metrics.feed_called(person.user.id, "woodcutting")
    await person.add("Weight")
    with pytest.raises(BadMetric, match="do not know"):
        await person.metrics.feed_called(person.user.id, "horoscope")


async def test_a_gain_belongs_to_the_day_of_the_person_on_which_it_was_seen(person: Person) -> None:
    await follow(person, {"woodcutting.xp": 1000})
    wood = await fed(person, "Wood", "woodcutting", aggregation=SUM)
    person.clock.advance(timedelta(hours=23).total_seconds())
    await play(person, {"woodcutting.xp": 1010})
    [log] = await person.every_log(wood)
    assert log.day == person.today == (person.clock() - timedelta(hours=1)).date() + DAY


async def test_the_first_log_of_a_metric_counts_where_it_feeds(person: Person) -> None:
    steps = await person.add("Steps", aggregation=SUM)
    walk = await fed(person, "Walk", "steps", aggregation=SUM)
    person.clock.advance(3600)
    await person.log(steps, 1000)
    person.clock.advance(3600)
    await person.log(steps, 500)
    assert [one.value for one in await person.every_log(walk)] == [1500]
