"""What a completion reads, on every engine: in one step, and right though it relies on what it remembers."""

import pytest

from tests.fakes.distant_table import DistantTable
from tests.tracker.habits.homes import A_DAY, Home
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.service import Habits
from tracker.rewards.leaderboard import Leaderboard
from tracker.rewards.model import Wallet
from tracker.store.entity import change
from tracker.store.keys import WalletKey

pytestmark = pytest.mark.both_engines


async def trips(home: Home, far: DistantTable, service: Habits, habit_id: str) -> int:
    """Of a completion tomorrow: how often it had to wait for the table."""
    home.clock.advance(A_DAY)
    told = DayReport(home.today, FrontEnd.TERMINAL)
    changed, count = await far.round_trips(service.complete(home.user.id, habit_id, told))
    assert changed is not None
    return count


async def test_a_completion_reads_once_and_writes_once(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    far = DistantTable(home.table)
    service = Habits(far, home.clock, lambda: "unused")

    assert await trips(home, far, service, gym.id) == 3  # no streak yet: the log is looked for
    assert await trips(home, far, service, gym.id) == 2


async def test_on_a_board_it_takes_no_step_more_once_the_board_is_known(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    await Leaderboard(home.table).join(home.user.id, "global", home.today, name="Ada")
    far = DistantTable(home.table)
    service = Habits(far, home.clock, lambda: "unused")

    assert await trips(home, far, service, gym.id) == 4  # which boards, and then who is close by
    assert await trips(home, far, service, gym.id) == 2


async def test_boards_that_were_joined_and_left_meanwhile_are_not_missed(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    boards = Leaderboard(home.table)
    await boards.join(home.user.id, "global", home.today, name="Ada")
    await home.done(gym)
    await boards.join(home.user.id, "server1", home.today, name="Ada")
    await boards.leave(home.user.id, "global")
    home.clock.advance(A_DAY)

    await home.done(gym)

    assert [one.points for one in await boards.top("server1:all", 5)] == [20]
    assert await boards.top("global:all", 5) == []


async def test_the_boards_of_a_new_month_are_found_where_the_day_is_another_one(home: Home) -> None:
    """In Auckland it is the first of a month while it is still the last of one in UTC."""
    await home.change_settings(timezone="Pacific/Auckland")
    gym = await home.habits.add(home.user, "Gym")
    boards = Leaderboard(home.table)
    await boards.join(home.user.id, "global", home.today, name="Ada")
    home.clock.advance(30 * A_DAY)
    await home.done(gym)
    home.clock.advance(A_DAY // 2)

    await home.done(gym)

    assert f"{home.today} {home.clock():%Y-%m-%d}" == "2100-02-01 2100-01-31"
    for board, points in {"all": 20, "2100-01": 10, "2100-02": 10}.items():
        assert [one.points for one in await boards.top(f"global:{board}", 5)] == [points]


async def test_what_is_won_is_remembered_and_forgotten_with_what_gave_it(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    assert (await home.wallet()).won == ("first",)

    await home.habits.undo(home.user.id)

    assert (await home.wallet()).won == ()
    assert await home.achievements() == set()
    await home.done(gym)
    assert (await home.wallet()).won == ("first",)


async def test_what_the_wallet_has_forgotten_is_not_won_again(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    home.clock.advance(A_DAY)
    await home.table.update(change(Wallet, WalletKey(home.user.id), {"won": ()}))

    await home.done(gym)

    assert (await home.wallet()).won == ("first",)
    assert await home.kinds("achievement") == ["achievement"]
