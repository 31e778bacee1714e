"""A metric is a subject like any other: goals, habits and gains stand on it."""

from decimal import Decimal
from itertools import count

import pytest

from scheduler.rounds import run_due
from tests.tracker.metrics.people import DAY, Person
from tests.tracker.store.items import everything
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.export import export_person
from tracker.days import Days
from tracker.feature import farewells
from tracker.goals.characters.names import whose_goal
from tracker.goals.characters.service import MOST_CHARACTERS, CharacterLink, Characters
from tracker.goals.errors import NoSuchCharacter
from tracker.goals.lookup import characters_of
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.pace.attribute_gains import attributes_moved
from tracker.goals.pace.gains import Period
from tracker.goals.pace.standing import GoalStanding, standings
from tracker.goals.service import Goals
from tracker.habits.model import HabitLog
from tracker.habits.service import Habits
from tracker.listeners import character_listeners
from tracker.metrics.errors import BadMetric
from tracker.metrics.feature import METRIC_READINGS
from tracker.metrics.model import Aggregation, Direction, Metric
from tracker.readings import Number
from tracker.store.entity import from_item
from tracker.store.key import identify
from tracker.store.keys import HabitLogKey, SubjectKey
from tracker.store.segments import Subject

SUM = Aggregation.SUM


def goals_of(person: Person) -> Goals:
    names = count(1)
    return Goals(person.table, person.clock, lambda: f"goal{next(names)}")


async def want(person: Person, metric: Metric, text: str) -> Goal:
    [character] = [
        one for one in await characters_of(person.table, person.user.id) if one.id == metric.character
    ]
    return await goals_of(person).add(person.user, character, text)


async def stand(person: Person, goal: Goal) -> GoalStanding:
    [now] = await goals_of(person).list(person.user.id, archived=True)
    assert now.id == goal.id
    [found] = await standings(person.table, person.user, [now], person.clock())
    return found


async def test_a_goal_on_a_metric_moves_with_its_logs_and_is_reached(everywhere: Person) -> None:
    weight = await everywhere.add("Weight", unit="kg", direction=Direction.LOWER)
    await everywhere.log(weight, "82.4")
    goal = await want(everywhere, weight, "80 kg by 2100-03-01")
    assert (goal.falling, goal.start_value, goal.unit) == (True, Decimal("82.4"), "kg")
    everywhere.clock.advance(86_400)
    await everywhere.log(weight, "81.2")
    found = await stand(everywhere, goal)
    assert found.progress is not None
    assert (found.progress.current, found.progress.percent) == (Decimal("81.2"), 50)
    everywhere.clock.advance(86_400)
    await everywhere.log(weight, "79.9")
    assert (await stand(everywhere, goal)).goal.status is GoalStatus.REACHED
    titles = [one.title for one in await everywhere.told()]
    assert titles == ["Weight 80 kg reached!", "50 % of Weight 80 kg"]


async def test_a_goal_on_a_sum_stands_on_the_total_and_has_a_forecast(person: Person) -> None:
    person.clock.advance(43_200)
    pages = await person.add("Pages", custom_unit="pages", aggregation=SUM)
    await person.log(pages, 10)
    goal = await want(person, pages, "600 pages by 2100-03-01")
    for _ in range(20):
        person.clock.advance(86_400)
        await person.log(pages, 10)
    found = await stand(person, goal)
    assert found.progress is not None
    assert found.progress.current == 210
    assert found.eta is not None
    assert found.eta.middle == person.today + 39 * DAY


async def test_undoing_a_log_takes_the_goal_back(person: Person) -> None:
    pages = await person.add("Pages", aggregation=SUM)
    await person.log(pages, 10)
    goal = await want(person, pages, "100")
    await person.log(pages, 50)
    assert (await stand(person, goal)).progress.current == 60  # type: ignore[union-attr]
    await person.metrics.undo(person.user)
    assert (await stand(person, goal)).progress.current == 10  # type: ignore[union-attr]


async def test_nobody_polls_a_metric_and_its_character_is_not_among_the_characters(person: Person) -> None:
    weight = await person.add("Weight")
    item = await person.table.get(SubjectKey(Subject("metric", weight.id)).key)
    assert item is not None
    assert not any(name.startswith("GSI") for name in item)
    characters = Characters(person.table, person.clock, character_listeners(person.table))
    assert await characters.list(person.user.id) == []
    [mine] = await characters.list(person.user.id, metrics=True)
    assert (mine.id, mine.game, mine.name) == ("weight@metric", "metric", "Weight")
    with pytest.raises(NoSuchCharacter):
        await characters.find(person.user.id, "weight")


async def test_metrics_leave_room_for_characters(person: Person) -> None:
    characters = Characters(person.table, person.clock, character_listeners(person.table))
    for number in range(MOST_CHARACTERS):
        await person.add(f"m{number}")
    added = await characters.add(
        person.user.id, CharacterLink("osrs", "main", "Zezima", Subject("osrs", "zezima"))
    )
    every = await characters.list(person.user.id, metrics=True)
    assert whose_goal(every, None, "99 wc") == (added, "99 wc")
    assert whose_goal(every, None, "m7 100")[0].name == "m7"


async def test_a_metric_that_is_renamed_takes_its_goals_along(everywhere: Person) -> None:
    weight = await everywhere.add("Weight", unit="kg")
    await everywhere.log(weight, 80)
    await want(everywhere, weight, "70 kg")
    await everywhere.edit(weight, name="Mass")
    [character] = await characters_of(everywhere.table, everywhere.user.id)
    [goal] = await goals_of(everywhere).list(everywhere.user.id)
    assert (character.name, character.id, goal.label) == ("Mass", "weight@metric", "Mass")


async def test_a_metric_that_is_removed_takes_its_goals_and_readings_along(everywhere: Person) -> None:
    weight = await everywhere.add("Weight")
    await everywhere.log(weight, 80)
    everywhere.clock.advance(86_400)
    await everywhere.log(weight, 81)
    await want(everywhere, weight, "70")
    await everywhere.metrics.remove(everywhere.user, weight)
    left = {identify(key).item_type for key in await everything(everywhere.table)}  # type: ignore[union-attr]
    assert left <= {"user", "lock", "metricBook", "due", "trackedAttribute"}


async def amount_of(person: Person) -> Number | None:
    """What a habit was told of today."""
    item = await person.table.get(HabitLogKey("habit1", person.today).key)
    assert item is not None
    log = from_item(HabitLog, item)
    assert log.via == "metric"
    return log.amount


async def test_a_sum_feeds_a_habit_with_what_the_day_gained(person: Person) -> None:
    water = await person.add("Water", custom_unit="glasses", aggregation=SUM)
    await person.log(water, 1)
    names = count(1)
    habits = Habits(person.table, person.clock, lambda: f"habit{next(names)}")
    await habits.add_written(person.user, "drink 3 glasses", {"fed": "water"})
    person.clock.advance(60)
    await person.log(water, 2)
    person.clock.advance(60)
    await person.log(water, 2)
    assert await amount_of(person) == 4


async def test_a_log_of_what_does_not_add_up_counts_as_doing_it(person: Person) -> None:
    weight = await person.add("Weight")
    await person.log(weight, 80)
    names = count(1)
    habits = Habits(person.table, person.clock, lambda: f"habit{next(names)}")
    habit = await habits.add_written(person.user, "weigh myself", {"fed": "weight"})
    assert habit.fed_by is not None
    assert habit.fed_by.title == "Logs of Weight"
    person.clock.advance(60)
    await person.log(weight, 79)
    assert await amount_of(person) == 1


async def test_gains_of_a_metric_are_known(person: Person) -> None:
    pages = await person.add("Pages", aggregation=SUM)
    for _ in range(4):
        await person.log(pages, 10)
        person.clock.advance(86_400)
    [character] = await characters_of(person.table, person.user.id)
    moved = await attributes_moved(
        person.table,
        person.user,
        character,
        person.clock(),
        periods=[Period.ALL_TIME],
        days=None,
    )
    assert {one.quantity.attribute: one.gained[0].amount for one in moved} == {"value": 30, "logs": 3}
    assert moved[0].gained[0].days == Days(person.today - 4 * DAY, person.today)


async def test_the_unit_of_what_a_goal_counts_stays(person: Person) -> None:
    weight = await person.add("Weight", unit="kg", aggregation=Aggregation.LAST)
    await person.log(weight, 80)
    await want(person, weight, "70 kg")
    with pytest.raises(BadMetric):
        await person.edit(weight, unit="lb")
    with pytest.raises(BadMetric):
        await person.edit(weight, aggregation=SUM)
    await person.edit(weight, aggregation=Aggregation.MEAN)


async def test_another_way_to_add_up_begins_the_readings_anew(person: Person) -> None:
    pages = await person.add("Pages")
    for _ in range(3):
        await person.log(pages, 10)
        person.clock.advance(86_400)
    after = await person.edit(pages, aggregation=SUM)
    assert after.number == 30
    readings = [item async for item in person.table.query_all("SUBJECT#metric:metric1", prefix="READING")]
    assert [item["SK"] for item in readings] == ["READING#LATEST"]
    assert readings[0]["values"] == {"value": {"value": 30}, "logs": {"value": 3}}


async def test_what_a_crash_left_unrecorded_is_recorded_within_a_minute(person: Person) -> None:
    pages = await person.add("Pages", aggregation=SUM)
    await person.log(pages, 10)
    goal = await want(person, pages, "100")
    person.clock.advance(60)
    unheard = Person(person.table, person.clock)
    unheard.user = person.user
    unheard.metrics._record = None
    await unheard.log(pages, 5)
    assert (await stand(person, goal)).progress.current == 10  # type: ignore[union-attr]
    person.clock.advance(61)
    for _ in range(2):
        await run_due(METRIC_READINGS, person.tools)
    assert (await stand(person, goal)).progress.current == 15  # type: ignore[union-attr]
    assert [item async for item in person.table.query_all(person.user.key.key.pk, prefix="DUE#metric")] == []


async def test_deletion_leaves_nothing_of_a_metric_and_an_export_has_all(everywhere: Person) -> None:
    weight = await everywhere.add("Weight", unit="kg")
    for ago in (2, 1, 0):
        await everywhere.log(weight, f"8{ago}.123", ago=ago, note="secret note")
    await want(everywhere, weight, "70 kg")
    exported = str(await export_person(everywhere.table, Holder(everywhere.user.id), everywhere.clock()))
    for told in ("82.123", "81.123", "80.123", "secret note", "weight@metric"):
        assert told in exported
    for farewell in farewells(everywhere.tools):
        await farewell(everywhere.user.id)
    await delete_person(everywhere.table, Holder(everywhere.user.id), everywhere.clock())
    left = await everything(everywhere.table)
    assert not [key for key in left if "metric" in str(key).casefold() and "TRACKED" not in str(key)]
    assert weight.id not in str(left)
