"""People leave a challenge, come back, or are deleted: what stays of their weeks."""

import asyncio

import pytest

from tests.fakes.faulty_table import FaultyTable
from tests.tracker.challenge.club import Club, day, week
from tests.tracker.store.items import everything
from tracker.challenge.withdrawing import forget
from tracker.store.errors import Throttled


async def test_who_leaves_takes_open_weeks_along_and_leaves_settled_ones(club: Club) -> None:
    await club.join("ada", "bob")
    for name in ("ada", "bob"):
        club.done[name].update({day(1): 2, day(9): 3})
    club.go_to(9)
    await club.count()
    await club.leave("ada")
    assert list(await club.recorded("ada")) == [week(0)]
    assert (await club.challenges.summary(club.challenge, week(0))).total == 4
    assert (await club.challenges.summary(club.challenge, week(1))).total == 3
    assert [one.name for one in await club.challenges.top_streaks(club.challenge)] == ["Bob"]
    await club.check()
    club.go_to(17)
    await club.count()
    assert list(await club.recorded("ada")) == [week(0)]
    await club.check()


async def test_who_leaves_before_anything_is_settled_was_never_there(club: Club) -> None:
    await club.join("bob")
    await club.count()
    before = await everything(club.table)
    await club.join("ada")
    joined = set(await everything(club.table)) - set(before)
    club.done["ada"][day(0)] = 2
    await club.count()
    await club.leave("ada")
    left = {key: one for key, one in (await everything(club.table)).items() if key not in joined}
    assert {key: left[key] for key in before} == before
    assert await club.stats("ada") is None
    await club.check()


async def test_who_comes_back_begins_a_new_streak_unless_no_week_was_missed(club: Club) -> None:
    await club.join("ada", "bob")
    for name in ("ada", "bob"):
        club.done[name].update(day(number) for number in range(0, 60, 3))
    for number in (1, 8, 15, 16):
        club.go_to(number)
        await club.count()
    await club.leave("ada")
    await club.leave("bob")
    await club.join("ada")
    club.go_to(31)
    await club.join("bob")
    await club.check()
    for number in (31, 37):
        club.go_to(number)
        await club.count()
    await club.check()
    ada, bob = [await club.challenges.status(club.users[name].id, club.challenge) for name in ("ada", "bob")]
    assert (ada.standing.current, ada.standing.longest) == (6, 6)
    assert (bob.standing.current, bob.standing.longest) == (2, 2)
    assert list(await club.recorded("bob")) == [week(5), week(4), week(1), week(0)]


async def test_who_comes_back_under_another_name_has_it_from_then_on(club: Club) -> None:
    await club.join("ada")
    club.go_to(9)
    await club.count()
    await club.leave("ada")
    await club.challenges.join(club.users["ada"], club.challenge, "Lovelace", here=club.challenge.owner)
    await club.count()
    assert [one.name for one in (await club.recorded("ada")).values()] == ["Lovelace", "Ada"]
    assert [one.name for one in await club.challenges.top_streaks(club.challenge)] == ["Lovelace"]
    await club.check()
    await club.leave("ada")
    await club.check()


async def test_leaving_and_a_count_at_the_same_time_agree(club: Club) -> None:
    names = [f"p{number:02}" for number in range(12)]
    await club.join(*names)
    club.go_to(7)
    await club.count()
    club.go_to(8)
    for name in names:
        club.done[name].update({day(5): 1, day(8): 1})
    await asyncio.gather(club.count(), *(club.leave(name) for name in names[:6]), club.count())
    await club.check()


async def test_a_deleted_account_is_taken_out_of_every_sum(club: Club) -> None:
    await club.join("ada", "bob")
    for number in range(0, 7 * 40, 7):
        club.done["ada"][day(number)] = 2
        club.done["bob"][day(number)] = 1
    club.go_to(7 * 40)
    await club.count()
    assert (await club.challenges.everybody(club.challenge)).people == 2
    gone = club.users["ada"].id
    await club.delete("ada")
    found = await club.challenges.everybody(club.challenge)
    assert (found.people, found.active, found.weeks, found.total) == (1, 1, 41, 40)
    assert (await club.challenges.summary(club.challenge, week(3))).participants == 1
    assert not [key for key in await everything(club.table) if gone in str(key)]
    await club.check()


async def test_a_deletion_that_breaks_off_is_finished_by_the_next(club: Club) -> None:
    await club.join("ada", "bob")
    club.go_to(7 * 45)
    await club.count()
    user = club.users["ada"]
    assert isinstance(club.table, FaultyTable)
    club.table.fail(at=12)
    with pytest.raises(Throttled):
        await club.delete("ada")
    club.users["ada"] = user
    await asyncio.gather(club.delete("ada"), forget(club.table, user.id))
    assert (await club.challenges.everybody(club.challenge)).people == 1
    await club.check()
