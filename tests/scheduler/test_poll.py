"""One worker: each subject in its pace, and nothing written where nothing is new."""

import asyncio

from scheduler.leases import RENEW_SECONDS, TICK_SECONDS
from scheduler.schedule import HAND_BACK_SECONDS, SETTLE_SECONDS
from tests.fakes.json_site import JsonSite
from tests.scheduler.realm import SETTINGS, Gate, Realm, gaps
from tracker.goals.pace.history import points
from tracker.settings import HttpJsonSettings

SOONEST = SETTINGS.soonest_seconds
LATEST = SETTINGS.latest_seconds
HOUR = 3600
NOTICED = RENEW_SECONDS + SETTLE_SECONDS + 2 * TICK_SECONDS


async def test_looks_that_find_nothing_new_read_and_write_nothing(everywhere: Realm) -> None:
    await everywhere.bob()
    worker = await everywhere.settled()
    calls, asked = worker.table.calls, everywhere.asked()
    await everywhere.run(HOUR, worker, step=300)
    assert everywhere.asked() - asked > 5
    assert worker.table.calls == calls


async def test_a_subject_is_looked_at_soon_while_it_moves_and_rarely_while_it_rests(realm: Realm) -> None:
    await realm.bob()
    worker = await realm.settled()
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    await realm.until_asked(worker)
    asked = (await realm.times_asked(2.5 * HOUR, worker, step=10))["bob"]
    assert gaps(asked)[0] == SOONEST
    assert gaps(asked)[-1] == LATEST
    assert gaps(asked) == sorted(gaps(asked))


async def test_what_changed_is_recorded_with_the_last_look_that_did_not_see_it(realm: Realm) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    await realm.until_asked(worker)
    looked = realm.clock()
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    await realm.until_asked(worker)
    first, last = await points(realm.table, goal)
    assert (first.value, last.value) == (5_000_000, 6_000_000)
    assert (last.since, last.at) == (looked, realm.clock())


async def test_ranks_that_nobody_watches_move_unnoticed(realm: Realm) -> None:
    await realm.bob()
    worker = await realm.settled()
    calls, asked = worker.table.calls, realm.asked()
    for rank in range(1, 21):
        realm.game.osrs("Bob").train("Fishing", 5_000_000, rank=rank)
        await realm.run(SOONEST, worker)
    assert realm.asked() - asked > 10
    assert worker.table.calls == calls


async def test_a_rank_that_is_a_goal_is_recorded(realm: Realm) -> None:
    goal = await realm.bob("rank 10 fishing")
    worker = await realm.settled()
    realm.game.osrs("Bob").train("Fishing", 5_000_000, rank=500)
    await realm.run(2 * SOONEST, worker)
    realm.game.osrs("Bob").train("Fishing", 5_000_000, rank=400)
    await realm.run(2 * SOONEST, worker)
    assert await realm.values(goal) == [1000, 500, 400]


async def test_one_look_serves_all_goals(realm: Realm) -> None:
    goals = [await realm.bob()]
    other = await realm.character("Bob", await realm.person("discord:1000001"))
    goals += [await realm.goal(text, other) for text in ("90 fishing", "200m fishing")]
    worker = await realm.settled()
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    asked = realm.asked()
    await realm.until_asked(worker)
    assert realm.asked() == asked + 1
    assert [await realm.values(goal) for goal in goals] == [[5_000_000, 6_000_000]] * 3


async def test_a_new_subject_is_noticed_within_a_minute(everywhere: Realm) -> None:
    worker = await everywhere.settled()
    assert worker.poller.subjects() == 0
    await everywhere.bob()
    await everywhere.run(NOTICED, worker)
    assert worker.poller.subjects() == 1
    asked = everywhere.asked()
    await everywhere.run(SOONEST, worker)
    assert everywhere.asked() == asked + 1


async def test_a_subject_that_nobody_watches_any_more_is_left_alone(realm: Realm) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    character = await realm.characters.find(goal.user, "bob")
    await realm.characters.remove(goal.user, character)
    await realm.run(NOTICED, worker)
    assert worker.poller.subjects() == 0
    asked = realm.asked()
    await realm.run(HOUR, worker)
    assert realm.asked() == asked


async def test_a_new_goal_does_not_wait_for_the_turn_of_an_idle_subject(realm: Realm) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    await realm.run(2 * HOUR, worker, step=120)
    await realm.until_asked(worker)
    realm.game.osrs("Bob").train("Mining", 2_000_000)
    mining = await realm.goal("99 mining", await realm.characters.find(goal.user, "bob"))
    await realm.run(NOTICED + TICK_SECONDS, worker)
    assert await realm.values(mining) == [2_000_000]


async def test_a_new_goal_that_is_heard_of_during_a_look_gets_another_one(realm: Realm) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    gate = await realm.hang(worker)
    asked = realm.asked()
    await realm.goal("99 mining", await realm.characters.find(goal.user, "bob"))
    for _ in range(NOTICED // 5):
        realm.clock.advance(5)
        await worker.start()
    gate.opened.set()
    await worker.poller.quiet()
    assert realm.asked() == asked
    await realm.run(10, worker)
    assert realm.asked() == asked + 1


async def test_no_more_looks_are_under_way_than_allowed(realm: Realm) -> None:
    for number in range(10):
        realm.game.osrs(f"Bob {number}").train("Fishing", 5_000)
        await realm.character(f"Bob {number}")
    worker, gate = await realm.settled(), Gate()
    realm.game.stay_wrong(gate)
    realm.clock.advance(LATEST)
    for _ in range(3):
        await worker.start()
    await gate.arrived.wait()
    gate.opened.set()
    before = sum(worker.poller.looks.values())
    await worker.poller.quiet()
    assert gate.most <= SETTINGS.concurrency
    assert sum(worker.poller.looks.values()) - before == 10


async def test_a_look_that_lasts_is_not_begun_again(realm: Realm) -> None:
    goal = await realm.bob()
    worker = await realm.settled()
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    gate = await realm.hang(worker)
    asked = realm.asked()
    for _ in range(3):
        realm.clock.advance(HAND_BACK_SECONDS)
        await worker.start()
    gate.opened.set()
    await worker.poller.quiet()
    assert realm.asked() == asked
    assert await realm.values(goal) == [5_000_000, 6_000_000]


async def test_slow_numbers_of_one_person_keep_nobody_else_waiting(realm: Realm) -> None:
    """Neither the numbers of others at other hosts, nor the characters of a game."""
    realm.settings = SETTINGS.model_copy(update={"concurrency": 16})
    async with JsonSite.running() as slow, JsonSite.running() as other:
        for number in range(20):
            await realm.number(f"Slow {number}", slow.serve(f"/{number}", {"count": 5}), "100")
        anna = await realm.person("discord:1000001")
        stars = await realm.number(
            "Stars", other.serve("/stars", {"count": 5}).replace("127.0.0.1", "localhost"), "100", anna
        )
        bob = await realm.bob()
        worker, gate = await realm.settled(), Gate()
        for number in range(20):
            slow.answer(f"/{number}", gate)
        other.serve("/stars", {"count": 6})
        realm.game.osrs("Bob").train("Fishing", 6_000_000)

        asked = len(slow.asked)  # how often until now follows which answers came before which reads
        realm.clock.advance(LATEST)
        await worker.start()
        await gate.arrived.wait()
        while len(await realm.values(stars)) < 2 or len(await realm.values(bob)) < 2:
            realm.clock.advance(1)
            await worker.start()
            await asyncio.sleep(0.01)
        assert gate.most <= HttpJsonSettings().concurrency // 2
        assert len(slow.asked) - asked == gate.most

        gate.opened.set()
        while len({path for path, _ in slow.asked[asked:]}) < 20:
            realm.clock.advance(5)
            await worker.step()
        assert worker.poller.looks["unavailable"] == 0
