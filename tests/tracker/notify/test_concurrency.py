"""Many at once: one of them enqueues, one of them claims."""

import asyncio

import pytest

from tests.fakes.clock import START
from tests.tracker.notify.notes import ANNA, note, settle
from tracker.notify import outbox
from tracker.notify.model import GROUP_WAIT, shard_of
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines

SHARD = shard_of(ANNA)
SOON = START + GROUP_WAIT


async def test_of_fifty_that_enqueue_the_same_one_does(table: Table) -> None:
    await settle(table)
    answers = await asyncio.gather(*(outbox.enqueue(table, note()) for _ in range(50)))
    assert sum(answers) == 1
    assert len(await outbox.suggested(table, [SHARD], SOON)) == 1


async def test_of_ten_that_claim_the_same_one_does(table: Table) -> None:
    await settle(table)
    await outbox.enqueue(table, note())
    [item] = await outbox.history(table, ANNA)
    claims = await asyncio.gather(*(outbox.claim(table, [item], SOON) for _ in range(10)))
    assert sum(claim is not None for claim in claims) == 1
    [item] = await outbox.history(table, ANNA)
    assert item.attempts == 1
