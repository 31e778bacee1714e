"""A goal that is under way gets another target, date, frequency or channel, and its history goes on."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from tests.fakes.clock import START, HandClock
from tests.tracker.goals.holdings import (
    ADA,
    STANDING,
    WOODCUTTING,
    Holding,
    changes_announced,
    history_of,
    observed,
    stored_goal,
    subject,
)
from tests.tracker.store.items import everything
from tracker.dates import DateInPast
from tracker.goals.chain import chain_change
from tracker.goals.characters.service import CharacterLink
from tracker.goals.errors import (
    AlreadyReached,
    AnotherAttribute,
    DuplicateGoal,
    GoalUnchanged,
    NoSuchGoal,
    NoSuchPerson,
    Overdetermined,
    TwoTargets,
)
from tracker.goals.model import Frequency, Goal
from tracker.readings import Measure, Number, Quantity, Reading
from tracker.shards import shard_of
from tracker.store.entity import to_item
from tracker.store.keys import LatestReadingKey, UserKey
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table, Update
from tracker.subjects import LatestReading, by_attribute

ZEZIMA = subject("zezima")


@pytest.fixture
async def held(table: Table, clock: HandClock) -> Holding:
    return await Holding.of(table, clock)


@pytest.fixture
async def small(sqlite_table: SqliteTable, clock: HandClock) -> Holding:
    """On the embedded engine alone."""
    return await Holding.of(sqlite_table, clock)


async def at(held: Holding, values: dict[Quantity, Number]) -> None:
    """The subject stands elsewhere now."""
    latest = LatestReading(at=held.clock(), values=by_attribute({**STANDING, **values}))
    await held.table.put(to_item(latest, LatestReadingKey(ZEZIMA)))


async def test_another_target_keeps_the_start_and_the_history(held: Holding) -> None:
    goal = await held.add("99 wc by 2100-04-11")
    history = await history_of(held.table, goal)
    announced = await changes_announced(held.table, shard_of(ZEZIMA))
    held.clock.advance(5 * 86400)
    await at(held, {WOODCUTTING: 4_000_000})

    new = await held.goals.edit(held.user, goal, text="20m wc")

    assert new == await stored_goal(held.table, goal)
    assert (new.target_type, new.target_value, new.target_date) == ("xp", 20_000_000, date(2100, 4, 11))
    assert (new.start_value, new.begun) == (3_034_431, date(2100, 1, 1))
    assert await history_of(held.table, goal) == history
    found = await observed(held.table)
    assert found is not None
    assert found.revision == 3
    assert await changes_announced(held.table, shard_of(ZEZIMA)) == announced + 1


async def test_another_date_and_none_at_all(held: Holding) -> None:
    goal = await held.add("99 wc at 100k/day")

    dated = await held.goals.edit(held.user, goal, by="1 july")
    assert (dated.target_date, dated.per_day, dated.target_value) == (date(2100, 7, 1), None, 99)

    free = await held.goals.edit(held.user, dated, by="none")
    assert (free.target_date, free.per_day) == (None, None)
    assert await stored_goal(held.table, goal) == free


async def test_how_often_and_where_one_is_told(held: Holding) -> None:
    goal = await held.add("99 wc")

    changed = await held.goals.edit(held.user, goal, frequency=Frequency.WEEKLY, channel="SMS")
    assert (changed.frequency, changed.notification_channel_type) == (Frequency.WEEKLY, "sms")

    back = await held.goals.edit(held.user, goal, channel="default")
    assert (back.frequency, back.notification_channel_type) == (Frequency.WEEKLY, None)
    assert await stored_goal(held.table, goal) == back


async def test_a_change_needs_something_that_changes(small: Holding) -> None:
    goal = await small.add("99 wc by 2100-04-11")
    before = await everything(small.table)

    for changes in ({}, {"text": "99 woodcutting"}, {"by": "2100-04-11"}, {"frequency": Frequency.DAILY}):
        with pytest.raises(GoalUnchanged, match="Nothing would change"):
            await small.goals.edit(small.user, goal, **changes)

    assert await everything(small.table) == before


async def test_a_pace_that_was_asked_for_stays_and_moves_the_date(small: Holding) -> None:
    goal = await small.add("99 wc at 700k/week")
    assert goal.target_date == date(2100, 4, 11)

    new = await small.goals.edit(small.user, goal, text="8,034,431 wc xp")

    assert (new.target_date, new.per_day) == (date(2100, 2, 20), "100000")


@pytest.mark.parametrize("pace", ["100k a week", "100k a month", "1m a year", "50k a day"])
async def test_any_pace_can_be_kept(small: Holding, pace: str) -> None:
    goal = await small.add(f"99 wc at {pace}")

    new = await small.goals.edit(small.user, goal, text="15m wc")

    assert new.per_day == goal.per_day
    assert new.target_date is not None
    assert goal.target_date is not None
    assert new.target_date > goal.target_date


async def test_a_text_with_only_a_pace_keeps_the_target(small: Holding) -> None:
    goal = await small.add("99 wc")

    new = await small.goals.edit(small.user, goal, text="100k a day wc")

    assert (new.target_type, new.target_value, new.per_day) == ("level", 99, "100000")
    assert new.target_date == date(2100, 4, 11)


async def test_what_a_goal_is_about_need_not_be_said_again(small: Holding) -> None:
    goal = await small.add("50m wc")

    assert (await small.goals.edit(small.user, goal, text="60m")).target_value == 60_000_000


async def test_a_text_may_bring_its_own_date(small: Holding) -> None:
    goal = await small.add("99 wc at 100k/day")

    assert (await small.goals.edit(small.user, goal, text="99 wc by 1 may")).target_date == date(2100, 5, 1)
    with pytest.raises(TwoTargets):
        await small.goals.edit(small.user, goal, text="99 wc by 1 may", by="1 june")
    with pytest.raises(Overdetermined):
        await small.goals.edit(small.user, goal, text="99 wc at 1m/day", by="1 june")


async def test_a_date_that_is_over_is_asked_for_anew(small: Holding) -> None:
    goal = await small.add("99 wc by 2100-01-03")
    small.clock.advance(10 * 86400)

    with pytest.raises(DateInPast, match=r"The goal was due on 3 January\. Say by when"):
        await small.goals.edit(small.user, goal, text="200m wc")

    assert (await small.goals.edit(small.user, goal, text="200m wc", by="none")).target_date is None


async def test_what_comes_then_stays_unless_it_is_said_anew(small: Holding) -> None:
    goal = await small.add("90 wc then 200m")

    kept = await small.goals.edit(small.user, goal, text="95 wc")
    assert kept.then == "xp 200000000 woodcutting"
    other = await small.goals.edit(small.user, goal, text="95 wc then 99")
    assert other.then == "level 99 woodcutting"


async def test_a_goal_cannot_become_one_on_something_else(small: Holding) -> None:
    goal = await small.add("99 wc")

    for text in ("99 attack", "rank 100 wc"):
        with pytest.raises(AnotherAttribute, match=r"This goal is 99 Woodcutting, .* goal of its own"):
            await small.goals.edit(small.user, goal, text=text)


async def test_a_goal_on_all_skills_keeps_its_target_but_not_its_date(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    held = await Holding.of(sqlite_table, clock)
    goal = await held.add("base 70")

    with pytest.raises(AnotherAttribute, match=r"keeps its target\. Archive base 70"):
        await held.goals.edit(held.user, goal, text="base 80")

    assert (await held.goals.edit(held.user, goal, by="1 may")).target_date == date(2100, 5, 1)


async def test_what_is_reached_or_set_already_is_no_new_target(small: Holding) -> None:
    goal = await small.add("99 wc")
    await small.add("200m wc")

    with pytest.raises(AlreadyReached):
        await small.goals.edit(small.user, goal, text="80 wc")
    with pytest.raises(DuplicateGoal):
        await small.goals.edit(small.user, goal, text="200m wc")
    assert await stored_goal(small.table, goal) == goal


async def test_a_number_that_is_to_turn_round_starts_again(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    value = Quantity("value", Measure.VALUE)
    weight = Subject("http_json", "abc")
    reading = Reading(weight, START, {value: Decimal(80)})
    held = await Holding.of(sqlite_table, clock, CharacterLink("http_json", None, "weight", weight, reading))
    goal = await held.add("70 value")
    latest = LatestReading(at=START + timedelta(days=1), values=by_attribute({value: 75}))
    await sqlite_table.put(to_item(latest, LatestReadingKey(weight)))
    clock.advance(2 * 86400)

    new = await held.goals.edit(held.user, goal, text="78 value")

    assert (goal.falling, goal.start_value) == (True, 80)
    assert (new.falling, new.start_value, new.begun) == (False, 75, date(2100, 1, 3))


async def test_a_paused_goal_can_be_changed(small: Holding) -> None:
    goal = await small.goals.pause(small.user, await small.add("99 wc"))

    assert (await small.goals.edit(small.user, goal, text="98 wc")).status == "paused"


async def test_a_goal_that_is_gone_or_whose_person_is_going_is_not_changed(held: Holding) -> None:
    goal = await held.add("99 wc")
    gone = await held.add("99 attack")
    await held.goals.remove(held.user, gone)
    with pytest.raises(NoSuchGoal):
        await held.goals.edit(held.user, gone, by="1 may")

    await held.table.update(Update(UserKey(ADA).key, set={"deletingSince": "2100-01-01T00:00:00Z"}))
    with pytest.raises(NoSuchPerson):
        await held.goals.edit(held.user, goal, by="1 may")
    assert await stored_goal(held.table, goal) == goal


async def test_what_was_changed_by_others_meanwhile_is_not_lost(small: Holding) -> None:
    """Whoever changes a goal that they read a while ago changes only what they name."""
    stale: Goal = await small.add("99 wc")
    await small.goals.edit(small.user, stale, frequency=Frequency.OFF)

    new = await small.goals.edit(small.user, stale, by="1 may")

    assert (new.frequency, new.target_date) == (Frequency.OFF, date(2100, 5, 1))


@pytest.mark.parametrize(
    ("text", "then", "told"),
    [
        ("120m wc", "xp 200000000 woodcutting by 2100-06-01 then level 99 fishing", ""),
        ("200m wc", "level 99 fishing", "After it comes 99 Fishing."),
        ("99 wc by 1 july", "xp 200000000 woodcutting then level 99 fishing", "After it comes 200m"),
        ("98 wc then 150m", "xp 150000000 woodcutting", "After it comes 150m Woodcutting xp."),
    ],
)
async def test_what_comes_after_a_goal_still_fits_when_the_goal_is_changed(
    small: Holding, text: str, then: str | None, told: str
) -> None:
    goal = await small.add("99 wc then 200m by 2100-06-01 then 99 fishing")

    new = await small.goals.edit(small.user, goal, text=text)

    assert new.then == then
    assert chain_change(goal, new, date(2100, 1, 1)).startswith(told)
    assert bool(chain_change(goal, new, date(2100, 1, 1))) is bool(told)


async def test_where_nothing_fits_any_more_nothing_comes_after_it(small: Holding) -> None:
    goal = await small.add("90 wc then 99 wc")

    new = await small.goals.edit(small.user, goal, text="200m wc")

    assert new.then is None
    assert chain_change(goal, new, date(2100, 1, 1)) == "Nothing comes after it any more."
