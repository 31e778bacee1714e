"""What a person leaves with others, taken along before everything about them is deleted."""

from collections.abc import Sequence
from functools import partial

from tracker.accounts.deletion import Farewell
from tracker.challenge import withdrawing
from tracker.clock import Clock
from tracker.goals.characters.service import Characters
from tracker.servers.membership import forget_everywhere
from tracker.store.table import Table


def farewells(table: Table, clock: Clock) -> Sequence[Farewell]:
    return (
        Characters(table, clock).remove_all,
        partial(forget_everywhere, table),
        partial(withdrawing.forget, table),
    )
