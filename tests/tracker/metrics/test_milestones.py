"""Milestones: told once, ever; their points stand in the ledger, and are taken back with the log."""

from tests.tracker.metrics.people import Person
from tracker.metrics.messages import checks
from tracker.metrics.model import Aggregation, Direction, Metric
from tracker.rewards.model import EntryType


async def names(person: Person, metric: Metric) -> list[str]:
    return [str(item["id"]) async for item in person.table.query_all(f"METRIC#{metric.id}", prefix="MILE")]


async def test_the_first_good_day_with_a_target_is_worth_points_once(everywhere: Person) -> None:
    weight = await everywhere.add("Weight", direction=Direction.LOWER, target_value=80)
    await everywhere.log(weight, 79)
    assert await names(everywhere, weight) == ["target_reached"]
    everywhere.clock.advance(86_400)
    await everywhere.log(weight, 78)
    [line] = await everywhere.ledger()
    assert (line.metric_id, line.points, line.entry_type) == (weight.id, 50, EntryType.EARNED)
    assert line.reason == "Weight: target reached"
    assert (await everywhere.wallet()).points == 50
    [message] = await everywhere.told()
    assert (message.title, message.kind.name) == ("Weight: target reached", "metric-milestone")


async def test_undoing_the_log_takes_back_exactly_what_came_with_it(everywhere: Person) -> None:
    pages = await everywhere.add("Pages", target_value=10)
    for _ in range(7):
        logged = await everywhere.log(pages, 20)
        everywhere.clock.advance(86_400)
    assert [one.name for one in logged.milestones] == ["streak-7"]
    assert logged.points == 10
    undone = await everywhere.metrics.undo(everywhere.user)
    assert undone.points == -10
    assert (await everywhere.wallet()).points == 50
    assert sum(line.points for line in await everywhere.ledger()) == 50
    assert await names(everywhere, pages) == ["target_reached"]
    assert undone.metric.milestones == ("target_reached",)
    again = await everywhere.log(pages, 20, ago=1)
    assert [one.name for one in again.milestones] == ["streak-7"]
    told = [one.period for one in await everywhere.told()]
    assert told.count("streak-7") == 1


async def test_a_message_of_what_was_undone_does_not_go(person: Person) -> None:
    weight = await person.add("Weight", target_value=10)
    await person.log(weight, 20)
    [message] = await person.told()
    assert message.check is not None
    still = checks(person.table, person.clock)[message.check.name]
    assert await still(person.user.id, message.check.reference)
    await person.metrics.undo(person.user)
    assert not await still(person.user.id, message.check.reference)


async def test_a_correction_keeps_what_is_still_true_and_takes_back_what_is_not(person: Person) -> None:
    weight = await person.add("Weight", target_value=10)
    logged = await person.log(weight, 100)
    lines = len(await person.ledger())
    right = await person.metrics.correct(person.user, weight, logged.log.logged_at, person.words(12))
    assert (right.points, len(await person.ledger())) == (0, lines)
    wrong = await person.metrics.correct(person.user, weight, logged.log.logged_at, person.words(1))
    assert (wrong.points, (await person.wallet()).points, wrong.metric.milestones) == (-50, 0, ())
    back = await person.metrics.undo(person.user)
    assert (back.points, (await person.wallet()).points) == (50, 50)


async def test_parts_of_the_way_count_from_the_first_day(person: Person) -> None:
    weight = await person.add("Weight", direction=Direction.LOWER, target_value=80)
    found = []
    for value in (100, 99, 97, 94, 100, 90, 80):
        found.append([one.name for one in (await person.log(weight, value)).milestones])
        person.clock.advance(86_400)
    assert found == [
        [],
        ["improvement-5"],
        ["improvement-10"],
        ["improvement-25"],
        [],
        ["improvement-50"],
        ["target_reached"],
    ]


async def test_several_of_one_kind_at_once_are_told_as_the_furthest_and_all_give_points(
    person: Person,
) -> None:
    weight = await person.add("Weight", direction=Direction.LOWER, target_value=80)
    await person.log(weight, 100, ago=1)
    leap = await person.log(weight, 89)
    assert [one.name for one in leap.milestones] == [f"improvement-{share}" for share in (5, 10, 25, 50)]
    assert leap.points == 80
    assert [one.title for one in await person.told()] == ["Weight: 50 % of the way to the target"]
    almost = await person.metrics.correct(person.user, weight, leap.log.logged_at, person.words(94))
    assert (almost.points, len(almost.milestones)) == (-20, 3)
    assert {one.title for one in await person.told()} > {"Weight: 25 % of the way to the target"}


async def test_many_days_count_whether_good_or_not(person: Person) -> None:
    weight = await person.add("Weight", target_value=1000)
    for ago in range(30, 0, -1):
        logged = await person.log(weight, 5, ago=ago)
    assert [one.name for one in logged.milestones] == ["consistency-30"]


async def test_what_may_still_be_too_much_today_counts_tomorrow(person: Person) -> None:
    spent = await person.add("Spent", direction=Direction.LOWER, target_value=50, aggregation=Aggregation.SUM)
    first = await person.log(spent, 10)
    assert first.milestones == ()
    for _ in range(6):
        person.clock.advance(86_400)
        logged = await person.log(spent, 10)
    assert logged.milestones == ()
    person.clock.advance(86_400)
    assert [one.name for one in (await person.log(spent, 10)).milestones] == ["streak-7"]


async def test_what_a_day_gives_is_halved_beyond_the_cap(person: Person) -> None:
    for number in range(4):
        metric = await person.add(f"M{number}", target_value=1)
        await person.log(metric, 5)
    assert (await person.wallet()).points == 175
