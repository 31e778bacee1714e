"""What is asked again before a message goes out."""

import pytest

from tests.fakes.clock import START, HandClock
from tests.tracker.goals.looking import WOODCUTTING, ZEZIMA, Ground
from tracker.goals.still_true import checks
from tracker.notify.model import DeliveryStatus, OutboxItem
from tracker.store.entity import change
from tracker.store.sqlite import SqliteTable
from tracker.subjects import Outage, OutageKind

MISSING = Outage(kind=OutageKind.NOT_FOUND, since=START, looks=4)


@pytest.fixture
def ground(sqlite_table: SqliteTable, clock: HandClock) -> Ground:
    return Ground(sqlite_table, clock)


async def holds(ground: Ground, item: OutboxItem) -> bool:
    """Whether the message would go out now."""
    assert item.check is not None
    return await checks(ground.table)[item.check.name](item.person, item.check.reference)


async def reached(ground: Ground) -> OutboxItem:
    await ground.cutting()
    await ground.look({WOODCUTTING: 13_100_000})
    [told] = await ground.told(await ground.person())
    return told


async def missing(ground: Ground, outage: Outage = MISSING) -> OutboxItem:
    ground.clock.advance(3_600)
    await ground.recorder.tell_outage(ZEZIMA, outage, what="an error, status 503")
    return (await ground.told(await ground.person()))[-1]


async def test_what_is_told_of_a_goal_that_is_reached_is_true(ground: Ground) -> None:
    assert await holds(ground, await reached(ground))


async def test_nothing_is_told_of_a_goal_that_is_archived(ground: Ground) -> None:
    told = await reached(ground)
    user = await ground.person()
    [goal] = await ground.goals.list(user.id)
    await ground.goals.archive(user, goal)

    assert not await holds(ground, told)


async def test_nothing_is_told_of_a_goal_while_it_is_paused(ground: Ground) -> None:
    goal = await ground.cutting()
    user = await ground.person()
    await ground.look({WOODCUTTING: 12_000_000})
    [told] = await ground.told(user)

    await ground.goals.pause(user, goal)
    assert not await holds(ground, told)
    await ground.goals.resume(user, await ground.now(goal))
    assert await holds(ground, told)


async def test_nothing_is_told_of_a_goal_that_is_gone(ground: Ground) -> None:
    told = await reached(ground)
    user = await ground.person()
    [goal] = await ground.goals.list(user.id)
    await ground.goals.remove(user, goal)

    assert not await holds(ground, told)


async def test_an_outage_is_true_as_long_as_it_lasts(ground: Ground) -> None:
    await ground.cutting()
    told = await missing(ground)
    assert await holds(ground, told)

    await ground.look({WOODCUTTING: 10_000_000})

    assert not await holds(ground, told)


async def test_another_outage_is_not_the_one_that_was_told(ground: Ground) -> None:
    await ground.cutting()
    told = await missing(ground)
    await ground.look({WOODCUTTING: 10_000_000})
    await missing(ground, MISSING.model_copy(update={"since": ground.clock()}))

    assert not await holds(ground, told)


async def test_an_outage_of_what_nobody_watches_is_over(ground: Ground) -> None:
    await ground.cutting()
    told = await missing(ground)
    [character] = await ground.characters.list("anna")
    await ground.characters.remove("anna", character)

    assert not await holds(ground, told)


@pytest.mark.parametrize(
    ("status", "goes_out"),
    [(status, status in (DeliveryStatus.CLAIMED, DeliveryStatus.DELIVERED)) for status in DeliveryStatus],
)
async def test_the_end_is_news_only_for_those_who_heard_of_the_beginning(
    ground: Ground, status: DeliveryStatus, *, goes_out: bool
) -> None:
    await ground.cutting()
    begin = await missing(ground)
    await ground.table.update(change(OutboxItem, begin.key, {"status": status}))
    await ground.look({WOODCUTTING: 10_000_000})
    end = next(one for one in await ground.told(await ground.person()) if one.kind.name == "found-again")

    assert await holds(ground, end) == goes_out
