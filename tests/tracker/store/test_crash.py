"""Pulling the plug: a storm of transactions is killed again and again, and nothing is ever half written."""

import os
import random
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

from tests.tracker.store.storm import PARTS
from tracker.clock import system_clock
from tracker.store.sqlite import SqliteTable

ROUNDS = int(os.environ.get("QUESTLOG_TEST_CRASH_ROUNDS", "12"))


async def test_a_killed_storm_leaves_every_transaction_whole_or_absent(tmp_path: Path) -> None:
    path, chance = tmp_path / "storm.db", random.Random(20261116)  # noqa: S311 - repeatable
    acknowledged: set[str] = set()
    for number in range(ROUNDS):
        acknowledged |= storm_and_kill(path, str(number), after=chance.randrange(1, 400))
        assert integrity(path) == "ok"
        await check_whole(path, acknowledged)
    assert len(acknowledged) > ROUNDS


def storm_and_kill(path: Path, round_: str, *, after: int) -> set[str]:
    """What the storm had acknowledged when it was killed, `after` so many transactions."""
    command = [sys.executable, "-m", "tests.tracker.store.storm", str(path), round_]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as storm:
        assert storm.stdout is not None
        safe = {storm.stdout.readline().strip() for _ in range(after)}
        storm.kill()
        rest = storm.stdout.read()
    # The last line may have been cut off by the kill.
    return (safe | set(rest.split("\n")[:-1])) - {""}


def integrity(path: Path) -> str:
    with sqlite3.connect(path) as connection:
        answer: str = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    return answer


async def check_whole(path: Path, acknowledged: set[str]) -> None:
    table = await SqliteTable.open(path, system_clock)
    parts: dict[str, set[str]] = defaultdict(set)
    counted: Counter[str] = Counter()
    counters: dict[str, int] = {}
    async for item in table.scan():
        if item["PK"] == "COUNTER":
            counters[str(item["SK"])] = int(str(item["count"]))
        else:
            name = str(item["PK"]).removeprefix("TXN#")
            parts[name].add(str(item["SK"]))
            counted[str(item["counter"])] += 1
    assert {name for name, found in parts.items() if len(found) != PARTS} == set()
    assert acknowledged <= parts.keys(), "an acknowledged transaction was lost"
    assert counters == {name: count // PARTS for name, count in counted.items()}
    for name, count in counted.items():
        assert len([item async for item in table.query_all(f"COUNTED#{name}", index="GSI1")]) == count
    await table.close()
