"""Once a week: whether balances are what the ledger says, and streaks what the log says; else repaired."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog

from tracker.habits.boards import names, places
from tracker.habits.events import restated
from tracker.habits.model import BoardPlace, Habit, LedgerEntry, Wallet
from tracker.habits.scene import Scene, read_logs, read_scene
from tracker.store.conditions import eq
from tracker.store.entity import change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import BoardPlaceKey, HabitKey, WalletEntryKey, WalletKey
from tracker.store.table import Operation, Table

log = structlog.stdlib.get_logger(__name__)

LONG_SILENCE = timedelta(days=60)


class Audited(NamedTuple):
    """What was not as it should be, and is now."""

    wallet: bool = False
    boards: tuple[str, ...] = ()
    streaks: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.wallet or bool(self.boards) or bool(self.streaks)


async def audit(table: Table, user_id: str, now: datetime) -> Audited:
    """The ledger and the logs are what counts; whoever changes something meanwhile is not overwritten."""
    boards, streaks = await _boards(table, user_id), await _streaks(table, user_id, now)
    found = Audited(await _wallet(table, user_id), tuple(boards), tuple(streaks))
    if found:
        log.warning("balances repaired from the ledger and the logs", user=user_id, **found._asdict())
    return found


async def _wallet(table: Table, user_id: str) -> bool:
    item = await table.get(WalletKey(user_id).key)
    kept = next(from_items(Wallet, [item] if item else []), None)
    if kept is None:
        return False
    entries = await _ledger(table, user_id)
    right: dict[str, object] = {
        "points": sum(one.points for one in entries),
        "coins": sum(one.coins for one in entries),
        "completions": sum(-1 if one.reverses else 1 for one in entries),
    }
    if right == {name: getattr(kept, name) for name in right}:
        return False
    changes = {**right, "changes": kept.changes + 1}
    return await _repaired(
        table, [change(Wallet, WalletKey(user_id), changes, when=eq("changes", kept.changes))]
    )


async def _boards(table: Table, user_id: str) -> list[str]:
    """The ledger is read after the places: what is given meanwhile makes the condition fail."""
    mine = BoardPlaceKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    entries = await _ledger(table, user_id) if items else []
    wrong: list[str] = []
    for one in from_items(BoardPlace, items):
        points = _points_on(one.board, entries)
        if points != one.points:
            right = one.model_copy(update={"points": points})
            key, unchanged = BoardPlaceKey(user_id, one.board), eq("points", one.points)
            update = change(BoardPlace, key, {"points": points}, enter=[*places(right)], when=unchanged)
            if await _repaired(table, [update]):
                wrong.append(one.board)
    return wrong


def _points_on(board: str, entries: Iterable[LedgerEntry]) -> int:
    scope = board.rpartition(":")[0]
    return sum(one.points for one in entries if board in names(scope, one.given_on))


async def _streaks(table: Table, user_id: str, now: datetime) -> list[str]:
    mine = HabitKey.prefix(user=user_id)
    habits = from_items(Habit, [one async for one in table.query_all(mine.pk, prefix=mine.prefix)])
    return [habit.id for habit in list(habits) if await _streak_mended(table, habit, now)]


async def _streak_mended(table: Table, habit: Habit, now: datetime) -> bool:
    """Where nothing was told for long, the mark is also brought up: the next reckoning is short again."""
    scene = await read_scene(table, habit.user, habit.id, now, now.date())
    whole = scene.from_the_beginning(await read_logs(table, habit.id))
    is_wrong = scene.streak is not None and whole.standing() != scene.standing()
    if not is_wrong and not _lags(scene):
        return False
    return await _repaired(table, [restated(whole)]) and is_wrong


def _lags(scene: Scene) -> bool:
    since = scene.mark.through if scene.mark else scene.habit.began
    return scene.today - since > LONG_SILENCE and scene.reckoned(scene.entries).mark != scene.mark


async def _ledger(table: Table, user_id: str) -> list[LedgerEntry]:
    mine = WalletEntryKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return list(from_items(LedgerEntry, items))


async def _repaired(table: Table, operations: list[Operation]) -> bool:
    try:
        await table.transact(operations)
    except ConditionFailed:
        return False  # something was told meanwhile; the next audit looks again
    return True
