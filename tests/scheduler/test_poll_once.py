"""`poll --once`: everything once, and what it remembers from one run to the next."""

import asyncio
from itertools import pairwise

import pytest

from scheduler.observe import LookResult
from scheduler.poll_once import AGAIN_SECONDS, poll_once
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.web_faults import blocked, not_found, server_error
from tests.recorders import recorder_on
from tests.scheduler.realm import BOB, REACHED, SETTINGS, Realm
from tracker.store.errors import Throttled
from tracker.store.table import Table
from tracker.subjects import OutageKind

SOONEST = SETTINGS.soonest_seconds


async def run(
    realm: Realm, *, everything: bool = True, table: Table | None = None, seen: list[LookResult] | None = None
) -> list[LookResult]:
    """A process of its own, which remembers nothing."""

    async def sleep(seconds: float) -> None:
        realm.clock.advance(seconds)

    return await poll_once(
        table or realm.table,
        realm.clock,
        await realm.sources(),
        recorder_on(table or realm.table, realm.clock, keep_days=90),
        SETTINGS,
        everything=everything,
        on_look=None if seen is None else seen.append,
        sleep=sleep,
    )


async def outcomes(realm: Realm, times: int, every: float) -> list[str]:
    """Of Bob alone, in runs that come so often."""
    found: list[str] = []
    for _ in range(times):
        realm.clock.advance(every)
        found += [look.outcome for look in await run(realm)]
    return found


async def test_everything_is_looked_at_and_told_in_order(everywhere: Realm) -> None:
    for name in ("cid", "ann", "eve"):
        everywhere.game.osrs(name).train("Fishing", 5_000_000)
        await everywhere.goal("99 fishing", await everywhere.character(name))
    everywhere.clock.advance(10)
    everywhere.game.osrs("eve").train("Fishing", REACHED)
    everywhere.game.forget("cid")
    seen: list[LookResult] = []
    looks = await run(everywhere, seen=seen)
    assert [(look.subject.key, look.outcome, look.goals, look.told) for look in looks] == [
        ("main:ann", "unchanged", 0, 0),
        ("main:cid", "not-found", 0, 0),
        ("main:eve", "changed", 1, 1),
    ]
    assert [bool(look.message) for look in looks] == [False, True, False]
    assert sorted(seen, key=lambda look: look.subject) == looks


async def test_a_second_run_finds_nothing_new(realm: Realm) -> None:
    goal = await realm.bob()
    realm.game.osrs("Bob").train("Fishing", REACHED)
    assert await outcomes(realm, 3, every=10) == ["changed", "unchanged", "unchanged"]
    assert await realm.values(goal) == [5_000_000, REACHED]
    assert (await realm.told()).count("goal-reached") == 1


async def test_what_changed_just_now_is_left_out_unless_it_is_everything(realm: Realm) -> None:
    await realm.bob()
    realm.clock.advance(SOONEST - 1)
    assert await run(realm, everything=False) == []
    assert len(await run(realm, everything=True)) == 1
    realm.clock.advance(1)
    assert len(await run(realm, everything=False)) == 1


async def test_what_comes_in_the_second_of_the_last_value_is_recorded_in_the_next(realm: Realm) -> None:
    goal = await realm.bob()
    began = realm.clock()
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    [look] = await run(realm)
    assert look.outcome == "changed"
    assert await realm.values(goal) == [5_000_000, 6_000_000]
    assert (realm.clock() - began).total_seconds() == AGAIN_SECONDS


async def test_a_change_that_takes_two_looks_to_record_is_a_change(realm: Realm) -> None:
    realm.game.osrs("Bob").train("Fishing", 5_000_000)
    character = await realm.character()
    realm.clock.advance(5)
    goal = await realm.goal("99 fishing", character)
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    [look] = await run(realm)  # the subject's value is old enough, the goal's is of this second
    assert (look.outcome, look.goals) == ("changed", 1)
    assert (await realm.values(goal))[-1] == 6_000_000


async def test_one_run_never_tells_that_a_character_is_not_found(realm: Realm) -> None:
    await realm.bob()
    realm.game.forget("Bob")
    realm.clock.advance(10)
    [look] = await run(realm)
    assert look.outcome == "not-found"
    assert await realm.told() == []
    outage = (await realm.observed(BOB)).outage
    assert outage is not None
    assert (outage.kind, outage.since, outage.looks, outage.told) == (
        OutageKind.NOT_FOUND,
        realm.clock(),
        1,
        False,
    )


async def test_runs_confirm_each_other_and_tell_once(everywhere: Realm) -> None:
    await everywhere.bob()
    everywhere.game.forget("Bob")
    assert await outcomes(everywhere, 3, every=900) == ["not-found"] * 3
    assert await everywhere.told() == []
    assert await outcomes(everywhere, 3, every=900) == ["not-found"] * 3
    assert await everywhere.told() == ["not-found"]

    everywhere.game.osrs("Bob").train("Fishing", 5_000_000)
    await outcomes(everywhere, 2, every=900)
    assert await everywhere.told() == ["not-found", "found-again"]
    assert (await everywhere.observed(BOB)).outage is None


async def test_answers_that_come_and_go_are_not_told(realm: Realm) -> None:
    await realm.bob()
    realm.game.go_wrong(not_found(), not_found(), not_found(), None, times=5, player="bob")
    found = await outcomes(realm, 20, every=900)
    assert found.count("not-found") == 15
    assert await realm.told() == []


async def test_a_source_that_is_down_over_many_runs_is_told_once(realm: Realm) -> None:
    for name in ("ann", "bob", "cid"):
        realm.game.osrs(name).train("Fishing", 5_000_000)
        await realm.goal("99 fishing", await realm.character(name))
    realm.game.stay_wrong(server_error())
    found = await outcomes(realm, 8, every=1200)
    assert set(found) == {"unavailable"}
    assert await realm.told() == ["source-down"]

    realm.game.recover()
    await outcomes(realm, 2, every=1200)
    assert await realm.told() == ["source-down", "source-back"]


async def test_a_block_page_ends_the_questions_and_not_the_report(realm: Realm) -> None:
    for number in range(12):
        realm.game.osrs(f"bob {number}").train("Fishing", 5_000)
        await realm.character(f"bob {number}")
    realm.game.stay_wrong(blocked())
    before = len(realm.game.asked)
    looks = await run(realm)
    assert [look.outcome for look in looks] == ["blocked"] * 12
    assert len(realm.game.asked) - before <= SETTINGS.concurrency


async def test_beside_a_service_everything_is_written_and_told_once(everywhere: Realm) -> None:
    goal = await everywhere.bob()
    worker = await everywhere.settled()
    everywhere.clock.advance(SETTINGS.latest_seconds)
    everywhere.game.osrs("Bob").train("Fishing", REACHED)
    await asyncio.gather(worker.step(), run(everywhere), run(everywhere))
    await everywhere.run(200, worker, step=20)
    assert await everywhere.values(goal) == [5_000_000, REACHED]
    assert (await everywhere.told()).count("goal-reached") == 1
    assert worker.poller.looks["broken"] == 0


async def test_a_failure_of_one_run_ends_with_the_next_good_look_of_a_service(everywhere: Realm) -> None:
    await everywhere.bob()
    worker = await everywhere.settled()
    everywhere.game.stay_wrong(server_error())
    assert [look.outcome for look in await run(everywhere)] == ["unavailable"]
    assert (await everywhere.observed(BOB)).outage is not None
    everywhere.game.recover()

    await everywhere.run(90, worker)

    assert (await everywhere.observed(BOB)).outage is None
    assert await everywhere.told() == []


async def test_a_service_is_called_to_look_when_an_outage_is_kept_or_told_and_not_while_it_lasts(
    realm: Realm,
) -> None:
    await realm.bob()
    realm.game.forget("Bob")
    revisions: list[int] = []
    for _ in range(6):
        revisions.append((await realm.observed(BOB)).revision)
        await outcomes(realm, 1, every=900)
    assert await realm.told() == ["not-found"]
    assert [later - earlier for earlier, later in pairwise(revisions)] == [1, 1, 1, 1, 0]


async def test_a_store_that_fails_ends_the_run_with_its_own_error(realm: Realm) -> None:
    await realm.bob()
    table = FaultyTable(realm.table)
    table.fail(at=17)  # after the list of each shard
    with pytest.raises(Throttled):
        await run(realm, table=table)
