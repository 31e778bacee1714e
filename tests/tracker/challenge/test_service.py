"""Challenges as people meet them: set up, joined and left, and who is ahead in them."""

from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.challenge.club import Club, day, week
from tracker.accounts.identity import parse_identity
from tracker.challenge.beginning import MOST_CHALLENGES
from tracker.challenge.errors import (
    AlreadyIn,
    BadChallenge,
    ChallengeRefused,
    IsOver,
    NoSuchChallenge,
    NotIn,
    NotProven,
    TooManyChallenges,
)
from tracker.challenge.model import Challenge, ChallengeStatus, Counted
from tracker.challenge.service import MOST_JOINED
from tracker.rewards.errors import BadName
from tracker.store.entity import change
from tracker.store.table import Table

if TYPE_CHECKING:
    from tracker.ranking import Rank


async def test_unless_it_is_said_a_challenge_asks_for_one_commit_a_week(club: Club) -> None:
    made = club.challenge
    assert (made.counted, made.threshold, made.timezone) == (Counted.COMMITS, 1, "UTC")
    assert (made.starts, made.ends) == (day(0), None)
    assert await club.challenges.list(made.owner) == [made]
    assert await club.challenges.by_id(made.id) == made


@pytest.mark.parametrize(
    "wanted",
    [
        {"name": "  "},
        {"name": "x" * 61},
        {"name": "weekly COMMITS"},
        {"threshold": 0},
        {"counted": "steps"},
        {"timezone": "Mars/Olympus"},
        {"timezone": "../etc/passwd"},
        {"ends": date(2100, 1, 4)},
        {"starts": "soon"},
    ],
)
async def test_what_makes_no_sense_is_refused(club: Club, wanted: dict[str, object]) -> None:
    with pytest.raises(BadChallenge):
        await club.begin(**{"name": "Another", **wanted})
    assert [one.name for one in await club.challenges.list(club.challenge.owner)] == ["Weekly commits"]


async def test_there_is_a_most_of_everything(table: Table, clock: HandClock) -> None:
    club = Club(table, clock)
    ada = await club.person("ada")
    for number in range(MOST_CHALLENGES):
        made = await club.begin(name=f"Number {number}")
        if number < MOST_JOINED:
            await club.challenges.join(ada, made, "Ada", here=made.owner)
    with pytest.raises(TooManyChallenges):
        await club.begin(name="One more")
    with pytest.raises(TooManyChallenges):
        await club.join("ada")
    mine = await club.challenges.mine(ada.id)
    assert [one.name for one in mine] == [f"Number {number}" for number in range(MOST_JOINED)]
    for over in mine[:2]:
        await table.update(change(Challenge, over.key, {"status": ChallengeStatus.ENDED}))
    await club.begin(name="One more")
    await club.join("ada")


async def test_who_has_shown_no_account_cannot_join_for_commits(club: Club) -> None:
    user = await club.accounts.register(parse_identity("local:eve"))
    with pytest.raises(NotProven):
        await club.challenges.join(user, club.challenge, "Eve", here=club.challenge.owner)
    habits = await club.begin(name="Habits", counted=Counted.HABITS)
    await club.challenges.join(user, habits, "Eve", here=habits.owner)
    xp = await club.begin(name="Xp", counted=Counted.XP)
    with pytest.raises(BadChallenge):
        await club.challenges.join(user, xp, "Eve", here=xp.owner)


async def test_joining_twice_and_leaving_what_one_is_not_in_are_refused(club: Club) -> None:
    with pytest.raises(NotIn):
        await club.challenges.leave(await club.person("ada"), club.challenge)
    await club.join("ada")
    with pytest.raises(AlreadyIn):
        await club.join("ada")
    with pytest.raises(BadName):
        await club.challenges.join(await club.person("bob"), club.challenge, "\n", here=club.challenge.owner)
    await club.leave("ada")
    with pytest.raises(NotIn):
        await club.challenges.status(club.users["ada"].id, club.challenge)


async def test_nobody_joins_what_is_over_or_gone(table: Table, clock: HandClock) -> None:
    club = Club(table, clock)
    await club.begin(ends=day(5))
    club.go_to(6)
    with pytest.raises(IsOver):
        await club.join("ada")
    club.go_to(5)
    await table.delete(club.challenge.key.key)
    with pytest.raises(NoSuchChallenge):
        await club.join("ada")
    with pytest.raises(ChallengeRefused):
        await club.challenges.by_id("?")


async def test_what_begins_later_counts_from_its_first_week_on(club: Club) -> None:
    await club.begin(name="Later", starts=day(17))
    await club.join("ada")
    found = await club.challenges.status(club.users["ada"].id, club.challenge)
    assert (found.who.since, found.week, found.rank, found.standing.total_weeks) == (week(2), None, None, 0)


# Who is ahead


async def standing_of(club: Club, *counts: int) -> None:
    """People p0, p1, … with as many commits this week."""
    names = [f"p{number:02}" for number in range(len(counts))]
    await club.join(*names)
    for name, number in zip(names, counts, strict=True):
        club.done[name][day(0)] = number
    await club.count()


async def test_who_did_more_is_ahead_and_ties_have_different_ranks_in_a_fixed_order(club: Club) -> None:
    await standing_of(club, 3, 9, 3, 0, 12, 3)
    found = await club.challenges.standings(club.challenge)
    assert [(one.number, one.name, one.points) for one in found] == [
        (1, "P04", 12),
        (2, "P01", 9),
        (3, "P05", 3),
        (4, "P02", 3),
        (5, "P00", 3),
        (6, "P03", 0),
    ]
    assert await club.challenges.standings(club.challenge) == found


async def test_everybody_knows_their_own_rank_and_pages_follow_each_other(club: Club) -> None:
    await standing_of(club, *(number // 4 for number in range(23)))
    whole = await club.challenges.standings(club.challenge, count=50)
    assert len(whole) == 23
    for one in whole:
        found = await club.challenges.status(one.user, club.challenge)
        assert found.rank == one
        assert found.week is not None
        assert found.week.count == one.points
    paged: list[Rank] = []
    while page := await club.challenges.standings(club.challenge, None, 5, paged[-1] if paged else None):
        paged += page
    assert paged == list(whole)


async def test_a_week_that_is_over_keeps_its_standings(club: Club) -> None:
    await standing_of(club, 1, 2)
    club.go_to(8)
    club.done["p00"][day(8)] = 5
    await club.count()
    names = [[one.name for one in await club.challenges.standings(club.challenge, week(n))] for n in (0, 1)]
    assert names == [["P01", "P00"], ["P00", "P01"]]
    assert await club.challenges.standings(club.challenge, week(2)) == []
    history = await club.challenges.history(club.users["p00"].id, club.challenge)
    assert [(one.week, one.count, one.settled) for one in history] == [
        (week(1), 5, False),
        (week(0), 1, True),
    ]


async def test_before_anybody_was_counted_there_is_nothing(club: Club) -> None:
    summary, everybody = (
        await club.challenges.summary(club.challenge),
        await club.challenges.everybody(club.challenge),
    )
    assert (summary.participants, summary.average, summary.rate) == (0, 0.0, 0.0)
    assert (everybody.people, everybody.rate) == (0, None)
    assert await club.challenges.top_streaks(club.challenge) == []


async def test_whoever_is_in_two_challenges_is_counted_in_each(club: Club) -> None:
    first = club.challenge
    await club.join("ada")
    second = await club.begin(name="Many commits", threshold=10)
    await club.join("ada", "bob")
    club.done["ada"].update({day(0): 4})
    for one in (first, second):
        club.challenge = one
        await club.count()
        await club.check()
    found = [(await club.challenges.history(club.users["ada"].id, one))[0] for one in (first, second)]
    assert [(one.count, one.success) for one in found] == [(4, True), (4, False)]
    await club.delete("ada")
    for one, people in ((first, 0), (second, 1)):
        club.challenge = one
        assert (await club.challenges.everybody(one)).people == people
        await club.check()
