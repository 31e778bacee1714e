"""The weekly check: the ledger and the log are what counts, and what is kept beside them is repaired."""

from collections.abc import Awaitable, Callable, Sequence

import pytest

from tests.fakes.faulty_table import FaultyTable
from tests.tracker.habits.homes import A_DAY, Home
from tracker.accounts.errors import BeingDeleted
from tracker.accounts.model import User
from tracker.habits.lifecycle import remove_habit
from tracker.habits.model import StreakItem
from tracker.habits.rounds.auditing import Audited, audit
from tracker.habits.streaks import Streak
from tracker.habits.watched import watch_one
from tracker.rewards.boards import names
from tracker.rewards.leaderboard import Leaderboard, Rank
from tracker.rewards.model import BoardPlace, Wallet
from tracker.store.entity import change
from tracker.store.key import KeyOf
from tracker.store.keys import BoardPlaceKey, StreakKey, UserKey, WalletKey
from tracker.store.table import Operation, Table


@pytest.fixture
async def busy(home: Home) -> Home:
    """Somebody with points on a board, some of them taken back."""
    gym = await home.habits.add(home.user, "Gym")
    await home.join_board()
    for _ in range(4):
        await home.done(gym)
        home.clock.advance(A_DAY)
    await home.done(gym)
    await home.habits.undo(home.user.id)
    return home


@pytest.fixture
async def seen(busy: Home) -> Home:
    """The same, with a name on two boards, and wanting to hear of being overtaken."""
    boards = Leaderboard(busy.table)
    for scope in ("global", "server1"):
        await boards.join(busy.user.id, scope, busy.today, name="Ada", overtakes=True)
    return busy


async def checked(home: Home) -> Audited:
    """What the check finds, after which a second one finds nothing."""
    found = await audit(home.table, home.user.id, home.clock())
    assert not await audit(home.table, home.user.id, home.clock())
    return found


async def lose(home: Home, *keys: KeyOf) -> None:
    await home.table.write_many(deletes=[one.key for one in keys])


class Meddling(FaultyTable):
    """Does something else just before the first write."""

    def __init__(self, inner: Table, act: Callable[[], Awaitable[object]]) -> None:
        super().__init__(inner)
        self._acts = [act]

    async def _transact(self, operations: Sequence[Operation]) -> None:
        if self._acts:
            await self._acts.pop()()
        await super()._transact(operations)


async def audited_while(home: Home, act: Callable[[], Awaitable[object]]) -> Audited:
    return await audit(Meddling(home.table, act), home.user.id, home.clock())


async def test_what_is_right_is_left_alone(busy: Home) -> None:
    before = await busy.wallet()
    assert await audit(busy.table, busy.user.id, busy.clock()) == Audited()
    assert await busy.wallet() == before


async def test_a_wrong_balance_becomes_what_the_ledger_says(busy: Home) -> None:
    right = await busy.wallet()
    wrong = {"points": 9999, "coins": 1, "completions": 70}
    await busy.table.update(change(Wallet, WalletKey(busy.user.id), wrong))

    assert await checked(busy) == Audited(wallet=True)
    mended = await busy.wallet()
    assert (mended.points, mended.coins, mended.completions) == (right.points, right.coins, right.completions)


async def test_a_wrong_place_on_a_board_is_put_right(busy: Home) -> None:
    points = await busy.board_points()
    await busy.table.update(change(BoardPlace, BoardPlaceKey(busy.user.id, "global:all"), {"points": 5}))

    assert await checked(busy) == Audited(boards=("global:all",))
    assert await busy.board_points() == points


def standing(kept: StreakItem) -> Streak:
    return Streak(**{name: getattr(kept, name) for name in Streak.model_fields})


async def test_a_wrong_streak_is_reckoned_from_the_log(busy: Home) -> None:
    [gym] = await busy.habits.list(busy.user.id)
    kept = await busy.streak(gym)
    wrong: dict[str, object] = {"days": {}, "current": 70}
    await busy.table.update(change(StreakItem, StreakKey(busy.user.id, gym.id), wrong))

    assert await checked(busy) == Audited(streaks=(gym.id,))
    assert standing(await busy.streak(gym)) == standing(kept)


async def test_who_has_nothing_needs_no_audit(home: Home) -> None:
    assert not await audit(home.table, home.user.id, home.clock())


async def test_a_habit_of_which_nothing_is_told_is_not_reckoned_from_ever_further_back(home: Home) -> None:
    smoking = await home.habits.add_written(home.user, "no smoking")
    home.clock.advance(300 * A_DAY)
    assert not await audit(home.table, home.user.id, home.clock())

    kept = await home.streak(smoking)
    assert kept.mark is not None
    assert (home.today - kept.mark.through).days < 10
    watched = await watch_one(home.table, home.user, smoking, home.clock())
    assert watched.standing().current == 299


# Wallets


@pytest.mark.parametrize("wrong", [{"won": ()}, {"won": ("first", "total-100")}, {"day_points": 140}])
async def test_what_else_the_wallet_says_is_put_right(busy: Home, wrong: dict[str, object]) -> None:
    [gym] = await busy.habits.list(busy.user.id)
    await busy.done(gym)
    right = await busy.wallet()
    await busy.table.update(change(Wallet, WalletKey(busy.user.id), wrong))

    assert await checked(busy) == Audited(wallet=True)
    mended = await busy.wallet()
    assert (mended.won, mended.day_points) == (right.won, right.day_points) == (("first", "streak-3"), 11)


async def test_achievements_that_no_telling_unlocks_may_stand_in_the_wallet(busy: Home) -> None:
    known = (*(await busy.wallet()).won, "perfect-week")
    await busy.table.update(change(Wallet, WalletKey(busy.user.id), {"won": known}))
    assert not await checked(busy)


async def test_a_wallet_that_is_gone_is_put_back(seen: Home) -> None:
    [gym] = await seen.habits.list(seen.user.id)
    await seen.done(gym)
    right = await seen.wallet()
    await lose(seen, WalletKey(seen.user.id))

    assert await checked(seen) == Audited(wallet=True)
    balances = {"points", "coins", "completions", "day", "day_points", "won"}
    known = {*balances, "boards", "shown_as", "overtakes"}
    assert (await seen.wallet()).model_dump(include=known) == right.model_dump(include=known)
    assert (right.points, right.boards, right.shown_as) == (53, ("global", "server1"), "Ada")


async def test_a_wallet_that_was_lost_and_begun_anew_has_all_that_it_had(seen: Home) -> None:
    [gym] = await seen.habits.list(seen.user.id)
    await lose(seen, WalletKey(seen.user.id))
    seen.clock.advance(A_DAY)
    run = await seen.habits.add(seen.user, "Run")
    await seen.done(run)
    assert (await seen.wallet()).points == 10

    found = await checked(seen)

    assert found.wallet
    mended = await seen.wallet()
    assert (mended.points, mended.won) == (52, ("first", "streak-3"))
    assert (mended.boards, mended.shown_as, mended.overtakes) == (("global", "server1"), "Ada", True)
    assert await seen.board_points() == [52, 52, 21]
    await seen.done(gym)
    assert (await seen.board_points())[0] == 63


async def test_whoever_tells_a_day_before_the_wallet_is_put_back_is_not_overwritten(busy: Home) -> None:
    [gym] = await busy.habits.list(busy.user.id)
    await lose(busy, WalletKey(busy.user.id))

    assert not await audited_while(busy, lambda: busy.done(gym))
    assert (await busy.wallet()).completions == 1
    await checked(busy)
    assert (await busy.wallet()).completions == 5


async def test_nothing_is_put_back_of_somebody_who_is_being_deleted(seen: Home) -> None:
    """Nobody would look for it again."""
    [gym] = await seen.habits.list(seen.user.id)
    wallet, place = WalletKey(seen.user.id), BoardPlaceKey(seen.user.id, "global:all")
    await lose(seen, wallet, place, StreakKey(seen.user.id, gym.id))
    leaving = change(User, UserKey(seen.user.id), {"deleting_since": seen.clock()})

    with pytest.raises(BeingDeleted):
        await audited_while(seen, lambda: seen.table.update(leaving))
    assert not await checked(seen)
    assert await seen.table.get_many([wallet.key, place.key]) == {}


async def test_a_day_that_comes_again_over_the_date_line_is_left_as_it_is(home: Home) -> None:
    await home.change_settings(timezone="Pacific/Auckland")
    gym, run = await home.habits.add(home.user, "Gym"), await home.habits.add(home.user, "Run")
    await home.done(gym)
    await home.change_settings(timezone="Pacific/Honolulu")
    await home.done(gym)
    home.clock.advance(A_DAY)
    await home.done(run)

    wallet = await home.wallet()
    assert (wallet.points, wallet.day, wallet.day_points) == (30, home.today, 10)
    assert not await checked(home)


# Boards


async def test_places_that_are_gone_from_the_boards_of_the_present_are_put_back(seen: Home) -> None:
    boards, user = Leaderboard(seen.table), seen.user.id
    points = await seen.board_points()
    lost = (*names("global", seen.today), *names("server1", seen.today))
    await lose(seen, *(BoardPlaceKey(user, one) for one in lost))
    assert await seen.board_points() == [0, 0, 0]

    assert await checked(seen) == Audited(boards=lost)
    assert await seen.board_points() == points
    assert await boards.top("global:all", 5) == [Rank(1, user, 42, "Ada")]
    [item] = (await seen.table.get_many([BoardPlaceKey(user, "global:all").key])).values()
    assert item["overtakes"] is True


async def test_on_the_board_of_a_new_week_nobody_stands_before_something_is_given(seen: Home) -> None:
    seen.clock.advance(40 * A_DAY)
    assert not await checked(seen)
    assert await seen.board_points() == [42, 0, 0]


async def test_who_leaves_meanwhile_is_not_put_back(seen: Home) -> None:
    boards, user = Leaderboard(seen.table), seen.user.id
    await lose(seen, BoardPlaceKey(user, "global:all"))

    assert not await audited_while(seen, lambda: boards.leave(user, "global"))
    assert not await checked(seen)
    assert await boards.top("global:all", 5) == []


# Streaks


async def test_a_streak_that_is_gone_is_reckoned_from_the_log(busy: Home) -> None:
    [gym] = await busy.habits.list(busy.user.id)
    kept = await busy.streak(gym)
    await lose(busy, StreakKey(busy.user.id, gym.id))

    assert await checked(busy) == Audited(streaks=(gym.id,))
    assert standing(await busy.streak(gym)) == standing(kept)
    assert (await busy.streak(gym)).days == kept.days


async def test_of_a_habit_that_is_removed_meanwhile_no_streak_comes_back(busy: Home) -> None:
    [gym] = await busy.habits.list(busy.user.id)
    await lose(busy, StreakKey(busy.user.id, gym.id))

    assert not await audited_while(busy, lambda: remove_habit(busy.table, gym.key, busy.clock()))
    assert await busy.table.get(gym.streak_key.key) is None
