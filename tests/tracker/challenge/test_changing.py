"""A challenge that is set up is edited, ended and removed: by whom, what follows, and who is told."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time, timedelta

import pytest

from tests.challenge_hall import Hall
from tests.fakes.clock import HandClock
from tests.tracker.store.items import everything
from tracker.accounts.identity import parse_identity
from tracker.challenge.beginning import MOST_CHALLENGES
from tracker.challenge.editing import EDITS
from tracker.challenge.errors import (
    BadChallenge,
    ChallengeExists,
    ChallengeTooOften,
    HasBegun,
    IsOver,
    NoSuchChallenge,
    NotYours,
)
from tracker.challenge.model import Challenge, ChallengeStatus, WhoMayJoin
from tracker.notify.model import OutboxItem
from tracker.refusals import Reason, Refused
from tracker.store.sqlite import SqliteTable
from tracker.weeks import week_of

FIRST = date(2026, 9, 7)
"""A Monday."""
DAY = timedelta(days=1)
CHANGED, REMOVED, ENDING, END = "challenge-changed", "challenge-removed", "challenge-ending", "challenge-end"


@pytest.fixture
def clock() -> HandClock:
    return HandClock(datetime.combine(FIRST, time(12), UTC))


@pytest.fixture
async def hall(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Hall]:
    async with Hall.open(sqlite_table, clock) as hall:
        hall.users["ada"] = await hall.person("ada")
        hall.challenge = await hall.challenges.create(hall.users["ada"], "Weekly commits", threshold=3)
        yield hall


async def edit(hall: Hall, **wanted: object) -> Challenge:
    hall.challenge = await hall.challenges.edit(hall.challenge, hall.users["ada"], **wanted)
    return hall.challenge


async def join_all(hall: Hall, *names: str) -> None:
    await hall.join(*names)
    await hall.look()


def texts(told: list[OutboxItem]) -> list[str]:
    return [f"{one.title}. {one.text}" for one in told]


# Edited


async def test_what_is_changed_counts_at_once_and_everybody_else_in_it_hears_of_it_once(hall: Hall) -> None:
    await join_all(hall, "ada", "bob")
    hall.commit("bob", FIRST, 2)
    hall.clock.advance(60)
    await edit(hall, threshold=2, name="Commit weekly")
    await edit(hall, ends=FIRST + 30 * DAY)
    await hall.look()

    [bob] = await hall.told("bob", CHANGED)
    assert bob.title == "Commit weekly was changed"
    assert bob.text == (
        "It was called Weekly commits before. A good week is at least 2 commits from this week on; it was "
        "3 commits. Its last day is 7 October."
    )
    assert await hall.told("ada", CHANGED) == []
    assert [one.success for one in (await hall.records("bob")).values()] == [True]
    hall.clock.advance(3600)
    await hall.look()
    assert len(await hall.told("bob", CHANGED)) == 1
    await hall.check()


async def test_weeks_that_are_settled_stay_as_they_were(hall: Hall) -> None:
    await join_all(hall, "ada", "bob")
    hall.commit("bob", FIRST, 2)
    hall.go_to(FIRST + 9 * DAY)
    await hall.look()
    await edit(hall, threshold=1)
    await hall.look()
    first = (await hall.records("bob"))[week_of(FIRST)]
    assert (first.success, first.threshold) == (False, 3)
    assert await hall.challenges.good_weeks(hall.challenge, week_of(FIRST), [hall.users["bob"].id]) == set()
    await hall.check()


async def test_what_makes_no_sense_is_refused_and_nothing_is_changed(hall: Hall) -> None:
    await hall.challenges.create(hall.users["ada"], "Another")
    later = await hall.challenges.create(hall.users["ada"], "Later", starts=FIRST + 9 * DAY)
    for wanted, refused in (
        ({}, BadChallenge),
        ({"name": "Weekly commits"}, BadChallenge),
        ({"name": "another"}, ChallengeExists),
        ({"name": " "}, BadChallenge),
        ({"threshold": 0}, BadChallenge),
        ({"starts": FIRST + DAY}, HasBegun),
        ({"ends": FIRST}, BadChallenge),
    ):
        with pytest.raises(refused):
            await edit(hall, **wanted)
    assert await hall.challenges.by_id(hall.challenge.id) == hall.challenge
    moved = await hall.challenges.edit(later, hall.users["ada"], starts=FIRST + 2 * DAY)
    assert (await hall.challenges.by_id(later.id)).starts == moved.starts == FIRST + 2 * DAY


async def test_only_whoever_set_it_up_may_change_it(hall: Hall) -> None:
    ada, bob = hall.users["ada"], await hall.person("bob")
    await edit(hall, who=WhoMayJoin.ANYBODY)
    await join_all(hall, "bob")
    with pytest.raises(NotYours, match="Only whoever set up Weekly commits can change it") as refused:
        await hall.challenges.find_own(bob.id, "weekly")
    assert refused.value.reason is Reason.FORBIDDEN
    with pytest.raises(NoSuchChallenge, match="no challenge here that you set up"):
        await hall.challenges.find_own(bob.id, None)
    assert await hall.challenges.find_own(ada.id, None) == hall.challenge

    server = await hall.accounts.register(parse_identity("server:7"))
    theirs = await hall.challenges.create(server, "Clan week")
    with pytest.raises(NotYours):
        await hall.challenges.find_own(bob.id, "clan", here=server.id)
    assert await hall.challenges.find_own(bob.id, "clan", here=server.id, managed=server.id) == theirs


async def test_nobody_is_told_of_changes_all_day(hall: Hall) -> None:
    for number in range(EDITS.most):
        await edit(hall, threshold=number + 10)
    with pytest.raises(ChallengeTooOften, match="everybody in it is told each time") as refused:
        await edit(hall, threshold=5)
    assert refused.value.reason is Reason.TOO_OFTEN


# Ended


async def test_one_that_is_ended_counts_today_and_then_tells_its_results(hall: Hall) -> None:
    await join_all(hall, "ada", "bob")
    hall.commit("bob", FIRST, 4)
    hall.commit("bob", FIRST + DAY, 9)
    hall.challenge = await hall.challenges.end(hall.challenge, hall.users["ada"])
    with pytest.raises(IsOver, match="today already"):
        await hall.challenges.end(hall.challenge, hall.users["ada"])
    await hall.look()
    assert texts(await hall.told("bob", CHANGED)) == [
        "Weekly commits was changed. Today is its last day. The results come when this week is settled."
    ]
    hall.go_to(FIRST + 8 * DAY)
    await hall.look()
    assert [one.count for one in (await hall.records("bob")).values()] == [4]
    assert (await hall.challenges.by_id(hall.challenge.id)).status is ChallengeStatus.ENDED
    assert len(await hall.told("bob", END)) == 1
    with pytest.raises(IsOver, match="can only be removed"):
        await edit(hall, threshold=1)


async def test_one_that_has_not_begun_is_removed_and_not_ended(hall: Hall) -> None:
    later = await hall.challenges.create(hall.users["ada"], "Later", starts=FIRST + 9 * DAY)
    with pytest.raises(BadChallenge, match="Remove it instead"):
        await hall.challenges.end(later, hall.users["ada"])


async def test_everybody_and_the_server_hear_once_that_it_ends_soon(hall: Hall) -> None:
    server = await hall.accounts.register(parse_identity("server:7"))
    ends = FIRST + 19 * DAY
    hall.challenge = await hall.challenges.create(server, "Clan week", ends=ends)
    await hall.join("bob")
    for number in range(20):
        for hour in (9, 21):
            hall.go_to(FIRST + number * DAY, hour)
            await hall.look()
    for person in (hall.users["bob"].id, server.id):
        [told] = await hall.told_to(person, ENDING)
        assert told.text.startswith("Its last day is Saturday, 26 September.")
        assert told.not_before.date() == ends - 2 * DAY


# Removed


async def test_nothing_is_left_of_one_that_is_removed_and_everybody_in_it_is_told(hall: Hall) -> None:
    before = set(await everything(hall.table))
    made = await hall.challenges.create(hall.users["ada"], "Typo")
    kept, hall.challenge = hall.challenge, made
    await join_all(hall, "ada", "bob", "cyd")
    hall.commit("bob", FIRST, 4)
    hall.go_to(FIRST + 9 * DAY)
    await hall.look()
    await hall.leave("cyd")

    assert await hall.challenges.remove(made, hall.users["ada"]) == 2

    assert texts(await hall.told("bob", REMOVED)) == [
        "Typo was removed. Whoever set it up has removed it. Its weeks and standings are gone, yours too."
    ]
    assert await hall.told("ada", REMOVED) == []
    with pytest.raises(NoSuchChallenge):
        await hall.challenges.by_id(made.id)
    left = set(await everything(hall.table)) - before
    assert [key for key in left if made.id in "".join(key) and not key.sk.startswith("OUTBOX#")] == []
    assert await hall.challenges.list(hall.users["ada"].id) == [kept]


async def test_of_many_people_the_rest_is_done_by_the_next_count(hall: Hall) -> None:
    names = [f"p{number:02}" for number in range(26)]
    await join_all(hall, *names)
    assert await hall.challenges.remove(hall.challenge, hall.users["ada"]) == len(names)
    assert await hall.challenges.mine(hall.users["p00"].id) == []
    assert await hall.challenges.list(hall.users["ada"].id) == []
    with pytest.raises(Refused):
        await hall.join("bob")
    await hall.look()
    assert len(await hall.told("p25", REMOVED)) == 1
    assert [key for key in await everything(hall.table) if key.sk.endswith(f"#{hall.challenge.id}")] == []


async def test_a_server_that_is_full_has_room_again(hall: Hall) -> None:
    server = await hall.accounts.register(parse_identity("server:7"))
    made = [await hall.challenges.create(server, f"Typo {number}") for number in range(MOST_CHALLENGES)]
    with pytest.raises(Refused, match="Remove or end one first"):
        await hall.challenges.create(server, "The right one")
    await hall.challenges.remove(made[3], hall.users["ada"])
    await hall.challenges.create(server, "The right one")
