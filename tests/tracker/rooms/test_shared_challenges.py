"""A challenge that is shared with a room: it hears whether the week of who shares it counted, and no more."""

import contextlib
from datetime import timedelta

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.challenge.club import Club
from tracker.accounts.identity import parse_identity
from tracker.challenge.model import WhoMayJoin
from tracker.due import due_now
from tracker.ids import ulids
from tracker.rooms.asking import SHARES
from tracker.rooms.errors import NothingToShare
from tracker.rooms.history import History
from tracker.rooms.model import Tell
from tracker.rooms.service import Rooms, Who
from tracker.rooms.sharing import RoomShares, SharesDue, hold
from tracker.store.errors import Throttled
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines

HOUR = 3600.0
WEDNESDAY = 9
"""Days after the first Monday: the first week is settled by then."""


class Sharers(Club):
    """Ada and Eve are in a challenge, Ada and Bob in a room. It is the first Monday."""

    async def meet(self, **fields: object) -> None:
        await self.begin(**fields)
        await self.join("ada", "eve")
        await self.person("bob")
        self.rooms = Rooms(self.table, self.clock, ulids(self.clock))
        self.shares = RoomShares(self.table, self.clock)
        self.new_id = ulids(self.clock)
        made = await self.rooms.create(Who(self.users["ada"], "Ada"), "Gym")
        assert made.invitation is not None
        self.room, self.code = made.room.id, made.invitation.code
        await self.rooms.join(Who(self.users["bob"], "Bob"), self.code)
        await self.rooms.edit(self.users["bob"].id, self.room, tell=Tell.ALL)

    async def share(self) -> None:
        await self.shares.share(self.users["ada"], self.room, self.challenge)

    def does(self, name: str, number: int, times: int) -> None:
        """On the day that is so many after the first Monday."""
        self.done[name][self.today + timedelta(days=number)] += times

    async def look(self, table: Table | FaultyTable | None = None) -> None:
        """The challenge is counted, and an hour later somebody looks what has moved."""
        await self.count()
        self.clock.advance(HOUR)
        for due in await due_now(self.table, SharesDue, SHARES, self.clock(), 100):
            await hold(table or self.table, self.clock, self.new_id, timedelta(days=365), due)

    async def sees(self, name: str = "bob") -> list[str]:
        page = await History(self.table, self.clock).page(self.users[name].id, self.room, 100)
        return [f"{one.name}: {one.text}" for one in page.messages]

    async def shared(self) -> list[str]:
        return [one.name for one in await self.shares.list(self.users["ada"].id, self.room)]


@pytest.fixture
async def club(table: Table, clock: HandClock) -> Sharers:
    return Sharers(table, clock)


async def test_the_room_hears_once_whether_a_week_counted_and_nothing_of_others(club: Sharers) -> None:
    await club.meet(threshold=2)
    await club.share()
    club.does("ada", 0, 3)
    club.does("eve", 1, 77)
    club.does("ada", 7, 4)
    await club.look()
    club.go_to(7)
    await club.look()
    assert await club.sees() == []  # what is pushed late still counts on Monday
    club.go_to(WEDNESDAY)
    await club.look()
    await club.look()
    assert await club.sees() == ["Ada: Weekly commits: last week counted"]
    for week in (1, 2):
        club.go_to(WEDNESDAY + 7 * week)
        await club.look()
    assert (await club.sees())[1:] == [
        "Ada: Weekly commits: last week counted, 2 weeks in a row",
        "Ada: Weekly commits: last week did not count",
    ]
    told = [item async for item in club.table.scan() if club.users["bob"].id in str(item["PK"])]
    for secret in ("eve", "Eve", "77", "3 commits", "4 commits"):
        assert secret not in str([*await club.sees(), *(one.get("text") for one in told)])


async def test_where_they_stand_is_told_only_where_anybody_can_look_that_up(club: Sharers) -> None:
    await club.meet(who=WhoMayJoin.ANYBODY)
    await club.share()
    club.does("ada", 0, 3)
    club.does("eve", 0, 77)
    await club.look()
    club.go_to(WEDNESDAY)
    await club.look()
    assert await club.sees() == ["Ada: Weekly commits: last week counted, number 2 of 2"]


async def test_weeks_that_were_settled_before_are_not_told(club: Sharers) -> None:
    await club.meet()
    club.does("ada", 0, 3)
    await club.look()
    club.go_to(WEDNESDAY)
    await club.count()
    await club.share()
    await club.look()
    assert await club.sees() == []
    club.go_to(WEDNESDAY + 21)  # and what was counted much later is no news
    await club.look()
    assert await club.sees() == ["Ada: Weekly commits: last week did not count"]


@pytest.mark.parametrize("how", ["leaves", "comes back at once", "is removed"])
async def test_leaving_the_challenge_or_its_end_ends_the_share(club: Sharers, how: str) -> None:
    await club.meet()
    await club.share()
    club.does("ada", 0, 3)
    await club.look()
    club.go_to(8)
    match how:
        case "is removed":
            owner = await club.accounts.get_or_register(parse_identity("local:owner"))
            await club.challenges.remove(club.challenge, owner)
        case _:
            await club.leave("ada")
            if how == "comes back at once":
                await club.join("ada")
    club.go_to(WEDNESDAY)
    if how == "is removed":
        club.clock.advance(HOUR)
        for due in await due_now(club.table, SharesDue, SHARES, club.clock(), 100):
            await hold(club.table, club.clock, club.new_id, timedelta(0), due)
    else:
        await club.look()
    assert await club.sees() == []
    assert await club.shared() == []


async def test_who_came_back_can_share_it_anew(club: Sharers) -> None:
    await club.meet()
    await club.share()
    club.go_to(8)
    await club.leave("ada")
    with pytest.raises(NothingToShare):
        await club.share()
    await club.join("ada")
    await club.share()
    club.does("ada", 0, 1)
    await club.look()
    assert await club.shared() == ["Weekly commits"]
    club.go_to(16)
    await club.look()
    assert await club.sees() == ["Ada: Weekly commits: last week counted"]


async def test_who_leaves_the_room_shares_it_no_more(club: Sharers) -> None:
    await club.meet()
    await club.share()
    club.does("ada", 0, 3)
    await club.look()
    await club.rooms.leave(club.users["ada"].id, club.room)
    await club.rooms.join(Who(club.users["ada"], "Ada"), club.code)
    club.go_to(WEDNESDAY)
    await club.look()
    assert await club.sees() == []


async def test_cut_at_every_call_it_is_told_once(club: Sharers) -> None:
    await club.meet()
    await club.share()
    for cut in range(1, 40):
        club.does("ada", 0, 1)
        await club.count()
        club.go_to(WEDNESDAY + 7 * (cut - 1))
        before = len(await club.sees())
        table = FaultyTable(club.table)
        table.fail(at=cut, when="after" if cut % 2 else "before")
        with contextlib.suppress(Throttled):
            await club.look(table)
        calls = table.calls
        await club.look()
        assert len(await club.sees()) == before + 1
        if calls < cut:
            return
    pytest.fail("it never came to its end")
