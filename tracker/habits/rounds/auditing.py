"""Once a week: whether balances are what the ledger says, and streaks what the log says; else repaired.

What is gone is put back, too: wallets, places on the boards of the present, and streaks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.days import local_day
from tracker.habits.day_context import DayContext, read_day_context, read_logs
from tracker.habits.events import restated
from tracker.habits.model import Habit
from tracker.logs import get_logger
from tracker.rewards.achievements import ACHIEVEMENTS, AchievementMeasure
from tracker.rewards.boards import all_time, boards_of, moved, names, scope_of
from tracker.rewards.model import BoardPlace, LedgerEntry, Wallet
from tracker.rewards.wallet import held_achievements
from tracker.store.conditions import ABSENT, EXISTS, eq, holds
from tracker.store.entity import PRESENT, change, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.key import KeyPrefix
from tracker.store.keys import BoardPlaceKey, HabitKey, UserKey, WalletEntryKey, WalletKey
from tracker.store.table import Check, Operation, Put, Table
from tracker.store.values import Item

log = get_logger(__name__)

LONG_SILENCE = timedelta(days=60)

_FROM_ELSEWHERE = (AchievementMeasure.PERFECT_WEEKS, AchievementMeasure.GOALS)
_BY_TELLING = frozenset(one.id for one in ACHIEVEMENTS if one.counted not in _FROM_ELSEWHERE)
"""The achievements that telling a day can unlock: the wallet knows of those."""


class Audited(NamedTuple):
    """What was not as it should be, and is now."""

    wallet: bool = False
    boards: tuple[str, ...] = ()
    streaks: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.wallet or bool(self.boards) or bool(self.streaks)


class _Books(NamedTuple):
    """What a person was given, and what is kept of it elsewhere."""

    user: str
    today: date
    wallet: Wallet | None
    entries: Sequence[LedgerEntry]
    held: frozenset[str]
    """Achievements."""
    places: Mapping[str, BoardPlace]


async def audit(table: Table, user_id: str, now: datetime) -> Audited:
    """The ledger and the logs are what counts; whoever changes something meanwhile is not overwritten."""
    person = await table.get(UserKey(user_id).key)
    if person is None or not holds(PRESENT, person):
        return Audited()
    balances = await _balances(table, await _books(table, from_item(User, person), now))
    found = balances._replace(streaks=tuple(await _streaks(table, user_id, now)))
    if found:
        log.warning("balances repaired from the ledger and the logs", user=user_id, **found._asdict())
    return found


async def _books(table: Table, user: User, now: datetime) -> _Books:
    """The wallet is read first: it changes with all that follows, and so makes every condition fail."""
    item = await table.get(WalletKey(user.id).key)
    wallet = next(from_items(Wallet, [item] if item else []), None)
    entries = from_items(LedgerEntry, await _items(table, WalletEntryKey.prefix(user=user.id)))
    places = from_items(BoardPlace, await _items(table, BoardPlaceKey.prefix(user=user.id)))
    return _Books(
        user=user.id,
        today=local_day(now, user.zone, user.day_start),
        wallet=wallet,
        entries=list(entries),
        held=await held_achievements(table, user.id),
        places={one.board: one for one in places},
    )


async def _balances(table: Table, books: _Books) -> Audited:
    """Boards after the wallet, which says on which of them the person stands."""
    right = _right_wallet(books)
    if right is None:
        return Audited()
    is_wrong = right != books.wallet
    if is_wrong and not await _repaired(table, books.user, [_written(books, right)]):
        return Audited()
    unchanged = Check(WalletKey(books.user).key, eq("changes", right.changes))
    wrong = list(_wrong_places(books, right))
    boards = [board for board, one in wrong if await _repaired(table, books.user, [unchanged, one])]
    return Audited(is_wrong, tuple(boards))


def _right_wallet(books: _Books) -> Wallet | None:
    """None where nothing was ever given or joined. One that is right already is the same as before."""
    kept, entries = books.wallet, books.entries
    if kept is None and not entries and not books.places:
        return None
    known = kept or Wallet(day=books.today)
    update: dict[str, object] = {
        "points": sum(one.points for one in entries),
        "coins": sum(one.coins for one in entries),
        "completions": sum(-1 if one.reverses else 1 for one in entries if one.habit_id),
        "day_points": _day_points(known, entries),
        "won": _won(known, books.held),
    }
    if known.changes < len(entries) or kept is None:  # each entry is a change: it was lost, and begun anew
        update |= _joined(known, books.places.values())
    right = known.model_copy(update=update)
    changes = max(known.changes, len(entries)) + 1
    return kept if right == kept else right.model_copy(update={"changes": changes})


def _day_points(known: Wallet, entries: Sequence[LedgerEntry]) -> int:
    """What the wallet's day has given. One that came again is left alone: the wallet counts it anew."""
    if _came_again(known.day, entries):
        return known.day_points
    return sum(one.points for one in entries if one.given_on == known.day)


def _came_again(day: date | None, entries: Sequence[LedgerEntry]) -> bool:
    """Whether something was given on another day since: so it is for those who fly over the date line."""
    begun = min((one.at for one in entries if one.given_on == day), default=None)
    others = (one.at for one in entries if one.given_on != day and not one.reverses)
    return begun is not None and any(at >= begun for at in others)


def _won(known: Wallet, held: frozenset[str]) -> tuple[str, ...]:
    """Others may stand there, too: where two devices tell a day at once, all that are held are read."""
    right = held & _BY_TELLING
    return known.won if right == _BY_TELLING.intersection(known.won) else tuple(sorted(right))


def _joined(known: Wallet, places: Iterable[BoardPlace]) -> dict[str, object]:
    """The boards of all time tell where the person chose to stand, and as whom."""
    chosen = [one for one in places if one.board == all_time(scope_of(one.board))]
    return {
        "boards": tuple(dict.fromkeys([*known.boards, *(scope_of(one.board) for one in chosen)])),
        "shown_as": known.shown_as or next((one.name for one in chosen), ""),
        "overtakes": known.overtakes or any(one.overtakes for one in chosen),
    }


def _written(books: _Books, right: Wallet) -> Operation:
    key, kept = WalletKey(books.user), books.wallet
    if kept is None:
        return Put(to_item(right, key), ABSENT)
    fields = ((name, getattr(right, name)) for name in Wallet.model_fields)
    changes = {name: value for name, value in fields if value != getattr(kept, name)}
    return change(Wallet, key, changes, when=eq("changes", kept.changes))


def _wrong_places(books: _Books, wallet: Wallet) -> Iterator[tuple[str, Operation]]:
    """By board, what puts the person where they belong."""
    for board, place in books.places.items():
        points = sum(_counted(board, books.entries))
        if points != place.points:
            yield board, moved(books.user, wallet, board, place, points - place.points)
    for board in boards_of(wallet.boards, books.today):
        counted = _counted(board, books.entries)
        if board not in books.places and _belongs(board, counted):
            yield board, moved(books.user, wallet, board, None, sum(counted))


def _counted(board: str, entries: Iterable[LedgerEntry]) -> list[int]:
    """The points that count there."""
    scope = scope_of(board)
    return [one.points for one in entries if board in names(scope, one.given_on)]


def _belongs(board: str, counted: Sequence[int]) -> bool:
    """On that of a new week or month nobody stands before something is given; on that of all time at once."""
    return bool(counted) or board == all_time(scope_of(board))


async def _streaks(table: Table, user_id: str, now: datetime) -> list[str]:
    habits = list(from_items(Habit, await _items(table, HabitKey.prefix(user=user_id))))
    return [habit.id for habit in habits if await _streak_mended(table, habit, now)]


async def _streak_mended(table: Table, habit: Habit, now: datetime) -> bool:
    """Where nothing was told for long, the mark is also brought up: the next reckoning is short again."""
    scene = await read_day_context(table, habit.user, habit.id, now, day=now.date())
    logs = await read_logs(table, habit.id)
    whole = scene.from_the_beginning(logs)
    is_wrong = bool(logs) if scene.streak is None else whole.standing() != scene.standing()
    if not is_wrong and not _lags(scene):
        return False
    still_there = Check(habit.key.key, EXISTS)  # of a habit that is removed no streak may come back
    return await _repaired(table, habit.user, [still_there, restated(whole)]) and is_wrong


def _lags(scene: DayContext) -> bool:
    since = scene.mark.through if scene.mark else scene.habit.began
    return scene.today - since > LONG_SILENCE and scene.reckoned(scene.entries).mark != scene.mark


async def _items(table: Table, mine: KeyPrefix) -> list[Item]:
    return [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]


async def _repaired(table: Table, user_id: str, operations: Sequence[Operation]) -> bool:
    """Nothing is put back of somebody who is being deleted: nobody would look for it again."""
    try:
        await table.transact([Check(UserKey(user_id).key, PRESENT), *operations])
    except ConditionFailed:
        return False  # something was told meanwhile; the next audit looks again
    return True
