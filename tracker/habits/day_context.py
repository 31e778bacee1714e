"""All that a change of a habit's day depends on, read in two steps, and bounded whatever its past is."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import lru_cache

from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.habits.errors import NoSuchHabit
from tracker.habits.model import Habit, HabitLog, StreakItem
from tracker.habits.states import DayEntry
from tracker.habits.watched import Watched
from tracker.rewards.board_names import name_or_somebody
from tracker.rewards.boards import all_time, boards_of
from tracker.rewards.model import BoardPlace, Wallet
from tracker.rewards.rivals import REACH, Rivals, question, rivals_of
from tracker.store.entity import Model, from_item_again, from_items
from tracker.store.keys import (
    BoardPlaceKey,
    HabitKey,
    HabitLogKey,
    StreakKey,
    UserKey,
    WalletKey,
)
from tracker.store.table import Table
from tracker.store.values import Item, Key

NOWHERE: Mapping[str, int] = {}
KEPT = 4096
"""Of so many people it is remembered on which boards they stand."""


@dataclass(frozen=True)
class DayContext(Watched):
    """A habit, and all else that a change of one of its days touches."""

    before: HabitLog | None
    """What the log says of the day that it is about."""
    wallet: Wallet | None
    achievements: frozenset[str]
    """Those that telling a day can unlock, as far as the wallet says."""
    places: Mapping[str, BoardPlace]
    rivals: Mapping[str, Rivals] = field(default_factory=dict[str, Rivals])
    """By board, as far as they were read along."""

    @property
    def shown_as(self) -> str:
        """What the person is called where others see them."""
        return name_or_somebody(self.user, self.wallet)

    def from_the_beginning(self, logs: Mapping[date, HabitLog]) -> "DayContext":
        """With the whole log, and no mark: for a change of a day before it."""
        streak_item = None if self.streak is None else self.streak.model_copy(update={"mark": None})
        entries = {day: one.entry for day, one in logs.items()}
        return replace(self, entries=entries, streak=streak_item)


class DayContexts:
    """Reads scenes; the first one of somebody on a board takes a step more, to see which boards those are."""

    def __init__(self, table: Table, most: int = KEPT) -> None:
        self._table, self._most = table, most
        self._points: OrderedDict[str, Mapping[str, int]] = OrderedDict()
        """By person and scope: those of all time, when last seen."""

    async def read(self, user_id: str, habit_id: str, now: datetime, day: date) -> DayContext:
        points = self._points.get(user_id, NOWHERE)
        scene = await read_day_context(self._table, user_id, habit_id, now, day=day, points=points)
        self._remember(user_id, scene)
        return scene

    def _remember(self, user_id: str, scene: DayContext) -> None:
        self._points.pop(user_id, None)
        if scene.wallet is not None and scene.wallet.boards:
            places = ((scope, scene.places.get(all_time(scope))) for scope in scene.wallet.boards)
            self._points[user_id] = {scope: one.points if one else 0 for scope, one in places}
        while len(self._points) > self._most:
            self._points.popitem(last=False)


async def read_day_context(
    table: Table,
    user_id: str,
    habit_id: str,
    now: datetime,
    *,
    day: date,
    points: Mapping[str, int] = NOWHERE,
) -> DayContext:
    """For a change of that day.

    Boards of the scopes in `points` are read along, and who is close by on them: there the person is thought
    to stand, with as many points.
    """
    near = {all_time(scope): number for scope, number in points.items()}
    keys = (
        UserKey(user_id).key,
        HabitKey(user_id, habit_id).key,
        StreakKey(user_id, habit_id).key,
        WalletKey(user_id).key,
        HabitLogKey(habit_id, day).key,
    )
    guessed = _place_keys(user_id, tuple(points), now.date())
    asked = [question(board, low, low + REACH) for board, low in near.items()]
    found, answers = await table.read([*keys, *guessed], asked)
    user, habit, streak_item, wallet, logged = (found.get(key) for key in keys)
    person = _present(user)
    if habit is None:
        raise NoSuchHabit("There is no such habit.")
    known = _read(StreakItem, streak_item)
    purse = _read(Wallet, wallet)
    today = local_day(now, person.zone, person.day_start)
    wanted = _place_keys(user_id, purse.boards if purse else (), today)
    if not set(wanted) <= set(guessed):
        found = await table.get_many(wanted)
    return DayContext(
        user=person,
        habit=from_item_again(Habit, habit),
        now=now,
        streak=known,
        entries=known.entries if known else await _all_entries(table, habit_id),
        before=_read(HabitLog, logged),
        wallet=purse,
        achievements=frozenset(purse.won if purse else ()),
        places=_places(found.get(key) for key in wanted),
        rivals={
            board: rivals_of(low, low + REACH, answer)
            for (board, low), answer in zip(near.items(), answers, strict=True)
        },
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


async def _all_entries(table: Table, habit_id: str) -> dict[date, DayEntry]:
    """Where no streak is kept: of a new habit, or of one whose streak was lost."""
    return {day: one.entry for day, one in (await read_logs(table, habit_id)).items()}


async def read_places(table: Table, user_id: str, wallet: Wallet | None, day: date) -> dict[str, BoardPlace]:
    """Where the person stands on the boards of that day, as far as they do."""
    found = await table.get_many(_place_keys(user_id, wallet.boards if wallet else (), day))
    return _places(found.values())


@lru_cache(KEPT)
def _place_keys(user_id: str, scopes: tuple[str, ...], day: date) -> tuple[Key, ...]:
    return tuple(BoardPlaceKey(user_id, board).key for board in boards_of(scopes, day))


def _places(items: Iterable[Item | None]) -> dict[str, BoardPlace]:
    there = (item for item in items if item is not None)
    return {one.board: one for one in from_items(BoardPlace, there)}


def _present(item: Item | None) -> User:
    if item is None:
        raise NoSuchUser("There is no such person.")
    user = from_item_again(User, item)
    if user.deleting_since is not None:
        raise BeingDeleted("This account is being deleted; nothing more can be added to it.")
    return user


def _read(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, _some(item)), None)


def _some(item: Item | None) -> Iterable[Item]:
    return () if item is None else (item,)
