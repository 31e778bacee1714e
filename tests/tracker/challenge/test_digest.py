"""Challenges in the digest: how the week stands, and who gets one at all."""

from datetime import date

from tests.deliveries import tell_everything
from tests.due_work import due_rounds, tools_at
from tests.tracker.challenge.club import Club, day
from tracker.digest.planning import plan_missing, round_key
from tracker.digest.rounds import hold
from tracker.notify.model import Notification


async def morning(club: Club, number: int) -> list[Notification]:
    """What comes at eight on the day that is so many after the first Monday, to anybody."""
    club.go_to(number, 8)
    return await held(club)


async def held(club: Club) -> list[Notification]:
    tools = tools_at(club.table, club.clock)
    told = [told for one in await due_rounds(club.table, club.clock()) for told in await hold(tools, one)]
    for person in {one.person for one in told}:
        await tell_everything(club.table, person, club.clock())
    return told


async def test_who_is_only_in_a_challenge_gets_a_digest_with_the_week_so_far(club: Club) -> None:
    await club.begin(name="Five a week", threshold=5)
    await club.join("ada")
    club.done["ada"][day(0)] += 3
    await club.count()

    [told] = await morning(club, 1)

    assert told.title == "Your challenges on Tuesday, 5 January"
    assert told.text == "Five a week: 3 of 5 commits this week, until Sunday"
    assert told.facts == {"challenges": 1, "weeksShort": 1}
    assert await held(club) == []


async def test_a_good_week_is_told_when_it_became_one_and_then_no_more(club: Club) -> None:
    await club.join("ada")
    club.done["ada"][day(0)] += 1
    await club.count()

    [told] = await morning(club, 1)
    assert told.text == "Weekly commits: 1 commit this week, a good week"
    assert await morning(club, 2) == []

    club.done["ada"][day(2)] += 1
    await club.count()
    [told] = await morning(club, 3)
    assert told.text.startswith("Weekly commits: 2 commits this week")


async def test_what_is_missing_is_said_every_day_until_the_last(club: Club) -> None:
    await club.join("ada")
    await club.count()

    told = [await morning(club, number) for number in range(1, 7)]

    assert [one.text for [one] in told] == [
        *["Weekly commits: 0 of 1 commit this week, until Sunday"] * 5,
        "Weekly commits: 0 of 1 commit this week, until tonight",
    ]


async def test_a_streak_of_weeks_is_told_along(club: Club) -> None:
    await club.join("ada")
    for number in range(3):
        club.go_to(7 * number)
        club.done["ada"][day(7 * number)] += 1
        await club.count()
    club.go_to(21)
    await club.count()

    [told] = await morning(club, 22)

    assert told.text == "Weekly commits: 0 of 1 commit this week, until Sunday, 3 weeks in a row"


async def test_before_anybody_counted_it_is_no_news(club: Club) -> None:
    await club.join("ada")
    assert await morning(club, 1) == []


async def test_what_has_not_begun_or_is_over_is_in_no_digest(club: Club) -> None:
    await club.begin(name="Later", starts=date(2100, 1, 11), ends=date(2100, 1, 17))
    await club.join("ada")
    await club.count()
    assert await morning(club, 1) == []

    club.go_to(7)
    await club.count()
    [told] = await morning(club, 8)
    assert told.text == "Later: 0 of 1 commit this week, until Sunday"

    club.go_to(14)
    await club.count()
    assert await morning(club, 15) == []


async def test_who_leaves_hears_no_more_of_it(club: Club) -> None:
    await club.join("ada")
    await club.count()
    await club.leave("ada")

    assert await morning(club, 1) == []


async def test_those_who_were_in_it_before_digests_told_of_it_get_a_round_once(club: Club) -> None:
    await club.join("ada", "bob")
    ada, bob = club.users["ada"], club.users["bob"]
    await club.table.delete(round_key(ada.id))
    before = await club.table.get(round_key(bob.id))

    for _ in range(2):
        await plan_missing(club.table, [ada, bob], club.clock())

    assert await club.table.get(round_key(ada.id)) is not None
    assert await club.table.get(round_key(bob.id)) == before


async def test_nobody_who_is_gone_gets_a_round(club: Club) -> None:
    await club.join("ada")
    ada = club.users["ada"]
    await club.delete("ada")

    await plan_missing(club.table, [ada], club.clock())

    assert await club.table.get(round_key(ada.id)) is None
