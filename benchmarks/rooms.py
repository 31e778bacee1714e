"""A page of a room's history: of one with 10,000 messages, and of one with 10, in turn in the same run."""

import statistics
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.measure import Limit, Measured, rate
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.clock import system_clock
from tracker.ids import ulids
from tracker.rooms.history import History
from tracker.rooms.model import RoomMessage
from tracker.rooms.service import Rooms, Who
from tracker.store.sqlite import SqliteTable
from tracker.store.sqlite_codec import _remembered
from tracker.store.values import PK, SK

FEW, MANY, PAGE = 10, 10_000, 10
TURNS, ASKED = 15, 40
MOST = 1.5
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


async def rooms() -> Sequence[Measured]:
    with tempfile.TemporaryDirectory() as folder:
        table = await SqliteTable.open(Path(folder) / "questlog.db", system_clock)
        user = await Accounts(table, system_clock, ulids()).register(parse_identity("local:ada"))
        made = Rooms(table, system_clock, iter(("few", "many")).__next__)
        for name, size in (("few", FEW), ("many", MANY)):
            await made.create(Who(user), name)
            await table.write_many(puts=[_message(user.id, name, number) for number in range(size)])
        history = History(table, system_clock)

        async def page(room: str) -> float:
            """So many a second. Nothing is remembered from the turn before."""
            _remembered.cache_clear()
            return await rate(lambda _: history.page(user.id, room, PAGE), ASKED)

        ratios = [await page("few") / await page("many") for _ in range(TURNS)]
        await table.close()
    found = Limit(f"a page of {MANY:,} messages against {FEW}", statistics.median(ratios), MOST, "x")
    print(found, flush=True)
    return [found]


def _message(user: str, room: str, number: int) -> dict[str, object]:
    at = BEGIN + timedelta(minutes=number)
    one = RoomMessage(room=room, id=f"{number:06}", at=at, user=user, name="Ada", text=f"message {number}")
    pk, sk = one.key.key
    plain = one.model_dump(mode="json", by_alias=True, exclude_none=True)
    return {**plain, PK: pk, SK: sk, "at": f"{at:%Y-%m-%dT%H:%M:%SZ}"}
