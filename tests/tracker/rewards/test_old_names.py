"""Whoever stood on a board before names were kept for one person: each gets their own, in order."""

import asyncio

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.challenge.club import Club
from tests.tracker.old_claims import without_claims
from tracker.accounts.model import User
from tracker.rewards.errors import NameTaken
from tracker.rewards.leaderboard import Leaderboard
from tracker.rewards.model import BoardPlace, Wallet
from tracker.store.entity import change
from tracker.store.keys import BoardPlaceKey, WalletKey
from tracker.store.table import Table

BOARD = "global:all"


async def three_carols(club: Club, *scopes: str) -> list[User]:
    people = [await club.person(name) for name in ("carol", "carl", "caro")]
    boards = Leaderboard(club.table)
    for one in people:
        for scope in scopes or ("global",):
            wallet = await boards.join(one.id, scope, club.today, name=one.local)
        await club.table.update(change(Wallet, WalletKey(one.id), {"shown_as": "Carol"}))
        for scope in wallet.boards:
            await club.table.update(
                change(BoardPlace, BoardPlaceKey(one.id, f"{scope}:all"), {"name": "Carol"})
            )
        club.clock.advance(60)
    await without_claims(club.table)
    return people


@pytest.fixture
async def club(table: Table, clock: HandClock) -> Club:
    club = Club(table, clock)
    await club.begin()
    return club


async def test_whoever_looks_at_a_board_sees_no_name_twice(club: Club) -> None:
    carol, carl, caro = await three_carols(club)

    shown = await Leaderboard(club.table).top(BOARD, 10)

    assert {one.user: one.name for one in shown} == {
        carol.id: "Carol",
        carl.id: "Carol 2",
        caro.id: "Carol 3",
    }


async def test_a_name_that_was_there_before_is_taken_for_whoever_joins(club: Club) -> None:
    await three_carols(club)
    new = await club.person("new")

    with pytest.raises(NameTaken):
        await Leaderboard(club.table).join(new.id, "global", club.today, name="carol")


async def test_on_several_boards_it_is_one_name(club: Club) -> None:
    people = await three_carols(club, "global", "server")

    for scope in ("global", "server"):
        shown = await Leaderboard(club.table).top(f"{scope}:all", 10)
        assert sorted(one.name for one in shown) == ["Carol", "Carol 2", "Carol 3"]
    assert len(people) == len({one.name for one in shown})


async def test_who_looks_joins_and_leaves_at_once_leaves_each_name_to_one(club: Club) -> None:
    carol, *_ = await three_carols(club)
    people = [await club.person(f"p{number}") for number in range(3)]
    boards = [Leaderboard(club.table) for _ in range(6)]
    acts = [
        one.join(person.id, "global", club.today, name="Carol")
        for one, person in zip(boards, people, strict=False)
    ]

    found = await asyncio.gather(
        *acts,
        *(one.top(BOARD, 10) for one in boards[3:]),
        boards[0].leave(carol.id, "global"),
        return_exceptions=True,
    )

    assert all(not isinstance(one, Exception) or isinstance(one, NameTaken) for one in found)
    every = [one.name.casefold() for one in await Leaderboard(club.table).top(BOARD, 10)]
    assert len(set(every)) == len(every)
    assert carol.id not in {one.user for one in await Leaderboard(club.table).top(BOARD, 10)}
