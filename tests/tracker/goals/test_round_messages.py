"""What a round tells of a single goal: a state that changed, a date that is near or missed."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.fakes.clock import START, HandClock
from tests.tracker.goals.mornings import MONDAY, PER_DAY, begun, goes_on, held, kept_state, kinds
from tests.tracker.goals.scenes import (
    ANNA,
    DAY,
    observe,
    record,
    settle,
    steady,
    woodcutting,
)
from tracker.digest.planning import first_round
from tracker.goals.model import Frequency, Goal, GoalStatus
from tracker.goals.pace.state import GoalState
from tracker.goals.rounds.messages import DEADLINE
from tracker.goals.still_true import wordings
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.store.entity import change
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.subjects import Outage, OutageKind


@pytest.fixture
def table(sqlite_table: SqliteTable) -> Table:
    """What is told does not depend on the engine."""
    return sqlite_table


async def turned(
    table: Table,
    clock: HandClock,
    before: GoalState | None,
    due: date | None,
    **other: Any,  # noqa: ANN401 - any field
) -> tuple[list[Notification], GoalState | None]:
    """What a round says of a goal whose state was another; at its pace it takes until 25 March."""
    goal = woodcutting(target_date=due, frequency=Frequency.MILESTONES, **other)
    await begun(table, clock, goal)
    await record(table, goal, steady(10, PER_DAY), before)
    return await held(table, clock), await kept_state(table, goal)


LATE, IN_TIME = date(2100, 3, 20), date(2100, 3, 30)


@pytest.mark.parametrize(
    ("before", "due", "title"),
    [
        (GoalState.ON_TRACK, LATE, "99 Woodcutting is behind"),
        (GoalState.AT_RISK, LATE, "99 Woodcutting is behind"),
        (GoalState.BEHIND, IN_TIME, "99 Woodcutting is back on track"),
        (GoalState.AT_RISK, IN_TIME, "99 Woodcutting is back on track"),
    ],
)
async def test_a_state_that_changed_is_told_and_remembered(
    table: Table, clock: HandClock, before: GoalState, due: date, title: str
) -> None:
    [message], after = await turned(table, clock, before, due)

    assert after is not None
    assert (message.kind.name, message.entity, message.period) == ("goal-state", "wc", f"2100-01-11/{after}")
    assert message.title == title
    assert message.text.startswith(
        "12 % done, 8,800,000 xp to go. Expected about 25 March at 120,000 xp a day; due"
    )
    assert message.facts["state"] == after.value
    assert message.expires_at - message.not_before == 2 * DAY
    assert message.check is not None
    assert message.check.reference == "oak chopper/wc"
    assert message.group == "oak chopper"


async def test_a_state_is_told_once(table: Table, clock: HandClock) -> None:
    [message], _ = await turned(table, clock, GoalState.ON_TRACK, LATE)

    assert await held(table, clock) == []
    assert kinds(await outbox.history(table, ANNA)) == ["goal-state"]
    assert message.text.endswith("To be in time, it takes 128,156 xp a day from now on.")


@pytest.mark.parametrize(
    ("before", "due"),
    [(None, LATE), (GoalState.NO_DATA, LATE), (GoalState.BEHIND, LATE), (GoalState.ON_TRACK, None)],
)
async def test_these_states_are_remembered_in_silence(
    table: Table, clock: HandClock, before: GoalState | None, due: date | None
) -> None:
    told, after = await turned(table, clock, before, due)

    assert told == []
    assert after is (GoalState.BEHIND if due else GoalState.ON_TRACK)


async def test_that_a_date_is_over_is_told_as_that_and_not_as_a_state(table: Table, clock: HandClock) -> None:
    told, after = await turned(table, clock, GoalState.ON_TRACK, MONDAY - DAY)

    assert kinds(told) == ["goal-deadline"]
    assert after is GoalState.BEHIND


@pytest.mark.parametrize(
    ("before", "title"),
    [
        (GoalState.ON_TRACK, "99 Woodcutting has slowed down"),
        (GoalState.BEHIND, "99 Woodcutting is catching up"),
    ],
)
async def test_at_risk_is_worse_than_on_track_and_better_than_behind(
    table: Table, clock: HandClock, before: GoalState, title: str
) -> None:
    goal = woodcutting(frequency=Frequency.MILESTONES)
    await begun(table, clock, goal)
    await record(table, goal, steady(10, 120), before)

    [message] = await held(table, clock)

    assert message.title == title
    assert message.text.endswith("Expected in more than 5 years at 120 xp a day.")


async def test_a_goal_that_is_switched_off_changes_in_silence(table: Table, clock: HandClock) -> None:
    goal = woodcutting(target_date=LATE, frequency=Frequency.OFF)
    await begun(table, clock, goal)
    await record(table, goal, steady(10, PER_DAY), GoalState.ON_TRACK)

    assert await held(table, clock) == []
    assert await kept_state(table, goal) is GoalState.BEHIND


async def test_a_paused_goal_keeps_its_state(table: Table, clock: HandClock) -> None:
    told, after = await turned(table, clock, GoalState.ON_TRACK, LATE, status=GoalStatus.PAUSED)

    assert (told, after) == ([], GoalState.ON_TRACK)


async def test_while_there_is_no_reading_no_state_is_told(table: Table, clock: HandClock) -> None:
    await observe(table, Outage(kind=OutageKind.DOWN, since=START + 9 * DAY))

    told, after = await turned(table, clock, GoalState.ON_TRACK, LATE)

    assert (told, after) == ([], GoalState.ON_TRACK)


async def days_around(
    table: Table, clock: HandClock, due: date, days: Sequence[int]
) -> dict[int, list[tuple[str, str]]]:
    """What the rounds of these days, counted from the due date, say about it."""
    goal = woodcutting(target_date=due, frequency=Frequency.MILESTONES)
    await begun(table, clock, goal)
    await record(table, goal, steady(10, PER_DAY), GoalState.BEHIND)
    told = {day: await held(table, clock, due + day * DAY) for day in days}
    return {day: [(one.period, one.title) for one in said] for day, said in told.items() if said}


DUE = date(2100, 1, 25)


async def test_a_date_is_mentioned_a_week_and_a_day_before_and_when_it_is_missed(
    table: Table, clock: HandClock
) -> None:
    assert await days_around(table, clock, DUE, range(-14, 5)) == {
        -7: [("7-days/2100-01-25", "7 days left for 99 Woodcutting")],
        -1: [("1-day/2100-01-25", "1 day left for 99 Woodcutting")],
        1: [("missed/2100-01-25", "99 Woodcutting was due 25 January")],
    }


@pytest.mark.parametrize(
    ("days", "told"),
    [
        ([-8, -4], {-4: [("7-days/2100-01-25", "4 days left for 99 Woodcutting")]}),
        ([-9, -1], {-1: [("1-day/2100-01-25", "1 day left for 99 Woodcutting")]}),
        ([-9, 0], {}),
        ([-7, -2, 0], {-7: [("7-days/2100-01-25", "7 days left for 99 Woodcutting")]}),
        ([2, 5], {2: [("missed/2100-01-25", "99 Woodcutting was due 25 January")]}),
    ],
)
async def test_a_day_that_the_machine_missed_is_made_up_for_while_it_is_of_use(
    table: Table, clock: HandClock, days: list[int], told: dict[int, Any]
) -> None:
    assert await days_around(table, clock, DUE, days) == told


async def test_a_goal_that_was_set_within_its_last_week_is_not_said_to_have_a_week(
    table: Table, clock: HandClock
) -> None:
    clock.advance((8 * DAY).total_seconds())

    assert await days_around(table, clock, DUE, [-6, -5]) == {}


async def test_what_a_deadline_says(table: Table, clock: HandClock) -> None:
    await begun(table, clock, woodcutting(target_date=MONDAY + 7 * DAY, frequency=Frequency.MILESTONES))
    [near] = await held(table, clock)
    [missed] = await held(table, clock, MONDAY + 8 * DAY)

    assert near.text == (
        "12 % done, 8,800,000 xp to go. Expected about 25 March at 120,000 xp a day; due 18 January. "
        "To be in time, it takes 1,147,835 xp a day from now on."
    )
    assert near.expires_at == datetime(2100, 1, 20, tzinfo=UTC)
    assert missed.text == (
        "12 % done, 8,800,000 xp to go. It goes on being counted. "
        "Give it a new date, or take the date away, if you like."
    )
    assert missed.expires_at == missed.not_before + DAY
    assert near.facts["due"] == "2100-01-18"


async def test_a_deadline_comes_though_the_number_was_never_seen(table: Table, clock: HandClock) -> None:
    user = await settle(table, None, woodcutting(target_date=date(2100, 1, 8)))
    await table.update(first_round(user, START))

    [message] = await held(table, clock)

    assert message.text == "Its number has not been seen yet. It is due 8 January."


# What waited is worded when it goes


async def reads_now(table: Table, clock: HandClock, told: Notification) -> Notification | None:
    return await wordings(table, clock)[told.kind](told)


async def test_a_state_that_waits_says_how_far_the_goal_is_by_then(table: Table, clock: HandClock) -> None:
    goal = woodcutting(target_date=LATE, frequency=Frequency.MILESTONES)
    await begun(table, clock, goal)
    await record(table, goal, steady(10, PER_DAY), GoalState.ON_TRACK)
    [told] = await held(table, clock)
    now = int(told.facts["value"]) + 1000
    await goes_on(table, goal, clock(), now, GoalState.BEHIND)

    said = await reads_now(table, clock, told)

    assert said is not None
    assert (said.title, said.facts["value"]) == (told.title, now)
    assert f"{int(told.facts['remaining']):,}" in told.text
    assert f"{int(told.facts['remaining']) - 1000:,}" in said.text


async def test_a_state_that_is_another_by_then_is_not_told(table: Table, clock: HandClock) -> None:
    goal = woodcutting(target_date=LATE, frequency=Frequency.MILESTONES)
    await begun(table, clock, goal)
    await record(table, goal, steady(10, PER_DAY), GoalState.ON_TRACK)
    [told] = await held(table, clock)
    await table.update(change(Goal, goal.key, {"target_date": date(2101, 3, 30)}))
    assert await reads_now(table, clock, told) is None


async def test_a_date_that_came_nearer_while_a_message_waited_is_named_as_near_as_it_is(
    table: Table, clock: HandClock
) -> None:
    goal = woodcutting(target_date=MONDAY + 7 * DAY, frequency=Frequency.MILESTONES)
    await begun(table, clock, goal)
    told = next(one for one in await held(table, clock) if one.kind is DEADLINE)
    assert told.title == "7 days left for 99 Woodcutting"
    for title in ("6 days left for 99 Woodcutting", "5 days left for 99 Woodcutting"):
        clock.advance(DAY.total_seconds())
        said = await reads_now(table, clock, told)
        assert said is not None
        assert said.title == title
    await table.update(change(Goal, goal.key, {"target_date": None}))
    assert await reads_now(table, clock, told) is None
