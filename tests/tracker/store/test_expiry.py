"""Contract: an item whose `ttl` has come is absent everywhere, whether it has been removed yet or not."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.store.items import all_pages, everything, item, key, sort_keys
from tracker.store.conditions import ABSENT, EXISTS, eq, has, lacks, ne
from tracker.store.errors import ConditionFailed, FailedCondition
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Check, Delete, Operation, Put, Table, Update
from tracker.store.values import Item


def expired(clock: HandClock, sk: str = "A") -> Item:
    """An item that was of age at this very second, with a count and a place in an index."""
    return item(sk, ttl=clock.second, n=41, old=True, GSI1PK="G", GSI1SK=sk)


async def test_an_item_lives_until_the_second_of_its_ttl(table: Table, clock: HandClock) -> None:
    await table.put(item(ttl=clock.second + 10))

    clock.advance(9.999)
    assert await table.get(key()) is not None

    clock.advance(0.001)
    assert await table.get(key()) is None


async def test_no_read_shows_an_expired_item(table: Table, clock: HandClock) -> None:
    await table.write_many(puts=[expired(clock, "A"), item("B", GSI1PK="G", GSI1SK="B")])

    assert await table.get(key("A")) is None
    assert set(await table.get_many([key("A"), key("B")])) == {key("B")}
    assert await sort_keys(table) == ["B"]
    assert await sort_keys(table, "G", index="GSI1") == ["B"]
    assert set(await everything(table)) == {key("B")}


@pytest.mark.parametrize("reverse", [False, True], ids=["forward", "backward"])
async def test_pages_are_full_although_expired_items_lie_between(
    table: Table,
    clock: HandClock,
    reverse: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    live = ["03", "04", "09"]
    await table.write_many(
        puts=[item(sk) if sk in live else expired(clock, sk) for sk in map("{:02}".format, range(12))]
    )

    for size in (1, 2, 3, 4):
        pages = await all_pages(table, limit=size, reverse=reverse)

        assert [found["SK"] for page in pages for found in page.items] == sorted(live, reverse=reverse)
        assert [len(page.items) for page in pages] == [len(live[n : n + size]) for n in range(0, 3, size)]


async def test_an_expired_item_can_be_written_anew(table: Table, clock: HandClock) -> None:
    await table.put(expired(clock))

    assert await table.put_if_absent(item(new=1))
    assert await table.get(key()) == item(new=1)
    assert await sort_keys(table, "G", index="GSI1") == []


async def test_a_marker_is_taken_again_after_its_time(table: Table, clock: HandClock) -> None:
    marker = item(ttl=clock.second + 60)
    assert await table.put_if_absent(marker)
    assert not await table.put_if_absent(marker)

    clock.advance(60)

    assert await table.put_if_absent({**marker, "ttl": clock.second + 60})
    assert not await table.put_if_absent(marker)


async def test_conditions_take_an_expired_item_for_absent(table: Table, clock: HandClock) -> None:
    await table.put(expired(clock))

    await table.transact([Check(key(), ABSENT)])
    await table.transact([Check(key(), lacks("n") & ~eq("n", 41) & ~ne("n", 1))])
    for condition in (EXISTS, has("n"), eq("n", 41), ne("n", 1), EXISTS | has("old")):
        with pytest.raises(ConditionFailed) as refused:
            await table.transact([Check(key(), condition)])
        assert refused.value.current is None


REFUSED = {
    "put": Put(item(new=1), when=EXISTS),
    "update": Update(key(), set={"new": 1}),
    "update on its old value": Update(key(), add={"n": 1}, when=eq("n", 41)),
    "delete": Delete(key(), when=has("n")),
    "check": Check(key(), EXISTS),
}


@pytest.mark.parametrize("operation", REFUSED.values(), ids=REFUSED)
async def test_a_write_that_needs_the_item_is_refused(
    table: Table, clock: HandClock, operation: Operation
) -> None:
    await table.put(expired(clock))

    with pytest.raises(ConditionFailed) as alone:
        await table.transact([operation])
    with pytest.raises(ConditionFailed) as in_company:
        await table.transact([Put(item("other")), operation])

    assert alone.value.failures == (FailedCondition(0, key(), None),)
    assert in_company.value.failures == (FailedCondition(1, key(), None),)
    assert await everything(table) == {}


async def test_an_update_that_makes_the_item_starts_from_nothing(table: Table, clock: HandClock) -> None:
    await table.put(expired(clock))

    await table.update(
        Update(key(), set={"a": 1}, default={"old": False}, add={"n": 1}, remove=["b"], when=None)
    )

    assert await everything(table) == {key(): item(a=1, old=False, n=1)}
    assert await sort_keys(table, "G", index="GSI1") == []


async def test_an_update_whose_condition_holds_on_nothing_starts_from_nothing(
    table: Table, clock: HandClock
) -> None:
    await table.put(expired(clock))

    await table.update(Update(key(), add={"n": 1}, when=lacks("n") | eq("n", 5)))
    await table.update(Update(key(), add={"n": 1}, when=lacks("n") | eq("n", 1)))

    assert await table.get(key()) == item(n=2)


async def test_a_transaction_may_renew_several_expired_items(table: Table, clock: HandClock) -> None:
    await table.write_many(puts=[*(expired(clock, sk) for sk in "ABCD"), item("live", n=1)])

    await table.transact(
        [
            Update(key("A"), add={"n": 1}, when=None),
            Put(item("B", new=1), when=ABSENT),
            Delete(key("C"), when=lacks("n")),
            Update(key("live"), add={"n": 1}),
            Update(key("D"), default={"n": 7}, when=~has("n")),
            Update(key("E"), add={"n": 1}, when=None),
        ]
    )

    assert await everything(table) == {
        key("A"): item("A", n=1),
        key("B"): item("B", new=1),
        key("D"): item("D", n=7),
        key("E"): item("E", n=1),
        key("live"): item("live", n=2),
    }


async def test_a_transaction_that_fails_renews_nothing(table: Table, clock: HandClock) -> None:
    await table.write_many(puts=[expired(clock), item("live", n=1)])

    with pytest.raises(ConditionFailed) as refused:
        await table.transact(
            [
                Update(key("A"), add={"n": 1}, when=None),
                Update(key("live"), add={"n": 1}, when=eq("n", 2)),
                Check(key("absent"), EXISTS),
            ]
        )

    assert refused.value.failures == (
        FailedCondition(1, key("live"), item("live", n=1)),
        FailedCondition(2, key("absent"), None),
    )
    assert await everything(table) == {key("live"): item("live", n=1)}


async def test_deleting_an_expired_item_is_no_error(table: Table, clock: HandClock) -> None:
    await table.put(expired(clock))

    await table.delete(key())
    await table.delete(key(), when=ABSENT)

    assert await everything(table) == {}


async def test_a_life_can_be_prolonged_and_made_endless(table: Table, clock: HandClock) -> None:
    await table.write_many(puts=[item(sk, ttl=clock.second + 10) for sk in "ABC"])

    await table.update(Update(key("A"), set={"ttl": clock.second + 100}))
    await table.update(Update(key("B"), remove=["ttl"]))
    clock.advance(99)
    assert await sort_keys(table) == ["A", "B"]

    clock.advance(1)
    assert await sort_keys(table) == ["B"]


async def test_an_update_can_end_a_life(table: Table, clock: HandClock) -> None:
    await table.put(item(n=1))

    await table.update(Update(key(), set={"ttl": clock.second}))

    assert await table.get(key()) is None


async def test_sweeping_takes_expired_items_and_no_others(table: Table, clock: HandClock) -> None:
    await table.write_many(puts=[expired(clock, "A"), item("B"), item("C", ttl=clock.second + 1)])

    while await table.sweep():
        pass

    assert await sort_keys(table) == ["B", "C"]


async def test_sqlite_sweeps_a_few_at_a_time_and_counts_them(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    await sqlite_table.write_many(puts=[expired(clock, sk) for sk in "ABCDE"] + [item("live")])

    assert [await sqlite_table.sweep(limit=2) for _ in range(4)] == [2, 2, 1, 0]
    assert await sort_keys(sqlite_table) == ["live"]
