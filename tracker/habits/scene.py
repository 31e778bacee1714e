"""All that a change of a habit's day depends on, read in two steps, and bounded whatever its past is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.habits.boards import boards_of
from tracker.habits.errors import NoSuchHabit
from tracker.habits.model import BoardPlace, Habit, HabitLog, StreakItem, Wallet
from tracker.habits.states import Entry
from tracker.habits.watched import Watched
from tracker.store.entity import Model, from_item, from_items
from tracker.store.keys import (
    BoardPlaceKey,
    HabitKey,
    HabitLogKey,
    StreakKey,
    UserKey,
    WalletKey,
)
from tracker.store.table import Table
from tracker.store.values import Item


@dataclass(frozen=True, slots=True)
class Scene(Watched):
    """A habit, and all else that a change of one of its days touches."""

    before: HabitLog | None
    """What the log says of the day that it is about."""
    wallet: Wallet | None
    achievements: frozenset[str]
    """Those that telling a day can unlock, as far as the wallet says."""
    places: Mapping[str, BoardPlace]

    @property
    def shown_as(self) -> str:
        """What the person is called where others see them."""
        return (self.wallet.shown_as if self.wallet else "") or "Somebody"

    def from_the_beginning(self, logs: Mapping[date, HabitLog]) -> "Scene":
        """With the whole log, and no mark: for a change of a day before it."""
        streak_item = None if self.streak is None else self.streak.model_copy(update={"mark": None})
        entries = {day: one.entry for day, one in logs.items()}
        return replace(self, entries=entries, streak=streak_item)


async def read_scene(table: Table, user_id: str, habit_id: str, now: datetime, day: date) -> Scene:
    """For a change of that day."""
    keys = (
        UserKey(user_id).key,
        HabitKey(user_id, habit_id).key,
        StreakKey(user_id, habit_id).key,
        WalletKey(user_id).key,
        HabitLogKey(habit_id, day).key,
    )
    found = await table.get_many(keys)
    user, habit, streak_item, wallet, logged = (found.get(key) for key in keys)
    person = _present(user)
    if habit is None:
        raise NoSuchHabit("There is no such habit.")
    known = _read(StreakItem, streak_item)
    purse = _read(Wallet, wallet)
    places = await read_places(table, user_id, purse, local_day(now, person.zone, person.day_start))
    return Scene(
        user=person,
        habit=from_item(Habit, habit),
        now=now,
        streak=known,
        entries=known.entries if known else await _all_entries(table, habit_id),
        before=_read(HabitLog, logged),
        wallet=purse,
        achievements=frozenset(purse.won if purse else ()),
        places=places,
    )


async def read_logs(table: Table, habit_id: str, since: date | None = None) -> dict[date, HabitLog]:
    every = HabitLogKey.prefix(habit=habit_id)
    after = HabitLogKey.since(habit=habit_id, day=since) if since else None
    items: list[Item] = []
    cursor: str | None = None
    while True:
        if after is None:
            page = await table.query(every.pk, prefix=every.prefix, cursor=cursor)
        else:
            page = await table.query(after.pk, lo=after.lo, hi=after.hi, cursor=cursor)
        items += page.items
        if (cursor := page.cursor) is None:
            break
    return {one.day: one for one in from_items(HabitLog, items)}


async def _all_entries(table: Table, habit_id: str) -> dict[date, Entry]:
    """Where no streak is kept: of a new habit, or of one whose streak was lost."""
    return {day: one.entry for day, one in (await read_logs(table, habit_id)).items()}


async def read_places(table: Table, user_id: str, wallet: Wallet | None, day: date) -> dict[str, BoardPlace]:
    """Where the person stands on the boards of that day, as far as they do."""
    if wallet is None or not wallet.boards:
        return {}
    keys = [BoardPlaceKey(user_id, board).key for board in boards_of(wallet.boards, day)]
    found = await table.get_many(keys)
    return {one.board: one for one in from_items(BoardPlace, found.values())}


def _present(item: Item | None) -> User:
    if item is None:
        raise NoSuchUser("There is no such person.")
    user = from_item(User, item)
    if user.deleting_since is not None:
        raise BeingDeleted("This account is being deleted; nothing can be added to it any more.")
    return user


def _read(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, _some(item)), None)


def _some(item: Item | None) -> Iterable[Item]:
    return () if item is None else (item,)
