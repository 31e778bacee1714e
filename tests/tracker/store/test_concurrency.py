"""Contract: many writers at once. Nothing is lost, nothing is half done, and one of many rivals wins."""

import asyncio

from tests.fakes.clock import HandClock
from tests.tracker.store.items import all_pages, everything, item, key
from tracker.store.conditions import ABSENT, eq, ge
from tracker.store.errors import ConditionFailed
from tracker.store.table import Operation, Put, Table, Update
from tracker.store.values import Key

WRITERS = 50


async def number(table: Table, sk: str = "A") -> int:
    found = await table.get(key(sk))
    assert found is not None
    value = found["n"]
    assert isinstance(value, int)
    return value


async def succeeds(table: Table, operations: list[Operation]) -> bool:
    try:
        await table.transact(operations)
    except ConditionFailed:
        return False
    return True


async def test_of_fifty_who_put_if_absent_one_wins(table: Table) -> None:
    won = await asyncio.gather(*(table.put_if_absent(item(by=n)) for n in range(WRITERS)))

    assert won.count(True) == 1
    assert await table.get(key()) == item(by=won.index(True))


async def test_of_fifty_who_take_over_an_expired_item_one_wins(table: Table, clock: HandClock) -> None:
    await table.put(item(ttl=clock.second, by="old"))

    won = await asyncio.gather(*(table.put_if_absent(item(by=n)) for n in range(WRITERS)))

    assert won.count(True) == 1
    assert await table.get(key()) == item(by=won.index(True))


async def test_fifty_additions_are_all_counted(table: Table) -> None:
    await table.put(item(n=0))

    await asyncio.gather(*(table.update(Update(key(), add={"n": 1})) for _ in range(WRITERS)))

    assert await number(table) == WRITERS


async def test_fifty_additions_to_an_item_that_is_not_there_are_all_counted(table: Table) -> None:
    await asyncio.gather(*(table.update(Update(key(), add={"n": 1}, when=None)) for _ in range(WRITERS)))

    assert await table.get(key()) == item(n=WRITERS)


async def test_fifty_additions_to_an_expired_item_start_from_zero_once(
    table: Table, clock: HandClock
) -> None:
    await table.put(item(ttl=clock.second, n=1000))

    await asyncio.gather(*(table.update(Update(key(), add={"n": 1}, when=None)) for _ in range(WRITERS)))

    assert await table.get(key()) == item(n=WRITERS)


async def test_an_optimistic_lock_lets_no_change_be_overwritten(table: Table) -> None:
    await table.put(item(n=0))

    async def increment() -> None:
        while True:
            seen = await number(table)
            if await succeeds(table, [Update(key(), set={"n": seen + 1}, when=eq("n", seen))]):
                return

    await asyncio.gather(*(increment() for _ in range(8)))

    assert await number(table) == 8


async def test_two_locks_are_both_won_or_both_lost(table: Table) -> None:
    """Users who claim an e-mail and a nickname in one transaction, each in another order."""

    def claim(user: int) -> list[Operation]:
        locks: list[Operation] = [Put(item(sk, user=user), when=ABSENT) for sk in ("EMAIL", "NICK")]
        return locks if user % 2 else locks[::-1]

    won = await asyncio.gather(*(succeeds(table, claim(user)) for user in range(20)))

    assert won.count(True) == 1
    winner = won.index(True)
    assert await everything(table) == {
        key("EMAIL"): item("EMAIL", user=winner),
        key("NICK"): item("NICK", user=winner),
    }


async def test_money_moves_between_accounts_and_none_is_made_or_lost(table: Table) -> None:
    await table.write_many(puts=[item(sk, n=10) for sk in "ABC"])

    def transfer(source: str, target: str) -> list[Operation]:
        return [Update(key(source), add={"n": -4}, when=ge("n", 4)), Update(key(target), add={"n": 4})]

    ways = [("A", "B"), ("B", "C"), ("C", "A"), ("A", "C")] * 5
    await asyncio.gather(*(succeeds(table, transfer(*way)) for way in ways))

    balances = [await number(table, sk) for sk in "ABC"]
    assert sum(balances) == 30
    assert min(balances) >= 0


async def test_transactions_in_opposite_orders_do_not_block_each_other(table: Table) -> None:
    await table.write_many(puts=[item(f"{n}", n=0) for n in range(5)])
    forward: list[Operation] = [Update(key(f"{n}"), add={"n": 1}) for n in range(5)]

    await asyncio.gather(*(table.transact(forward[::way]) for way in (1, -1) * 5))

    assert [await number(table, f"{n}") for n in range(5)] == [10] * 5


async def test_a_failing_transaction_takes_no_neighbour_with_it(table: Table) -> None:
    """Group commit: writes that share a commit succeed and fail each on its own."""
    await table.put(item("taken"))

    async def put(n: int) -> bool:
        return await succeeds(
            table, [Put(item(f"{n}")), Put(item("taken" if n % 2 else f"free{n}"), when=ABSENT)]
        )

    done = await asyncio.gather(*(put(n) for n in range(20)))

    assert done == [n % 2 == 0 for n in range(20)]
    assert set(await everything(table)) == {
        key("taken"),
        *(Key("P", name) for n in range(0, 20, 2) for name in (f"{n}", f"free{n}")),
    }


async def test_a_reader_who_pages_while_others_write_misses_none_and_repeats_none(table: Table) -> None:
    await table.write_many(puts=[item(f"{n:02}5") for n in range(40)])

    async def write() -> None:
        for n in range(0, 40, 4):
            await table.put(item(f"{n:02}7"))
            await table.update(Update(key(f"{n:02}5"), add={"n": 1}))

    pages, _ = await asyncio.gather(all_pages(table, limit=3), write())

    found = [str(each["SK"]) for page in pages for each in page.items]
    assert found == sorted(set(found))
    assert {sk for sk in found if sk.endswith("5")} == {f"{n:02}5" for n in range(40)}


async def test_a_write_that_was_answered_is_seen_by_every_read_that_follows(table: Table) -> None:
    async def write_and_read(n: int) -> bool:
        await table.put(item(f"{n}", n=n))
        return await table.get(key(f"{n}")) == item(f"{n}", n=n)

    assert all(await asyncio.gather(*(write_and_read(n) for n in range(WRITERS))))
