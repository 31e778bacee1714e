"""The daily round: it happens once, whatever happens meanwhile, and plans the next."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

import pytest

from tests.due_work import due_rounds, tools_at
from tests.fakes.clock import START, HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.goals.mornings import (
    MONDAY,
    ROUND,
    begun,
    goes_on,
    held,
    kinds,
    planned,
)
from tests.tracker.goals.scenes import (
    ANNA,
    DAY,
    HOUR,
    person,
    woodcutting,
)
from tracker.accounts.model import QuietHours
from tracker.digest.planning import LastDigest, Round, ToldUntil, first_round, replan
from tracker.digest.rounds import MOST_TOGETHER, hold
from tracker.goals.pace.state import GoalState
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.store.errors import Throttled
from tracker.store.keys import UserKey
from tracker.store.table import Operation, Table, Update
from tracker.store.values import Value


async def test_the_first_round_is_planned_once_and_stays_as_it_is(table: Table) -> None:
    user = person(timezone="Europe/Berlin")
    await table.update(first_round(user, START))
    first = await table.get(ROUND)
    await table.update(first_round(person(), START + 5 * DAY))

    assert await table.get(ROUND) == first
    assert await planned(table) == Round(
        user=ANNA, due_at=datetime(2100, 1, 1, 7, tzinfo=UTC), day=date(2100, 1, 1)
    )
    assert [one.user for one in await due_rounds(table, START + 7 * HOUR)] == [ANNA]
    assert await due_rounds(table, START + 6 * HOUR) == []


async def test_a_round_tells_the_digest_and_plans_the_next_one(table: Table, clock: HandClock) -> None:
    await begun(table, clock)

    [digest] = await held(table, clock)

    assert (digest.kind.name, digest.entity, digest.period) == ("digest", "default", "2100-01-11")
    assert digest.title == "Your goals on Monday, 11 January"
    assert digest.not_before == datetime(2100, 1, 11, 8, tzinfo=UTC)
    assert digest.expires_at == digest.not_before + DAY
    assert "+1,200,000 since 1 January" in digest.text
    [item] = await outbox.history(table, ANNA)
    assert item.id == digest.outbox_id
    now = digest.created_at
    assert await planned(table) == Round(
        user=ANNA,
        due_at=digest.not_before + DAY,
        day=date(2100, 1, 12),
        last_at=now,
        last_day=MONDAY,
        looked_until=MONDAY,
        told_digest_at=now,
        told_weekly_at=now,
        last_digest=LastDigest(
            ids=(digest.outbox_id,),
            weekly=True,
            looked_until=MONDAY - DAY,
            told_before=ToldUntil(),
        ),
    )


async def test_a_round_that_was_held_is_not_held_again(table: Table, clock: HandClock) -> None:
    await begun(table, clock)
    seen = await planned(table)
    assert await held(table, clock)

    assert await hold(tools_at(table, clock), seen) == []
    assert len(await outbox.history(table, ANNA)) == 1


async def test_each_gain_is_told_in_one_digest(table: Table, clock: HandClock) -> None:
    goal = woodcutting()
    await begun(table, clock, goal)
    await held(table, clock)
    await goes_on(table, goal, clock() + HOUR, 4_300_000, GoalState.ON_TRACK)
    [tuesday] = await held(table, clock)
    await goes_on(table, goal, clock() + HOUR, 4_300_500, GoalState.ON_TRACK)
    [wednesday] = await held(table, clock)

    assert "4,300,000 xp, +65,569 since yesterday" in tuesday.text
    assert "4,300,500 xp, +500 since yesterday" in wednesday.text


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("call", range(1, 16))
async def test_a_store_that_fails_on_the_way_makes_no_round_twice(
    sqlite_table: Table,
    clock: HandClock,
    call: int,
    when: Any,  # noqa: ANN401 - one of two words
) -> None:
    await begun(sqlite_table, clock)
    clock.advance((9 * HOUR).total_seconds())
    seen, faulty = await planned(sqlite_table), FaultyTable(sqlite_table)
    faulty.fail(at=call, when=when)
    try:
        await hold(tools_at(faulty, clock), seen)
    except Throttled:
        await hold(tools_at(sqlite_table, clock), seen)

    assert kinds(await outbox.history(sqlite_table, ANNA)) == ["digest"]
    assert (await planned(sqlite_table)).last_day == MONDAY


async def test_a_round_with_more_news_than_a_transaction_holds_tells_all_of_it(
    sqlite_table: Table, clock: HandClock
) -> None:
    goals = [woodcutting(f"g{n}", target_date=MONDAY + 7 * DAY) for n in range(MOST_TOGETHER)]
    await begun(sqlite_table, clock, *goals)

    told = await held(sqlite_table, clock)

    assert len(told) == len(goals) + 1
    assert len(await outbox.history(sqlite_table, ANNA)) == len(goals) + 1
    assert (await planned(sqlite_table)).last_day == MONDAY


@pytest.mark.parametrize("writes", [1, 2])
async def test_a_great_round_that_breaks_off_is_finished_without_telling_twice(
    sqlite_table: Table, clock: HandClock, writes: int
) -> None:
    goals = [woodcutting(f"g{n}", target_date=MONDAY + 7 * DAY) for n in range(MOST_TOGETHER)]
    await begun(sqlite_table, clock, *goals)
    clock.advance((8 * HOUR).total_seconds())
    broke_off, breaking = clock(), Breaking(sqlite_table, writes)
    with pytest.raises(Throttled):
        await hold(tools_at(breaking, clock), await planned(sqlite_table))
    assert (await planned(sqlite_table)).last_day is None
    clock.advance(600)

    await hold(tools_at(sqlite_table, clock), await planned(sqlite_table))

    assert len(await outbox.history(sqlite_table, ANNA)) == len(goals) + 1
    assert (await planned(sqlite_table)).told_digest_at == broke_off, "the digest told until then"


class Breaking(FaultyTable):
    """Fails at the write after so many."""

    def __init__(self, inner: Table, writes: int) -> None:
        super().__init__(inner)
        self._writes = writes

    async def _transact(self, operations: Sequence[Operation]) -> None:
        if self._writes == 0:
            raise Throttled("injected")
        self._writes -= 1
        await super()._transact(operations)


class Meddling(FaultyTable):
    """Does something else just before the first write."""

    def __init__(self, inner: Table, act: Callable[[], Awaitable[object]]) -> None:
        super().__init__(inner)
        self._act: Callable[[], Awaitable[object]] | None = act

    async def _transact(self, operations: Sequence[Operation]) -> None:
        if (act := self._act) is not None:
            self._act = None
            await act()
        await super()._transact(operations)


async def meddled(table: Table, clock: HandClock, act: Callable[[], Awaitable[object]]) -> list[Notification]:
    clock.advance((8 * HOUR).total_seconds())
    return await hold(tools_at(Meddling(table, act), clock), await planned(table))


def settings(**changes: Value) -> Update:
    return Update(UserKey(ANNA).key, set=changes)


async def test_who_moves_while_the_round_is_held_gets_the_next_one_by_the_new_clock(
    table: Table, clock: HandClock
) -> None:
    await begun(table, clock)

    told = await meddled(table, clock, lambda: table.update(settings(timezone="America/New_York")))

    assert kinds(told) == ["digest"]
    assert (await planned(table)).due_at == datetime(2100, 1, 12, 13, tzinfo=UTC)


async def test_a_goal_that_is_removed_while_the_round_is_held_is_not_in_the_digest(
    table: Table, clock: HandClock
) -> None:
    gone = woodcutting("gone")
    await begun(table, clock, gone, woodcutting("stays", target_value=90))

    async def remove() -> None:
        await table.write_many(deletes=[gone.key.key, gone.latest_key.key])

    [digest] = await meddled(table, clock, remove)

    assert digest.facts["goals"] == 1
    assert "90 Woodcutting" in digest.text


async def test_who_is_deleted_while_the_round_is_held_is_told_nothing(table: Table, clock: HandClock) -> None:
    await begun(table, clock)

    told = await meddled(table, clock, lambda: table.update(settings(deletingSince="2100-01-11T08:00:00Z")))

    assert told == []
    assert await outbox.history(table, ANNA) == []
    assert await table.get(ROUND) is None


async def test_the_round_of_somebody_who_is_gone_goes_too(table: Table, clock: HandClock) -> None:
    await table.update(first_round(person(), START))

    assert await held(table, clock) == []
    assert await table.get(ROUND) is None


async def test_rounds_that_the_index_still_lists_are_left_alone(table: Table, clock: HandClock) -> None:
    await begun(table, clock)
    lagging = FaultyTable(table)
    await lagging.freeze_indexes()
    await held(table, clock)

    [stale] = await due_rounds(lagging, clock())
    assert await hold(tools_at(lagging, clock), stale) == []


async def test_after_a_week_without_the_machine_there_is_one_digest_meant_for_the_last_morning(
    table: Table, clock: HandClock
) -> None:
    await begun(table, clock)
    await held(table, clock)
    await goes_on(table, woodcutting(), clock() + HOUR, 4_300_000, GoalState.ON_TRACK)

    [digest] = await held(table, clock, MONDAY + 8 * DAY)

    assert digest.not_before == datetime(2100, 1, 19, 8, tzinfo=UTC)
    assert digest.period == "2100-01-19"
    assert "+65,569 since 11 January" in digest.text
    assert (await planned(table)).day == date(2100, 1, 20)


@pytest.mark.parametrize(
    ("start", "quiet"),
    [
        (time(7, 59, 50), None),
        (time(7, 1), None),
        (time(3), QuietHours.model_validate({"from": time(22), "to": time(8)})),
    ],
)
async def test_a_machine_that_was_off_for_over_a_day_and_starts_just_before_the_digest_loses_nothing(
    table: Table, clock: HandClock, start: time, quiet: QuietHours | None
) -> None:
    await begun(table, clock, quiet_hours=quiet)
    await held(table, clock)
    await goes_on(table, woodcutting(), clock() + HOUR, 4_300_000, GoalState.ON_TRACK)
    thursday = datetime.combine(MONDAY + 3 * DAY, start, UTC)
    clock.advance((thursday - clock()).total_seconds())

    assert await hold(tools_at(table, clock), await planned(table)) == []
    [digest] = await held(table, clock)

    assert digest.not_before == datetime(2100, 1, 14, 8, tzinfo=UTC)
    assert digest.expires_at == digest.not_before + DAY
    assert "+65,569 since 11 January" in digest.text


async def test_a_digest_that_is_late_by_less_comes_at_once(table: Table, clock: HandClock) -> None:
    await begun(table, clock)
    clock.advance((22 * HOUR).total_seconds())

    [digest] = await hold(tools_at(table, clock), await planned(table))

    assert digest.period == "2100-01-11"
    assert digest.expires_at == digest.not_before + DAY


async def test_quiet_hours_that_last_all_day_leave_no_digest_to_the_next_one(
    table: Table, clock: HandClock
) -> None:
    await begun(table, clock, quiet_hours=QuietHours.model_validate({"from": time(8), "to": time(7, 55)}))

    assert kinds(await held(table, clock)) == ["digest"]


async def test_a_new_time_holds_from_the_next_round_on(table: Table, clock: HandClock) -> None:
    await begun(table, clock)
    await held(table, clock)

    await replan(table, person(digest_time=time(20)), clock())

    assert (await planned(table)).due_at == datetime(2100, 1, 12, 20, tzinfo=UTC)
    assert await due_rounds(table, datetime(2100, 1, 12, 19, tzinfo=UTC)) == []


async def test_who_moves_east_past_their_time_has_the_round_at_once(table: Table, clock: HandClock) -> None:
    user = await begun(table, clock)
    await held(table, clock)
    clock.advance((20 * HOUR).total_seconds())  # 04:00 on Tuesday; 13:00 in Tokyo
    tokyo = user.model_copy(update={"timezone": "Asia/Tokyo"})
    await table.update(settings(timezone="Asia/Tokyo", digestWhenQuiet=True))

    await replan(table, tokyo, clock())

    [digest] = await hold(tools_at(table, clock), await planned(table))
    assert digest.period == "2100-01-12"
    assert (await planned(table)).day == date(2100, 1, 13)


async def test_a_round_that_is_due_is_not_planned_away(table: Table, clock: HandClock) -> None:
    await begun(table, clock)
    clock.advance((8 * HOUR).total_seconds())

    await replan(table, person(digest_time=time(7)), clock())

    assert (await planned(table)).due_at == clock()


async def test_who_has_no_round_needs_no_new_plan(table: Table) -> None:
    await replan(table, person(), START)

    assert await table.get(ROUND) is None


async def test_a_first_round_follows_the_clock_before_it_was_held(table: Table, clock: HandClock) -> None:
    await begun(table, clock)
    clock.advance((10 * HOUR - HOUR * 3).total_seconds())

    await replan(table, person(digest_time=time(20)), clock())

    assert (await planned(table)).due_at == datetime(2100, 1, 11, 20, tzinfo=UTC)
