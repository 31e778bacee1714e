"""Which goals are in a digest, when it comes, and what a preview shows."""

from datetime import timedelta

import pytest

from tests.due_work import tools_at
from tests.fakes.clock import START, HandClock
from tests.tracker.goals.mornings import MONDAY, begun, goes_on, held, kinds, planned
from tests.tracker.goals.scenes import (
    DAY,
    HOUR,
    keep,
    record,
    settle,
    woodcutting,
)
from tracker.accounts.model import DigestFrequency
from tracker.digest.planning import first_round
from tracker.digest.rounds import preview
from tracker.goals.model import Frequency, Goal, GoalStatus
from tracker.goals.pace.gains import Point
from tracker.goals.pace.state import GoalState
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.store.values import Item, Key, key_of


@pytest.fixture
def table(sqlite_table: SqliteTable) -> Table:
    """What is told does not depend on the engine."""
    return sqlite_table


async def test_nothing_has_moved_so_nothing_is_said_and_the_round_goes_on(
    table: Table, clock: HandClock
) -> None:
    await begun(table, clock)
    [first] = await held(table, clock)

    assert await held(table, clock) == []
    after = await planned(table)
    assert (after.last_day, after.told_digest_at) == (MONDAY + DAY, first.created_at)


async def test_who_wants_it_gets_a_digest_also_when_nothing_has_moved(table: Table, clock: HandClock) -> None:
    await begun(table, clock, digest_when_quiet=True)
    await held(table, clock)

    [quiet] = await held(table, clock)

    assert "no change since yesterday" in quiet.text


async def test_a_digest_tells_exactly_what_a_number_gained_that_moves_all_the_time(
    table: Table, clock: HandClock
) -> None:
    goal = woodcutting()
    await begun(table, clock, goal)
    await held(table, clock)
    at, value, minute = clock(), 10_000_000, timedelta(minutes=1)
    for hours in (3, 2, 1):
        await goes_on(table, goal, at - hours * HOUR, value - 1_000 * (hours - 1), None)
    busy = [Point(at + n * minute, value + 3 * n, at + (n - 1) * minute) for n in range(1, 1_400)]
    await record(table, goal, busy)

    [digest] = await held(table, clock)

    assert f"+{3 * 1_399:,} since yesterday" in digest.text


async def test_what_was_gained_before_a_goal_was_set_is_in_no_digest(table: Table, clock: HandClock) -> None:
    at = clock()
    goal = woodcutting(created_at=at)
    user = await settle(table, None, goal)
    seen = [Point(at - 9 * HOUR, 1_000), Point(at, 2_000, at - 9 * HOUR), Point(at + HOUR, 2_500, at)]
    await record(table, goal, seen)
    await table.update(first_round(user, at))

    [digest] = await held(table, clock)

    assert "+500 today" in digest.text


async def test_without_goals_there_is_no_digest_even_for_who_wants_one(
    table: Table, clock: HandClock
) -> None:
    await begun(table, clock, woodcutting(status=GoalStatus.ARCHIVED), digest_when_quiet=True)

    assert await held(table, clock) == []


@pytest.mark.parametrize(
    "goal",
    [
        woodcutting(status=GoalStatus.PAUSED),
        woodcutting(status=GoalStatus.ARCHIVED),
        woodcutting(frequency=Frequency.MILESTONES),
        woodcutting(frequency=Frequency.EVERY_CHANGE),
        woodcutting(frequency=Frequency.OFF),
        woodcutting(status=GoalStatus.REACHED, reached_at=START - DAY),
    ],
)
async def test_these_goals_are_in_no_digest(table: Table, clock: HandClock, goal: Goal) -> None:
    await begun(table, clock, goal)

    assert await held(table, clock) == []


async def test_what_was_reached_is_congratulated_in_the_next_digest_and_never_again(
    table: Table, clock: HandClock
) -> None:
    goal = woodcutting()
    await begun(table, clock, goal, digest_when_quiet=True)
    await held(table, clock)
    reached = goal.model_copy(update={"status": GoalStatus.REACHED, "reached_at": clock() + HOUR})
    await keep(table, reached)

    [tuesday] = await held(table, clock)

    assert tuesday.text == "99 Woodcutting is reached. Congratulations!"
    reference = f"{goal.character}/{goal.id}"
    assert tuesday.facts == {"goals": 1, "moved": 0, "reached": 1, "foremost": reference}
    assert await held(table, clock) == []


async def test_a_weekly_goal_comes_on_mondays_with_the_gain_of_the_week(
    table: Table, clock: HandClock
) -> None:
    weekly = woodcutting("weekly", frequency=Frequency.WEEKLY, target_value=90)
    daily = woodcutting("daily")
    await begun(table, clock, weekly, daily)
    [monday] = await held(table, clock)
    assert monday.facts["goals"] == 2
    for day in range(6):
        await goes_on(table, weekly, clock() + HOUR, 4_234_531 + 100 * day, GoalState.ON_TRACK)
        await goes_on(table, daily, clock() + HOUR, 4_234_531 + 100 * day, GoalState.ON_TRACK)
        [other] = await held(table, clock)
        assert other.facts["goals"] == 1
        assert "+100 since yesterday" in other.text

    [monday] = await held(table, clock)

    assert "4,235,031 xp, +600 since 11 January" in monday.text


async def test_a_weekly_digest_comes_on_mondays_with_everything(table: Table, clock: HandClock) -> None:
    goals = (woodcutting("daily"), woodcutting("weekly", frequency=Frequency.WEEKLY))
    await begun(table, clock, *goals, digest=DigestFrequency.WEEKLY, digest_when_quiet=True)

    told = [await held(table, clock) for _ in range(9)]

    assert [len(one) for one in told] == [1, 0, 0, 0, 0, 0, 0, 1, 0]
    assert told[7][0].facts["goals"] == 2
    assert told[7][0].expires_at == told[7][0].not_before + 7 * DAY


async def test_a_monday_without_the_machine_is_made_up_for(table: Table, clock: HandClock) -> None:
    await begun(table, clock, digest=DigestFrequency.WEEKLY, digest_when_quiet=True)
    await held(table, clock)

    [late] = await held(table, clock, MONDAY + 9 * DAY)

    assert late.period == "2100-01-20"
    assert await held(table, clock) == []


async def test_who_wants_no_digest_still_hears_of_deadlines(table: Table, clock: HandClock) -> None:
    goal = woodcutting(target_date=MONDAY + 7 * DAY)
    await begun(table, clock, goal, digest=DigestFrequency.OFF, digest_when_quiet=True)

    assert kinds(await held(table, clock)) == ["goal-deadline"]
    assert (await planned(table)).told_digest_at == clock(), "what was not wanted is not told later"


async def test_goals_that_prefer_a_channel_have_a_digest_of_their_own_there(
    table: Table, clock: HandClock
) -> None:
    await begun(table, clock, woodcutting("a"), woodcutting("b", notification_channel_type="sms"))

    told = await held(table, clock)

    assert [(one.entity, one.preferred_channel, one.facts["goals"]) for one in told] == [
        ("default", None, 1),
        ("sms", "sms", 1),
    ]


async def test_with_several_characters_each_goal_says_whose_it_is(table: Table, clock: HandClock) -> None:
    await begun(table, clock, woodcutting("a"), woodcutting("b", character="iron bob"))

    [digest] = await held(table, clock)

    assert "99 Woodcutting (Oak Chopper)" in digest.text
    assert "99 Woodcutting (Iron Bob)" in digest.text


async def everything(table: Table) -> dict[Key, Item]:
    return {key_of(item): item async for item in table.scan()}


async def test_a_preview_says_what_the_digest_will_and_writes_nothing(table: Table, clock: HandClock) -> None:
    user = await begun(table, clock)
    clock.advance((7 * HOUR).total_seconds())
    before = await everything(table)

    [shown] = await preview(tools_at(table, clock), user)

    assert await everything(table) == before
    [told] = await held(table, clock)
    assert (shown.title, shown.outbox_id, shown.facts) == (told.title, told.outbox_id, told.facts)


async def test_a_preview_shows_goals_that_have_not_moved(table: Table, clock: HandClock) -> None:
    user = await begun(table, clock)
    await held(table, clock)

    [shown] = await preview(tools_at(table, clock), user)

    assert "no change today" in shown.text
    assert shown.facts["moved"] == 0


async def test_a_preview_of_weekly_goals_is_that_of_the_next_monday(table: Table, clock: HandClock) -> None:
    user = await begun(table, clock, woodcutting(frequency=Frequency.WEEKLY))
    await held(table, clock)

    [shown] = await preview(tools_at(table, clock), user)

    assert shown.title == "Your goals on Monday, 18 January"


async def test_there_is_no_preview_where_digests_are_off(table: Table, clock: HandClock) -> None:
    user = await begun(table, clock, digest=DigestFrequency.OFF)

    assert await preview(tools_at(table, clock), user) == []


async def test_a_preview_needs_no_round(table: Table, clock: HandClock) -> None:
    user = await settle(table, None, woodcutting())

    assert [one.facts["goals"] for one in await preview(tools_at(table, clock), user)] == [1]
