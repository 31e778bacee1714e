"""Challenges on the clock: who is counted when, and what becomes of accounts and sources that are gone."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from scheduler.challenges import FEW, FRESH, GIVE_UP, SELDOM
from tests.challenge_hall import Hall
from tests.fakes.clock import HandClock
from tests.fakes.github import secondary_limit
from tests.fakes.web_faults import server_error
from tests.scheduler.conftest import Lines
from tracker.accounts.identity import identity
from tracker.challenge.model import ChallengeStatus, Counted
from tracker.challenge.planning import due
from tracker.goals.characters.service import CharacterLink, Characters
from tracker.goals.listeners import GoalListeners
from tracker.goals.model import Character
from tracker.goals.recording.recorder import Recorder
from tracker.readings import Measure, Quantity, Reading
from tracker.store.entity import to_item
from tracker.store.keys import IdentityKind, ReadingKey
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Update
from tracker.subjects import DayReading, by_attribute
from tracker.weeks import week_of, week_text

FIRST = date(2026, 9, 7)
"""A Monday."""
DAY = timedelta(days=1)
WEEK = week_of(FIRST)
NEXT = week_of(FIRST + 7 * DAY)


@pytest.fixture
def clock() -> HandClock:
    return HandClock(datetime.combine(FIRST, time(12), UTC))


@pytest.fixture
async def hall(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Hall]:
    async with Hall.open(sqlite_table, clock) as hall:
        await hall.begin()
        yield hall


async def counts(hall: Hall, name: str) -> list[tuple[int, bool]]:
    """Of each week, the first one first: how much counts, and whether it is settled."""
    return [(one.count, one.settled) for _, one in sorted((await hall.records(name)).items())]


async def test_everybody_is_counted_when_it_is_time_and_not_before(hall: Hall) -> None:
    await hall.join("ada", "bob")
    hall.commit("ada", FIRST, 3)
    assert await hall.look() == 1
    assert await counts(hall, "ada") == [(3, False)]
    assert await counts(hall, "bob") == [(0, False)]
    hall.commit("ada", FIRST)
    hall.clock.advance(hall.every.total_seconds() - 1)
    assert await hall.look() == 0
    hall.clock.advance(1)
    assert await hall.look() == 1
    assert await counts(hall, "ada") == [(4, False)]
    await hall.check()


async def test_of_several_workers_one_counts(hall: Hall) -> None:
    await hall.join("ada")
    found = await asyncio.gather(*(hall.look() for _ in range(4)))
    assert sorted(found) == [0, 0, 0, 1]


async def test_nobody_is_asked_for_before_it_begins(hall: Hall) -> None:
    await hall.begin("Later", starts=FIRST + 9 * DAY)
    await hall.join("ada")
    hall.go_to(FIRST + 8 * DAY)
    await hall.look()
    assert hall.github.asked == []
    assert await hall.records("ada") == {}
    hall.go_to(FIRST + 9 * DAY)
    hall.commit("ada", FIRST + 8 * DAY)
    hall.commit("ada", FIRST + 9 * DAY)
    await hall.look()
    assert await counts(hall, "ada") == [(1, False)]


async def test_what_cannot_be_asked_for_is_unknown_and_not_nothing(hall: Hall) -> None:
    await hall.join("ada")
    hall.commit("ada", FIRST, 2)
    await hall.look()
    hall.github.stay_wrong(server_error(502))
    for number in range(1, 9):
        hall.go_to(FIRST + number * DAY)
        await hall.look()
    assert await counts(hall, "ada") == [(2, False)]
    hall.commit("ada", FIRST + 5 * DAY)
    hall.commit("ada", FIRST + 8 * DAY)
    hall.github.recover()
    hall.go_to(FIRST + 9 * DAY)
    await hall.look()
    assert await counts(hall, "ada") == [(3, True), (1, False)]
    await hall.check()


async def test_those_who_were_answered_for_are_counted_though_others_were_not(hall: Hall) -> None:
    await hall.join(*(f"p{number:02}" for number in range(25)))
    hall.github.poison = {"p07"}
    await hall.look()
    assert await counts(hall, "p07") == []
    assert await counts(hall, "p08") == [(0, False)]
    hall.github.poison.clear()
    hall.go_to(FIRST + DAY)
    await hall.look()
    assert await counts(hall, "p07") == [(0, False)]


async def test_a_short_wait_that_github_wants_is_waited_for(hall: Hall) -> None:
    await hall.join("ada")
    hall.commit("ada", FIRST)
    hall.github.go_wrong(secondary_limit("60"))
    await hall.look()
    assert await counts(hall, "ada") == [(1, False)]


async def test_a_renamed_account_is_followed_and_its_new_name_is_noted(hall: Hall) -> None:
    await hall.join("ada")
    hall.commit("ada", FIRST)
    await hall.look()
    hall.github.rename("ada", "lovelace")
    stranger = hall.github.account("ada")
    stranger.commit(datetime.combine(FIRST, time(12), UTC), times=50)
    hall.commit("ada", FIRST + DAY)
    hall.go_to(FIRST + DAY)
    await hall.look()
    assert await counts(hall, "ada") == [(2, False)]
    user = await hall.accounts.get(hall.users["ada"].id)
    assert user.github == f"{hall.commits['ada'].id} lovelace"


async def test_the_weeks_of_a_deleted_account_end_with_what_is_known(hall: Hall) -> None:
    await hall.begin("Mid-week", starts=FIRST + 2 * DAY)
    await hall.join("ada", "bob")
    hall.commit("ada", FIRST + 3 * DAY, 4)
    hall.go_to(FIRST + 4 * DAY)
    await hall.look()
    hall.github.delete("ada")
    for number in range(5, 17):
        hall.go_to(FIRST + number * DAY)
        await hall.look()
    assert await counts(hall, "ada") == [(4, True), (0, True), (0, False)]
    await hall.check()


async def test_who_gives_their_account_away_has_nothing_more_to_count(hall: Hall) -> None:
    await hall.join("ada")
    hall.commit("ada", FIRST, 2)
    await hall.look()
    user = hall.users["ada"]
    await hall.accounts.release(user.id, identity(IdentityKind.GITHUB, user.github or ""))
    hall.commit("ada", FIRST + DAY, 2)
    hall.go_to(FIRST + 8 * DAY)
    await hall.look()
    assert await counts(hall, "ada") == [(2, True), (0, False)]


async def test_an_account_that_was_never_there_is_not_counted_as_idle(hall: Hall, lines: Lines) -> None:
    await hall.person("ada")
    hall.github.delete("ada")
    await hall.join("ada")
    await hall.look()
    assert await hall.records("ada") == {}
    assert [line["user"] for line in lines if line["event"] == "nothing to count"] == [hall.users["ada"].id]


async def test_private_work_is_said_to_be_there_and_counted_by_nobody(hall: Hall) -> None:
    await hall.join("ada")
    hall.commits["ada"].private = {FIRST: 5}
    hall.commit("ada", FIRST)
    await hall.look()
    [found] = (await hall.records("ada")).values()
    assert (found.count, found.private) == (1, 5)


async def test_days_of_habits_count_by_the_log(hall: Hall) -> None:
    await hall.begin("Habits", counted=Counted.HABITS, threshold=2)
    await hall.join("ada")
    await hall.look()
    assert await counts(hall, "ada") == [(0, False)]
    assert hall.github.asked == []


async def test_without_its_character_a_week_of_xp_ends_with_what_is_known(hall: Hall) -> None:
    await hall.begin("Xp", counted=Counted.XP)
    ada, subject = await hall.person("ada"), Subject("osrs", "zezima")
    character = Character(
        id="zezima", user=ada.id, game="osrs", name="Zezima", subject=subject, created_at=hall.clock()
    )
    await hall.table.put(to_item(character, character.key))
    for day, xp in ((FIRST - DAY, 100), (FIRST, 350)):
        values = by_attribute({Quantity("overall", Measure.XP): xp})
        reading = DayReading(at=datetime.combine(day, time(9), UTC), values=values)
        await hall.table.put(to_item(reading, ReadingKey(subject, day)))
    await hall.challenges.join(ada, hall.challenge, "Ada", character="zezima", here=hall.challenge.owner)
    await hall.look()
    assert await counts(hall, "ada") == [(250, False)]
    await hall.table.delete(character.key.key)
    hall.go_to(FIRST + 8 * DAY)
    await hall.look()
    assert await counts(hall, "ada") == [(250, True), (0, False)]


async def test_xp_counts_from_the_moment_at_which_a_new_character_joined(hall: Hall) -> None:
    """The day on which it was added: only its last reading is kept later, and what came before it counts."""
    await hall.begin("Xp", counted=Counted.XP)
    ada, subject = await hall.person("ada"), Subject("osrs", "zezima")

    def reading(xp: int) -> Reading:
        return Reading(subject, hall.clock(), {Quantity("overall", Measure.XP): xp})

    link = CharacterLink("osrs", "main", "Zezima", subject, reading(1_000_000), ())
    await Characters(hall.table, hall.clock, ()).add(ada.id, link)
    await hall.challenges.join(ada, hall.challenge, "Ada", here=hall.challenge.owner)
    recorder = Recorder(hall.table, hall.clock, keep_days=0, listeners=GoalListeners())
    for on, xp, found in ((FIRST, 1_400_000, 400_000), (FIRST + DAY, 1_500_000, 500_000)):
        hall.go_to(on, 15)
        await recorder.record(subject, reading(xp), since=None)
        await hall.look()
        assert await counts(hall, "ada") == [(found, False)]


async def test_one_challenge_in_trouble_does_not_keep_the_others(hall: Hall, lines: Lines) -> None:
    await hall.join("ada")
    broken, fine = hall.challenge, await hall.begin("Another")
    await hall.join("ada")
    await hall.table.update(Update(broken.key.key, set={"timezone": "Mars/Olympus"}))
    assert await hall.look() == 1
    assert [line["challenge"] for line in lines if line["event"].startswith("challenge counted")] == [fine.id]
    hall.challenge = fine
    assert await counts(hall, "ada") == [(0, False)]


async def test_a_deleted_person_is_no_longer_counted(hall: Hall) -> None:
    await hall.join("ada", "bob")
    hall.commit("ada", FIRST)
    await hall.look()
    await hall.delete("ada")
    hall.go_to(FIRST + DAY)
    await hall.look()
    assert (await hall.challenges.everybody(hall.challenge)).people == 1
    await hall.check()


# By whose clocks


@pytest.mark.parametrize("has_token", [True, False])
async def test_a_commits_day_is_that_of_its_author_or_without_a_token_that_of_the_challenge(
    sqlite_table: SqliteTable, clock: HandClock, *, has_token: bool
) -> None:
    """In the week in which Berlin's clocks are put back, and the one before."""
    tokyo, berlin = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin")
    settings: dict[str, object] = {} if has_token else {"token": None}
    async with Hall.open(sqlite_table, clock, **settings) as hall:
        if not has_token:
            hall.github.without_token()
        await hall.begin(timezone="Europe/Berlin")
        await hall.join("ada")
        for at in (
            datetime(2026, 10, 26, 3, tzinfo=tokyo),  # Monday there, and 19:00 of Sunday in Berlin
            datetime(2026, 10, 26, 7, 59, tzinfo=tokyo),
            datetime(2026, 10, 25, 23, 59, 59, tzinfo=berlin),
            datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=berlin),
            datetime(2026, 10, 26, 0, tzinfo=berlin),
            datetime(2026, 10, 25, 22, 30, tzinfo=UTC),  # 23:30 of Sunday in Berlin, an hour after its clocks
            datetime(2026, 10, 25, 23, 30, tzinfo=UTC),  # 00:30 of Monday in Berlin, Sunday by its author
            datetime(2026, 11, 2, 0, tzinfo=berlin),
        ):
            hall.commits["ada"].commit(at)
        hall.go_to(date(2026, 11, 3))
        await hall.look()
        found = {week_text(week): one.count for week, one in (await hall.records("ada")).items()}
        weeks = {"2026-W43": 4, "2026-W44": 3} if has_token else {"2026-W43": 5, "2026-W44": 2}
        assert {week: found[week] for week in weeks} == weeks


# The end


async def test_a_challenge_is_over_when_its_last_week_is_settled(hall: Hall) -> None:
    await hall.begin("Short", ends=FIRST + 9 * DAY)
    await hall.join("ada")
    for number in range(15):
        hall.go_to(FIRST + number * DAY)
        hall.commit("ada", FIRST + number * DAY)
        await hall.look()
    assert await counts(hall, "ada") == [(7, True), (3, False)]
    assert await status(hall) is ChallengeStatus.ACTIVE
    hall.go_to(FIRST + 15 * DAY)
    await hall.look()
    assert await counts(hall, "ada") == [(7, True), (3, True)]
    assert await status(hall) is ChallengeStatus.ENDED
    await hall.check()
    hall.go_to(FIRST + 16 * DAY)
    assert await hall.look() == 1  # the other one
    assert hall.challenge.id not in [one.id for one in await due(hall.table, hall.clock() + 9 * DAY, 100)]


async def status(hall: Hall) -> ChallengeStatus:
    return (await hall.challenges.by_id(hall.challenge.id)).status


@pytest.mark.parametrize("recovers", [True, False])
async def test_at_the_end_a_source_that_is_down_is_waited_for_but_not_for_ever(
    hall: Hall, *, recovers: bool
) -> None:
    ends = FIRST + 6 * DAY
    await hall.begin("Short", ends=ends)
    await hall.join("ada")
    hall.commit("ada", FIRST, 2)
    await hall.look()
    hall.commit("ada", ends, 3)
    hall.github.stay_wrong(server_error(502))
    for number in range(7, 7 + GIVE_UP.days):
        hall.go_to(FIRST + number * DAY)
        await hall.look()
    assert await status(hall) is ChallengeStatus.ACTIVE
    if recovers:
        hall.github.recover()
    hall.go_to(ends + GIVE_UP + DAY)
    await hall.look()
    assert await status(hall) is ChallengeStatus.ENDED
    assert await counts(hall, "ada") == [(5 if recovers else 2, True)]


async def test_of_many_who_asks_is_counted_at_once_and_the_others_next_but_not_all_the_time(
    hall: Hall,
) -> None:
    names = [f"p{number:02}" for number in range(FEW + 1)]
    await hall.join(*names)
    await hall.look()
    for name in names:
        hall.commit(name, FIRST, 2)
    hall.clock.advance(120)
    p00 = hall.users["p00"].id

    assert await hall.counters.count_now(hall.challenge, p00) == (1, FEW)
    assert await counts(hall, "p00") == [(2, False)]
    assert await counts(hall, "p01") == [(0, False)]
    assert await hall.look() == 0
    hall.clock.advance(SELDOM.total_seconds())
    await hall.counters.count_now(hall.challenge, p00)
    assert await hall.look() == 1
    assert await counts(hall, "p01") == [(2, False)]
    assert await hall.counters.is_fresh(hall.challenge, p00)


async def test_whoever_joins_is_counted_though_the_others_were_just_now(hall: Hall) -> None:
    await hall.join("ada")
    ada = hall.users["ada"].id
    assert not await hall.counters.is_fresh(hall.challenge, ada)
    assert await hall.counters.count_now(hall.challenge, ada) == (1, 0)
    hall.clock.advance(10)
    await hall.join("bob")
    hall.commit("bob", FIRST, 2)
    bob = hall.users["bob"].id
    assert await hall.counters.is_fresh(hall.challenge, ada)
    assert not await hall.counters.is_fresh(hall.challenge, bob)
    hall.clock.advance(10)
    assert await hall.counters.count_now(hall.challenge, bob) == (2, 0)
    assert await counts(hall, "bob") == [(2, False)]
    assert await hall.counters.is_fresh(hall.challenge, bob)
    hall.clock.advance(FRESH.total_seconds())
    assert not await hall.counters.is_fresh(hall.challenge, bob)


async def test_what_questlog_knows_by_itself_is_counted_whenever_somebody_asks(hall: Hall) -> None:
    await hall.begin("Days", counted=Counted.HABITS)
    await hall.join("ada")
    ada = hall.users["ada"].id
    await hall.counters.count_now(hall.challenge, ada)
    assert not await hall.counters.is_fresh(hall.challenge, ada)
