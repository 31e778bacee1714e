"""The weekly check: the ledger and the log are what counts, and what is kept beside them is repaired."""

import pytest

from tests.tracker.habits.homes import A_DAY, Home
from tracker.habits.auditing import Audited, audit
from tracker.habits.model import BoardPlace, StreakItem, Wallet
from tracker.habits.watched import watch_one
from tracker.store.entity import change
from tracker.store.keys import BoardPlaceKey, StreakKey, WalletKey


@pytest.fixture
async def busy(home: Home) -> Home:
    """Somebody with points on a board, some of them taken back."""
    gym = await home.habits.add(home.user, "Gym")
    await home.join_board()
    for _ in range(4):
        await home.done(gym)
        home.clock.advance(A_DAY)
    await home.done(gym)
    await home.habits.undo_last(home.user.id)
    return home


async def test_what_is_right_is_left_alone(busy: Home) -> None:
    before = await busy.wallet()
    assert await audit(busy.table, busy.user.id, busy.clock()) == Audited()
    assert await busy.wallet() == before


async def test_a_wrong_balance_becomes_what_the_ledger_says(busy: Home) -> None:
    right = await busy.wallet()
    wrong = {"points": 9999, "coins": 1, "completions": 70}
    await busy.table.update(change(Wallet, WalletKey(busy.user.id), wrong))

    assert await audit(busy.table, busy.user.id, busy.clock()) == Audited(wallet=True)
    mended = await busy.wallet()
    assert (mended.points, mended.coins, mended.completions) == (right.points, right.coins, right.completions)
    assert not await audit(busy.table, busy.user.id, busy.clock())


async def test_a_wrong_place_on_a_board_is_put_right(busy: Home) -> None:
    points = await busy.board_points()
    await busy.table.update(change(BoardPlace, BoardPlaceKey(busy.user.id, "global:all"), {"points": 5}))

    assert await audit(busy.table, busy.user.id, busy.clock()) == Audited(boards=("global:all",))
    assert await busy.board_points() == points


async def test_a_wrong_streak_is_reckoned_from_the_log(busy: Home) -> None:
    [gym] = await busy.habits.list(busy.user.id)
    kept = await busy.streak(gym)
    wrong = {"days": {}, "standing": kept.standing.model_copy(update={"current": 70})}
    await busy.table.update(change(StreakItem, StreakKey(busy.user.id, gym.id), wrong))

    assert await audit(busy.table, busy.user.id, busy.clock()) == Audited(streaks=(gym.id,))
    assert (await busy.streak(gym)).standing == kept.standing


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
