"""Week records and the statistics beside them: written as they change, and only then."""

import asyncio
from datetime import date, timedelta

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.challenge.club import Club, NotingTable, day, week
from tracker.challenge.recording import record, stats_of
from tracker.store.errors import Throttled
from tracker.store.keys import WeekKey
from tracker.store.table import Table
from tracker.weeks import week_text

RECORD, STATS, SUMMARY = "WEEK", "STATS", "SUMMARY"
"""`STATS` are those of a person, and those of everybody."""


def noted(club: Club) -> NotingTable:
    assert isinstance(club.table, NotingTable)
    return club.table


async def test_a_week_record_says_what_the_table_is_to_hold(club: Club) -> None:
    await club.join("ada")
    club.done["ada"][day(0)] = 3
    await club.count()
    user = club.users["ada"].id
    item = await club.table.get(WeekKey(user, week(0), club.challenge.id).key)
    assert item is not None
    shown = {name: value for name, value in item.items() if name[:3] not in ("GSI", "Lea")}
    assert shown == {
        "PK": f"USER#{user}",
        "SK": f"WEEK#2100#01#{club.challenge.id}",
        "type": "week",
        "user": user,
        "challenge": club.challenge.id,
        "yearWeek": "2100#01",
        "name": "Ada",
        "commitCount": 3,
        "success": True,
        "periodStart": "2100-01-04",
        "periodEnd": "2100-01-10",
        "threshold": 1,
        "settled": False,
        "late": 0,
        "lastUpdated": "2100-01-04T12:00:00Z",
        "createdAt": "2100-01-04T12:00:00Z",
        "updatedAt": "2100-01-04T12:00:00Z",
    }
    await club.check()


async def test_only_what_changed_is_written(club: Club) -> None:
    await club.join(*(f"p{number:02}" for number in range(30)))
    assert len(await club.count()) == 30
    noted(club).taken()
    assert await club.count() == []
    assert noted(club).taken() == []
    club.done["p07"][day(1)] = 1
    club.go_to(1)
    assert [one.who.name for one in await club.count()] == ["P07"]
    assert noted(club).taken() == [STATS, STATS, SUMMARY, RECORD]
    assert await club.count() == []
    assert noted(club).taken() == []
    await club.check()


async def test_a_count_that_changes_nothing_asks_the_table_for_nothing(club: Club) -> None:
    await club.join(*(f"p{number:02}" for number in range(30)))
    await club.count()
    tallies = await club.tallies()
    known = await stats_of(club.table, club.challenge.id, [one.who.user for one in tallies])
    before = noted(club).calls
    assert await record(club.table, club.challenge, tallies, known, club.clock()) == []
    assert noted(club).calls == before


async def test_a_week_is_settled_a_day_after_its_end_and_what_comes_later_is_shown(club: Club) -> None:
    await club.join("ada", "bob")
    club.done["ada"][day(2)] = 1
    club.go_to(7)
    await club.count()
    club.done["bob"][day(6)] = 2
    club.go_to(7, 23)
    await club.count()
    assert not (await club.recorded("bob"))[week(0)].settled
    club.go_to(8, 0)
    await club.count()
    club.done["bob"][day(6)] = 5
    club.done["ada"][day(6)] = 1
    club.go_to(9)
    noted(club).taken()
    await club.count()
    assert noted(club).taken() == [STATS, STATS, RECORD, RECORD]
    found = {name: (await club.recorded(name))[week(0)] for name in ("ada", "bob")}
    assert [(one.settled, one.count, one.late) for one in found.values()] == [(True, 1, 1), (True, 2, 3)]
    assert (await club.challenges.summary(club.challenge, week(0))).total == 3
    await club.check()


async def test_a_settled_week_alone_changes_no_sum_of_its_week(club: Club) -> None:
    await club.join("ada")
    club.go_to(7)
    await club.count()
    noted(club).taken()
    club.go_to(8)
    await club.count()
    assert noted(club).taken() == [STATS, STATS, RECORD]
    found = await club.challenges.everybody(club.challenge)
    assert (found.settled, found.settled_successes, found.rate) == (1, 0, 0.0)
    await club.check()


async def test_after_an_outage_everybody_is_settled_at_once(club: Club) -> None:
    """More weeks of more people than one transaction holds."""
    names = [f"p{number:02}" for number in range(45)]
    await club.join(*names)
    await club.count()
    for number, name in enumerate(names):
        club.done[name].update({day(one): number % 4 for one in range(0, 35, 5)})
    club.go_to(36)
    assert len(await club.count()) == len(names)
    assert (await club.recorded("p01")).keys() == {week(number) for number in range(6)}
    await club.check()


async def test_a_year_without_a_count_is_caught_up_with_in_one_go(club: Club) -> None:
    await club.join("ada", "bob")
    club.done["ada"].update(day(number) for number in range(0, 7 * 50, 3))
    club.go_to(7 * 50 + 3)
    await club.count()
    found = await club.recorded("ada")
    assert len(found) == 51
    assert [one.settled for one in found.values()] == [False, *[True] * 50]
    await club.check()


@pytest.mark.both_engines
async def test_two_workers_at_once_count_everything_once(club: Club) -> None:
    await club.join(*(f"p{number:02}" for number in range(25)))
    for number in range(25):
        club.done[f"p{number:02}"][day(0)] = number
    await asyncio.gather(*(club.count() for _ in range(3)))
    await club.check()
    club.go_to(8)
    for number in range(0, 25, 2):
        club.done[f"p{number:02}"][day(3)] = 1
    await asyncio.gather(*(club.count() for _ in range(3)))
    assert (await club.challenges.summary(club.challenge, week(0))).total == 300 + 13
    await club.check()


@pytest.mark.both_engines
async def test_a_worker_who_is_late_does_not_undo_what_the_others_settled(club: Club) -> None:
    await club.join("ada")
    club.done["ada"][day(0)] = 4
    club.go_to(7)
    old = await club.tallies()
    club.go_to(8)
    await club.count()
    assert await record(club.table, club.challenge, old, {}, club.clock() - timedelta(days=1)) == []
    assert (await club.recorded("ada"))[week(0)].settled
    await club.check()


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_count_that_breaks_off_is_finished_by_the_next(club: Club, when: str) -> None:
    await club.join(*(f"p{number:02}" for number in range(40)))
    for number in range(40):
        club.done[f"p{number:02}"][day(0)] = number
    broken = FaultyTable(club.table)
    broken.fail(at=2, when="before" if when == "before" else "after")
    with pytest.raises(Throttled):
        await club.count(broken)
    await club.check()
    await club.count()
    assert (await club.challenges.summary(club.challenge, week(0))).total == sum(range(40))
    await club.check()


# The bounds of a challenge


async def test_a_challenge_that_begins_and_ends_in_the_middle_of_a_week(
    table: Table, clock: HandClock
) -> None:
    club = Club(table, clock)
    await club.begin(starts=day(2), ends=day(17))
    await club.join("ada")
    club.done["ada"].update({day(number): 1 for number in range(30)})
    for number in (2, 8, 15, 18, 22, 23):
        club.go_to(number)
        await club.count()
    found = await club.recorded("ada")
    assert {week_text(one.week): one.count for one in found.values()} == {
        "2100-W03": 4,
        "2100-W02": 7,
        "2100-W01": 5,
    }
    assert all(one.settled for one in found.values())
    await club.check()


async def test_a_threshold_above_one(table: Table, clock: HandClock) -> None:
    club = Club(table, clock)
    await club.begin(threshold=5)
    await club.join("ada", "bob")
    club.done["ada"].update({day(0): 2, day(3): 3})
    club.done["bob"].update({day(0): 4})
    club.go_to(4)
    await club.count()
    assert (await club.recorded("ada"))[week(0)].success
    assert not (await club.recorded("bob"))[week(0)].success
    found = await club.challenges.summary(club.challenge)
    assert (found.participants, found.active, found.successes, found.average, found.rate) == (
        2,
        2,
        1,
        4.5,
        0.5,
    )
    await club.check()


async def test_weeks_end_by_the_clocks_of_the_challenge(table: Table, clock: HandClock) -> None:
    club = Club(table, clock)
    await club.begin(timezone="Pacific/Auckland", starts=date(2100, 1, 4))
    await club.join("ada")
    await club.count()
    club.go_to(7, 10)  # 23:00 of Monday there
    await club.count()
    assert not (await club.recorded("ada"))[week(0)].settled
    club.go_to(7, 11)
    await club.count()
    assert (await club.recorded("ada"))[week(0)].settled
