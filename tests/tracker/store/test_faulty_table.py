"""The fault-injecting table does what it promises to the tests that use it."""

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.store.items import all_pages, everything, item, key, sort_keys
from tracker.store.errors import StoreUnavailable, Throttled
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Put, Update


@pytest.fixture
def faulty(sqlite_table: SqliteTable) -> FaultyTable:
    return FaultyTable(sqlite_table)


async def test_without_faults_it_is_the_table_within(faulty: FaultyTable, clock: HandClock) -> None:
    await faulty.write_many(puts=[item("A", n=1, GSI1PK="G", GSI1SK="1"), item("old", ttl=clock.second)])
    await faulty.update(Update(key("A"), add={"n": 1}))

    assert await faulty.get(key("A")) == item("A", n=2, GSI1PK="G", GSI1SK="1")
    assert await sort_keys(faulty, "G", index="GSI1") == ["A"]
    assert await faulty.sweep() == 1
    assert set(await everything(faulty)) == {key("A")}
    await faulty.check()
    assert faulty.now() == clock.second
    assert faulty.calls == 6


async def test_a_call_that_fails_before_leaves_nothing(faulty: FaultyTable) -> None:
    faulty.fail()

    with pytest.raises(Throttled):
        await faulty.transact([Put(item("A")), Put(item("B"))])

    assert await everything(faulty) == {}


async def test_a_call_that_fails_after_took_effect(faulty: FaultyTable) -> None:
    faulty.fail(when="after", error=StoreUnavailable("the reply was lost"))

    with pytest.raises(StoreUnavailable, match="lost"):
        await faulty.put(item("A"))

    assert set(await everything(faulty)) == {key("A")}


async def test_the_call_that_fails_is_the_one_that_was_chosen(faulty: FaultyTable) -> None:
    faulty.fail(at=3)
    faulty.fail(at=4, error=StoreUnavailable("too"))

    await faulty.put(item("A"))
    await faulty.get(key("A"))
    with pytest.raises(Throttled):
        await faulty.put(item("B"))
    with pytest.raises(StoreUnavailable):
        await faulty.query("P")

    assert await sort_keys(faulty) == ["A"]


async def test_a_frozen_index_lags_until_it_is_released(faulty: FaultyTable) -> None:
    await faulty.write_many(puts=[item(sk, GSI1PK="G", GSI1SK=sk, n=1) for sk in "ABC"])
    await faulty.freeze_indexes()

    await faulty.update(Update(key("A"), set={"n": 2}))
    await faulty.update(Update(key("B"), remove=["GSI1PK"]))
    await faulty.put(item("D", GSI1PK="G", GSI1SK="D"))

    stale = (await faulty.query("G", index="GSI1")).items
    assert [(found["SK"], found["n"]) for found in stale] == [("A", 1), ("B", 1), ("C", 1)]
    assert await faulty.get(key("A")) == item("A", GSI1PK="G", GSI1SK="A", n=2)
    assert await sort_keys(faulty) == ["A", "B", "C", "D"]

    faulty.release_indexes()
    assert await sort_keys(faulty, "G", index="GSI1") == ["A", "C", "D"]


async def test_a_frozen_index_shows_no_expired_item(faulty: FaultyTable, clock: HandClock) -> None:
    await faulty.put(item(GSI1PK="G", GSI1SK="1", ttl=clock.second + 1))
    await faulty.freeze_indexes()
    assert await sort_keys(faulty, "G", index="GSI1") == ["A"]

    clock.advance(1)

    assert await sort_keys(faulty, "G", index="GSI1") == []


@pytest.mark.parametrize("reverse", [False, True], ids=["forward", "backward"])
async def test_a_frozen_index_answers_pages_and_ranges_like_the_real_one(
    faulty: FaultyTable,
    reverse: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    await faulty.write_many(
        puts=[item(f"{n}", pk=f"P{n % 2}", GSI1PK="G", GSI1SK=f"{n // 2}") for n in range(8)]
        + [item("sparse", GSI1PK="G")]
    )
    questions = [{}, {"prefix": "1"}, {"lo": "1"}, {"hi": "2"}, {"lo": "1", "hi": "2"}]

    async def answers() -> list[object]:
        return [
            await all_pages(faulty, "G", index="GSI1", reverse=reverse, limit=limit, **question)
            for question in questions
            for limit in (1, 3, 10)
        ]

    real = await answers()
    await faulty.freeze_indexes()

    assert await answers() == real
