"""Sources that fail, values that fall, stores that refuse, and a process that ends in the middle."""

import asyncio
from datetime import timedelta

import pytest

from scheduler.leases import RENEW_SECONDS, TICK_SECONDS
from scheduler.poll import BROKEN
from scheduler.sources.breaker import Patience
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.json_site import JsonSite
from tests.fakes.web_faults import Fault, blocked, html_with_200, not_found, server_error
from tests.scheduler.conftest import Lines
from tests.scheduler.realm import REACHED, SETTINGS, Realm, Worker
from tracker.shards import SHARDS
from tracker.store.query import Query, QueryPage
from tracker.store.table import Table

SOONEST = SETTINGS.soonest_seconds
LATEST = SETTINGS.latest_seconds
HOUR = 3600


async def test_answers_that_come_and_go_are_not_told(realm: Realm) -> None:
    await realm.bob()
    worker = await realm.settled()
    realm.game.go_wrong(not_found(), not_found(), not_found(), None, times=20, player="bob")
    await realm.run(4 * HOUR, worker, step=60)
    assert worker.poller.looks["not-found"] > 10
    assert await realm.told() == []


async def test_a_character_that_stays_away_is_told_once_and_so_is_its_return(realm: Realm) -> None:
    await realm.bob()
    worker = await realm.settled()
    realm.game.forget("Bob")
    await realm.run(SETTINGS.not_found_seconds, worker, step=60)
    assert await realm.told() == []
    await realm.run(2 * HOUR, worker, step=60)
    assert await realm.told() == ["not-found"]

    realm.game.osrs("Bob").train("Fishing", 5_000_000)
    await realm.run(2 * HOUR, worker, step=60)
    assert await realm.told() == ["not-found", "found-again"]


async def test_a_restart_in_an_outage_tells_nothing_twice(realm: Realm) -> None:
    await realm.bob()
    worker = await realm.settled()
    realm.game.forget("Bob")
    await realm.run(2 * HOUR, worker, step=60)
    again = await realm.worker("one", start=0)
    await realm.run(2 * HOUR, again, step=60)
    assert await realm.told() == ["not-found"]

    realm.game.osrs("Bob").train("Fishing", 5_000_000)  # as it was before: nothing has changed but this
    await realm.run(HOUR, again, step=60)
    assert await realm.told() == ["not-found", "found-again"]


async def test_a_source_that_is_down_is_told_once_to_each_person(realm: Realm) -> None:
    people = [await realm.person("discord:1000001"), await realm.person("discord:1000002")]
    for number in range(6):
        realm.game.osrs(f"bob {number}").train("Fishing", 5_000_000)
        await realm.goal("99 fishing", await realm.character(f"bob {number}", people[number % 2]))
    worker = await realm.settled()
    realm.game.stay_wrong(server_error())
    await realm.run(SETTINGS.down_seconds, worker, step=60)
    assert [await realm.told(person) for person in people] == [[], []]
    await realm.run(3 * HOUR, worker, step=60)
    assert [await realm.told(person) for person in people] == [["source-down"]] * 2

    realm.game.recover()
    await realm.run(3 * HOUR, worker, step=60)
    assert [await realm.told(person) for person in people] == [["source-down", "source-back"]] * 2


async def test_one_subject_that_fails_does_not_make_its_source_down(realm: Realm) -> None:
    await realm.bob()
    realm.game.osrs("Ann").train("Fishing", 5_000_000)
    await realm.goal("99 fishing", await realm.character("Ann"))
    worker = await realm.settled()
    realm.game.stay_wrong(server_error(), player="bob")
    await realm.run(6 * HOUR, worker, step=60)
    assert worker.poller.looks["unavailable"] > 5
    assert await realm.told() == []


async def test_a_number_on_the_web_is_down_by_itself(realm: Realm) -> None:
    async with JsonSite.running() as site:
        weight = await realm.number("Weight", site.serve("/weight", {"count": 80}), "100")
        stars = await realm.number("Stars", site.serve("/stars", {"count": 5}), "100")
        worker = await realm.settled()
        site.answer("/weight", server_error())
        site.serve("/stars", {"count": 6})
        await realm.run(6 * HOUR, worker, step=60)
        assert await realm.told() == ["source-down"]
        assert (await realm.values(weight), await realm.values(stars)) == ([80], [5, 6])

        site.serve("/weight", {"count": 81})
        await realm.run(3 * HOUR, worker, step=60)
        assert await realm.told() == ["source-down", "source-back"]
        assert await realm.values(weight) == [80, 81]


@pytest.mark.parametrize("characters", [1, 6])
@pytest.mark.parametrize("fault", [server_error(500), html_with_200()], ids=["errors", "no answers"])
async def test_a_server_that_is_back_is_noticed_soon_and_everybody_goes_on(
    realm: Realm, fault: Fault, characters: int
) -> None:
    soonest, pause = 12, Patience().longest_down
    realm.settings = SETTINGS.model_copy(update={"soonest_seconds": soonest, "latest_seconds": soonest})
    for number in range(characters):
        realm.game.osrs(f"bob {number}").train("Fishing", 5_000_000)
        await realm.character(f"bob {number}")
    worker = await realm.settled()
    realm.game.stay_wrong(fault)
    before = len(realm.game.asked)
    await realm.run(600, worker, step=1)
    assert len(realm.game.asked) - before <= 600 / pause + 15, "it is tried now and then"
    assert await realm.told() == []

    realm.game.recover()
    asked = await realm.times_asked(pause + 3 * soonest, worker, step=1)
    first = min(times[0] for times in asked.values()) - realm.seconds() + pause + 3 * soonest
    assert first <= pause + soonest
    assert len(asked) == characters


async def test_a_block_page_stops_all_looks_for_its_time(realm: Realm) -> None:
    for number in range(12):
        realm.game.osrs(f"bob {number}").train("Fishing", 5_000_000)
        await realm.character(f"bob {number}")
    worker = await realm.settled()
    realm.game.stay_wrong(blocked())
    before = len(realm.game.asked)
    await realm.run(900, worker)
    assert 1 <= len(realm.game.asked) - before <= SETTINGS.concurrency
    assert worker.poller.looks["blocked"] <= 24

    realm.game.recover()
    await realm.run(300, worker)
    assert len({asked.player for asked in realm.game.asked[before:]}) == 12


async def test_a_value_that_fell_is_looked_at_whole_until_it_is_believed(realm: Realm) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    realm.game.osrs("Bob").train("Fishing", 4_000_000)
    await realm.until_asked(worker)
    await realm.until_asked(worker)
    assert worker.poller.looks["suspicious"] == 2
    assert await realm.values(goal) == [5_000_000]
    await realm.until_asked(worker)
    assert await realm.values(goal) == [5_000_000, 4_000_000]


async def test_a_value_that_fell_and_came_back_was_never_there(realm: Realm) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    realm.game.osrs("Bob").train("Fishing", 4_000_000)
    await realm.until_asked(worker)
    realm.game.osrs("Bob").train("Fishing", 5_000_000)
    await realm.run(HOUR, worker)
    assert worker.poller.looks["suspicious"] == 1
    assert await realm.values(goal) == [5_000_000]
    assert await realm.told() == []


async def crash(realm: Realm, worker: Worker, at: int, when: str) -> bool:
    """The next look ends at its `at`-th call of the table. Whether it had as many."""
    before = worker.table.calls
    worker.table.fail(at=at, when=when, error=asyncio.CancelledError())  # type: ignore[arg-type]
    await realm.until_asked(worker)
    return worker.table.calls - before == at


@pytest.mark.parametrize("at", range(1, 8))
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_crash_in_the_middle_of_a_look_loses_and_repeats_nothing(
    realm: Realm, at: int, when: str
) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    realm.game.osrs("Bob").train("Fishing", REACHED)
    assert await crash(realm, worker, at, when)

    again = await realm.worker("one", start=0)
    await realm.run(5 * SOONEST, again, step=20)
    assert await realm.values(goal) == [5_000_000, REACHED]
    assert (await realm.told()).count("goal-reached") == 1


@pytest.mark.parametrize("at", range(1, 9))
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_crash_while_an_outage_is_told_leaves_nobody_out_and_tells_nobody_twice(
    realm: Realm, at: int, when: str
) -> None:
    await realm.bob()
    worker = await realm.settled()
    realm.game.forget("Bob")
    for _ in range(5):
        await realm.until_asked(worker)
    assert await realm.told() == []
    assert await crash(realm, worker, at, when)

    again = await realm.worker("one", start=0)
    await realm.run(2 * HOUR, again, step=60)
    assert await realm.told() == ["not-found"]


async def test_a_store_that_fails_delays_a_look_and_no_more(realm: Realm, lines: Lines) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    worker.table.fail()
    await realm.until_asked(worker)
    assert worker.poller.looks[BROKEN] == 1
    assert [line["log_level"] for line in lines if line["event"].startswith("look not recorded")] == [
        "warning"
    ]
    await realm.run(3 * SOONEST, worker)
    assert await realm.values(goal) == [5_000_000, 6_000_000]


async def test_what_nobody_expected_stops_one_look_and_is_logged(realm: Realm, lines: Lines) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    worker.table.fail(error=ZeroDivisionError())  # type: ignore[arg-type]
    await realm.until_asked(worker)
    assert worker.poller.looks[BROKEN] == 1
    assert [line["subject"] for line in lines if line["event"].startswith("look failed")] == ["main:bob"]
    await realm.run(2 * LATEST, worker)
    assert await realm.values(goal) == [5_000_000, 6_000_000]


async def test_leases_that_cannot_be_renewed_now_are_renewed_later(realm: Realm, lines: Lines) -> None:
    worker = await realm.settled()
    for _ in range(2):
        worker.lease_table.fail()
    await realm.run(RENEW_SECONDS + TICK_SECONDS, worker)
    assert [line["log_level"] for line in lines if line["event"].startswith("leases not tended")] == [
        "warning"
    ]
    assert len(worker.leases.held()) == SHARDS


async def test_a_shard_that_cannot_be_listed_now_is_listed_at_the_next_tick(
    realm: Realm, lines: Lines
) -> None:
    await realm.bob()
    worker = await realm.worker()
    for call in range(SHARDS):
        worker.table.fail(at=1 + call)
    await realm.run(TICK_SECONDS, worker)
    assert worker.poller.subjects() == 0
    await realm.run(TICK_SECONDS, worker)
    assert worker.poller.subjects() == 1
    assert [line for line in lines if line["event"].startswith("subjects not listed")]


class Slow(FaultyTable):
    """A table whose queries take seconds."""

    def __init__(self, inner: Table, clock: HandClock, seconds: float) -> None:
        super().__init__(inner)
        self._hand, self._seconds = clock, seconds

    async def _query(self, query: Query) -> QueryPage:
        self._hand.advance(self._seconds)
        return await super()._query(query)


async def test_long_lists_do_not_keep_the_leases_waiting(realm: Realm) -> None:
    worker = await realm.worker()
    worker.poller._table = Slow(realm.table, realm.clock, seconds=4)
    for _ in range(SHARDS):
        began = realm.clock()
        await worker.poller.tend()
        assert realm.clock() - began <= timedelta(seconds=8)
        assert len(worker.leases.held()) == SHARDS


async def test_closing_ends_looks_and_gives_the_leases_back(realm: Realm) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    await realm.hang(worker)
    await worker.poller.close()
    assert worker.leases.held() == {}
    assert await realm.values(goal) == [5_000_000]

    two = await realm.worker("two", start=3)
    await realm.run(2 * SOONEST, two)
    assert await realm.values(goal) == [5_000_000, 6_000_000]
