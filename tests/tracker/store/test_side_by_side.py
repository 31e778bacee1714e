"""SQLite and a DynamoDB-compatible server do the same random operations, and must give the same answers."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    multiple,
    rule,
    run_state_machine_as_test,
)

from tests.fakes.clock import HandClock
from tests.servers.engines import EXTERNAL_URL, absence
from tests.tracker.store.items import all_pages, exactly
from tests.tracker.store.operations import KEYS, items, keys, many_items, operations, questions, transactions
from tracker.store.dynamo import DynamoTable
from tracker.store.errors import ConditionFailed, StoreError
from tracker.store.query import QueryPage
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Operation, Table
from tracker.store.values import Item, Key, Value

SETTINGS = settings(
    max_examples=70,
    stateful_step_count=40,
    phases=[Phase.explicit, Phase.generate],  # shrinking takes minutes, and the last step tells most
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


class Pair(NamedTuple):
    """The two tables, the clock that both look at, and the loop that both live in."""

    runner: asyncio.Runner
    clock: HandClock
    sqlite: Table
    server: Table

    def ask(self, action: Callable[[Table], Awaitable[Any]]) -> object:
        """What both tables answer; a difference fails the test."""
        answers = self.runner.run(self._ask(action))
        assert answers[0] == answers[1]
        return answers[0]

    async def _ask(self, action: Callable[[Table], Awaitable[Any]]) -> list[object]:
        return await asyncio.gather(_answer(self.sqlite, action), _answer(self.server, action))


async def _answer(table: Table, action: Callable[[Table], Awaitable[Any]]) -> object:
    try:
        return _comparable(await action(table))
    except ConditionFailed as failed:
        return [(f.position, f.key, _comparable(f.current)) for f in failed.failures]
    except StoreError as error:
        return type(error)


def _comparable(answer: object) -> object:
    match answer:
        case QueryPage(found, cursor):
            return QueryPage([exactly(each) for each in found], cursor)  # type: ignore[misc]
        case dict():
            return {name: _comparable(value) for name, value in answer.items()}
        case _:
            return exactly(answer)  # type: ignore[arg-type]


class SideBySide(RuleBasedStateMachine):
    """Every rule is one operation on both tables."""

    cursors: Bundle[tuple[dict[str, Any], str]] = Bundle("cursors")

    def __init__(self, pair: Pair) -> None:
        super().__init__()
        self.pair = pair

    @initialize(puts=many_items)
    def start(self, puts: list[Item]) -> None:
        self.pair.clock.restart()
        self.pair.ask(lambda table: table.write_many(deletes=KEYS))
        self.pair.ask(lambda table: table.write_many(puts=puts))

    @rule(operation=keys.flatmap(operations))
    def write(self, operation: Operation) -> None:
        self.pair.ask(lambda table: table.transact([operation]))

    @rule(item=items())
    def put_if_absent(self, item: Item) -> None:
        self.pair.ask(lambda table: table.put_if_absent(item))

    @rule(several=transactions)
    def transact(self, several: list[Operation]) -> None:
        self.pair.ask(lambda table: table.transact(several))

    @rule(puts=many_items, deletes=st.lists(keys, max_size=2))
    def write_many(self, puts: list[Item], deletes: list[Key]) -> None:
        self.pair.ask(lambda table: table.write_many(puts=puts, deletes=deletes))

    @rule(key=keys)
    def get(self, key: Key) -> None:
        self.pair.ask(lambda table: table.get(key))

    @rule(wanted=st.lists(keys, max_size=6))
    def get_many(self, wanted: list[Key]) -> None:
        self.pair.ask(lambda table: table.get_many(wanted))

    @rule(question=questions())
    def all_pages(self, question: dict[str, Any]) -> None:
        self.pair.ask(lambda table: _all_pages(table, question))

    @rule(target=cursors, question=questions())
    def first_page(self, question: dict[str, Any]) -> object:
        return self._page(question, None)

    @rule(target=cursors, place=cursors)
    def next_page(self, place: tuple[dict[str, Any], str]) -> object:
        return self._page(*place)

    @rule(place=cursors, question=questions())
    def page_of_another_query(self, place: tuple[dict[str, Any], str], question: dict[str, Any]) -> None:
        self._page(question, place[1])

    @rule(seconds=st.sampled_from([0.5, 1, 2, 5]))
    def time_passes(self, seconds: float) -> None:
        self.pair.clock.advance(seconds)

    @rule()
    def sweep(self) -> None:
        """What is swept is the engine's affair; nobody can tell by the answers."""
        self.pair.runner.run(self.pair.sqlite.sweep(2))

    def teardown(self) -> None:
        self.pair.ask(_everything)

    def _page(self, question: dict[str, Any], cursor: str | None) -> object:
        page = self.pair.ask(lambda table: table.query(**question, cursor=cursor))
        more = isinstance(page, QueryPage) and page.cursor
        return (question, page.cursor) if more else multiple()


async def _all_pages(table: Table, question: dict[str, Any]) -> dict[int, QueryPage]:
    return dict(enumerate(await all_pages(table, **question)))


async def _everything(table: Table) -> dict[Value, Item]:
    return {(each["PK"], each["SK"]): each async for each in table.scan()}  # type: ignore[misc]


def _reference() -> str:
    """The best judge at hand."""
    if os.environ.get(EXTERNAL_URL):
        return "external"
    return "ministack" if absence("dynoxide") else "dynoxide"


def test_both_give_the_same_answers(
    server_url: Callable[[str], str], new_dynamo_table: Callable[[str], str], tmp_path: Path
) -> None:
    server, clock = _reference(), HandClock()
    with asyncio.Runner() as runner:
        pair = Pair(
            runner,
            clock,
            runner.run(SqliteTable.open(tmp_path / "questlog.db", clock)),
            runner.run(
                DynamoTable.open(
                    table=new_dynamo_table(server),
                    region="us-east-1",
                    endpoint_url=server_url(server),
                    clock=clock,
                )
            ),
        )
        try:
            run_state_machine_as_test(lambda: SideBySide(pair), settings=SETTINGS)  # type: ignore[arg-type]
        finally:
            runner.run(pair.sqlite.close())
            runner.run(pair.server.close())
