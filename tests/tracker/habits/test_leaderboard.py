"""Leaderboards: who is ahead, in the same order always, and only who chose to be there."""

import asyncio
from collections import Counter
from datetime import date

import pytest

from tests.fakes.clock import START, HandClock
from tests.tracker.habits.homes import A_DAY, Home
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.model import Habit
from tracker.habits.service import Habits
from tracker.notify import outbox
from tracker.rewards.boards import boards_of, moved, names
from tracker.rewards.errors import BadName
from tracker.rewards.leaderboard import Leaderboard, Rank
from tracker.rewards.model import BoardPlace, LedgerEntry, Wallet
from tracker.store.entity import from_item, to_item
from tracker.store.keys import BoardPlaceKey, WalletKey
from tracker.store.table import Table

BOARD = "global:all"
TODAY = START.date()


async def stands(table: Table, user: str, points: int, board: str = BOARD) -> None:
    await table.transact([moved(user, Wallet(), board, None, points)])


@pytest.fixture
def boards(table: Table) -> Leaderboard:
    return Leaderboard(table)


async def test_who_has_more_is_ahead_and_ties_keep_their_order(table: Table, boards: Leaderboard) -> None:
    for user, points in {"ada": 30, "bob": 50, "cyd": 30, "dan": 0, "eve": 1000}.items():
        await stands(table, user, points)
    await stands(table, "elsewhere", 99, "global:2100-01")
    found = await boards.top(BOARD, 10)
    assert [(one.number, one.user) for one in found] == [
        (1, "eve"),
        (2, "bob"),
        (3, "cyd"),
        (4, "ada"),
        (5, "dan"),
    ]


async def test_pages_follow_each_other_without_gap_or_repetition(table: Table, boards: Leaderboard) -> None:
    for number in range(23):
        await stands(table, f"user{number:02}", number // 5 * 10)
    whole = await boards.top(BOARD, 50)
    paged: list[Rank] = []
    while page := await boards.top(BOARD, 4, paged[-1] if paged else None):
        paged += page
    assert paged == whole
    assert len(whole) == 23


async def test_everybody_knows_their_own_rank(table: Table, boards: Leaderboard) -> None:
    for number in range(23):
        await stands(table, f"user{number:02}", number // 5 * 10)
    for one in await boards.top(BOARD, 50):
        assert await boards.rank(BOARD, one.user) == one
    assert await boards.rank(BOARD, "nobody") is None


async def test_nobody_stands_on_a_board_without_joining_it(home: Home, boards: Leaderboard) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    assert await boards.top(BOARD, 10) == []


async def test_who_joins_brings_what_they_have_and_who_leaves_takes_it_along(
    home: Home, boards: Leaderboard
) -> None:
    gym, run = await home.habits.add(home.user, "Gym"), await home.habits.add(home.user, "Run")
    await home.done(gym)
    home.clock.advance(40 * 86_400)
    await home.done(gym)
    await boards.join(home.user.id, "global", home.today, name="Ada")
    await boards.join(home.user.id, "global", home.today, name="Ada")
    assert await home.board_points() == [20, 10, 10]
    await home.done(run)
    assert await home.board_points() == [30, 20, 20]
    await boards.leave(home.user.id, "global")
    assert await boards.top(BOARD, 10) == []
    await home.habits.undo(home.user.id, run.id, home.today)
    assert await boards.top(BOARD, 10) == []


async def test_what_was_given_before_somebody_joined_is_not_taken_back_from_boards_without_them(
    home: Home, boards: Leaderboard
) -> None:
    gym, run = await home.habits.add(home.user, "Gym"), await home.habits.add(home.user, "Run")
    given_on = home.today
    await home.done(gym)
    await home.done(run)
    home.clock.advance(7 * A_DAY)
    await boards.join(home.user.id, "global", home.today, name="Ada")
    assert await home.board_points() == [20, 20, 0]

    await home.habits.undo(home.user.id, gym.id, given_on)

    assert await home.board_points() == [10, 10, 0]
    _, _, week = names("global", given_on)
    assert await boards.rank(week, home.user.id) is None
    assert await boards.top(week, 5) == []
    assert await home.table.get(BoardPlaceKey(home.user.id, week).key) is None


async def test_who_left_and_came_back_has_nothing_taken_from_a_week_that_they_left(
    home: Home, boards: Leaderboard
) -> None:
    gym, run = await home.habits.add(home.user, "Gym"), await home.habits.add(home.user, "Run")
    await boards.join(home.user.id, "global", home.today, name="Ada")
    given_on = home.today
    await home.done(gym)
    home.clock.advance(7 * A_DAY)
    await boards.leave(home.user.id, "global")
    await boards.join(home.user.id, "global", home.today, name="Ada")
    await home.done(run)
    assert await home.board_points() == [20, 20, 10]

    await home.habits.undo(home.user.id, gym.id, given_on)
    await home.habits.undo(home.user.id, run.id, home.today)

    assert await home.board_points() == [0, 0, 0]
    assert await boards.rank(names("global", home.today)[2], home.user.id) == Rank(1, home.user.id, 0, "Ada")
    assert await boards.rank(names("global", given_on)[2], home.user.id) is None


async def test_what_was_given_where_somebody_stands_is_taken_back_there_weeks_later(
    home: Home, boards: Leaderboard
) -> None:
    gym, given_on = await home.habits.add(home.user, "Gym"), home.today
    await boards.join(home.user.id, "global", home.today, name="Ada")
    await home.done(gym)
    home.clock.advance(7 * A_DAY)
    assert await home.board_points(given_on) == [10, 10, 10]

    await home.habits.undo(home.user.id, gym.id, given_on)

    assert await home.board_points(given_on) == [0, 0, 0]
    assert await boards.rank(names("global", given_on)[2], home.user.id) is not None


@pytest.mark.both_engines
async def test_many_at_once_lose_nothing(table: Table, clock: HandClock, boards: Leaderboard) -> None:
    del clock
    for number in range(20):
        await stands(table, f"user{number:02}", 0)

    async def gains(user: str) -> None:
        key = BoardPlaceKey(user, BOARD).key
        item = await table.get(key)
        assert item is not None
        await table.transact([moved(user, Wallet(), BOARD, from_item(BoardPlace, item), 10)])

    for _ in range(5):
        await asyncio.gather(*(gains(f"user{number:02}") for number in range(20)))
    assert {one.points for one in await boards.top(BOARD, 50)} == {50}


async def test_a_thousand_completions_at_once_leave_everybody_where_a_recount_puts_them(
    table: Table, clock: HandClock, boards: Leaderboard, engine: str
) -> None:
    """People with one to four habits, all of them done at the same moment."""
    people = 400 if engine == "sqlite" else 60  # a server takes ten times as long
    habits = [
        Habit(id=f"h{number}-{which}", user=f"u{number:03}", name="Gym", began=TODAY, created_at=clock())
        for number in range(people)
        for which in range(1 + number % 4)
    ]
    users = [User(id=f"u{number:03}", created_at=clock()) for number in range(people)]
    on_board = to_item(Wallet(boards=("global",)), WalletKey("nobody"))
    await table.write_many(
        puts=[
            *(to_item(one, one.key) for one in users),
            *({**on_board, "PK": one.key.key.pk} for one in users),
            *(to_item(one, one.key) for one in habits),
        ]
    )
    service = Habits(table, clock, lambda: "unused")
    told = DayReport(TODAY, FrontEnd.TERMINAL)

    done = await asyncio.gather(*(service.complete(one.user, one.id, told) for one in habits))

    assert None not in done
    given: Counter[str] = Counter()
    async for item in table.scan():
        if item["type"] == "walletEntry":
            given[str(item["PK"]).removeprefix("USER#")] += from_item(LedgerEntry, item).points
    assert sorted(given.values()) == sorted(10 * (1 + number % 4) for number in range(people))
    ranked = sorted(given, key=lambda user: (given[user], user), reverse=True)
    for board in names("global", TODAY):
        found = await boards.top(board, people)
        assert [(one.user, one.points) for one in found] == [(user, given[user]) for user in ranked]
    for number in range(0, people, 20):
        rank = await boards.rank(BOARD, ranked[number])
        assert rank is not None
        assert rank.number == 1 + number


def test_a_day_counts_for_all_time_its_month_and_its_iso_week() -> None:
    assert list(names("global", date(2027, 1, 1))) == ["global:all", "global:2027-01", "global:2026-W53"]


# Being overtaken


async def test_who_wants_to_hears_that_somebody_got_ahead(home: Home) -> None:
    boards = Leaderboard(home.table)
    gym = await home.habits.add(home.user, "Gym")
    others: dict[str, User] = {}
    for name, points, wants in (("bob", 5, True), ("cyd", 7, False), ("dan", 500, True)):
        other = others[name] = await home.accounts.register(parse_identity(f"local:{name}"))
        await boards.join(other.id, "global", home.today, name=name.title(), overtakes=wants)
        place = BoardPlace(user=other.id, board=BOARD, points=0, name=name.title(), overtakes=wants)
        await home.table.transact([moved(other.id, Wallet(), BOARD, place, points)])
    await boards.join(home.user.id, "global", home.today, name="Ada")
    await home.done(gym)

    [told] = await outbox.history(home.table, others["bob"].id)
    assert told.title == "Ada got ahead of you"
    assert told.text == "Ada is ahead of you now on the leaderboard. You have 5 points."
    for name in ("cyd", "dan"):
        assert await outbox.history(home.table, others[name].id) == []
    await home.habits.undo(home.user.id)
    await home.done(gym)
    assert len(await outbox.history(home.table, others["bob"].id)) == 1  # once a day


async def test_those_who_do_not_want_to_hear_hide_nobody_who_does(home: Home) -> None:
    boards = Leaderboard(home.table)
    gym = await home.habits.add(home.user, "Gym")
    bob = await home.accounts.register(parse_identity("local:bob"))
    for number in range(9):
        await stands(home.table, f"quiet{number}", number)
    await boards.join(bob.id, "global", home.today, name="Bob", overtakes=True)
    place = BoardPlace(user=bob.id, board=BOARD, points=0, name="Bob", overtakes=True)
    await home.table.transact([moved(bob.id, Wallet(), BOARD, place, 9)])
    await boards.join(home.user.id, "global", home.today, name="Ada")

    await home.done(gym)

    assert [one.kind.name for one in await outbox.history(home.table, bob.id)] == ["overtaken"]


async def test_who_no_longer_wants_to_hear_hears_nothing(home: Home) -> None:
    boards = Leaderboard(home.table)
    gym = await home.habits.add(home.user, "Gym")
    bob = await home.accounts.register(parse_identity("local:bob"))
    await boards.join(bob.id, "global", home.today, name="Bob", overtakes=True)
    place = BoardPlace(user=bob.id, board=BOARD, points=0, name="Bob", overtakes=True)
    await home.table.transact([moved(bob.id, Wallet(), BOARD, place, 5)])
    await boards.join(bob.id, "global", home.today, name="Bob", overtakes=False)
    await boards.join(home.user.id, "global", home.today, name="Ada")

    await home.done(gym)

    assert await outbox.history(home.table, bob.id) == []


async def test_a_new_name_is_seen_on_every_board(home: Home) -> None:
    boards = Leaderboard(home.table)
    gym = await home.habits.add(home.user, "Gym")
    await boards.join(home.user.id, "global", home.today, name="Ada")
    await boards.join(home.user.id, "server1", home.today, name="Ada")
    await home.done(gym)
    await boards.join(home.user.id, "server1", home.today, name="  Countess   A ")

    for board in boards_of(["global", "server1"], home.today):
        assert [(one.name, one.points) for one in await boards.top(board, 3)] == [("Countess A", 10)]
    with pytest.raises(BadName):
        await boards.join(home.user.id, "global", home.today, name="x" * 33)
    await boards.leave(home.user.id, "server1")
    assert await boards.top("server1:all", 3) == []
    assert await boards.rank("global:all", home.user.id) is not None


async def test_of_two_who_are_level_the_one_ahead_hears_that_they_no_longer_are(home: Home) -> None:
    boards = Leaderboard(home.table)
    gym = await home.habits.add(home.user, "Gym")
    ahead, behind = await home.accounts.register(parse_identity("local:bob")), home.user
    assert ahead.id > behind.id
    await boards.join(ahead.id, "global", home.today, name="Bob", overtakes=True)
    await boards.join(behind.id, "global", home.today, name="Ada", overtakes=True)
    await home.done(gym)

    assert [one.title for one in await outbox.history(home.table, ahead.id)] == ["Ada got ahead of you"]
