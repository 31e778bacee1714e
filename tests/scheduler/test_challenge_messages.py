"""What is told of a challenge, to whom and when, once each: through the outbox, as everything else."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.challenge_hall import Hall
from tests.fakes.clock import HandClock
from tests.fakes.web_faults import server_error
from tracker.challenge.messages import MOST_SHOWN
from tracker.challenge.model import Counted
from tracker.challenge.planning import ChallengePoll
from tracker.challenge.rewording import wordings
from tracker.digest.planning import round_key
from tracker.goals.model import Character
from tracker.notify.model import OutboxItem
from tracker.store.entity import change, to_item
from tracker.store.keys import DueKey
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable

FIRST = date(2026, 9, 7)
"""A Monday."""
DAY = timedelta(days=1)
SUNDAY, MONDAY = FIRST + 6 * DAY, FIRST + 7 * DAY
NUDGE, RESULT, STANDINGS, END = "challenge-nudge", "challenge-week", "challenge-standings", "challenge-end"
BERLIN = "Europe/Berlin"


@pytest.fixture
def clock() -> HandClock:
    return HandClock(datetime.combine(FIRST, time(8), UTC))


@pytest.fixture
async def hall(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Hall]:
    async with Hall.open(sqlite_table, clock) as hall:
        await hall.begin(timezone=BERLIN)
        yield hall


async def look_all_day(hall: Hall, on: date, hours: Sequence[int] = range(24)) -> None:
    for hour in hours:
        hall.go_to(on, hour, 5)
        await hall.look()


def texts(told: Sequence[OutboxItem]) -> list[str]:
    return [f"{one.title}. {one.text}" for one in told]


def local(one: OutboxItem, zone: str = BERLIN) -> str:
    return f"{one.not_before.astimezone(ZoneInfo(zone)):%a %H:%M}"


# Welcome


async def test_who_joins_is_welcome_each_time(hall: Hall) -> None:
    await hall.join("ada")
    hall.clock.advance(60)
    await hall.leave("ada")
    await hall.join("ada")
    told = await hall.told("ada", "challenge-welcome")
    said = (
        "At least 1 commit a week, Monday to Sunday by the clocks of Europe/Berlin. This week counts already."
    )
    assert texts(told) == 2 * [f"Welcome to Weekly commits. {said}"]
    assert all(one.due_at == one.created_at for one in told)  # they have just asked to be in it


async def test_before_it_begins_it_is_said_when_that_is(hall: Hall) -> None:
    await hall.begin("Winter", starts=date(2027, 1, 4), threshold=1500, counted=Counted.XP)
    ada = await hall.person("ada")
    zezima = Character(
        id="zezima",
        user=ada.id,
        game="osrs",
        name="Zezima",
        subject=Subject("osrs", "zezima"),
        created_at=hall.clock(),
    )
    await hall.table.put(to_item(zezima, zezima.key))
    await hall.challenges.join(ada, hall.challenge, "Ada", character="zezima", here=hall.challenge.owner)
    [told] = await hall.told("ada", "challenge-welcome")
    assert told.text.startswith("At least 1,500 xp a week, ")
    assert told.text.endswith("It begins on 4 January 2027.")


# The digest


async def test_who_joins_has_a_digest_and_who_was_in_it_before_gets_one_with_the_next_result(
    hall: Hall,
) -> None:
    await hall.join("ada", "bob")
    ada, bob = (round_key(hall.users[name].id) for name in ("ada", "bob"))
    assert len(await hall.table.get_many([ada, bob])) == 2
    await hall.table.delete(ada)
    await look_all_day(hall, FIRST, [12])
    assert await hall.table.get(ada) is None

    await look_all_day(hall, MONDAY)

    assert len(await hall.told("ada", RESULT)) == 1
    assert await hall.table.get(ada) is not None


# A week that is about to be lost


async def test_on_sunday_afternoon_those_who_are_short_hear_of_it_once(hall: Hall) -> None:
    await hall.begin("Many", timezone=BERLIN, threshold=5)
    for name in ("ada", "bob"):
        await hall.person(name, timezone=BERLIN)
        await hall.join(name)
    hall.commit("ada", FIRST, 5)
    hall.commit("bob", FIRST, 2)
    await look_all_day(hall, SUNDAY - DAY)
    await look_all_day(hall, SUNDAY, range(14))
    assert await hall.told("bob", NUDGE) == []
    hall.commit("bob", SUNDAY)
    await look_all_day(hall, SUNDAY, range(14, 24))
    assert await hall.told("ada", NUDGE) == []
    [told] = await hall.told("bob", NUDGE)
    said = "3 commits so far. With 2 commits more by the end of Sunday it is a good week."
    assert texts([told]) == [f"Many: the week is nearly over. {said}"]
    assert local(told) == "Sun 17:00"
    assert told.expires_at == datetime(2026, 9, 13, 22, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "there"),
    [
        ("Europe/London", "Sun 17:00"),
        ("Asia/Tokyo", "Sun 17:00"),
        ("America/New_York", "Sun 11:00"),  # 17:00 there is 23:00 in Berlin
        ("America/Los_Angeles", "Sun 08:00"),  # and this would be on Monday
        ("Pacific/Kiritimati", "Sun 17:00"),
    ],
)
async def test_it_is_afternoon_by_the_persons_own_clock_if_that_is_in_time(
    hall: Hall, zone: str, there: str
) -> None:
    await hall.person("ada", timezone=zone)
    await hall.join("ada")
    await look_all_day(hall, SUNDAY)
    [told] = await hall.told("ada", NUDGE)
    assert local(told, zone) == there


async def test_a_nudge_that_waits_says_what_is_counted_by_then(hall: Hall) -> None:
    await hall.begin("Many", timezone=BERLIN, threshold=5)
    await hall.person("ada", timezone=BERLIN)
    await hall.join("ada", "Many")
    await look_all_day(hall, SUNDAY, range(17))
    [told] = [one for one in await hall.told("ada", NUDGE) if "Many" in one.title]
    assert told.text.startswith("0 commits so far. With 5 commits more")
    hall.commit("ada", SUNDAY)
    await look_all_day(hall, SUNDAY, [18])
    said = await wordings(hall.table, hall.clock)[told.kind](told)
    assert said is not None
    assert said.text.startswith("1 commit so far. With 4 commits more")


async def test_when_it_is_done_in_time_nothing_is_said(hall: Hall) -> None:
    """What waits in the outbox is asked once more whether it is still so."""
    await hall.person("ada", timezone=BERLIN)
    await hall.join("ada")
    await look_all_day(hall, SUNDAY, range(17))
    [told] = await hall.told("ada", NUDGE)
    reads_now = wordings(hall.table, hall.clock)[told.kind]
    assert (await reads_now(told)) is not None
    hall.commit("ada", SUNDAY)
    await look_all_day(hall, SUNDAY, [18])
    assert await reads_now(told) is None
    await hall.leave("ada")
    assert await reads_now(told) is None


async def test_where_a_challenge_ends_within_the_week_its_last_day_is_the_day(hall: Hall) -> None:
    await hall.begin("Short", ends=FIRST + 9 * DAY, timezone=BERLIN)
    await hall.join("ada")
    for number in range(7, 14):
        await look_all_day(hall, FIRST + number * DAY)
    [told] = await hall.told("ada", NUDGE)
    assert (local(told, "UTC"), told.text) == (
        "Wed 17:00",
        "0 commits so far. With 1 commit more by the end of Wednesday it is a good week.",
    )


async def test_nobody_is_nudged_on_what_is_not_known_or_has_not_begun(hall: Hall) -> None:
    await hall.join("ada")
    hall.github.stay_wrong(server_error(502))
    await hall.begin("Later", starts=MONDAY, timezone=BERLIN)
    await hall.join("ada")
    await look_all_day(hall, SUNDAY)
    assert await hall.told("ada", NUDGE) == []


# Results


async def test_on_monday_everybody_hears_how_their_week_was_with_their_digest(hall: Hall) -> None:
    await hall.person("ada", timezone=BERLIN, digest_time="07:30")
    await hall.person("bob", timezone="America/New_York")
    await hall.join("ada", "bob")
    hall.commit("ada", FIRST, 1200)
    hall.go_to(SUNDAY)
    await hall.look()
    await look_all_day(hall, MONDAY)
    await look_all_day(hall, MONDAY + DAY)
    [ada], [bob] = await hall.told("ada", RESULT), await hall.told("bob", RESULT)
    late = "What is pushed late still counts until Monday is over."
    assert texts([ada, bob]) == [
        "Weekly commits: a good week. 1,200 commits in week 37. A streak begins.",
        f"Weekly commits: the week was missed. 0 commits in week 37. {late}",
    ]
    assert (local(ada), local(bob, "America/New_York")) == ("Mon 07:30", "Mon 08:00")
    assert ada.facts == {"challenge": hall.challenge.id, "week": "2026-W37", "count": 1200}


async def test_what_is_pushed_in_the_night_is_in_the_morning_s_result(hall: Hall) -> None:
    await hall.person("ada", timezone=BERLIN)
    await hall.join("ada")
    await look_all_day(hall, MONDAY, range(4))
    hall.commit("ada", SUNDAY)
    await look_all_day(hall, MONDAY, range(4, 12))
    [told] = await hall.told("ada", RESULT)
    assert told.title == "Weekly commits: a good week"


async def test_streaks_and_records_are_told_with_the_week(hall: Hall) -> None:
    await hall.person("ada", timezone=BERLIN)
    await hall.join("ada")
    missed = {5, 8}
    for week in range(15):
        if week not in missed:
            hall.commit("ada", FIRST + week * 7 * DAY)
        await look_all_day(hall, FIRST + week * 7 * DAY, [6, 7, 8])
        await look_all_day(hall, FIRST + (week * 7 + 1) * DAY, [8])
    said = [one.text.partition(". ")[2] for one in await hall.told("ada", RESULT)]
    assert said == [
        "A streak begins.",
        "2 weeks in a row.",
        "3 weeks in a row.",
        "4 weeks in a row: your longest streak.",
        "5 weeks in a row: your longest streak.",
        "What is pushed late still counts until Monday is over.",
        "A streak begins.",
        "2 weeks in a row.",
        "What is pushed late still counts until Monday is over.",
        "A streak begins.",
        "2 weeks in a row.",
        "3 weeks in a row.",
        "4 weeks in a row.",
        "5 weeks in a row.",
    ]


async def test_who_came_after_the_week_hears_nothing_of_it(hall: Hall) -> None:
    await hall.join("ada")
    hall.go_to(SUNDAY)
    await hall.look()
    hall.go_to(MONDAY, 0, 30)
    await hall.join("bob")
    await look_all_day(hall, MONDAY)
    assert len(await hall.told("ada", RESULT)) == 1
    assert await hall.told("bob", RESULT) == []


async def test_nothing_is_said_of_a_week_that_is_not_known_until_it_is(hall: Hall) -> None:
    await hall.join(*(f"p{number:02}" for number in range(21)))
    hall.commit("p00", SUNDAY)
    hall.github.poison = {"p00"}
    await look_all_day(hall, MONDAY)
    assert await hall.told("p00", RESULT) == []
    assert len(await hall.told("p01", RESULT)) == 1
    hall.github.poison.clear()
    await look_all_day(hall, MONDAY + 2 * DAY, [9, 10])
    [told] = await hall.told("p00", RESULT)
    assert told.title == "Weekly commits: a good week"
    assert len(await hall.told("p01", RESULT)) == 1


async def test_after_an_outage_the_last_week_is_told_and_nothing_is_promised(hall: Hall) -> None:
    await hall.join("ada")
    hall.go_to(SUNDAY)
    await hall.look()
    hall.github.stay_wrong(server_error(502))
    await look_all_day(hall, MONDAY)
    assert await hall.told("ada", RESULT) == []
    hall.github.recover()
    await look_all_day(hall, MONDAY + 3 * DAY, [9])
    [told] = await hall.told("ada", RESULT)
    assert told.text == "0 commits in week 37. A new week has begun."
    assert local(told, BERLIN) == "Thu 09:05"


async def test_what_was_told_and_not_noted_is_not_told_again(hall: Hall) -> None:
    await hall.join("ada")
    await look_all_day(hall, MONDAY, [9, 10])
    key = DueKey(hall.challenge.owner, "challenge", hall.challenge.id)
    await hall.table.update(change(ChallengePoll, key, {"told": None}))
    await look_all_day(hall, MONDAY, [11, 12])
    assert len(await hall.told("ada", RESULT)) == 1


async def test_other_things_than_commits_are_not_pushed(hall: Hall) -> None:
    await hall.begin("Habits", counted=Counted.HABITS, timezone=BERLIN)
    await hall.join("ada")
    await look_all_day(hall, MONDAY)
    [told] = await hall.told("ada", RESULT)
    assert told.text == "0 completions in week 37. What is found late still counts until Monday is over."


# Servers


@pytest.fixture
async def server(hall: Hall) -> str:
    """The account of a server with a challenge; its id."""
    await hall.begin("Clan commits", owner="server:81384788765712384", timezone=BERLIN)
    return hall.challenge.owner


async def test_a_server_is_told_its_standings_on_monday_morning_once(hall: Hall, server: str) -> None:
    await hall.join(*(f"p{number:02}" for number in range(13)))
    for number in range(1, 13):
        hall.commit(f"p{number:02}", FIRST, number * 100)
    await look_all_day(hall, MONDAY)
    await look_all_day(hall, MONDAY + DAY)
    [told] = await hall.told_to(server, STANDINGS)
    assert local(told) == "Mon 08:00"
    assert told.title == "Clan commits: week 37"
    assert told.text.splitlines() == [
        "12 of 13 had a good week, 7,800 commits in all.",
        *(f"{number}. P{13 - number:02}: {(13 - number) * 100:,} commits" for number in range(1, 11)),
        "and 3 more",
    ]
    users = [hall.users[f"p{number:02}"].id for number in range(12, 12 - MOST_SHOWN, -1)]
    assert told.facts == {"challenge": hall.challenge.id, "week": "2026-W37", "people": ",".join(users)}


async def test_a_server_waits_for_those_who_could_not_be_counted_until_the_week_is_settled(
    hall: Hall, server: str
) -> None:
    await hall.join(*(f"p{number:02}" for number in range(21)))
    hall.github.poison = {"p00"}
    await look_all_day(hall, MONDAY)
    assert await hall.told_to(server, STANDINGS) == []
    await look_all_day(hall, MONDAY + DAY, [0, 1])
    [told] = await hall.told_to(server, STANDINGS)
    assert local(told) == "Tue 00:05"


async def test_a_server_in_whose_challenge_nobody_is_hears_nothing(hall: Hall, server: str) -> None:
    await look_all_day(hall, MONDAY)
    assert await hall.told_to(server, STANDINGS) == []


# The end


async def test_at_its_end_everybody_hears_what_came_of_it(hall: Hall) -> None:
    await hall.begin("Short", ends=FIRST + 16 * DAY, timezone=BERLIN)
    await hall.join("ada", "bob")
    for number in (0, 8, 16):
        hall.commit("ada", FIRST + number * DAY, 2)
    for number in range(25):
        hall.go_to(FIRST + number * DAY)
        await hall.look()
    told = [one for name in ("ada", "bob") for one in await hall.told(name, END)]
    assert texts(told) == [
        "Short is over. Good weeks: 3 of 3, with 6 commits in all. The longest streak was 3 weeks.",
        "Short is over. Good weeks: 0 of 3, with 0 commits in all. The longest streak was 0 weeks.",
    ]
    assert [one.facts["week"] for one in await hall.told("ada", RESULT)] == [
        "2026-W37",
        "2026-W38",
        "2026-W39",
    ]
